// How fast batches are made on a card, beside a plain fill of its memory: for bench/gpu_check.cc.

#pragma once

#include <cstdint>

#include "intarsia/cuda/device.h"

namespace intarsia::bench {

// A table in Markdown, of so many positions at once and of usual batches.
void print_rates(const cuda::Device& device, std::uint64_t count);

}  // namespace intarsia::bench
