// The fast way between layouts of Hex against decoding and encoding: every pair, order, type and word
// about who moves.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/game/convert.h"
#include "intarsia/games/hex.h"
#include "intarsia/hex/tensor/layouts.h"

namespace intarsia::games {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;
using Bytes = std::vector<std::byte>;

constexpr int kSize = 9;
constexpr std::size_t kRows = 24;
constexpr game::Turn kTurns = 6;  // as many words there are about who moves, with none

// Those built in, and some that show stones by other facts, or not all of them.
std::vector<Layout> some_layouts() {
  std::vector<Layout> out = hex::layouts(kSize);
  for (const char* text : {"codes.mover turn.blue", "us.stones them.stones",
                           "red.stones empty blue.stones occupied", "blue.stones occupied"}) {
    Layout l = hex::layouts(kSize)[1];
    l.id = text;
    l.features.clear();
    std::string names = text;
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t end = std::min(names.find(' ', at), names.size());
      const auto features = layout::read_features(*l.catalogue, names.substr(at, end - at));
      EXPECT_TRUE(features) << names;
      l.features.insert(l.features.end(), features->begin(), features->end());
      at = end + 1;
    }
    out.push_back(l);
  }
  return out;
}

std::vector<Plan> some_plans() {
  std::vector<Plan> out;
  for (const Layout& l : some_layouts()) {
    for (const Order order : {Order::kChw, Order::kHwc}) {
      for (const Dtype dtype : {Dtype::kFloat32, Dtype::kBFloat16, Dtype::kUint8}) {
        const auto plan = Plan::make(l, order, dtype);
        EXPECT_TRUE(plan) << l.id;
        out.push_back(*plan);
      }
    }
  }
  return out;
}

class HexConvert : public testing::Test {
 protected:
  // Positions of random games, some with a swap: both players' turns, and as many stones of both.
  Bytes tensors(const Plan& plan) {
    const auto encoder = hex_game().make_encoder(plan);
    for (std::size_t row = 0; row < kRows; ++row) {
      auto line = hex_game().start(kSize, {});
      const auto plies = static_cast<int>(random_.next() % 30);
      for (int i = 0; i < plies; ++i) {
        const auto moves = line->legal_moves();
        EXPECT_FALSE(line->play(moves[random_.next() % moves.size()]));
      }
      encoder->add(*line, line->ply());
    }
    Bytes out(kRows * plan.bytes());
    encoder->encode(out.data(), static_cast<std::ptrdiff_t>(plan.bytes()));
    return out;
  }

  void compare(const Plan& from, const Plan& to, const Bytes& rows, game::Turn turn);

  KeySequence random_{11};
};

void HexConvert::compare(const Plan& from, const Plan& to, const Bytes& rows, game::Turn turn) {
  const auto decoder = hex_game().make_decoder(from);
  const auto encoder = hex_game().make_encoder(to);
  game::TensorConverter converter(hex_game(), from, to);
  const auto stride = static_cast<std::ptrdiff_t>(from.bytes());
  const auto out_stride = static_cast<std::ptrdiff_t>(to.bytes());
  std::size_t row = 0;
  while (row < kRows) {
    const std::byte* const first = rows.data() + row * from.bytes();
    Bytes found((kRows - row) * to.bytes());
    const auto bad = converter.convert(first, stride, {&turn, 0}, kRows - row, found.data(),
                                       out_stride, layout::Stores::kCached);
    const std::size_t good = bad ? bad->first : kRows - row;
    for (std::size_t i = 0; i < good; ++i) {
      ASSERT_FALSE(decoder->decode(first + i * from.bytes(), turn)) << row + i;
      ASSERT_FALSE(decoder->add_to(*encoder)) << row + i;
    }
    Bytes expected(good * to.bytes());
    encoder->encode(expected.data(), out_stride);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), found.begin())) << "after row " << row;
    row += good;
    if (!bad) break;
    auto error = decoder->decode(rows.data() + row * from.bytes(), turn);
    if (!error) error = decoder->add_to(*encoder);
    ASSERT_TRUE(error) << row;
    ASSERT_EQ(error->detail, bad->second.detail);
    ASSERT_EQ(error->offset, bad->second.offset);
    ++row;
  }
}

TEST_F(HexConvert, DoesWhatDecodingAndEncodingDo) {
  const auto plans = some_plans();
  for (const Plan& from : plans) {
    const Bytes rows = tensors(from);
    for (const Plan& to : plans) {
      for (game::Turn turn = 0; turn < kTurns; ++turn) {
        compare(from, to, rows, turn);
        ASSERT_FALSE(HasFatalFailure())
            << from.layout().id << " to " << to.layout().id << ", turn " << int{turn};
      }
    }
  }
}

TEST_F(HexConvert, RefusesWhatDecodingRefusesWithItsWords) {
  const auto plans = some_plans();
  for (const Plan& from : plans) {
    Bytes rows = tensors(from);
    for (std::size_t row = 0; row < kRows; row += 2) {
      rows[row * from.bytes() + random_.next() % from.bytes()] ^= std::byte{0x11};
    }
    for (const Plan& to : plans) {
      const auto turn = static_cast<game::Turn>(random_.next() % kTurns);
      compare(from, to, rows, turn);
      ASSERT_FALSE(HasFatalFailure())
          << from.layout().id << " to " << to.layout().id << ", turn " << int{turn};
    }
  }
}

TEST_F(HexConvert, IsFastBetweenAllLayoutsThatAreBuiltIn) {
  for (const Layout& a : hex::layouts(kSize)) {
    for (const Layout& b : hex::layouts(kSize)) {
      for (const Order order : {Order::kChw, Order::kHwc}) {
        const auto from = Plan::make(a, order);
        const auto to = Plan::make(b, order);
        EXPECT_NE(hex_game().make_converter(*from, *to), nullptr) << a.id << ' ' << b.id;
      }
    }
  }
}

}  // namespace
}  // namespace intarsia::games
