// What the words on the command line stand for: files, standard input, positions.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apps/cli/verb.h"
#include "intarsia/base/result.h"
#include "intarsia/game/parser.h"
#include "intarsia/games/game_files.h"

namespace intarsia::cli {

using games::GameItem;

// Where a position came from, for reports.
struct PositionPlace {
  std::string_view source;  // file name, "-", or empty for an argument
  std::size_t line = 1;     // from 1; of an argument its number
};

// How many lines a regular file has; 0 for everything else.
std::uint64_t count_lines(const std::string& path);

// Place, kind and words of an error; and the same as a line on stderr.
std::string report_text(const PositionPlace& place, const Error& e);
void report(const PositionPlace& place, const Error& e);

// Reports of which many may be equal: of each kind the first one, and at the end how many there were
// and where the last one was.
class Reports {
 public:
  Reports() = default;
  ~Reports();
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;

  void add(const PositionPlace& place, const Error& e);
  // The same of a line that is made already; those with the same `kind` are equal.
  void add(const PositionPlace& place, std::string_view line, const std::string& kind);

 private:
  struct Last {
    std::uint64_t more = 0;
    std::string source = {};
    std::size_t line = 0;
  };
  std::map<std::string, Last> seen_;  // by the words of the error
};

// "file:3:17: illegal: c3 is taken (ply 5)".
std::string to_text(std::string_view source, const game::Fault& fault);

struct InputOptions {
  const Common& common;
  std::string_view verb;
  std::string format = {};     // of files: --from
  bool notes = false;          // clocks too, and what nobody keeps
  bool is_look = false;        // ahead: what is passed over is not reported yet
  Reports* reports = nullptr;  // for inputs that are read one by one
};

// An error refuses the position: the verb has no use for it.
using VisitPosition = std::function<std::optional<Error>(const game::ReadGame&)>;
using VisitRefused = std::function<void(const PositionPlace&, const Error&)>;

// Reads every position that the arguments stand for: an existing path is a file with one a line or a
// file of games, "-" is standard input, anything else is a position. A refused one is reported, here
// and to `refused`, and reading goes on. Returns the exit code; for a word that is neither file nor
// position both guesses are reported.
int read_positions(std::span<const std::string> arguments, const InputOptions& options,
                   const VisitPosition& visit, const VisitRefused& refused = {});

// Positions as they were typed: the words of one alone may come unquoted (startpos moves e4).
std::vector<std::string> joined_if_one(const std::vector<std::string>& words);

// The positions that one argument stands for; nothing is reported of what is refused: a look ahead.
// Of standard input the first one, and nothing of it is lost.
// An error if it cannot be read to its end.
std::optional<Error> peek_positions(const std::string& argument, const InputOptions& options,
                                    const std::function<void(const game::ReadGame&)>& visit);

// All games of a file, a folder or a list of files; one that is refused does not end the reading. An
// error if a file cannot be read, or not to its end.
std::optional<Error> for_each_game(const std::string& argument, const InputOptions& options,
                                   const std::function<void(const GameItem&)>& visit);

// On stderr: members of archives and files in folders that hold no games; files that are named twice.
void print_skipped(std::string_view verb, const std::vector<std::string>& skipped);
void print_repeated(std::string_view verb, const std::vector<std::string>& twice);
void warn_of_repeated(std::span<const std::string> arguments, std::string_view verb);

}  // namespace intarsia::cli
