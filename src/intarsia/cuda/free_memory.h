// What this machine's memory has room for: records that wait for the card are pinned there.

#pragma once

#include <cstdint>
#include <string>

namespace intarsia::cuda {

// Where Linux says so: of the machine, and of the container in which this process may run.
struct MemoryFiles {
  std::string machine = "/proc/meminfo";
  std::string container = "/sys/fs/cgroup/memory.max";
};

// Bytes that can be had without taking them from others, who may have pinned some as well. Where nothing
// is said there is no limit.
std::uint64_t free_memory(const MemoryFiles& files = {});

}  // namespace intarsia::cuda
