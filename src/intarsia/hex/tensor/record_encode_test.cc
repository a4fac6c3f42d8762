#include "intarsia/hex/tensor/record_encode.h"

#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/layouts.h"
#include "tests/support/random_hex.h"

namespace intarsia::hex {
namespace {

// All positions of a game, as records one after the other.
std::vector<std::uint8_t> records_of(const Replay& r) {
  const int n = r.position().size();
  const std::size_t bytes = record_shape(n).bytes;
  std::vector<std::uint8_t> records(bytes * (r.moves().size() + 1));
  for (std::size_t i = 0; i <= r.moves().size(); ++i) {
    const Move m = i < r.moves().size() ? r.moves()[i] : Move::none();
    pack(r.state(r.ply() - static_cast<int>(i)).position, {.is_first = i == 0, .move = m},
         std::span(records).subspan(i * bytes, bytes));
  }
  return records;
}

// Everything that can be said, now and before.
layout::Layout made_of_all(int n, FrameIndex frame) {
  layout::Layout l{.id = "test",
                   .catalogue = &catalogue(n),
                   .frame = frame,
                   .order = layout::Order::kChw,
                   .dtype = layout::Dtype::kFloat32,
                   .features = {}};
  for (std::size_t f = 0; f < l.catalogue->facts.size(); ++f) {
    for (const int ago : {0, 1, 4}) {
      l.features.push_back({static_cast<layout::FactId>(f), 1, static_cast<std::uint16_t>(ago)});
    }
  }
  return l;
}

void expect_same(const layout::Layout& l, const Replay& r) {
  const auto plan = layout::Plan::make(l);
  const auto records = records_of(r);
  const std::size_t each = record_shape(l.catalogue->rows).bytes;
  const auto states = r.last_states(r.ply());
  const auto stride = static_cast<std::ptrdiff_t>(plan->bytes());
  std::vector<Moment> moments;
  std::vector<layout::RecordMoment> record_moments;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const int known = static_cast<int>(i);
    moments.push_back({&states[i], std::min(known, l.history())});
    record_moments.push_back(
        {std::as_bytes(std::span(records)).data() + i * each, std::min(known, record_history(l))});
  }
  std::vector<std::byte> wanted(states.size() * plan->bytes());
  std::vector<std::byte> found(wanted.size());
  encode(*plan, moments, wanted.data(), stride);
  RecordEncoder(*plan).encode(record_moments, found.data(), stride);
  ASSERT_EQ(std::memcmp(found.data(), wanted.data(), wanted.size()), 0)
      << l.id << " on " << l.catalogue->rows;
}

TEST(HexRecordEncode, EqualsEncodingFromPositions) {
  test::for_random_games(60, [](const Replay& r) {
    const int n = r.position().size();
    for (const layout::Layout& l : layouts(n)) expect_same(l, r);
    for (FrameIndex frame : {kBlueFrame, kMoverFrame}) expect_same(made_of_all(n, frame), r);
  });
}

TEST(HexRecordEncode, TheStoneOfASwapIsTheLastMoveWhateverTheRule) {
  for (const SwapRule rule : {SwapRule::kTransposed, SwapRule::kLiteral}) {
    Replay r{Position(5, rule)};
    for (const Move m : {Move(Cell{2}), Move::swap(), Move(Cell{20})}) r.play(m);
    expect_same(made_of_all(5, kBlueFrame), r);
  }
}

TEST(HexRecordEncode, ALastMoveIsReadFromTheRecordBefore) {
  EXPECT_EQ(record_history(layouts(5)[0]), 0);
  EXPECT_EQ(record_history(made_of_all(5, kBlueFrame)), 5);
}

}  // namespace
}  // namespace intarsia::hex
