// Batches of a data set against the positions of its games, one by one.

#include "intarsia/games/set_encode.h"

#include <bit>
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include "intarsia/chess/pgn/game.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/policy.h"
#include "intarsia/games/build.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/targets.h"
#include "tests/support/pgn_text.h"
#include "tests/support/temp_folder.h"

namespace intarsia {
namespace {

#ifdef INTARSIA_SLOW_BUILD
constexpr std::size_t kGames = 12;
#else
constexpr std::size_t kGames = 60;
#endif

using layout::Plan;

// Targets must stay; a plan it keeps.
static_assert(
    std::is_constructible_v<games::SetEncoder, data::Set&, const Plan&, const games::Targets&>);
static_assert(std::is_constructible_v<games::SetEncoder, data::Set&, Plan, const games::Targets&>);
static_assert(!std::is_constructible_v<games::SetEncoder, data::Set&, const Plan&, games::Targets>);
static_assert(!std::is_constructible_v<games::SetEncoder, data::Set&, Plan, games::Targets>);

// A data set, and the states of its games.
class SetEncode : public testing::Test {
 protected:
  SetEncode() {
    const std::string text = test::real_pgn(kGames, false);
    games::BuildOptions o{.inputs = {folder_.file("games.pgn", text)}, .folder = folder_ / "set"};
    o.shard_records = 12 * kGames;  // several shards
    o.run.threads = 2;
    const auto report = games::build(o);
    EXPECT_TRUE(report) << report.error().detail;
    chess::PgnGames games({.evals = true});
    games.feed(text);
    games.finish();
    while (const auto game = games.next()) add(*game);
  }

  std::unique_ptr<data::Set> open(std::uint64_t cache_bytes) const {
    auto set =
        data::Set::open(folder_ / "set", games::find_record_type, {.cache_bytes = cache_bytes});
    EXPECT_TRUE(set) << set.error().detail;
    return set ? *std::move(set) : nullptr;
  }

  // Where a record comes from.
  struct Origin {
    std::size_t game;
    int ply;
  };

  test::TempFolder folder_;
  std::vector<std::vector<chess::State>> states_;  // of each game, the last included
  std::vector<chess::PgnGame> games_;
  std::vector<Origin> origins_;

 private:
  void add(const chess::PgnGame& game) {
    chess::Replay replay(game.start);
    for (chess::Move m : game.moves) {
      origins_.push_back({states_.size(), replay.ply()});
      replay.play(m);
    }
    states_.push_back(replay.last_states(replay.ply()));
    games_.push_back(game);
  }
};

TEST_F(SetEncode, GivesTheTensorsOfThePositionsInEveryLayout) {
  for (const std::uint64_t cache : {std::uint64_t{1} << 30, std::uint64_t{0}}) {
    const auto set = open(cache);
    ASSERT_EQ(set->size(), origins_.size());
    ASSERT_GT(set->parts(), 1U);
    std::vector<std::uint64_t> numbers(set->size());
    std::iota(numbers.rbegin(), numbers.rend(), 0);  // backwards
    for (const layout::Layout& l : chess::layouts()) {
      const auto plan = Plan::make(l);
      ASSERT_TRUE(plan);
      const auto targets = games::Targets::make(l, {});
      games::SetEncoder encoder(*set, *plan, *targets);
      std::vector<std::byte> out(numbers.size() * plan->bytes());
      const auto stride = static_cast<std::ptrdiff_t>(plan->bytes());
      const auto error = encoder.fill(numbers, {.planes = out.data(), .stride = stride});
      ASSERT_FALSE(error) << error->detail;
      chess::Encoder expected(*plan);
      std::vector<std::byte> one(plan->bytes());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Origin& o = origins_[numbers[i]];
        const int history = std::min(o.ply, l.history());
        const chess::Moment m{&states_[o.game][static_cast<std::size_t>(o.ply)], history};
        expected.encode({&m, 1}, one.data(), stride);
        ASSERT_EQ(std::memcmp(one.data(), out.data() + i * one.size(), one.size()), 0)
            << l.id << ", record " << numbers[i];
      }
    }
  }
}

TEST_F(SetEncode, GivesTheTargetsOfThePositions) {
  const auto set = open(0);
  std::vector<std::uint64_t> numbers(set->size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const layout::Layout& l = chess::layouts().front();
  const auto plan = Plan::make(l);
  const auto targets = games::Targets::make(l, {.policy = "chess/lc0-1858", .value = "mix:0.7"});
  ASSERT_TRUE(targets);
  const auto moves = static_cast<std::size_t>(targets->policy().size);
  std::vector<std::byte> planes(numbers.size() * plan->bytes());
  std::vector<std::int32_t> policy(numbers.size());
  std::vector<float> value(numbers.size());
  std::vector<std::uint8_t> mask(numbers.size() * moves);
  games::SetEncoder encoder(*set, *plan, *targets);
  const auto error = encoder.fill(
      numbers, {.planes = planes.data(),
                .stride = static_cast<std::ptrdiff_t>(plan->bytes()),
                .targets = {.policy = policy.data(), .value = value.data(), .mask = mask.data()}});
  ASSERT_FALSE(error) << error->detail;
  const chess::Policy& code = *chess::find_policy("chess/lc0-1858");
  const layout::ValueForm mix{.kind = layout::ValueKind::kMix, .weight = 0.7};
  std::vector<std::uint8_t> legal(moves);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Origin& o = origins_[i];
    const chess::PgnGame& game = games_[o.game];
    const auto ply = static_cast<std::size_t>(o.ply);
    const chess::Position& p = states_[o.game][ply].position;
    ASSERT_EQ(policy[i], code.index(p, game.moves[ply], l.frame)) << "record " << i;
    float expected = 0;
    const auto worth =
        layout::worth_of(game.outcome, game.evals.empty() ? chess::kNoEval : game.evals[ply]);
    layout::write_value(mix, worth, layout::is_turned(l.frame, p.turn() == chess::kBlack),
                        &expected);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(expected), std::bit_cast<std::uint32_t>(value[i]))
        << "record " << i;
    code.mask(p, l.frame, legal);
    ASSERT_EQ(std::memcmp(legal.data(), mask.data() + i * moves, moves), 0) << "record " << i;
  }
}

