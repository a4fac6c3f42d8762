// `perft`: counts of move sequences, and suites of known counts.

#include "intarsia/chess/perft.h"

#include <atomic>
#include <charconv>
#include <fstream>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/chess/uci.h"

namespace intarsia::cli {

namespace {

using chess::Position;

struct PerftOptions {
  Common common;
  int depth = -1;
  std::vector<std::string> position;
  bool divide = false;
  std::string suite;
  int max_depth = 99;
  unsigned threads = 0;
};

// Runs work(0) … work(count - 1) on all threads; each index exactly once.
template <class Work>
void in_parallel(std::size_t count, unsigned threads, Work work) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < std::min<std::size_t>(threads, count); ++i) helpers.emplace_back(loop);
  loop();
  for (std::thread& t : helpers) t.join();
}

int count_one(const PerftOptions& o) {
  const std::string text =
      o.position.empty() ? "startpos" : fmt::format("{}", fmt::join(o.position, " "));
  const auto line = chess::read_position_line(text, o.common.chess960);
  if (!line) {
    fmt::print(stderr, "intarsia perft: {} at {}: {}\n", name(line.error().code),
               line.error().offset, line.error().detail);
    return kUsage;
  }
  const Position& start = line->replay.position();
  const chess::MoveList moves = chess::legal_moves(start);
  std::vector<std::uint64_t> counts(o.depth == 0 ? 0 : moves.size());
  std::atomic<std::uint64_t> done{0};
  std::mutex showing;
  Progress progress(o.common.progress, "root moves", counts.size());
  in_parallel(counts.size(), o.threads, [&](std::size_t i) {
    counts[i] = chess::perft(start.after(moves[i]), o.depth - 1);
    const std::lock_guard lock(showing);
    progress.update(++done);
  });
  std::uint64_t total = o.depth == 0 ? 1 : 0;
  for (std::uint64_t n : counts) total += n;

  if (o.common.json) {
    nlohmann::ordered_json out = {{"schema", 1}, {"fen", chess::to_fen(start)}, {"depth", o.depth}};
    if (o.divide) {
      out["divide"] = nlohmann::ordered_json::object();
      for (std::size_t i = 0; i < counts.size(); ++i)
        out["divide"][chess::to_uci(start, moves[i])] = counts[i];
    }
    out["nodes"] = total;
    fmt::print("{}\n", out.dump());
    return kDone;
  }
  if (o.divide) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      fmt::print("{}: {}\n", chess::to_uci(start, moves[i]), counts[i]);
    }
  }
  fmt::print("{}\n", total);
  return kDone;
}

struct Expectation {
  int depth;
  std::uint64_t nodes;
};

struct SuiteLine {
  std::size_t number;
  std::string fen;
  Position start;
  std::vector<Expectation> counts;
};

