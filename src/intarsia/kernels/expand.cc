#include "intarsia/kernels/expand.h"

#include <cstring>
#include <utility>

#include "intarsia/kernels/internal/choice.h"
#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {

namespace {

std::size_t lines_for(std::size_t bytes) { return (bytes + kLineBytes - 1) / kLineBytes; }

Kernel kernel_for(const Shape& s) {
  if (s.order == Order::kPlaneFirst) return planes_kernel(s.element_bytes);
  return rows_kernel(s).value_or(cells_kernel(s.element_bytes));
}

}  // namespace

struct Expander::Work {
  Shape shape;
  const Layer* layers;
  std::size_t bytes;  // of a tensor
  bool is_portable;
  Kernel kernel;
  Tables tables;
  std::vector<Line> apart;   // for tensors that cannot be written where they belong
  WriteTensor write_tensor;  // the kernel's one for the output begun
  bool is_streamed = false;
  Edge edge;
  std::byte* next = nullptr;          // where the tensor before ended, if its edge waits
  std::byte* due[kTakesBefore] = {};  // where tensors taken and not yet written belong

  Work(const Shape& s, const Layer* l)
      : shape(s),
        layers(l),
        bytes(s.elements() * s.element_bytes),
        is_portable(is_portable_wanted() || !has_kernel(s)),
        kernel(kernel_for(s)),
        tables(s, l),
        apart(lines_for(bytes) + 2),
        write_tensor(kernel.cached) {}

  void take(const Layer* now, std::byte* out);
  void write(std::byte* out);
  void write_apart(std::byte* out);
  void flush();
};

// Takes a position and writes the one that is due.
void Expander::Work::take(const Layer* now, std::byte* out) {
  kernel.take(shape, now, tables);
  std::byte* const ready = std::exchange(due[0], std::exchange(due[1], out));
  if (ready != nullptr) write(ready);
}

void Expander::Work::write(std::byte* out) {
  const bool is_joined = edge.fill != 0 && out == next;
  if (edge.fill != 0 && !is_joined) flush();
  const bool is_on_boundary = reinterpret_cast<std::uintptr_t>(out) % kernel.vector_bytes == 0;
  if (write_tensor == nullptr || !(is_joined || is_on_boundary)) return write_apart(out);
  write_tensor(shape, layers, tables, out - edge.fill, edge);
  next = out + bytes;
}

// Into a buffer and from there to its place. The first of a row of tensors off the boundaries comes
// this way, for the vector that it begins in belongs to others as well; so do elements that straddle
// the boundaries.
void Expander::Work::write_apart(std::byte* out) {
  const std::size_t phase = reinterpret_cast<std::uintptr_t>(out) % kernel.vector_bytes;
  const bool is_in_phase = write_tensor != nullptr && phase % shape.element_bytes == 0;
  const std::size_t lead = is_in_phase ? phase : 0;
  std::byte* const buffer = apart.front().bytes;
  edge.fill = lead;
  kernel.cached(shape, layers, tables, buffer, edge);
  const std::size_t whole = lead + bytes - edge.fill;
  if (is_in_phase && whole > 0) {
    std::memcpy(out, buffer + lead, whole - lead);
    next = out + bytes;
    return;
  }
  std::memcpy(buffer + whole, edge.line.bytes, edge.fill);
  edge = {};
  if (is_streamed) {
    stream(buffer + lead, bytes, out);
  } else {
    std::memcpy(out, buffer + lead, bytes);
  }
}

// Stores the vector that the tensor before has left unfinished.
void Expander::Work::flush() {
  std::memcpy(next - edge.fill, edge.line.bytes, edge.fill);
  edge = {};
}

Expander::Expander(const Shape& shape, std::span<const Layer> layers)
    : work_(std::make_unique<Work>(shape, layers.data())) {}
Expander::Expander(Expander&&) noexcept = default;
Expander& Expander::operator=(Expander&&) noexcept = default;
Expander::~Expander() = default;

void Expander::begin(bool is_streamed) {
  work_->is_streamed = is_streamed;
  work_->write_tensor = is_streamed ? work_->kernel.streamed : work_->kernel.cached;
}

void Expander::write(std::byte* out) {
  Work& w = *work_;
  if (w.is_portable) return expand_portable(w.shape, w.layers, out);
  w.kernel.take == nullptr ? w.write(out) : w.take(w.layers, out);
}

void Expander::finish() {
  Work& w = *work_;
  if (w.is_portable) return;
  for (int i = 0; i < kTakesBefore && w.kernel.take != nullptr; ++i) w.take(nullptr, nullptr);
  if (w.edge.fill != 0) w.flush();
  if (w.is_streamed) stream_fence();
}

}  // namespace intarsia::kernels
