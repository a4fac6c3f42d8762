// Any bytes as Hex tensors: a state that encodes to the same elements, or an error inside the tensor.
//
// Three bytes choose the layout and type, the size, and who moves; the rest are changes (element,
// value) to the tensor of the empty board.

#include <cmath>
#include <cstdint>
#include <cstring>

#include "fuzz/check.h"
#include "intarsia/hex/tensor/decode.h"
#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/layouts.h"

using namespace intarsia;       // NOLINT: a whole program in one function
using namespace intarsia::hex;  // NOLINT

namespace {

constexpr float kValues[] = {0, 1, 2, -1, 0.5F, 1e-4F, 1e30F, 3};

// The built-in layouts, and one that shows every fact from the mover's side.
layout::Layout layout_of(unsigned choice, int n) {
  const auto& all = layouts(n);
  if (choice % 4 < all.size()) return all[choice % 4];
  layout::Layout l{"all", &catalogue(n), kMoverFrame, layout::Order::kHwc, layout::Dtype::kFloat32,
                   {}};
  for (std::size_t f = 0; f < l.catalogue->facts.size(); ++f) {
    l.features.push_back({static_cast<layout::FactId>(f)});
  }
  return l;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const int n = kMinSize + data[1] % kMaxSize;
  const auto dtype = static_cast<layout::Dtype>(data[0] / 4 % std::size(layout::kDtypes));
  const auto plan = layout::Plan::make(layout_of(data[0], n), std::nullopt, dtype);
  if (!plan) return 0;
  const State empty{Position(n)};
  const Moment moment{&empty};
  std::vector<std::byte> tensor(plan->bytes());
  const auto stride = static_cast<std::ptrdiff_t>(tensor.size());
  encode(*plan, {&moment, 1}, tensor.data(), stride);
  const std::size_t width = info(dtype).bytes;
  for (std::size_t i = 3; i + 2 < size; i += 3) {
    const std::size_t element = (data[i] + 256U * data[i + 1]) % plan->elements();
    const float value = kValues[data[i + 2] % std::size(kValues)];
    const std::uint32_t bits = is_integer(dtype) ? data[i + 2] : layout::element_bits(dtype, value);
    std::memcpy(tensor.data() + element * width, &bits, width);
  }

  TurnChoice choice{.is_inferred = data[2] % 4 == 3};
  if (data[2] % 4 < 2) choice.turn = data[2] % 4 == 0 ? kBlue : kRed;
  Decoder decoder(*plan);
  const auto plies = decoder.decode(tensor.data(), choice);
  if (!plies) {
    FUZZ_CHECK(plies.error().offset < tensor.size() && !plies.error().detail.empty());
    return 0;
  }
  FUZZ_CHECK(plies->front().state);
  // Within the tolerance elements may differ; what they say may not.
  const Moment again{&*plies->front().state};
  std::vector<std::byte> second(plan->bytes());
  encode(*plan, {&again, 1}, second.data(), stride);
  for (std::size_t i = 0; i < plan->elements(); ++i) {
    const float a = layout::element_value(dtype, tensor.data() + i * width);
    const float b = layout::element_value(dtype, second.data() + i * width);
    FUZZ_CHECK(std::fabs(a - b) <= layout::tolerance(dtype));
  }
  return 0;
}
