#include "intarsia/hex/symmetry.h"

#include <gtest/gtest.h>

#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/policy.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

std::vector<float> tensor_of(const layout::Layout& l, const State& s) {
  const auto plan = layout::Plan::make(l, std::nullopt, layout::Dtype::kFloat32);
  std::vector<float> out(plan->elements());
  const Moment moment{&s};
  encode(*plan, {&moment, 1}, std::as_writable_bytes(std::span(out)).data(), 0);
  return out;
}

TEST(HexSymmetry, TheFourFormAGroup) {
  for (const auto& [a_name, a] : kSymmetries) {
    EXPECT_EQ(a.then(a), Symmetry()) << a_name;
    for (const auto& [b_name, b] : kSymmetries) {
      const auto is_ab = [ab = a.then(b)](const NamedSymmetry& s) { return s.symmetry == ab; };
      EXPECT_EQ(std::count_if(kSymmetries.begin(), kSymmetries.end(), is_ab), 1);
      for (int n = kMinSize; n <= kMaxSize; ++n) {
        for (int c = 0; c < cell_count(n); ++c) {
          const Cell cell = static_cast<Cell>(c);
          ASSERT_EQ(b(a(cell, n), n), a.then(b)(cell, n));
        }
      }
    }
  }
}

TEST(HexSymmetry, WinnersFollow) {
  test::for_random_games(300, [](const Replay& r) {
    for (const auto& [name, s] : kSymmetries) {
      const Position p = s(r.position());
      ASSERT_EQ(winner(p), s(r.winner())) << name;
      ASSERT_EQ(s(p), r.position()) << name;
      ASSERT_EQ(p.key(), p.fresh_key());
    }
  });
}

// The rules do not see the difference: a game may be turned first and played then.
TEST(HexSymmetry, PlayingAndTurningCommute) {
  test::RandomHex random(31);
  for (int i = 0; i < 100; ++i) {
    const int n = 1 + random.below(12);
    const Replay r = random.game(n);
    for (const auto& [name, s] : kSymmetries) {
      Replay turned(s(r.start()));
      for (Move m : r.moves()) {
        ASSERT_TRUE(turned.is_legal(s(m, n))) << name;
        turned.play(s(m, n));
      }
      ASSERT_EQ(turned.state(), s(r.state())) << name;
      ASSERT_EQ(turned.winner(), s(r.winner())) << name;
      ASSERT_EQ(turned.position().ply(), r.position().ply());
      ASSERT_EQ(turned.position().is_swapped(), r.position().is_swapped());
    }
  }
}

// Turning the planes is turning the state, if Blue's planes become Red's and the first edge the
// second where the symmetry says so.
TEST(HexSymmetry, EncodingAndTurningCommute) {
  test::RandomHex random(32);
  for (int i = 0; i < 60; ++i) {
    const int n = 1 + random.below(12);
    const Replay r = random.game(n, random.below(static_cast<std::size_t>(cell_count(n)) + 1));
    layout::Layout all{
        "all", &catalogue(n), kBlueFrame, layout::Order::kChw, layout::Dtype::kFloat32, {}};
    layout::Layout partners = all;
    for (const auto& [name, s] : kSymmetries) {
      all.features.clear();
      partners.features.clear();
      for (const layout::Fact& f : catalogue(n).facts) {
        if (f.name == "codes.piece" || f.name == "turn.player") continue;  // numbers of colours
        std::string partner(f.name);
        const bool swaps_edges = s == Symmetry::rotated() || s == Symmetry::anti_transposed();
        const auto replace = [&partner](std::string_view from, std::string_view to) {
          const auto at = partner.find(from);
          if (at != std::string::npos) partner.replace(at, from.size(), to);
          return at != std::string::npos;
        };
        if (s.exchanges_colors() && !replace("blue", "red")) replace("red", "blue");
        if (swaps_edges && !replace("first_edge", "second_edge"))
          replace("second_edge", "first_edge");
        if (partner == "ply" || f.name == "occupied") partner = f.name;
        all.features.push_back({*catalogue(n).find(f.name)});
        partners.features.push_back({*catalogue(n).find(partner)});
      }
      const auto turned = tensor_of(all, s(r.state()));
      const auto plain = tensor_of(partners, r.state());
      const auto cells = static_cast<std::size_t>(cell_count(n));
      for (std::size_t f = 0; f < all.features.size(); ++f) {
        std::vector<float> moved(cells);
        s.policy<float>(std::span(plain).subspan(f * cells, cells), moved, n);
        ASSERT_TRUE(std::equal(moved.begin(), moved.end(),
                               turned.begin() + static_cast<std::ptrdiff_t>(f * cells)))
            << name << ' ' << all.fact(all.features[f]).name;
      }
    }
  }
}

