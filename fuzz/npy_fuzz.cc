// Any bytes as a .npy file: a header whose shape fits the file, or an error inside it.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/io/npy.h"

using namespace intarsia::io;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto r = read_npy_header(file, size);
  if (!r) {
    FUZZ_CHECK(r.error().offset <= size && !r.error().detail.empty());
    return 0;
  }
  std::uint64_t bytes = r->element_bytes();
  for (std::uint64_t n : r->shape) bytes *= n;
  FUZZ_CHECK(r->data_offset + bytes == size);
  const auto again = read_npy_header(to_npy_header(r->type, r->shape), std::nullopt);
  FUZZ_CHECK(again && again->shape == r->shape && again->type == r->type);
  return 0;
}
