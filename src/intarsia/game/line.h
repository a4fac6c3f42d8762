// A position of any game with the moves that led to it.
//
// What a line of text stands for (startpos moves e2e4), what a file's game holds, and what Python's
// positions and games are made of. The types behind it are the game's own (game/typed.h).

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/eval.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/keys.h"
#include "intarsia/base/outcome.h"
#include "intarsia/base/result.h"
#include "intarsia/game/options.h"

namespace intarsia::game {

struct GameType;
class Line;
using LinePtr = std::unique_ptr<Line>;

// How a game ended by its rules.
struct End {
  Outcome outcome = Outcome::kUnknown;
  std::string_view reason;  // "checkmate"
};

// A move as books write it and as it is made on a board. Cells are named as pictures name them.
struct ShownMove {
  std::string text;       // as `play` takes it: e2e4, swap
  std::string notation;   // e4
  std::string from = {};  // the cell that a man leaves; empty if one is put on the board
  std::string to = {};    // the cell where it lands; empty if the move has none
  std::vector<std::string> or_to = {};  // others that stand for it: that of the rook in a castling
  std::string kind = {};                // what tells moves of the same cells apart: queen, knight
};

// What is stored beside a position in its record.
struct RecordTargets {
  Outcome outcome = Outcome::kUnknown;
  std::int16_t eval = kNoEval;  // the first player's view
};

class Line {
 public:
  virtual ~Line() = default;

  virtual const GameType& type() const = 0;
  virtual int size() const = 0;  // of the board
  virtual int ply() const = 0;   // moves since its start
  virtual LinePtr copy() const = 0;
  // The line as it was after so many of its moves. It costs no more than a pointer.
  virtual LinePtr at(int ply) const = 0;

  // Whether the other line has the same start and the same moves.
  virtual bool is_same(const Line& other) const = 0;

  // The rules. Moves are texts, as the game writes them.
  virtual bool is_second_to_move() const = 0;
  virtual std::vector<std::string> moves() const = 0;
  virtual std::vector<std::string> legal_moves() const = 0;
  // Both, with what a board and a book show of them.
  virtual std::vector<ShownMove> shown_moves() const = 0;
  virtual std::vector<ShownMove> shown_legal_moves() const = 0;
  [[nodiscard]] virtual std::optional<Error> play(std::string_view move) = 0;
  virtual bool undo() = 0;  // false at the start
  virtual std::optional<End> end() const = 0;
  // Whether the position is one that the game calls quiet (Words::quiet), whatever is played next.
  virtual bool is_quiet() const = 0;
  virtual std::uint64_t perft(int depth) const = 0;

  virtual Key key() const = 0;
  virtual Key identity() const = 0;

  // A text that reads back as the same line, with these options; and one of the position on the board
  // alone, as options of writing say.
  virtual std::string text() const = 0;
  virtual Options options() const = 0;
  virtual std::string position_text(const Options& writing) const = 0;
  std::string position_text() const { return position_text(Options()); }

  // Everything that the rules say, as keys and values of an object that is open.
  virtual void inspect(JsonText& out, const Options& writing) const = 0;

  // Which of the game's variants it is (Words::variants).
  virtual std::uint8_t variant() const = 0;

  // The records of the positions after `first` to `last` moves, one after the other, with the moves
  // that were played there; `is_first`: the first of them is the first of its game. `targets` has
  // one element for all or one for each.
  virtual void pack(int first, int last, bool is_first, std::span<const RecordTargets> targets,
                    std::byte* out) const = 0;

 protected:
  Line() = default;
  Line(const Line&) = default;
  Line& operator=(const Line&) = default;
};

}  // namespace intarsia::game