TEST(HexSymmetry, TheMoversViewIsTheSameTransposed) {
  test::RandomHex random(33);
  for (int i = 0; i < 60; ++i) {
    const Replay r = random.game(1 + random.below(12), random.below(40));
    const int n = r.position().size();
    layout::Layout l{
        "mover", &catalogue(n), kMoverFrame, layout::Order::kChw, layout::Dtype::kFloat32, {}};
    for (const char* name :
         {"us.stones", "them.stones", "us.first_edge", "swap.open", "ply", "last_move"}) {
      l.features.push_back({*catalogue(n).find(name)});
    }
    const State turned = Symmetry::transposed()(r.state());
    ASSERT_EQ(tensor_of(l, turned), tensor_of(l, r.state()));
    for (Move m : r.legal_moves()) {
      ASSERT_EQ(policy_index(turned.position, Symmetry::transposed()(m, n), kMoverFrame),
                policy_index(r.position(), m, kMoverFrame));
    }
  }
}

TEST(HexSymmetry, RecordsFollow) {
  test::RandomHex random(34);
  for (int i = 0; i < 100; ++i) {
    const int n = 1 + random.below(12);
    const Replay r = random.game(n, random.below(40));
    const Move next = r.winner() ? Move::none() : r.legal_moves().back();
    const Unpacked plain{r.position(), {.outcome = kRed, .move = next}};
    for (const auto& [name, s] : kSymmetries) {
      const Unpacked turned = s(plain);
      std::vector<std::uint8_t> bytes(record_shape(n).bytes);
      pack(turned.position, turned.targets, bytes);
      const auto again = unpack(n, bytes);
      ASSERT_TRUE(again) << name << ' ' << again.error().detail;
      ASSERT_EQ(again->position, turned.position) << name;
      ASSERT_EQ(again->targets, turned.targets) << name;
      ASSERT_EQ(s(*again).targets, plain.targets) << name;
      ASSERT_EQ(again->targets.outcome, s(kRed)) << name;
    }
  }
}

TEST(HexSymmetry, ValuesAndWinnersChangeSidesWithTheColours) {
  EXPECT_EQ(Symmetry::rotated().value(0.25F), 0.25F);
  EXPECT_EQ(Symmetry::transposed().value(0.25F), -0.25F);
  EXPECT_EQ(Symmetry::anti_transposed().training(1.0F), 0.0F);
  EXPECT_EQ(Symmetry::transposed()(std::optional<Color>()), std::nullopt);
  EXPECT_EQ(Symmetry::transposed()(std::optional(kRed)), kBlue);
  EXPECT_EQ(Symmetry::transposed()(Move::swap(), 5), Move::swap());
}

TEST(HexSymmetry, ANumberForTheSwapStays) {
  const std::vector<float> in = {1, 2, 3, 4, 9};
  std::vector<float> out(5);
  Symmetry::transposed().policy<float>(in, out, 2);
  EXPECT_EQ(out, (std::vector<float>{1, 3, 2, 4, 9}));
  Symmetry::rotated().policy<float>(in, out, 2);
  EXPECT_EQ(out, (std::vector<float>{4, 3, 2, 1, 9}));
}

}  // namespace
}  // namespace intarsia::hex