TEST_F(SetEncode, ChecksTheRoomOfSpans) {
  const auto set = open(0);
  const layout::Layout& l = chess::layouts().front();
  const auto plan = Plan::make(l);
  const auto targets = games::Targets::make(l, {.policy = "chess/move4096", .value = "wdl"});
  games::SetEncoder encoder(*set, *plan, *targets);
  const std::vector<std::uint64_t> numbers = {3, 1};
  std::vector<float> planes(2 * plan->elements()), raw(planes.size()), value(6);
  std::vector<std::int32_t> policy(2);
  std::vector<std::uint8_t> mask(std::size_t{2} * 4096);
  ASSERT_FALSE(
      encoder.fill(numbers, {.planes = planes, .policy = policy, .value = value, .mask = mask}));
  ASSERT_FALSE(encoder.fill(numbers, {.planes = reinterpret_cast<std::byte*>(raw.data()),
                                      .stride = static_cast<std::ptrdiff_t>(plan->bytes())}));
  EXPECT_EQ(planes, raw);
  const auto refusal = [&](const games::BatchSpans& out) {
    const auto error = encoder.fill(numbers, out);
    return error ? error->detail : std::string();
  };
  const std::span room(planes);
  EXPECT_EQ(refusal({.planes = room.first(5)}),
            "2 tensors of chess/canonical18 have 2304 elements, not 5");
  EXPECT_EQ(refusal({.planes = room, .policy = std::span(policy).first(1)}),
            "the policy of 2 records takes 2 elements, not 1");
  EXPECT_EQ(refusal({.planes = room, .value = std::span(value).first(2)}),
            "the value of 2 records takes 6 elements, not 2");
  EXPECT_EQ(refusal({.planes = room, .mask = std::span(mask).first(2)}),
            "the mask of 2 records takes 8192 elements, not 2");
  const auto none = games::Targets::make(l, {});
  games::SetEncoder bare(*set, *plan, *none);
  const auto error = bare.fill(numbers, {.planes = planes, .policy = policy});
  EXPECT_EQ(error.value().detail, "no policy was chosen as a target");
}

TEST_F(SetEncode, FillsRowsFromAnyOneOn) {
  const auto set = open(0);
  const layout::Layout& l = chess::layouts().front();
  const auto plan = Plan::make(l);
  const auto targets = games::Targets::make(l, {.policy = "chess/move4096", .value = "wdl"});
  ASSERT_TRUE(targets);
  const auto moves = static_cast<std::size_t>(targets->policy().size);
  struct Batch {
    std::vector<std::byte> planes;
    std::vector<std::int32_t> policy;
    std::vector<float> value;
    std::vector<std::uint8_t> mask;
  };
  constexpr std::size_t kRows = 20;
  const auto filled = [&](std::size_t at_once) {
    Batch b{std::vector<std::byte>(kRows * plan->bytes()), std::vector<std::int32_t>(kRows),
            std::vector<float>(kRows * 3), std::vector<std::uint8_t>(kRows * moves)};
    const games::BatchRows rows{.planes = b.planes.data(),
                                .stride = static_cast<std::ptrdiff_t>(plan->bytes()),
                                .targets = {b.policy.data(), b.value.data(), b.mask.data()}};
    games::SetEncoder encoder(*set, *plan, *targets);
    std::vector<std::uint64_t> numbers(kRows);
    std::iota(numbers.begin(), numbers.end(), 30);
    for (std::size_t first = 0; first < kRows; first += at_once) {
      EXPECT_FALSE(
          encoder.fill(std::span(numbers).subspan(first, at_once), rows.from(first, *targets)));
    }
    return b;
  };
  const Batch whole = filled(kRows);
  const Batch parts = filled(5);
  EXPECT_EQ(parts.planes, whole.planes);
  EXPECT_EQ(parts.policy, whole.policy);
  EXPECT_EQ(parts.value, whole.value);
  EXPECT_EQ(parts.mask, whole.mask);
}

TEST(SymmetryFor, TakesEachAboutAsOftenAndDependsOnKeyAndNumberAlone) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{4}, std::size_t{5}}) {
    std::vector<int> taken(count);
    int moved = 0;
    constexpr int kNumbers = 20'000;
    for (std::uint64_t number = 0; number < kNumbers; ++number) {
      const std::size_t s = games::symmetry_for(7, number, count);
      ASSERT_LT(s, count);
      ASSERT_EQ(s, games::symmetry_for(7, number, count));
      ++taken[s];
      moved += s != games::symmetry_for(8, number, count) ? 1 : 0;
    }
    const double share = kNumbers / static_cast<double>(count);
    for (const int n : taken) EXPECT_NEAR(n, share, 0.05 * share) << count;
    EXPECT_NEAR(moved, kNumbers - share, 0.05 * share + 1) << count;
  }
}

TEST_F(SetEncode, RefusesLayoutsOfAnotherGame) {
  const auto set = open(0);
  EXPECT_FALSE(games::refuse_layout(*set, chess::layouts().front()));
  const auto error = games::refuse_layout(*set, *games::find_layout("hex/3nxn"));
  ASSERT_TRUE(error);
  EXPECT_NE(error->detail.find("holds records of chess"), std::string::npos) << error->detail;
}

}  // namespace
}  // namespace intarsia
