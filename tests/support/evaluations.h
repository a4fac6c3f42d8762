// Evaluations of positions for tests, and their meaning written down once more.

#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/evaluator.h"

namespace intarsia::test {

inline graph::Kind kind_named(std::string_view game, std::string_view size = {}) {
  const auto type = games::find_game(game);
  EXPECT_TRUE(type);
  return {*type, size.empty() ? (*type)->sizes.usual : *(*type)->sizes.read(size)};
}

inline game::LinePtr line_of(const graph::Kind& kind, std::string_view text) {
  auto read = kind.type->read_line(text, {});
  EXPECT_TRUE(read) << text;
  return std::move(read->line);
}

// A number that depends on nothing but the record: one of 2 * steps + 1, of which 0 is one.
inline float hash_score(std::span<const std::byte> record, std::uint64_t seed, int steps) {
  std::uint64_t hash = seed * 0x9e3779b97f4a7c15 + 1;
  for (const std::byte b : record) {
    hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3;
    hash ^= hash >> 29;
  }
  const auto values = static_cast<std::uint64_t>(2 * steps + 1);
  const int place = static_cast<int>((hash >> 20) % values) - steps;
  return static_cast<float>(place) / static_cast<float>(steps + 1);
}

inline graph::Score score_by_hash(const graph::Kind& kind, std::uint64_t seed, int steps) {
  return [bytes = kind.record_bytes(), seed, steps](std::span<const std::byte> records,
                                                    std::span<float> out) -> std::optional<Error> {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = hash_score(records.subspan(i * bytes, bytes), seed, steps);
    }
    return std::nullopt;
  };
}

// Everything that an answer says.
inline std::string text_of(const graph::Answer& a) {
  std::string text;
  const auto add = [&text](const graph::Value& v) {
    append_number(text, v.score);
    text += concat({" ", std::to_string(v.distance), v.is_decided ? " decided; " : "; "});
  };
  add(a.value);
  for (const std::uint16_t move : a.line) text += concat({std::to_string(move), " "});
  text += concat({"ends ", std::to_string(static_cast<int>(a.end)), "\n"});
  for (const graph::RootMove& m : a.moves) {
    text += concat({std::to_string(m.move), ": "});
    add(m.value);
  }
  return text;
}

// The moves of a line as the game writes them.
inline std::vector<std::string> words_of(const graph::Kind& kind, std::string_view position,
                                         const graph::Answer& a) {
  game::LinePtr line = line_of(kind, position);
  std::vector<std::string> words;
  for (const std::uint16_t move : a.line) {
    std::vector<std::byte> record(kind.record_bytes());
    const game::RecordTargets none;
    line->pack(line->ply(), line->ply(), false, {&none, 1}, record.data());
    words.push_back(kind.type->rules.move_text(kind.size, record.data(), move));
    EXPECT_FALSE(line->play(words.back())) << words.back();
  }
  return words;
}

struct Evaluated {
  std::unique_ptr<graph::Evaluator> evaluator;
  graph::NodeId root;
  graph::Answer answer;
};

inline Evaluated evaluate(const graph::Kind& kind, const game::Line& line,
                          const graph::Score& score, const graph::EvaluatorOptions& options,
                          std::uint64_t budget) {
  Evaluated e{std::make_unique<graph::Evaluator>(kind, score, options), graph::kNoNode, {}};
  e.root = *e.evaluator->add_root(line);
  const auto scored = e.evaluator->step(budget);
  EXPECT_TRUE(scored) << scored.error().detail;
  auto answer = e.evaluator->answer(e.root);
  EXPECT_TRUE(answer);
  e.answer = *std::move(answer);
  return e;
}

// Minimax by its definition: depth first, a position that stands on the path is a draw, nothing is
// remembered. It gives up after so many positions.
class DepthFirst {
 public:
  explicit DepthFirst(const graph::Evaluator& evaluator, std::uint64_t most = 2'000'000)
      : evaluator_(evaluator), left_(most) {}

  bool has_given_up() const { return left_ == 0; }
  std::uint64_t repetitions() const { return repetitions_; }

  bool is_second_to_move(graph::NodeId id) const {
    const auto record = evaluator_.graph().nodes().record(id);
    const layout::RecordMoment moment{record.data(), 0};
    game::RecordWorth worth;
    evaluator_.graph().type().worths(evaluator_.graph().size(), {&moment, 1}, &worth);
    return worth.is_second_to_move;
  }

  // Its moves, if its value comes from them.
  std::vector<graph::Link> moves(graph::NodeId id) const {
    if (!evaluator_.graph().is_explored(id)) return {};
    auto links = evaluator_.graph().links(id);
    for (const graph::Link& link : links) {
      if (!evaluator_.score(link.child)) return {};
    }
    return links;
  }

  // Of a position that is reached by this path.
  float value(graph::NodeId id, std::set<graph::NodeId>& path) {
    if (path.count(id) != 0) {
      ++repetitions_;
      return 0;
    }
    const auto links = moves(id);
    if (links.empty() || left_ == 0) return *evaluator_.score(id);
    --left_;
    path.insert(id);
    const bool is_second = is_second_to_move(id);
    std::optional<float> best;
    for (const graph::Link& link : links) {
      const float v = value(link.child, path);
      if (!best || (is_second ? v < *best : v > *best)) best = v;
    }
    path.erase(id);
    return *best;
  }

 private:
  const graph::Evaluator& evaluator_;
  std::uint64_t left_;
  std::uint64_t repetitions_ = 0;
};

}  // namespace intarsia::test
