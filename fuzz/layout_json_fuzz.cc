// Any bytes as a layout: one that encodes, decodes and passes as its own passport, or an error.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/chess/tensor/decode.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/layout/describe.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto plan = games::read_layout({reinterpret_cast<const char*>(data), size});
  if (!plan) {
    FUZZ_CHECK(plan.error().offset <= size && !plan.error().detail.empty());
    return 0;
  }
  const auto again = games::read_layout(layout::to_passport(*plan));
  FUZZ_CHECK(again && again->layout().features == plan->layout().features);
  FUZZ_CHECK(!layout::to_text(plan->layout()).empty());
  const chess::State state{};
  const chess::Moment moment{&state};
  std::vector<std::byte> tensor(plan->bytes());
  std::vector<std::byte> second(plan->bytes());
  const auto stride = static_cast<std::ptrdiff_t>(tensor.size());
  chess::encode(*plan, {&moment, 1}, tensor.data(), stride);
  chess::Decoder decoder(*plan);
  const auto plies = decoder.decode(tensor.data());
  FUZZ_CHECK(plies);
  std::vector<chess::State> line;
  if (chess::line_of(*plies, plan->layout(), line)) return 0;
  const chess::Moment decoded{&line.back(), static_cast<int>(line.size()) - 1};
  chess::encode(*plan, {&decoded, 1}, second.data(), stride);
  FUZZ_CHECK(tensor == second);
  return 0;
}
