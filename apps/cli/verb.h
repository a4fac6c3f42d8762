// What every verb of the tool shares: its entry, its exit codes, its common flags.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"
#include "intarsia/game/options.h"

namespace intarsia::cli {

// Part of the contract with scripts.
enum ExitCode : int {
  kDone = 0,
  kFailed = 1,
  kUsage = 2,
  kSomeRejected = 3,   // finished, but some input was refused (kDone with --lenient)
  kDifference = 4,     // a check found one
  kInterrupted = 130,  // what was finished is kept
};

// Why a verb could not begin: because of its arguments, or of the system.
inline int code_of(const Error& e) { return e.code == ErrorCode::kIo ? kFailed : kUsage; }

// Says why a verb ended; answers the code it ends with.
int fail(std::string_view verb, const Error& e, int code);

// A verb declares its flags and sets `run`, which is called if the verb was given.
using Run = std::function<int()>;
void add_build(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_convert(CLI::App& app, Run& run);
void add_decode(CLI::App& app, Run& run);
void add_encode(CLI::App& app, Run& run);
void add_layouts(CLI::App& app, Run& run);
void add_merge(CLI::App& app, Run& run);
void add_page(CLI::App& app, Run& run);
void add_perft(CLI::App& app, Run& run);
void add_policies(CLI::App& app, Run& run);
void add_inspect(CLI::App& app, Run& run);
void add_transition(CLI::App& app, Run& run);
void add_show(CLI::App& app, Run& run);
void add_info(CLI::App& app, Run& run);
void add_verify(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_finish(CLI::App& app, Run& run);
void add_plan(CLI::App& app, Run& run);
void add_evaluate(CLI::App& app, Run& run);
void add_graph(CLI::App& app, Run& run);

// Jobs by which --help groups the verbs.
inline constexpr char kLook[] = "Look";
inline constexpr char kConvert[] = "Convert";
inline constexpr char kData[] = "Data";
inline constexpr char kGraph[] = "Graph";
inline constexpr char kMeasure[] = "Measure";

// Checks of the text itself: signs and what is beyond the range must not wrap around.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = UINT64_MAX);
CLI::Validator share_of_one();
// An empty word is no way to leave an option out: a script may have lost it.
CLI::Validator some_text();

// The options of games, each under its game's name; `use` says which of them.
class GameOptions {
 public:
  void add_to(CLI::App& verb, game::OptionInfo::Use use);
  // Those that were given.
  game::Options options() const;

 private:
  struct Given {
    game::OptionInfo info;
    bool is_set = false;  // of a flag
    std::string value = {};
  };
  std::vector<std::unique_ptr<Given>> all_;  // whose addresses the parser keeps
};

// --size: a number, or as the game writes it (7x6).
CLI::Option* add_size(CLI::App& verb, std::optional<int>& size);

// --turn, in the words of any game.
CLI::Option* add_turn(CLI::App& verb, std::string& turn);
// Its number in the words of one.
Result<game::Turn> read_turn(const game::GameType& type, std::string_view word);

// How positions of all games may be written: for --help.
std::string position_help();

// --from: a format of games and positions.
CLI::Option* add_format(CLI::App& verb, std::string& format);

// Flags that mean the same everywhere.
struct Common {
  bool json = false;
  bool lenient = false;
  unsigned threads = 0;  // 0: all cores
  std::string progress = "auto";
  GameOptions games = {};

  void add_to(CLI::App& verb);
};

}  // namespace intarsia::cli
