// Memory for data that is read in any order, such as the records of a shard.
//
// It begins at a cache line, so that records of 32 bytes never lie across two, and
// is asked to be of huge pages: from ordinary ones, a random read waits longer for
// the page tables than for the data (under a hypervisor, a third of the time of
// encoding shuffled records).

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace intarsia::io {

class Memory {
 public:
  Memory() = default;
  // Not cleared. Too much raises bad_alloc, as everywhere.
  explicit Memory(std::size_t bytes);

  std::size_t size() const { return size_; }
  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::span<std::byte> bytes() { return {data(), size_}; }
  std::span<const std::byte> bytes() const { return {data(), size_}; }

 private:
  struct Free {
    Free() : alignment(std::align_val_t{1}) {}
    explicit Free(std::align_val_t a) : alignment(a) {}
    std::align_val_t alignment;
    void operator()(std::byte* p) const { ::operator delete(p, alignment); }
  };

  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace intarsia::io
