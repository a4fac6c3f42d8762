// Records of random games on a host and on a card, for bench/gpu_check.cc.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/cuda/device.h"
#include "intarsia/game/game_type.h"

namespace intarsia::bench {

using Bytes = std::vector<std::byte>;

// What a program that measures cannot go on without.
template <class T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().detail.c_str());
  std::exit(2);
}
inline void must(const std::optional<Error>& error) {
  if (!error) return;
  std::fprintf(stderr, "%s\n", error->detail.c_str());
  std::exit(2);
}

inline double seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Until the card has done all that it was given.
void finish(const cuda::Device& device);
void copy_out(const cuda::Device& device, cuda::DevicePointer from, void* to, std::size_t bytes);

// Records of random games, on both sides. `count` of them: the games over and over.
struct Sample {
  const game::GameType& type;
  int size;
  game::RecordType record;
  Bytes records;
  cuda::Memory on;

  std::size_t count() const { return records.size() / record.bytes; }

  static Sample make(const cuda::Device& device, const game::GameType& type, int size,
                     std::size_t count);
};

}  // namespace intarsia::bench
