// Records of data sets in the memory of a GPU, and batches made there.
//
//   const auto device = intarsia::cuda::Device::open(0);
//   const auto records = intarsia::cuda::Records::upload(*device, *set);
//   const auto encoder = intarsia::cuda::Encoder::make(*device, plan, type.device, targets);
//   intarsia::cuda::Batcher batcher(**records, *encoder, *set, type.record_history(plan.layout()));
//   batcher.fill(stream, rows, {}, {.planes = address});
//
// Streams and addresses are those of CUDA, as plain pointers and numbers: no header of CUDA is needed,
// and no library of it before `open`. docs/gpu.md is the page for users.

#pragma once

#include "intarsia/cuda/batcher.h"
#include "intarsia/cuda/device.h"
#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/records.h"
