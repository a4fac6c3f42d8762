// What runs on a GPU, run here: the same bits as the host's encoders, for all games and any layout.

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/chess/san.h"
#include "intarsia/chess/tensor/layouts.h"
#include "intarsia/chess/tensor/record_encode.h"
#include "intarsia/cuda/order_args.h"
#include "intarsia/cuda/worth.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"
#include "intarsia/games/targets.h"
#include "tests/support/any_game.h"
#include "tests/support/data.h"
#include "tests/support/host_kernels.h"
#include "tests/support/layouts.h"
#include "tests/support/random_play.h"

namespace intarsia::test {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;

class Device : public AnyGame {
 protected:
  using Bytes = std::vector<std::byte>;

  void SetUp() override {
    kernel_ = host_kernel(type().name, size());
    ASSERT_NE(kernel_, nullptr) << "tests/support/host_kernels.h lacks this board";
  }

  game::RecordType record_type() const { return type().record_type(size()); }

  // Several games one behind the other, as shards have them.
  Bytes some_records(int games, int most) {
    Bytes all;
    constexpr Outcome kOutcomes[] = {Outcome::kUnknown, Outcome::kFirst, Outcome::kSecond};
    for (int i = 0; i < games; ++i) {
      const game::LinePtr line = random_line(1 + static_cast<int>(below(most)));
      const Bytes records = records_of(*line, line->end() ? Outcome::kUnknown : kOutcomes[i % 3]);
      all.insert(all.end(), records.begin(), records.end());
    }
    return all;
  }

  // What the host's encoder makes of all of them, in symmetries if they are named.
  Bytes wanted(const Plan& plan, const Bytes& records,
               const std::vector<std::uint8_t>& symmetries) {
    const game::RecordType t = record_type();
    const std::size_t count = records.size() / t.bytes;
    const int history = type().record_history(plan.layout());
    const std::size_t slot = (static_cast<std::size_t>(history) + 1) * t.bytes;
    Bytes turned(count * slot);
    std::vector<layout::RecordMoment> moments;
    for (std::size_t i = 0; i < count; ++i) {
      moments.push_back(game::moment_at(t, records, i, history));
      if (symmetries.empty()) continue;
      std::byte* to = turned.data() + i * slot;
      for (int ago = moments[i].history; ago >= 0; --ago, to += t.bytes) {
        type().symmetries->turn_record(size(), symmetries[i], moments[i].now - ago * t.bytes, to);
      }
      moments[i].now = to - t.bytes;
    }
    Bytes out(count * plan.bytes());
    type().make_record_encoder(plan)->encode(
        moments, out.data(), static_cast<std::ptrdiff_t>(plan.bytes()), layout::Stores::kCached);
    return out;
  }

  Bytes found(const Plan& plan, const Bytes& records, const std::vector<std::uint8_t>& symmetries,
              std::uint32_t alignment, std::uint32_t positions) {
    const cuda::Program program(plan, alignment);
    const std::size_t count = records.size() / record_type().bytes;
    Bytes out(count * plan.bytes());
    cuda::kernel::EncodeArgs a{};
    // Records of 32 bytes lie at multiples of 8.
    aligned_.assign(records.size() / 8 + 1, 0);
    std::memcpy(aligned_.data(), records.data(), records.size());
    a.records = reinterpret_cast<const std::uint8_t*>(aligned_.data());
    a.symmetries = symmetries.empty() ? nullptr : symmetries.data();
    a.count = count;
    a.positions = positions == 0 ? program.positions : positions;
    a.planes = reinterpret_cast<std::uint8_t*>(out.data());
    a.elements = plan.element_table();
    a.has_history = 1;
    kernel_(program, a);
    return out;
  }