// "FEN ;D1 20 ;D2 400", perhaps with ";chess960".
Result<SuiteLine> read_suite_line(std::string_view line, std::size_t number, bool chess960) {
  const std::size_t end = line.find(';');
  chess960 = chess960 || line.find(";chess960") != std::string_view::npos;
  auto start = chess::read_fen(trimmed(line.substr(0, end)), chess960);
  if (!start) return std::move(start).error();
  SuiteLine out{number, std::string(trimmed(line.substr(0, end))), start->position, {}};
  for (std::size_t at = end; at < line.size(); at = std::min(line.find(';', at + 1), line.size())) {
    TextCursor field(line.substr(at + 1, line.find(';', at + 1) - at - 1));
    const std::string_view depth = field.word();
    const std::string_view nodes = field.word();
    if (depth == "chess960") continue;
    Expectation e{};
    const auto read = [](std::string_view text, auto& value) {
      const auto [rest, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
      return ec == std::errc{} && rest == text.data() + text.size();
    };
    if (depth.size() < 2 || depth[0] != 'D' || !read(depth.substr(1), e.depth) ||
        !read(nodes, e.nodes)) {
      return Error{ErrorCode::kSyntax, at, "expected ;D<depth> <count>"};
    }
    out.counts.push_back(e);
  }
  if (out.counts.empty())
    return Error{ErrorCode::kSyntax, line.size(), "expected ;D<depth> <count>"};
  return out;
}

struct Mismatch {
  std::size_t line;
  std::string fen;
  int depth;
  std::uint64_t expected, found;
};

void print_summary(const PerftOptions& o, const std::vector<Mismatch>& mismatches,
                   std::size_t passed, std::size_t failed) {
  if (o.common.json) {
    nlohmann::ordered_json out = {{"schema", 1}, {"mismatches", nlohmann::json::array()}};
    for (const Mismatch& m : mismatches) {
      out["mismatches"].push_back({{"line", m.line},
                                   {"fen", m.fen},
                                   {"depth", m.depth},
                                   {"expected", m.expected},
                                   {"found", m.found}});
    }
    out["passed"] = passed;
    out["failed"] = failed;
    fmt::print("{}\n", out.dump());
    return;
  }
  for (const Mismatch& m : mismatches) {
    fmt::print("{}:{}: depth {}: expected {}, found {}: {}\n", o.suite, m.line, m.depth, m.expected,
               m.found, m.fen);
  }
  fmt::print("{} passed, {} failed\n", passed, failed);
}

int check_suite(const PerftOptions& o) {
  std::vector<SuiteLine> lines;
  std::size_t unreadable = 0;
  const auto failure = for_each_position(o.suite, [&](const PositionText& item) {
    auto line = read_suite_line(item.text, item.line, o.common.chess960);
    if (line) {
      lines.push_back(*std::move(line));
    } else {
      ++unreadable;
      fmt::print(stderr, "{}:{}: {} at {}: {}\n", o.suite, item.line, name(line.error().code),
                 line.error().offset, line.error().detail);
    }
  });
  if (failure) {
    fmt::print(stderr, "intarsia perft: {}\n", failure->detail);
    return kFailed;
  }
  std::vector<std::vector<Mismatch>> found(lines.size());
  std::atomic<std::uint64_t> done{0};
  std::mutex showing;
  Progress progress(o.common.progress, "positions", lines.size());
  in_parallel(lines.size(), o.threads, [&](std::size_t i) {
    for (const Expectation& e : lines[i].counts) {
      if (e.depth > o.max_depth) continue;
      const std::uint64_t nodes = chess::perft(lines[i].start, e.depth);
      if (nodes != e.nodes)
        found[i].push_back({lines[i].number, lines[i].fen, e.depth, e.nodes, nodes});
    }
    const std::lock_guard lock(showing);
    progress.update(++done);
  });
  std::vector<Mismatch> mismatches;
  std::size_t failed = unreadable;
  for (const auto& of_line : found) {
    failed += of_line.empty() ? 0 : 1;
    mismatches.insert(mismatches.end(), of_line.begin(), of_line.end());
  }
  print_summary(o, mismatches, lines.size() + unreadable - failed, failed);
  if (!mismatches.empty()) return kDifference;
  return unreadable == 0 ? kDone : kSomeRejected;
}

}  // namespace

void add_perft(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("perft", "Count move sequences; check suites of known counts");
  verb->group(kMeasure);
  auto o = std::make_shared<PerftOptions>();
  verb->add_option("DEPTH", o->depth, "Plies to count")->check(CLI::Range(0, 99));
  verb->add_option("POSITION", o->position,
                   "startpos or a FEN, with moves ...; the start by default");
  verb->add_flag("--divide", o->divide, "One line for each first move");
  verb->add_option("--suite", o->suite, "File of lines: FEN ;D1 20 ;D2 400 ...");
  verb->add_option("--max-depth", o->max_depth, "Deepest count of the suite to check")
      ->check(CLI::Range(0, 99));
  verb->add_option("-j,--threads", o->threads, "Threads (all cores by default)")
      ->check(CLI::Range(1, 1024));
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia perft 6\n"
      "  intarsia perft 4 \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" --divide\n"
      "  intarsia perft --suite tests/data/perft/standard.epd --max-depth 5");
  verb->callback([o, &run] {
    const bool has_suite = !o->suite.empty();
    if (has_suite == (o->depth >= 0)) {
      throw CLI::ValidationError("perft", "give either DEPTH or --suite FILE");
    }
    run = [o, has_suite] { return has_suite ? check_suite(*o) : count_one(*o); };
  });
}

}  // namespace intarsia::cli
