#include "intarsia/chess/tensor/layouts.h"

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/tensor/encode.h"
#include "tests/support/layouts.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;
using test::chess_layout;

// All states of a game, in order, as encoding wants them.
std::vector<State> states_of(const Replay& r) {
  std::vector<State> states;
  Replay again(r.start());
  states.push_back(again.state());
  for (Move m : r.moves()) {
    again.play(m);
    states.push_back(again.state());
  }
  return states;
}

std::vector<float> encoded(const Plan& plan, const State& state) {
  std::vector<float> out(plan.elements());
  const Moment moment{&state};
  encode(plan, {&moment, 1}, reinterpret_cast<std::byte*>(out.data()), 0);
  return out;
}

std::vector<float> encoded(std::string_view id, std::string_view fen) {
  return encoded(*Plan::make(chess_layout(id)), State{read_fen(fen)->position});
}

TEST(Layouts, HaveTheDocumentedShapes) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(chess_layout("chess/canonical18").shape(), (Sizes{8, 8, 18}));
  EXPECT_EQ(chess_layout("chess/observation839").shape(), (Sizes{839}));
  EXPECT_EQ(chess_layout("chess/observation776").shape(), (Sizes{776}));
  EXPECT_EQ(chess_layout("chess/signed64").shape(), (Sizes{8, 8}));
  EXPECT_EQ(chess_layout("chess/naive64").shape(), (Sizes{8, 8}));
  EXPECT_EQ(chess_layout("chess/planes25").shape(), (Sizes{25, 8, 8}));
  EXPECT_EQ(chess_layout("chess/mailbox69").shape(), (Sizes{69}));
}

TEST(Layouts, Canonical18IsTheWorkedExampleOfTheStart) {
  const auto t = encoded("chess/canonical18", kStartFen);
  const auto at = [&](std::size_t row, std::size_t column, std::size_t plane) {
    return t[(8 * row + column) * 18 + plane];
  };
  for (std::size_t c = 0; c < 8; ++c) {
    EXPECT_EQ(at(6, c, 0), 1);
    EXPECT_EQ(at(1, c, 6), 1);
  }
  EXPECT_EQ(at(7, 4, 5), 1);
  EXPECT_EQ(at(0, 4, 11), 1);
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t c = 0; c < 8; ++c) {
      EXPECT_EQ(at(row, c, 12), 1.0F / 3);
      EXPECT_EQ(at(row, c, 13), 0);
      for (std::size_t plane = 14; plane < 18; ++plane) EXPECT_EQ(at(row, c, plane), 1);
    }
  }
}

TEST(Layouts, Canonical18DrawsTheBoardForBlack) {
  const auto t =
      encoded("chess/canonical18", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  // The white e-pawn, plane 6, on row 3.
  EXPECT_EQ(t[(8 * 3 + 4) * 18 + 6], 1);
  EXPECT_EQ(t[(8 * 7 + 4) * 18 + 5], 1);  // our king at the bottom
}

TEST(Layouts, MailboxIsTheSeedsList) {
  const auto plan = Plan::make(chess_layout("chess/mailbox69"));
  std::vector<std::int8_t> out(69);
  const State state{read_fen("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 1")->position};
  const Moment moment{&state};
  encode(*plan, {&moment, 1}, reinterpret_cast<std::byte*>(out.data()), 69);
  EXPECT_EQ(out[0], 10);  // black rook on a8
  EXPECT_EQ(out[60], 6);  // white king on e1
  EXPECT_EQ(out[64], 60);
  EXPECT_EQ(out[65], 4);
  EXPECT_EQ(out[66], 1 | 8);
  EXPECT_EQ(out[67], 4);
  EXPECT_EQ(out[68], 0);
}

TEST(Layouts, ValuesStayInTheirRangesInEveryGame) {
  for (const Layout& l : layouts()) {
    const auto plan = Plan::make(l, std::nullopt, Dtype::kFloat32);
    test::for_random_positions(1'000, [&](const Replay& r) {
      const auto t = encoded(*plan, {r.position(), r.occurrences()});
      std::size_t i = 0;
      for (const layout::Feature& f : l.features) {
        const layout::Fact& fact = l.fact(f);
        for (std::size_t n = l.elements(f); n > 0 && l.order != Order::kHwc; --n, ++i) {
          const bool is_background = t[i] == 0 && fact.kind != layout::FactKind::kValue;
          ASSERT_TRUE(is_background || (t[i] >= static_cast<float>(fact.lo / f.per) &&
                                        t[i] <= static_cast<float>(fact.hi / f.per)))
              << l.id << ' ' << fact.name << ' ' << t[i];
        }
      }
    });
  }
}

