#include "intarsia/connect4/tensor/symmetry.h"

#include <gtest/gtest.h>

#include "intarsia/connect4/tensor/encode.h"
#include "tests/support/connect4_layouts.h"
#include "tests/support/random_connect4.h"

namespace intarsia::connect4 {
namespace {

using test::encoded;

std::vector<State> turned(Symmetry s, const std::vector<State>& line) {
  std::vector<State> out;
  out.reserve(line.size());
  for (const State& state : line) out.push_back(s(state));
  return out;
}

// Every layout of every board, with the last states of a game on it: visit(layout, line).
template <class Visit>
void for_random_lines(std::uint64_t seed, Visit visit) {
  test::RandomConnect4 random(seed);
  for (const Board b : test::all_boards()) {
    const Replay r = random.some_game(b);
    for (const layout::Layout& l : test::connect4_layouts(b)) visit(l, r.last_states(l.history()));
  }
}

TEST(Connect4TensorSymmetry, IsTheTensorOfTheMirroredPosition) {
  for_random_lines(41, [](const layout::Layout& l, const std::vector<State>& line) {
    for (const auto order : {layout::Order::kChw, layout::Order::kHwc, layout::Order::kFlat}) {
      for (const layout::DtypeInfo& d : layout::kDtypes) {
        const auto plan = layout::Plan::make(l, order, *layout::find_dtype(d.name));
        if (!plan) continue;  // no negative numbers in a byte
        for (const auto& [name, s] : kSymmetries) {
          std::vector<std::byte> found(plan->bytes());
          TensorSymmetry(*plan, s).apply(encoded(*plan, line).data(), found.data());
          ASSERT_EQ(found, encoded(*plan, turned(s, line))) << l.id << ' ' << name << ' ' << d.name;
        }
      }
    }
  });
}

TEST(Connect4StackSymmetry, IsTheStackOfTheMirroredPosition) {
  for_random_lines(43, [](const layout::Layout& l, const std::vector<State>& line) {
    const auto plan = layout::Plan::make(l);
    const auto stacked = [&plan](const std::vector<State>& states) {
      layout::Stack out(*plan, 1);
      Encoder(*plan).stack(layout::moment_of(std::span<const State>(states)), 0, out);
      return out;
    };
    for (const auto& [name, s] : kSymmetries) {
      layout::Stack found(*plan, 1);
      StackSymmetry(*plan, s).apply(stacked(line), found);
      const layout::Stack wanted = stacked(turned(s, line));
      ASSERT_TRUE(std::equal(found.masks().begin(), found.masks().end(), wanted.masks().begin()));
      for (std::size_t i = 0; i < found.values().size(); ++i) {
        if (found.masks()[i] == 0) continue;  // of what is not known nothing is said
        ASSERT_EQ(found.values()[i], wanted.values()[i]) << l.id << ' ' << name;
      }
    }
  });
}

}  // namespace
}  // namespace intarsia::connect4
