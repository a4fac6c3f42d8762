// Data sets for other tools: columns, Stockfish's plain text, games as text.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/set.h"

namespace intarsia::games {

using ExportSink = std::function<void(std::string_view bytes)>;

struct ExportReport {
  std::uint64_t written = 0;
  std::string_view unit;
  std::uint64_t left_out = 0;
  std::string_view why = {};
};

// An array for each field of the records, which must be of one type.
Result<ExportReport> export_npz(data::Set& set, const ExportSink& sink);

// Chess positions with a move and a known outcome. Score and result are from the view of the side to
// move; a position without an evaluation has the score 32002 (Stockfish's VALUE_NONE).
Result<ExportReport> export_plain(data::Set& set, const ExportSink& sink);

// Whole games of the set or of its split as pgn, trmph or sgf. Names of players are not stored.
Result<ExportReport> export_games(data::Set& set, std::string_view format, const ExportSink& sink);

}  // namespace intarsia::games