TEST(Layouts, MoverLayoutsSeeAMirroredPositionAlike) {
  const auto plan = Plan::make(chess_layout("chess/canonical18"));
  test::for_random_positions(3'000, [&](const Replay& r) {
    ASSERT_EQ(encoded(*plan, {r.position(), r.occurrences()}),
              encoded(*plan, {mirrored(r.position()), r.occurrences()}))
        << to_fen(r.position());
  });
}

TEST(Layouts, ABatchIsItsPositionsAnyOrderTypeAndStride) {
  for (const Layout& l : layouts()) {
    for (Order order : {Order::kChw, Order::kHwc, Order::kFlat}) {
      for (Dtype dtype :
           {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16, Dtype::kUint8, Dtype::kInt8}) {
        const auto plan = Plan::make(l, order, dtype);
        if (!plan) continue;
        test::for_random_positions(70, [&](const Replay& r) {
          if (r.ply() < 40) return;
          const auto states = states_of(r);
          std::vector<Moment> moments;
          for (std::size_t i = 0; i < states.size(); ++i)
            moments.push_back({&states[i], static_cast<int>(i)});
          const std::size_t stride = plan->bytes() + 3;
          std::vector<std::byte> batch(stride * moments.size() + 1);
          encode(*plan, moments, batch.data() + 1, static_cast<std::ptrdiff_t>(stride));
          std::vector<std::byte> one(plan->bytes());
          for (std::size_t i = 0; i < moments.size(); ++i) {
            encode(*plan, {&moments[i], 1}, one.data(), 0);
            ASSERT_EQ(std::memcmp(one.data(), batch.data() + 1 + i * stride, one.size()), 0)
                << l.id;
          }
        });
      }
    }
  }
}

TEST(Layouts, HistoryIsDrawnForTheSideToMoveNow) {
  // Us and them of one ply ago are those of now: after 1.e4 Black sees White's old e-pawn as theirs.
  Layout l = chess_layout("chess/canonical18");
  l.order = Order::kChw;
  l.features = {{*catalogue().find("us.pawn")},
                {*catalogue().find("them.pawn"), 1, 1},
                {*catalogue().find("occurrences"), 1, 2}};
  const State states[] = {{Position{}}, {Position{}.after(Move(kE2, kE4))}};
  const Moment moment{&states[1], 1};
  std::vector<float> out(192);
  encode(*Plan::make(l), {&moment, 1}, reinterpret_cast<std::byte*>(out.data()), 0);
  for (std::size_t c = 0; c < 8; ++c) {
    EXPECT_EQ(out[48 + c], 1);      // our (black) pawns at the bottom
    EXPECT_EQ(out[64 + 8 + c], 1);  // theirs, all on their first rank a ply ago
    EXPECT_EQ(out[128 + c], 0);     // two plies ago is before the start
  }
}

TEST(Layouts, ATypeThatCannotHoldAFeatureIsRefusedByName) {
  const auto r = Plan::make(chess_layout("chess/observation839"), std::nullopt, Dtype::kUint8);
  ASSERT_FALSE(r);
  EXPECT_NE(r.error().detail.find("turn.sign"), std::string::npos) << r.error().detail;
  EXPECT_EQ(Plan::make(chess_layout("chess/canonical18"), std::nullopt, Dtype::kUint8)->divisor(),
            255);
  EXPECT_EQ(Plan::make(chess_layout("chess/planes25"), std::nullopt, Dtype::kUint8)->divisor(), 1);
}

}  // namespace
}  // namespace intarsia::chess
