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

inline constexpr std::size_t kMaxLineBytes = 1 << 20;

// Lines of a stream of any size, in constant memory.
class LineReader {
 public:
  explicit LineReader(io::InputStream& in) : in_(in), block_(kBlockBytes) {}

  // The next line without its end (LF, CRLF); nothing at the end, and before an error. A line beyond
  // kMaxLineBytes comes cut, with `is_cut` set, and is skipped to its end.
  std::optional<std::string_view> next();
  bool is_cut() const { return is_cut_; }
  std::size_t number() const { return number_; }    // from 1
  std::uint64_t offset() const { return offset_; }  // byte of the stream at which it begins
  const std::optional<Error>& error() const { return error_; }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

  bool refill();
  void append(std::string_view part);

  io::InputStream& in_;
  std::vector<char> block_;
  std::string_view ahead_;  // of the block
  std::string line_;
  std::size_t number_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t next_ = 0;
  bool is_cut_ = false;
  std::optional<Error> error_;
};

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
int read_chess_positions(std::span<const std::string> arguments, const Common& common,
                         std::string_view verb,
                         const std::function<void(const chess::PositionLine&)>& visit,
                         const VisitRefused& refused = {});

// The positions that one argument stands for, without a word about what is refused: a look ahead.
void peek_positions(const std::string& argument, const Common& common,
                    const std::function<void(const AnyLine&)>& visit);

}  // namespace intarsia::cli
