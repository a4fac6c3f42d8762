// What the public headers promise: layouts by name, checked buffers, plans that live as long as they are needed.

#include <array>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/chess.h"
#include "intarsia/connect4.h"
#include "intarsia/hex.h"

namespace intarsia {
namespace {

using layout::Dtype;
using layout::Plan;

// What is written must not be const, and its elements must be of a type that tensors have.
static_assert(std::is_convertible_v<std::vector<float>&, layout::ElementsOut>);
static_assert(std::is_convertible_v<std::span<std::int8_t>, layout::ElementsOut>);
static_assert(!std::is_convertible_v<const std::vector<float>&, layout::ElementsOut>);
static_assert(!std::is_convertible_v<std::span<const float>, layout::ElementsOut>);
static_assert(!std::is_convertible_v<std::vector<double>&, layout::ElementsOut>);
static_assert(!std::is_convertible_v<std::byte*, layout::ElementsIn>);
static_assert(std::is_convertible_v<std::array<std::uint16_t, 4>, layout::ElementsIn>);
static_assert(std::is_convertible_v<const std::vector<float>&, layout::ElementsIn>);

bool says(const Error& error, std::string_view part) {
  return error.detail.find(part) != std::string::npos;
}

TEST(FindLayout, FindsEveryLayoutOfEachGame) {
  for (const auto& l : chess::layouts()) EXPECT_EQ(chess::find_layout(l.id)->features, l.features);
  for (const int n : {hex::kMinSize, hex::kUsualSize, hex::kMaxSize}) {
    for (const auto& l : hex::layouts(n)) {
      EXPECT_EQ(hex::find_layout(l.id, n)->catalogue, l.catalogue);
    }
  }
  for (const auto& l : connect4::layouts(55)) {
    EXPECT_EQ(connect4::find_layout(l.id, 55)->catalogue, l.catalogue);
  }
  EXPECT_EQ(hex::find_layout("hex/nxn")->catalogue->rows, 11);
  EXPECT_EQ(connect4::find_layout("connect4/signed")->catalogue->columns, 7);
}

TEST(FindLayout, AnswersWithTheChoices) {
  const auto slip = chess::find_layout("chess/cannonical18");
  ASSERT_FALSE(slip);
  EXPECT_EQ(slip.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(says(slip.error(), "did you mean chess/canonical18?")) << slip.error().detail;
  EXPECT_TRUE(says(slip.error(), "chess/mailbox69"));
  EXPECT_TRUE(says(hex::find_layout("nxn", 5).error(), "did you mean hex/nxn?"));
  EXPECT_TRUE(says(hex::find_layout("hex/nxn", 27).error(), "size 1 to 26, not 27"));
  EXPECT_TRUE(says(connect4::find_layout("connect4/signed", 99).error(), "not 99"));
}

// The plan that `make` was given is gone when the encoder works.
template <class Encoder>
Encoder encoder_of(Plan plan) {
  return Encoder(plan);
}

TEST(Encoders, KeepTheirPlan) {
  const auto plan = [] { return *Plan::make(*chess::find_layout("chess/canonical18")); };
  const chess::State start{chess::Position{}};
  const std::vector<float> expected = *chess::to_tensor(plan(), start);
  std::vector<float> tensor(expected.size());

  chess::Encoder encoder(plan());  // of a temporary
  ASSERT_FALSE(encoder.encode(start, tensor));
  EXPECT_EQ(tensor, expected);

  tensor.assign(tensor.size(), 0);
  auto moved = encoder_of<chess::Encoder>(plan());  // of a parameter
  ASSERT_FALSE(moved.encode(start, tensor));
  EXPECT_EQ(tensor, expected);

  const chess::Record record = chess::pack(start.position);
  const layout::RecordMoment moment{reinterpret_cast<const std::byte*>(&record)};
  tensor.assign(tensor.size(), 0);
  auto records = encoder_of<chess::RecordEncoder>(plan());
  records.encode({&moment, 1}, reinterpret_cast<std::byte*>(tensor.data()),
                 static_cast<std::ptrdiff_t>(plan().bytes()));
  EXPECT_EQ(tensor, expected);

  auto decoder = encoder_of<chess::Decoder>(plan());
  EXPECT_TRUE(decoder.decode(expected, chess::kWhite));
}

#ifdef GTEST_HAS_DEATH_TEST
TEST(ResultDeathTest, AnErrorThatIsUsedAsAValueEndsTheProgramWithItsText) {
  EXPECT_DEATH((void)*chess::find_layout("chess/typo"), "no layout.*chess/typo");
}
#endif

TEST(CheckedEncode, IsTheRawFormInRoomOfTheRightSize) {
  const auto plan = Plan::make(*chess::find_layout("chess/canonical18"));
  const chess::State states[] = {{chess::Position{}}, {chess::Position{}, 2}};
  const chess::Moment moments[] = {{&states[0]}, {&states[1], 1}};
  std::vector<float> raw(2 * plan->elements()), checked(2 * plan->elements());
  chess::Encoder encoder(*plan);
  encoder.encode(moments, reinterpret_cast<std::byte*>(raw.data()),
                 static_cast<std::ptrdiff_t>(plan->bytes()));
  EXPECT_FALSE(encoder.encode(moments, checked));
  EXPECT_EQ(raw, checked);
  EXPECT_FALSE(encoder.encode_line(states, std::span(checked).first(plan->elements())));
  EXPECT_TRUE(std::equal(checked.begin(), checked.begin() + static_cast<long>(plan->elements()),
                         raw.begin() + static_cast<long>(plan->elements())));
  EXPECT_FALSE(encoder.encode(states[0], std::span(checked).last(plan->elements())));
  EXPECT_TRUE(std::equal(raw.begin(), raw.begin() + static_cast<long>(plan->elements()),
                         checked.begin() + static_cast<long>(plan->elements())));
}

TEST(CheckedEncode, RefusesOtherSizesAndTypesAndWritesNothing) {
  const auto plan = Plan::make(*chess::find_layout("chess/canonical18"));
  chess::Encoder encoder(*plan);
  const chess::State state{chess::Position{}};
  for (const std::size_t size : {std::size_t{0}, plan->elements() - 1, plan->elements() + 1}) {
    std::vector<float> out(size, 7);
    const auto error = encoder.encode(state, out);
    ASSERT_TRUE(error) << size;
    EXPECT_TRUE(says(*error, "1 tensor of chess/canonical18 has 1152 elements")) << error->detail;
    EXPECT_EQ(out, std::vector<float>(size, 7));
  }
  std::vector<std::int8_t> bytes(plan->elements());
  EXPECT_TRUE(says(encoder.encode(state, bytes).value(), "are float32 here, not int8"));
  std::vector<float> out(plan->elements());
  EXPECT_TRUE(says(encoder.encode_line({}, out).value(), "without a position"));
}

TEST(CheckedEncode, TakesTheBitsOfEitherHalf) {
  for (const Dtype dtype : {Dtype::kFloat16, Dtype::kBFloat16}) {
    const auto plan = Plan::make(*hex::find_layout("hex/2nxn", 3), std::nullopt, dtype);
    hex::Encoder encoder(*plan);
    std::vector<std::uint16_t> out(plan->elements());
    EXPECT_FALSE(encoder.encode({hex::Position(3)}, out));
    std::vector<float> floats(plan->elements());
    EXPECT_TRUE(encoder.encode({hex::Position(3)}, floats));
  }
}

TEST(CheckedEncode, RefusesPositionsOfAnotherBoardOrGame) {
  const auto small = Plan::make(*hex::find_layout("hex/2nxn", 5));
  std::vector<float> out(small->elements());
  const auto error = hex::Encoder(*small).encode({hex::Position(11)}, out);
  ASSERT_TRUE(error);
  EXPECT_TRUE(says(*error, "a position of hex on 11x11, but hex/2nxn is a layout of hex on 5x5"))
      << error->detail;
  EXPECT_TRUE(says(chess::to_tensor(*small, {chess::Position{}}).error(),
                   "a position of chess, but hex/2nxn is a layout of hex on 5x5"));
}

TEST(ToTensor, GivesNumbersWhateverThePlansType) {
  const auto layout = *chess::find_layout("chess/canonical18");
  const auto floats = chess::to_tensor(*Plan::make(layout), {chess::Position{}});
  const auto bytes =
      chess::to_tensor(*Plan::make(layout, std::nullopt, Dtype::kUint8), {chess::Position{}});
  ASSERT_TRUE(floats && bytes);
  ASSERT_EQ(floats->size(), bytes->size());
  for (std::size_t i = 0; i < floats->size(); ++i) ASSERT_NEAR((*floats)[i], (*bytes)[i], 1e-6);
  EXPECT_EQ(connect4::to_tensor(*Plan::make(*connect4::find_layout("connect4/2planes")),
                                {connect4::Position()})
                ->size(),
            84U);
}

TEST(CheckedDecode, IsTheRawFormForTensorsOfTheRightSize) {
  const auto plan = Plan::make(*hex::find_layout("hex/3nxn", 7));
  const hex::Position p = hex::Position(7).after(hex::Move(hex::Cell{9}));
  const auto tensor = hex::to_tensor(*plan, {p});
  hex::Decoder decoder(*plan);
  const auto plies = decoder.decode(*tensor);
  ASSERT_TRUE(plies) << plies.error().detail;
  EXPECT_EQ(plies->front().state->position, p);
  EXPECT_TRUE(says(decoder.decode(std::span(*tensor).first(2)).error(), "147 elements, not 2"));
  EXPECT_TRUE(says(decoder.decode(std::vector<std::uint8_t>(147)).error(), "not uint8"));
}

}  // namespace
}  // namespace intarsia