  void expect_same(const Plan& plan, const Bytes& records,
                   const std::vector<std::uint8_t>& symmetries = {}, std::uint32_t alignment = 16,
                   std::uint32_t positions = 0) {
    const Bytes a = wanted(plan, records, symmetries);
    const Bytes b = found(plan, records, symmetries, alignment, positions);
    if (a == b) return;
    const auto at = std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin();
    const auto element =
        static_cast<std::size_t>(at) % plan.bytes() / info(plan.layout().dtype).bytes;
    ADD_FAILURE() << plan.layout().id << " " << name(plan.layout().order) << " "
                  << info(plan.layout().dtype).name << ": record " << at / plan.bytes()
                  << ", element " << element;
  }

  // A layout that nobody would write.
  Layout random_layout() {
    const layout::Catalogue& c = type().catalogue(size());
    constexpr Order kOrders[] = {Order::kChw, Order::kHwc, Order::kFlat};
    Layout l{.id = "test/random",
             .catalogue = &c,
             .frame = static_cast<layout::FrameId>(below(c.frames.size())),
             .order = kOrders[below(3)],
             .dtype = Dtype::kFloat32,
             .features = {}};
    constexpr double kDivisors[] = {1, 1, 2, 3, 100};
    const std::size_t count = 1 + below(24);
    const std::size_t ages = below(3) == 0 ? 12 : 2;
    for (std::size_t i = 0; i < count; ++i) {
      l.features.push_back({static_cast<layout::FactId>(below(c.facts.size())), kDivisors[below(5)],
                            static_cast<std::uint16_t>(below(ages))});
    }
    return l;
  }
  Result<Plan> random_plan() {
    constexpr Dtype kDtypes[] = {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16, Dtype::kUint8,
                                 Dtype::kInt8};
    return Plan::make(random_layout(), std::nullopt, kDtypes[below(5)]);
  }

  std::vector<std::uint8_t> some_symmetries(std::size_t count) {
    std::vector<std::uint8_t> symmetries(count);
    for (auto& s : symmetries) {
      s = static_cast<std::uint8_t>(below(type().symmetries->names.size()));
    }
    return symmetries;
  }

  // Evaluations of every kind, where records have a place for them.
  Bytes with_evals(Bytes records) {
    const game::RecordType t = record_type();
    std::size_t at = 0;
    for (const Field& f : t.fields) {
      if (f.name == "eval") {
        constexpr std::int16_t kEvals[] = {kNoEval, 0, 35, -120, 31'000, -31'500};
        for (std::size_t i = 0; i < records.size(); i += t.bytes) {
          std::memcpy(&records[i + at], &kEvals[below(6)], 2);
        }
      }
      at += bytes_of({&f, 1});
    }
    return records;
  }

  // One that tells who moves: all targets may stand beside it.
  const Layout& targets_layout() {
    all_ = layouts();
    return *std::find_if(all_.begin(), all_.end(), has_all_facts);
  }

  void expect_same_targets(const Plan& plan, const games::Targets& targets, const Bytes& records,
                           const std::vector<layout::RecordMoment>& moments) {
    const std::size_t count = moments.size();
    const std::size_t width = targets.value_form().width();
    std::vector<std::int32_t> wanted_moves(count), moves(count);
    std::vector<float> wanted_values(count * width), values(count * width);
    ASSERT_FALSE(
        targets.fill(moments, {.policy = wanted_moves.data(), .value = wanted_values.data()}));
    const auto code = type().device.policy_table == nullptr
                          ? std::vector<std::int32_t>()
                          : type().device.policy_table(targets.policy().id);
    const auto worth = cuda::worth_table(targets.value_form());
    const cuda::Program program(plan, 16);
    cuda::kernel::EncodeArgs a{};
    aligned_.assign(records.size() / 8 + 1, 0);
    std::memcpy(aligned_.data(), records.data(), records.size());
    a.records = reinterpret_cast<const std::uint8_t*>(aligned_.data());
    a.count = count;
    a.positions = program.positions;
    a.elements = plan.element_table();
    a.policy = moves.data();
    a.code = code.data();
    a.value = values.data();
    a.worth = worth.values.data();
    a.value_width = worth.width;
    a.has_evals = worth.has_evals;
    a.target_frame = targets.frame();
    kernel_(program, a);
    ASSERT_EQ(moves, wanted_moves) << targets.policy().id;
    ASSERT_EQ(std::memcmp(values.data(), wanted_values.data(), values.size() * sizeof(float)), 0)
        << layout::to_text(targets.value_form());
  }

