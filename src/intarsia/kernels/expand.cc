#include "intarsia/kernels/expand.h"

#include <cstdlib>
#include <cstring>

#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {

namespace {

// For tests and for finding faults: INTARSIA_KERNEL=portable keeps SIMD out.
bool is_portable_wanted() {
  const char* wanted = std::getenv("INTARSIA_KERNEL");
  return wanted != nullptr && std::strcmp(wanted, "portable") == 0;
}

std::size_t lines_for(std::size_t bytes) { return (bytes + kLineBytes - 1) / kLineBytes; }

}  // namespace

struct Expander::Work {
  Shape shape;
  std::size_t bytes;  // of a tensor
  bool is_portable;
  Kernel kernel;
  CellTables tables;
  std::vector<Line> apart;  // for tensors that cannot be written where they belong
  Pour pour;                // the kernel's one for the output begun
  bool is_streamed = false;
  Edge edge;
  std::byte* next = nullptr;  // where the tensor before ended, if its edge waits

  explicit Work(const Shape& s)
      : shape(s),
        bytes(s.elements() * s.element_bytes),
        is_portable(is_portable_wanted() || !has_kernel(s)),
        kernel(s.order == Order::kPlaneFirst ? planes_kernel(s.element_bytes)
                                             : cells_kernel(s.element_bytes)),
        tables(s),
        apart(lines_for(bytes) + 2),
        pour(kernel.cached) {}

  std::byte* apart_bytes() { return apart.front().bytes; }
};

Expander::Expander(const Shape& shape) : work_(std::make_unique<Work>(shape)) {}
Expander::Expander(Expander&&) noexcept = default;
Expander& Expander::operator=(Expander&&) noexcept = default;
Expander::~Expander() = default;

void Expander::begin(bool is_streamed) {
  Work& w = *work_;
  w.is_streamed = is_streamed;
  w.pour = is_streamed ? w.kernel.streamed : w.kernel.cached;
}

void Expander::write(const std::uint64_t* masks, const std::uint32_t* values, std::byte* out) {
  Work& w = *work_;
  if (w.is_portable) return expand_portable(w.shape, masks, values, out);
  if (out != w.next) flush();
  const bool is_on_boundary = reinterpret_cast<std::uintptr_t>(out) % w.kernel.vector_bytes == 0;
  if (w.pour == nullptr || (out != w.next && !is_on_boundary)) {
    return write_apart(masks, values, out);
  }
  w.pour(w.shape, w.tables, masks, values, out - w.edge.fill, w.edge);
  w.next = out + w.bytes;
}

// Into a buffer and from there to its place. The first of a row of tensors off the boundaries comes
// this way, for the vector that it begins in belongs to others as well; so do elements that straddle
// the boundaries.
void Expander::write_apart(const std::uint64_t* masks, const std::uint32_t* values,
                           std::byte* out) {
  Work& w = *work_;
  const std::size_t phase = reinterpret_cast<std::uintptr_t>(out) % w.kernel.vector_bytes;
  const bool is_in_phase = w.pour != nullptr && phase % w.shape.element_bytes == 0;
  const std::size_t lead = is_in_phase ? phase : 0;
  std::byte* const apart = w.apart_bytes();
  w.edge.fill = lead;
  w.kernel.cached(w.shape, w.tables, masks, values, apart, w.edge);
  const std::size_t whole = lead + w.bytes - w.edge.fill;
  if (is_in_phase && whole > 0) {
    std::memcpy(out, apart + lead, whole - lead);
    w.next = out + w.bytes;
    return;
  }
  std::memcpy(apart + whole, w.edge.line.bytes, w.edge.fill);
  w.edge = {};
  if (w.is_streamed) {
    stream(apart + lead, w.bytes, out);
  } else {
    std::memcpy(out, apart + lead, w.bytes);
  }
}

void Expander::flush() {
  Work& w = *work_;
  if (w.edge.fill != 0) std::memcpy(w.next - w.edge.fill, w.edge.line.bytes, w.edge.fill);
  w.edge = {};
  w.next = nullptr;
}

void Expander::finish() {
  flush();
  if (work_->is_streamed) stream_fence();
}

}  // namespace intarsia::kernels
