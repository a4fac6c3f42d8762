// What every verb of the tool shares: its entry, its exit codes, its common flags.

#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "intarsia/base/result.h"
#include "intarsia/chess/pgn/parser.h"
#include "intarsia/hex/reading.h"

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

// A verb declares its flags and sets `run`, which is called if the verb was given.
using Run = std::function<int()>;
void add_build(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_convert(CLI::App& app, Run& run);
void add_decode(CLI::App& app, Run& run);
void add_encode(CLI::App& app, Run& run);
void add_layouts(CLI::App& app, Run& run);
void add_perft(CLI::App& app, Run& run);
void add_policies(CLI::App& app, Run& run);
void add_inspect(CLI::App& app, Run& run);
void add_transition(CLI::App& app, Run& run);
void add_show(CLI::App& app, Run& run);
void add_info(CLI::App& app, Run& run);
void add_verify(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);

// Jobs by which --help groups the verbs.
inline constexpr char kLook[] = "Look";
inline constexpr char kConvert[] = "Convert";
inline constexpr char kData[] = "Data";
inline constexpr char kMeasure[] = "Measure";

// Checks of the text itself: signs and what is beyond the range must not wrap around.
CLI::Validator whole_number(std::uint64_t least);
CLI::Validator share_of_one();

// Flags that mean the same everywhere.
struct Common {
  bool json = false;
  bool chess960 = false;
  bool lenient = false;
  std::string swap = "transposed";
  unsigned threads = 0;  // 0: all cores
  std::string progress = "auto";

  hex::ReadOptions hex_options() const {
    return {swap == "literal" ? hex::SwapRule::kInPlace : hex::SwapRule::kTransposed};
  }

  chess::PgnOptions pgn_options() const { return {.evals = true, .chess960 = chess960}; }

  void add_to(CLI::App& verb) {
    verb.add_flag("--json", json, "Machine-readable output");
    verb.add_flag("--chess960", chess960,
                  "Take positions as Chess960 (castling is king takes rook)");
    verb.add_option(
            "--swap", swap,
            "Hex: what a repeated first cell means in TRMPH: the opening was transposed, or "
            "literal: it changed its owner alone")
        ->check(CLI::IsMember({"transposed", "literal"}));
    verb.add_flag("--lenient", lenient, "Exit 0 even if some input was refused");
    verb.add_option("-j,--threads", threads,
                    "Threads, all cores by default; verbs that stream lines use one")
        ->check(CLI::Range(1, 1024));
    verb.add_option("--progress", progress,
                    "Progress on stderr: auto (on a terminal), always, never, json")
        ->check(CLI::IsMember({"auto", "always", "never", "json"}));
  }
};

}  // namespace intarsia::cli
