#include "intarsia/hex/tensor/decode.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/layouts.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;
using Tensor = std::vector<std::byte>;

Tensor encoded(const Plan& plan, const std::vector<State>& line) {
  Tensor out(plan.bytes());
  const Moment moment{&line.back(), static_cast<int>(line.size()) - 1};
  encode(plan, {&moment, 1}, out.data(), static_cast<std::ptrdiff_t>(out.size()));
  return out;
}

// Every fact at once, and with history.
Layout everything(int n, FrameIndex frame) {
  Layout l{"all", &catalogue(n), frame, Order::kChw, Dtype::kFloat32, {}};
  for (std::uint16_t ago : std::initializer_list<std::uint16_t>{0, 1, 3}) {
    for (std::size_t f = 0; f < catalogue(n).facts.size(); ++f) {
      l.features.push_back({static_cast<layout::FactId>(f), 1, ago});
    }
  }
  return l;
}

TEST(HexDecode, GivesBackTheStateInEveryLayout) {
  test::RandomHex random(21);
  for (int i = 0; i < 300; ++i) {
    const int n = i < kMaxSize ? i + 1 : 1 + random.below(14);
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 2));
    std::vector<Layout> all = layouts(n);
    all.push_back(everything(n, kBlueFrame));
    all.push_back(everything(n, kMoverFrame));
    for (const Layout& l : all) {
      const Plan plan = *Plan::make(l);
      const auto line = r.last_states(l.history());
      const Tensor tensor = encoded(plan, line);
      Decoder decoder(plan);
      const auto plies = decoder.decode(tensor.data(), {.turn = r.position().turn()});
      ASSERT_TRUE(plies) << l.id << ' ' << n << ": " << plies.error().detail;
      ASSERT_TRUE(plies->front().state);
      ASSERT_EQ(plies->front().state->position, r.position()) << l.id;
      if (l.id == "all") {
        ASSERT_EQ(*plies->front().state, r.state());
      }
      std::vector<State> again;
      ASSERT_FALSE(line_of(*plies, l, again));
      ASSERT_EQ(encoded(plan, again), tensor) << l.id;
    }
  }
}

TEST(HexDecode, ConvertsBetweenTheThreeFormsInAllDirections) {
  test::RandomHex random(22);
  for (int i = 0; i < 100; ++i) {
    const int n = 1 + random.below(kMaxSize);
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 2));
    for (const Layout& a : layouts(n)) {
      for (const Layout& b : layouts(n)) {
        const Plan from = *Plan::make(a);
        const Plan to = *Plan::make(b);
        const Tensor in = encoded(from, {r.state()});
        Decoder decoder(from);
        std::vector<State> line;
        const auto convert = [&](const TurnChoice& choice) {
          const auto plies = decoder.decode(in.data(), choice);
          return plies ? line_of(*plies, b, line) : std::optional(plies.error());
        };
        const bool must_be_said = b.id == "hex/3nxn" && a.id != "hex/3nxn";
        ASSERT_EQ(convert({}).has_value(), must_be_said);
        ASSERT_FALSE(convert({.turn = r.position().turn()}));
        ASSERT_EQ(encoded(to, line), encoded(to, {r.state()})) << a.id << " to " << b.id;
      }
    }
  }
}

class HexDecodeFaults : public ::testing::Test {
 protected:
  HexDecodeFaults() {
    replay_.play(Move(cell_at(1, 2, kSize)));
    replay_.play(Move(cell_at(3, 3, kSize)));
    replay_.play(Move(cell_at(0, 4, kSize)));
  }

  std::vector<float> tensor(std::size_t layout) {
    plan_ = *Plan::make(layouts(kSize)[layout], std::nullopt, Dtype::kFloat32);
    const Tensor bytes = encoded(*plan_, {replay_.state()});
    std::vector<float> out(plan_->elements());
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
  }
  Error refused(const std::vector<float>& t, const TurnChoice& choice = {}) {
    Decoder decoder(*plan_);
    const auto plies = decoder.decode(std::as_bytes(std::span(t)).data(), choice);
    EXPECT_FALSE(plies);
    return plies ? Error{} : plies.error();
  }

