// The positions of an evaluation by the order in which they arrived, with their moves and scores.
//
// Everything that is asked of many positions lies in arrays by this number: a graph's numbers of nodes
// are scattered over its shards.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/base/outcome.h"
#include "intarsia/graph/nodes.h"

namespace intarsia::graph::internal {

using Number = std::uint32_t;
inline constexpr Number kNoNumber = ~Number{0};

class Positions {
 public:
  Number size() const { return static_cast<Number>(nodes_.size()); }
  std::size_t memory() const {  // bytes that it holds
    const auto bytes = [](const auto&... each) {
      return (... + (each.capacity() * sizeof each[0]));
    };
    return bytes(numbers_, nodes_, states_, spans_, scores_, children_, moves_);
  }
  NodeId node(Number i) const { return nodes_[i]; }
  Number number_of(NodeId id) const { return id < numbers_.size() ? numbers_[id] : kNoNumber; }

  // Its number, and whether it has just got it.
  struct Arrived {
    Number number;
    bool is_new;
  };
  Arrived arrive(NodeId id) {
    Number& number = numbers_[id];
    if (number != kNoNumber) return {number, false};
    number = size();
    nodes_.push_back(id);
    return {number, true};
  }
  // Room for the nodes below this one.
  void fit(std::size_t nodes) {
    if (numbers_.size() < nodes) numbers_.resize(nodes, kNoNumber);
  }

  // What the rules say of a position, for each in order.
  static std::uint8_t state(bool is_second_to_move, Outcome end) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(end) << 1 |
                                     (is_second_to_move ? 1U : 0U));
  }
  Number described() const { return static_cast<Number>(states_.size()); }
  void describe(std::uint8_t state) {
    states_.push_back(state);
    spans_.push_back({});
  }
  bool is_second_to_move(Number i) const { return (states_[i] & 1U) != 0; }
  // kUnknown while the game goes on.
  Outcome end(Number i) const { return static_cast<Outcome>(states_[i] >> 1U); }
  bool has_ended(Number i) const { return end(i) != Outcome::kUnknown; }

  // Scores come in order.
  Number scored() const { return static_cast<Number>(scores_.size()); }
  bool is_scored(Number i) const { return i < scored(); }
  float score(Number i) const { return scores_[i]; }
  void add_scores(std::span<const float> scores) {
    scores_.insert(scores_.end(), scores.begin(), scores.end());
  }

  // The moves of a position, all at once and by move.
  void begin_moves(Number i) { spans_[i] = {children_.size(), 0, true}; }
  void add_move(Number i, std::uint16_t move, Number child) {
    children_.push_back(child);
    moves_.push_back(move);
    ++spans_[i].count;
  }
  bool is_expanded(Number i) const { return spans_[i].is_expanded; }
  std::span<const Number> children(Number i) const {
    return {children_.data() + spans_[i].first, spans_[i].count};
  }
  std::span<const std::uint16_t> moves(Number i) const {
    return {moves_.data() + spans_[i].first, spans_[i].count};
  }
  std::size_t edges() const { return children_.size(); }

  // Whether its value is that of its moves: all of them lead to positions that have scores. The others
  // stand by their own scores.
  bool is_open(Number i) const {
    if (!is_expanded(i) || children(i).empty()) return false;
    for (const Number c : children(i)) {
      if (!is_scored(c)) return false;
    }
    return true;
  }

 private:
  struct Span {
    std::size_t first = 0;
    std::uint32_t count = 0;
    bool is_expanded = false;
  };

  std::vector<Number> numbers_;  // by node
  std::vector<NodeId> nodes_;
  std::vector<std::uint8_t> states_;
  std::vector<Span> spans_;
  std::vector<float> scores_;
  std::vector<Number> children_;
  std::vector<std::uint16_t> moves_;
};

}  // namespace intarsia::graph::internal
