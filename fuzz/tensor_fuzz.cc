// Any bytes as tensors: a state that encodes to the same elements, or an error inside the tensor.
//
// The first byte chooses the layout, the type and who moves. Bytes alone hardly ever make a tensor,
// so the rest are changes (element, value) to the tensor of the start position.

#include <cstdint>
#include <cstring>

#include "fuzz/check.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/tensor/layouts.h"

using namespace intarsia;         // NOLINT: a whole program in one function
using namespace intarsia::chess;  // NOLINT

namespace {

constexpr float kValues[] = {0, 1, -1, 0.5F, 1.0F / 3, 2.0F / 3, 1e-4F, 1e30F, 60, 7, 12, -6};

void change(const layout::Plan& plan, std::byte* element, std::uint8_t value) {
  const layout::Dtype d = plan.layout().dtype;
  std::uint32_t bits = value;
  if (value < std::size(kValues) && d != layout::Dtype::kUint8 && d != layout::Dtype::kInt8) {
    bits = layout::element_bits(d, kValues[value]);
  }
  std::memcpy(element, &bits, info(d).bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto dtype = static_cast<layout::Dtype>(data[0] / 8 % std::size(layout::kDtypes));
  const auto plan =
      layout::Plan::make(layouts()[data[0] % 8 % layouts().size()], std::nullopt, dtype);
  if (!plan) return 0;
  const State state{};
  const Moment moment{&state};
  std::vector<std::byte> tensor(plan->bytes());
  const auto stride = static_cast<std::ptrdiff_t>(tensor.size());
  encode(*plan, {&moment, 1}, tensor.data(), stride);
  const std::size_t width = info(dtype).bytes;
  for (std::size_t i = 1; i + 2 < size; i += 3) {
    const std::size_t element = (data[i] + 256U * data[i + 1]) % plan->elements();
    change(*plan, tensor.data() + element * width, data[i + 2]);
  }
  Decoder decoder(*plan);
  const auto plies = decoder.decode(tensor.data(), data[0] >= 128 ? kBlack : kWhite);
  if (!plies) {
    FUZZ_CHECK(plies.error().offset < tensor.size() && !plies.error().detail.empty());
    return 0;
  }
  FUZZ_CHECK(plies->front().position);
  // Within the tolerance elements may differ; what they say may not.
  const State decoded = plies->front().state();
  const Moment again{&decoded};
  std::vector<std::byte> second(plan->bytes());
  encode(*plan, {&again, 1}, second.data(), stride);
  for (std::size_t i = 0; i < plan->elements(); ++i) {
    const float a = layout::element_value(dtype, tensor.data() + i * width);
    const float b = layout::element_value(dtype, second.data() + i * width);
    FUZZ_CHECK(std::fabs(a - b) <= layout::tolerance(dtype));
  }
  return 0;
}