  static constexpr int kSize = 5;
  static constexpr std::size_t kCells = 25;
  Replay replay_{Position(kSize)};
  std::optional<Plan> plan_;
};

TEST_F(HexDecodeFaults, ACellInBothChannelsIsNamed) {
  auto t = tensor(2);
  t[kCells + 7] = 1;
  const Error e = refused(t);
  EXPECT_EQ(e.offset, 4 * (kCells + 7));
  EXPECT_NE(e.detail.find("second stone"), std::string::npos) << e.detail;
}

TEST_F(HexDecodeFaults, APlayerChannelMustBeConstant) {
  auto t = tensor(2);
  t[2 * kCells + 11] = 0;
  EXPECT_EQ(refused(t).offset, 4 * (2 * kCells + 11));
}

TEST_F(HexDecodeFaults, OtherValuesAreRefused) {
  for (float bad : {0.5F, 2.0F, -1.0F, NAN, INFINITY}) {
    auto t = tensor(1);
    t[3] = bad;
    EXPECT_EQ(refused(t).offset, 12U) << bad;
  }
  for (float bad : {3.0F, -1.0F, 0.5F, NAN}) {
    auto t = tensor(0);
    t[3] = bad;
    EXPECT_EQ(refused(t).offset, 12U) << bad;
  }
}

TEST_F(HexDecodeFaults, TheTurnIsNeverGuessed) {
  auto t = tensor(2);
  EXPECT_EQ(refused(t, {.turn = kBlue}).code, ErrorCode::kInvalid);  // it shows Red
  t = tensor(1);
  const auto bytes = std::as_bytes(std::span(t)).data();
  Decoder decoder(*plan_);
  EXPECT_EQ(decoder.decode(bytes)->front().turn, std::nullopt);
  EXPECT_EQ(decoder.decode(bytes, {.is_inferred = true})->front().turn, kRed);
  replay_.play(Move(Cell{24}));
  t = tensor(1);  // as many of both
  EXPECT_EQ(refused(t, {.is_inferred = true}).code, ErrorCode::kAmbiguous);
  const TurnChoice no_swap{.is_inferred = true, .has_swap = false};
  const auto equal = decoder.decode(std::as_bytes(std::span(t)).data(), no_swap);
  EXPECT_EQ(equal->front().turn, kBlue);
}

TEST_F(HexDecodeFaults, ADerivedPlaneMustAgreeWithTheStones) {
  Layout l = layouts(kSize)[2];
  for (const char* name : {"blue.first_edge", "ply", "last_move"}) {
    l.features.push_back({*l.catalogue->find(name)});
  }
  const Plan plan = *Plan::make(l);
  const Tensor good = encoded(plan, {replay_.state()});
  Decoder decoder(plan);
  const auto change = [&](std::size_t element, float value) {
    Tensor t = good;
    std::memcpy(t.data() + 4 * element, &value, 4);
    const auto plies = decoder.decode(t.data());
    EXPECT_FALSE(plies);
    return plies ? std::string() : plies.error().detail;
  };
  ASSERT_TRUE(decoder.decode(good.data()));
  EXPECT_NE(change(3 * kCells, 1).find("blue.first_edge"), std::string::npos);
  EXPECT_NE(change(5 * kCells, 1).find("last_move"), std::string::npos);
}

TEST(HexDecode, HalfABoardIsNoPosition) {
  Layout l = layouts(4)[1];
  l.features.pop_back();
  const Plan plan = *Plan::make(l);
  const Tensor t = encoded(plan, {State{Position(4).after(Move(Cell{5}))}});
  Decoder decoder(plan);
  const auto plies = decoder.decode(t.data(), {.turn = kRed});
  ASSERT_TRUE(plies);
  EXPECT_FALSE(plies->front().state);
  EXPECT_EQ(plies->front().stones[0], Cells::of(5));
  std::vector<State> line;
  EXPECT_TRUE(line_of(*plies, l, line));
}

