#include "apps/cli/perft_suite.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/lines.h"

namespace intarsia::cli {

namespace {

struct Mismatch {
  int depth;
  std::uint64_t expected, found;
};

struct Count {
  int depth;
  std::uint64_t leaves;
};

// One line of the file and what came out.
struct Item {
  std::size_t number;
  std::string text;
  game::LinePtr start;
  std::vector<Count> counts;
  int compared = 0;
  std::vector<Mismatch> mismatches = {};

  void check(int max_depth) {
    for (const auto& [depth, expected] : counts) {
      if (depth > max_depth) continue;
      const std::uint64_t found = start->perft(depth);
      ++compared;
      if (found != expected) mismatches.push_back({depth, expected, found});
    }
  }
};

struct Suite {
  std::vector<Item> items;
  std::size_t unreadable = 0;
};

// "D4 197281": a depth and its count.
Result<Count> read_count(std::string_view text, std::size_t at) {
  TextCursor in(text);
  const std::string_view depth = in.word();
  const std::string_view leaves = in.word();
  const auto number = [](std::string_view digits, auto& value) {
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return ec == std::errc{} && end == digits.data() + digits.size() && !digits.empty();
  };
  Count count{};
  if (!depth.starts_with('D') || !number(depth.substr(1), count.depth) || count.depth < 1 ||
      count.depth > kMaxPerftDepth || !number(leaves, count.leaves) || !in.word().empty()) {
    return Error{
        ErrorCode::kSyntax, at,
        concat({in_quotes(trimmed(text)), ": expected a depth and its count, as in D4 197281"})};
  }
  return count;
}

// POSITION ;D1 20 ;D2 400; the name of a game's flag may stand among the counts (;chess960).
Result<Item> read_item(std::string_view line, std::size_t number, game::Options options) {
  Item item{number, std::string(line), nullptr, {}};
  const std::size_t first = std::min(line.find(';'), line.size());
  for (std::size_t at = first; at < line.size();) {
    const std::size_t end = std::min(line.find(';', at + 1), line.size());
    const std::string_view part = trimmed(line.substr(at + 1, end - at - 1));
    const bool is_option = std::any_of(
        games::all_games().begin(), games::all_games().end(), [&](const games::GameType* g) {
          return std::any_of(g->options.begin(), g->options.end(), [&](const game::OptionInfo& o) {
            return o.name == part && o.choices.empty();
          });
        });
    if (is_option) {
      options.set(part);
    } else if (!part.empty()) {
      const auto count = read_count(part, at + 1);
      if (!count) return count.error();
      item.counts.push_back(*count);
    }
    at = end;
  }
  auto read = games::read_line(line.substr(0, first), options);
  if (!read) return read.error();
  if (item.counts.empty()) {
    return Error{ErrorCode::kSyntax, first, "expected counts behind the position: ;D1 20 ;D2 400"};
  }
  item.start = read->line->at(read->shown);
  return item;
}

Result<Suite> read_suite(const std::string& file, const game::Options& options) {
  auto in = io::InputStream::open(file);
  if (!in) return in.error();
  io::LineReader lines(*in);
  Suite suite;
  while (const auto line = lines.next()) {
    if (is_comment(*line, /*has_hash_lines=*/false)) continue;
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
