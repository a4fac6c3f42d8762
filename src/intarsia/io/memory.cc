#include "intarsia/io/memory.h"

#include <sys/mman.h>

namespace intarsia::io {

namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

Memory::Memory(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  const std::size_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  const std::align_val_t aligned{alignment};
  data_ = {static_cast<std::byte*>(::operator new(whole, aligned)), Free{aligned}};
  // A wish: a system without huge pages is slower, not wrong.
  if (alignment == kHugePage) (void)madvise(data_.get(), whole, MADV_HUGEPAGE);
}

}  // namespace intarsia::io