Layout half_layout(int n, const std::vector<const char*>& names) {
  Layout l{"half", &catalogue(n), kBlueFrame, Order::kChw, Dtype::kFloat32, {}};
  for (const char* name : names) {
    const auto features = layout::read_features(catalogue(n), name);
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

// Half a board, shown twice: what one plane says the others must say too.
TEST(HexDecode, HalfABoardMustAgreeWithItself) {
  const int n = 4;
  const auto cells = static_cast<std::size_t>(cell_count(n));
  Replay r{Position(n)};
  for (Cell c : std::initializer_list<Cell>{0, 5, 4}) r.play(Move(c));
  for (const auto& names : std::vector<std::vector<const char*>>{
           {"blue.stones", "them.stones", "turn.player", "turn.blue"},
           {"blue.stones", "blue.edges", "occupied", "empty"},
           {"blue.stones", "turn.red", "last_move", "border"}}) {
    const Plan plan = *Plan::make(half_layout(n, names));
    const Tensor good = encoded(plan, {r.state()});
    Decoder decoder(plan);
    ASSERT_TRUE(decoder.decode(good.data()));
    for (std::size_t plane = 0; plane < plan.layout().features.size(); ++plane) {
      Tensor t = good;
      for (std::size_t c = 0; c < cells; ++c) {  // the plane turned over
        float value = 0;
        std::memcpy(&value, t.data() + 4 * (plane * cells + c), 4);
        value = 1 - value;
        std::memcpy(t.data() + 4 * (plane * cells + c), &value, 4);
      }
      EXPECT_FALSE(decoder.decode(t.data())) << names[0] << ' ' << plane;
    }
  }
}

TEST(HexDecode, TheLastStoneMayBeEithersWhereNobodySaysWhoMoves) {
  const Plan plan = *Plan::make(half_layout(4, {"stones", "last_move"}));
  Replay r{Position(4)};
  for (Cell c : std::initializer_list<Cell>{0, 5, 4}) {
    r.play(Move(c));
    Tensor t = encoded(plan, {r.state()});
    Decoder decoder(plan);
    const auto plies = decoder.decode(t.data());
    ASSERT_TRUE(plies) << plies.error().detail;
    EXPECT_EQ(plies->front().state->last, c);
    EXPECT_FALSE(decoder.decode(t.data(), {.turn = !r.position().turn()}));
    EXPECT_TRUE(decoder.decode(t.data(), {.turn = r.position().turn()}));
    const std::vector<float> zeros(16);
    std::memcpy(t.data(), zeros.data(), 64);  // Blue's stones are gone
    std::memcpy(t.data() + 64, zeros.data(), 64);
    EXPECT_FALSE(decoder.decode(t.data()));
  }
}

TEST(HexDecode, NoPlyIsKnownBeforeOneThatIsNot) {
  const Plan plan =
      *Plan::make(half_layout(3, {"stones", "ones", "stones@1", "ones@1", "stones@2", "ones@2"}));
  Replay r{Position(3)};
  for (Cell c : std::initializer_list<Cell>{0, 5, 4}) r.play(Move(c));
  Tensor t = encoded(plan, r.last_states(2));
  Decoder decoder(plan);
  ASSERT_TRUE(decoder.decode(t.data()));
  const auto ply = static_cast<std::ptrdiff_t>(t.size() / 3);
  std::fill_n(t.begin() + ply, ply, std::byte{0});
  EXPECT_NE(decoder.decode(t.data()).error().detail.find("a later ply is not"), std::string::npos);
}

TEST(HexDecode, TheMoversViewIsReadForEitherSide) {
  const int n = 6;
  Layout l{"mover", &catalogue(n), kMoverFrame, Order::kChw, Dtype::kFloat32, {}};
  for (const char* name : {"us.stones", "them.stones"})
    l.features.push_back({*l.catalogue->find(name)});
  const Plan plan = *Plan::make(l);
  const State s{Position(n).after(Move(cell_at(1, 4, n)))};
  const Tensor t = encoded(plan, {s});
  Decoder decoder(plan);
  EXPECT_EQ(decoder.decode(t.data()).error().code, ErrorCode::kAmbiguous);
  EXPECT_EQ(decoder.decode(t.data(), {.turn = kRed})->front().state->position, s.position);
  const auto as_blue = decoder.decode(t.data(), {.turn = kBlue})->front().state->position;
  EXPECT_EQ(as_blue.stones(kRed), Cells::of(cell_at(4, 1, n)));
}

}  // namespace
}  // namespace intarsia::hex