 private:
  host::Encode kernel_ = nullptr;
  std::vector<Layout> all_;
  std::vector<std::uint64_t> aligned_;
};

TEST_P(Device, MakesTheTensorsOfEveryLayout) {
  const Bytes records = some_records(kLines, 60);
  for (const Layout& l : layouts()) {
    for (const Dtype d :
         {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16, Dtype::kUint8, Dtype::kInt8}) {
      for (const Order o : {Order::kChw, Order::kHwc, Order::kFlat}) {
        const auto plan = Plan::make(l, o, d);
        if (plan) expect_same(*plan, records);
      }
    }
  }
}

TEST_P(Device, MakesTheTensorsOfLayoutsThatNobodyWouldWrite) {
  const Bytes records = some_records(kLines, 40);
  int made = 0;
  for (int i = 0; i < 150 && !HasFailure(); ++i) {
    const auto plan = random_plan();
    if (!plan) continue;  // the type does not hold the values
    ++made;
    expect_same(*plan, records, {}, 1U << below(5), 1U << below(6));
  }
  EXPECT_GT(made, 30);
}

TEST_P(Device, ShowsRecordsInTheirSymmetries) {
  if (!type().symmetries) GTEST_SKIP() << type().name << " has none";
  const Bytes records = some_records(kLines, 40);
  const auto symmetries = some_symmetries(records.size() / record_type().bytes);
  for (const Layout& l : layouts()) expect_same(*Plan::make(l), records, symmetries);
  for (int i = 0; i < 60 && !HasFailure(); ++i) {
    if (const auto plan = random_plan()) expect_same(*plan, records, symmetries);
  }
}

// Policies in every frame and all forms of value.
TEST_P(Device, FindsTheTargets) {
  const Bytes records = with_evals(some_records(kLines, 60));
  const game::RecordType t = record_type();
  const auto plan = Plan::make(targets_layout());
  const layout::Catalogue& c = type().catalogue(size());
  std::vector<layout::RecordMoment> moments;
  for (std::size_t i = 0; i < records.size() / t.bytes; ++i) {
    moments.push_back({records.data() + i * t.bytes, 0});
  }
  std::vector<std::string_view> forms = {"outcome", "wdl"};
  if (c.has_evals) forms.insert(forms.end(), {"eval", "mix:0.7", "mix:0"});
  if (c.has_training_winner) forms.emplace_back("training");
  for (const layout::PolicyInfo& code : type().policies(size())) {
    for (const layout::Frame& frame : c.frames) {
      for (const std::string_view form : forms) {
        const auto targets =
            games::Targets::make(plan->layout(), {.policy = std::string(code.id),
                                                  .value = std::string(form),
                                                  .view = std::string(frame.name)});
        ASSERT_TRUE(targets) << targets.error().detail;
        expect_same_targets(*plan, *targets, records, moments);
      }
    }
  }
}

INTARSIA_FOR_ALL_GAMES(Device);

// Every shuffle, of sets in one shard and in many, empty ones among them; with runs of which the last is
// short.
TEST(DeviceOrder, VisitsTheRecordsThatTheHostsDoes) {
  const std::vector<std::vector<std::uint64_t>> sets = {
      {1}, {2}, {5, 0, 3}, {1'000}, {70'001}, {40'000, 0, 31'333, 7, 90'000}, {64, 64, 64}};
  for (const auto& shards : sets) {
    for (const data::Shuffle shuffle : {data::Shuffle::kNone, data::Shuffle::kGlobal,
                                        data::Shuffle::kBlocks, data::Shuffle::kLanes}) {
      for (const std::uint64_t seed : {0U, 7U}) {
        const data::Order order(shards, {.seed = seed, .epoch = 3, .shuffle = shuffle, .run = 100});
        std::vector<std::uint64_t> tables;
        if (order.in_lanes()) {
          const auto& lanes = *order.in_lanes();
          tables.assign(lanes.firsts().begin(), lanes.firsts().end());
          tables.insert(tables.end(), lanes.begins().begin(), lanes.begins().end());
        }
        const auto found =
            cuda::order_args(order, reinterpret_cast<cuda::DevicePointer>(tables.data()));
        for (std::uint64_t place = 0; place < order.size(); ++place) {
          ASSERT_EQ(found.at(place), order[place]) << "place " << place << " of " << order.size();
        }
      }
    }
  }
}

// Records of 32 bytes, one behind the other as in a shard.
void expect_same_chess(const Plan& plan, const std::vector<std::uint64_t>& words) {
  const std::size_t count = words.size() / 4;
  const auto records = std::as_bytes(std::span(words));
  const game::RecordType type = *games::find_record_type("chess", 8);
  const int history = chess::record_history(plan.layout());
  std::vector<layout::RecordMoment> moments;
  for (std::size_t i = 0; i < count; ++i) {
    moments.push_back(game::moment_at(type, records, i, history));
  }
  std::vector<std::byte> wanted(count * plan.bytes());
  std::vector<std::byte> found(count * plan.bytes());
  chess::RecordEncoder(plan).encode(moments, wanted.data(),
                                    static_cast<std::ptrdiff_t>(plan.bytes()));
  const cuda::Program program(plan, 16);
  cuda::kernel::EncodeArgs a{};
  a.records = reinterpret_cast<const std::uint8_t*>(records.data());
  a.count = count;
  a.positions = program.positions;
  a.planes = reinterpret_cast<std::uint8_t*>(found.data());
  a.elements = plan.element_table();
  a.has_history = 1;
  host_kernel("chess", 8)(program, a);
  ASSERT_EQ(std::memcmp(wanted.data(), found.data(), wanted.size()), 0) << plan.layout().id;
}

// What random games from the usual start seldom have: pins along the fourth rank, double Chess960,
// promotions.
TEST(DeviceChess, MakesTheTensorsOfPositionsOfEveryKind) {
  std::vector<std::uint64_t> words;
  for_random_positions(6'000, [&](const chess::Replay& r) {
    const chess::Record record =
        chess::pack(r.position(), {.occurrences = r.state().occurrences, .is_first = r.ply() == 0});
    const auto* const bytes = reinterpret_cast<const std::uint64_t*>(&record);
    words.insert(words.end(), bytes, bytes + 4);
  });
  for (const chess::FrameIndex frame : {chess::kWhiteFrame, chess::kMoverFrame}) {
    std::vector<std::string_view> every;
    for (const layout::Fact& f : chess::catalogue().facts) every.push_back(f.name);
    expect_same_chess(*Plan::make(made_of(every, frame, Order::kChw)), words);
  }
}

// Games that were played: through every built-in layout.
TEST(DeviceChess, MakesTheTensorsOfRealGames) {
  std::vector<std::uint64_t> words;
  std::size_t number = 0;
  for (const std::string& text : data_lines("games/lichess.san")) {
    if (number++ % 4 != 0) continue;
    chess::Replay r;
    TextCursor in(text);
    bool is_first = true;
    for (std::string_view san = in.word();; san = in.word()) {
      const chess::Record record =
          chess::pack(r.position(), {.occurrences = r.state().occurrences, .is_first = is_first});
      const auto* const bytes = reinterpret_cast<const std::uint64_t*>(&record);
      words.insert(words.end(), bytes, bytes + 4);
      is_first = false;
      if (san.empty()) break;
      r.play(*chess::read_san(r.position(), san));
    }
  }
  std::vector<Layout> all = chess::layouts();
  all.push_back(made_of({"us.pieces", "them.pieces@1", "occurrences.twice@2", "clock@7"},
                        chess::kMoverFrame, Order::kHwc));
  for (const Layout& l : all) expect_same_chess(*Plan::make(l), words);
}

}  // namespace
}  // namespace intarsia::test
