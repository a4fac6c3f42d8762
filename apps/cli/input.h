// What the words on the command line stand for: files, standard input, positions.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apps/cli/verb.h"
#include "intarsia/base/result.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/record.h"
#include "intarsia/hex/game.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::cli {

// One position as text, and where it came from.
struct PositionText {
  std::string_view text;
  std::string_view source;                    // file name, "-", or empty for an argument
  std::size_t line;                           // from 1
  std::uint64_t offset = 0;                   // byte of the file
  std::optional<Error> error = std::nullopt;  // the text itself cannot be taken
};

// The lines of a file or of standard input ("-"); blank lines and lines that begin with "# " are
// skipped. Answers an error if it cannot be read.
std::optional<Error> for_each_line(const std::string& file,
                                   const std::function<void(const PositionText&)>& visit);
std::optional<Error> for_each_line(const std::string& name, io::InputStream& in,
                                   const std::function<void(const PositionText&)>& visit);

// How many lines a regular file has; 0 for everything else.
std::uint64_t count_lines(const std::string& path);

// One line on stderr: place, kind and words of the error.
void report(const PositionText& item, const Error& e);

// A position with its history. `is_game`: it ends a game of a file of games.
struct ChessLine {
  chess::PositionLine position;
  bool is_game = false;
  chess::Score score = chess::Score::kUnknown;
  std::vector<std::int16_t> evals = {};  // by ply, as far as they are known
};

// A position with its history. `is_game`: it ends a game of a file of games, with its winner.
struct HexLine {
  hex::Replay replay;
  bool is_game = false;
  std::optional<hex::Color> winner = std::nullopt;
};
using AnyLine = std::variant<ChessLine, HexLine>;

// An error refuses the position: the verb has no use for it.
using VisitPosition = std::function<std::optional<Error>(const AnyLine&)>;
using VisitRefused = std::function<void(const PositionText&, const Error&)>;

// Hands on every position that the arguments stand for: an existing path is a file with one a line or
// a file of games, "-" is standard input, anything else is a position. A refused one is reported, here and to
// `refused`, and reading goes on. Answers the exit code; a word that is neither file nor position is
// answered with both guesses.
int read_positions(std::span<const std::string> arguments, const Common& common,
                   std::string_view verb, const VisitPosition& visit,
                   const VisitRefused& refused = {});

// The same for a verb that is for chess alone.
int read_chess_positions(
    std::span<const std::string> arguments, const Common& common, std::string_view verb,
    const std::function<std::optional<Error>(const chess::PositionLine&)>& visit,
    const VisitRefused& refused = {});

// The positions that one argument stands for, without a word about what is refused: a look ahead.
// Answers an error if it cannot be read to its end.
std::optional<Error> peek_positions(const std::string& argument, const Common& common,
                                    const std::function<void(const AnyLine&)>& visit);

}  // namespace intarsia::cli
