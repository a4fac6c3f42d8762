// Records of data sets in the memory of a GPU, and batches made there.
//
//   using namespace intarsia;
//   const auto device = cuda::Device::open(0);
//   if (!device) return 0;                                   // device.error().detail says why
//   const auto fill = [&](data::Set& set, const layout::Plan& plan, const game::GameType& game,
//                         const data::BatchRows& rows, void* stream, cuda::DevicePointer planes) {
//     const auto records = cuda::Records::upload(*device, set);
//     const auto encoder = cuda::Encoder::make(*device, plan, game.device);
//     cuda::Batcher batcher(**records, *encoder, set, game.record_history(plan.layout()));
//     return batcher.fill(stream, rows, {}, {.planes = planes});
//   };
//   (void)fill;  // for sets, plans and rows of intarsia.h
//
// Streams and addresses are those of CUDA, as plain pointers and numbers: no header of CUDA is needed,
// and no library of it before `open`. docs/gpu.md is the page for users.

#pragma once

#include "intarsia/cuda/batcher.h"
#include "intarsia/cuda/device.h"
#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/records.h"
#include "intarsia/game/game_type.h"
