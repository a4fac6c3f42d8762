#include "apps/cli/perft_suite.h"

#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "intarsia/base/comment.h"
#include "intarsia/base/text.h"
#include "intarsia/games/perft_line.h"
#include "intarsia/io/lines.h"

namespace intarsia::cli {

namespace {

struct Mismatch {
  int depth;
  std::uint64_t expected, found;
};

// One line of the file and what came out.
struct Item {
  std::size_t number;
  std::string text;
  games::PerftLine line;
  int compared = 0;
  std::vector<Mismatch> mismatches = {};

  void check(int max_depth) {
    for (const auto& [depth, expected] : line.counts) {
      if (depth > max_depth) continue;
      const std::uint64_t found = line.start->perft(depth);
      ++compared;
      if (found != expected) mismatches.push_back({depth, expected, found});
    }
  }
};

struct Suite {
  std::vector<Item> items;
  std::size_t unreadable = 0;
};

Result<Item> read_item(std::string_view line, std::size_t number, const game::Options& options) {
  auto read = games::read_perft_line(line, options);
  if (!read) return read.error();
  return Item{number, std::string(line), *std::move(read)};
}

Result<Suite> read_suite(const std::string& file, const game::Options& options) {
  auto in = io::InputStream::open(file);
  if (!in) return in.error();
  io::LineReader lines(*in);
  Suite suite;
  while (const auto line = lines.next()) {
    if (is_remark(*line)) continue;
    auto item = read_item(*line, lines.number(), options);
    if (lines.is_cut()) {
      item = Error{ErrorCode::kLimit, kMaxLineBytes,
                   concat({"a line has at most ", std::to_string(kMaxLineBytes), " bytes"})};
    }
    if (item) {
      suite.items.push_back(*std::move(item));
    } else {
      ++suite.unreadable;
      report({file, lines.number()}, item.error());
    }
  }
  if (lines.error()) return *lines.error();
  return suite;
}

void print_json(const Suite& suite, std::size_t passed, std::size_t failed) {
  nlohmann::ordered_json out = {{"schema", 1}, {"mismatches", nlohmann::json::array()}};
  for (const Item& item : suite.items) {
    for (const Mismatch& m : item.mismatches) {
      out["mismatches"].push_back({{"line", item.number},
                                   {"text", item.text},
                                   {"depth", m.depth},
                                   {"expected", m.expected},
                                   {"found", m.found}});
    }
  }
  out["passed"] = passed;
  out["failed"] = failed;
  put("{}\n", out.dump());
}

void print_text(const Suite& suite, const std::string& file, std::size_t passed,
                std::size_t failed) {
  for (const Item& item : suite.items) {
    for (const Mismatch& m : item.mismatches) {
      put("{}:{}: depth {}: expected {}, found {}: {}\n", file, item.number, m.depth, m.expected,
          m.found, item.text);
    }
  }
  put("{} passed, {} failed\n", passed, failed);
}

}  // namespace

int check_perft_suite(const std::string& file, int max_depth, const Common& common) {
  auto suite = read_suite(file, common.games.options());
  if (!suite) {
    say("intarsia perft: {}\n", suite.error().detail);
    return kFailed;
  }
  Progress progress(common.progress, "positions", suite->items.size());
  in_parallel(suite->items.size(), common.threads, progress,
              [&](std::size_t i) { suite->items[i].check(max_depth); });

  std::size_t mismatched = 0;
  int compared = 0;
  for (const Item& item : suite->items) {
    mismatched += item.mismatches.empty() ? 0 : 1;
    compared += item.compared;
  }
  const std::size_t passed = suite->items.size() - mismatched;
  const std::size_t failed = mismatched + suite->unreadable;
  common.json ? print_json(*suite, passed, failed) : print_text(*suite, file, passed, failed);
  if (mismatched != 0) return kDifference;
  if (suite->unreadable != 0 && !common.lenient) return kSomeRejected;
  if (compared == 0) {
    say("intarsia perft: {}: nothing was compared\n", file);
    return kFailed;
  }
  return kDone;
}

}  // namespace intarsia::cli
