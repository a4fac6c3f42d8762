// Positions as FEN: read tolerantly (X-FEN and Shredder-FEN castling, four to six fields, any of
// the three en passant conventions), written strictly.
//
//   Result<FenReading> r = read_fen("8/8/8/8/8/8/8/k1K5 w - - 0 1");
//   if (!r) report(r.error());
//   to_fen(r->position);
//
// Any byte string gives a position or an error that names every fault and its
// place. Chess960 is recognised by its castling letters (HAha) and by rights
// that standard chess cannot have (X-FEN: KQ with the king off the e-file).

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/setup.h"

namespace intarsia::chess {

inline constexpr std::size_t kMaxFenBytes = 256;

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct FenReading {
  Position position;
  Faults faults;  // what was cleaned
};

// `chess960`: take the position as Chess960 even if its castling rights are standard. `at`: where
// the FEN begins in a longer text; places in errors count from that text's start.
Result<FenReading> read_fen(std::string_view text, bool chess960 = false, std::size_t at = 0);

// What the text says, whether or not it can be played.
struct SetupReading {
  enum Field : std::uint8_t {
    kPlacementField,
    kTurnField,
    kCastlingField,
    kEnPassantField,
    kClockField,
    kFullmoveField,
    kBeyond,
  };

  Setup setup;
  Faults faults;                                // of the text alone
  std::array<std::uint16_t, kBeyond + 1> at{};  // where each field, or its first bad byte, is
};

SetupReading read_setup(std::string_view text, bool chess960 = false);

// One fault with its byte offset and a sentence.
struct PlacedFault {
  Fault fault;
  std::size_t offset;
  std::string detail;
};

// All faults of a FEN, those that are refused and those that `read_fen` cleans, with their places.
std::vector<PlacedFault> find_faults(std::string_view text, std::size_t at = 0);

struct FenStyle {
  EnPassant en_passant = EnPassant::kLegal;
  bool shredder = false;  // castling by rook files (HAha); else X-FEN
};

void append_fen(std::string& out, const Position& p, FenStyle style = {});
std::string to_fen(const Position& p, FenStyle style = {});

// What the setup says, playable or not: half a board, the raw en passant square. The board must be
// sound: one man on a square.
std::string to_fen(const Setup& s);

}  // namespace intarsia::chess
