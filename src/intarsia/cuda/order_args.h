// An epoch's order as kernels take it.

#pragma once

#include "intarsia/cuda/handles.h"
#include "intarsia/cuda/kernel/order.h"
#include "intarsia/data/sampling.h"

namespace intarsia::cuda {

// `tables`: of an order in lanes the numbers `firsts`, then `begins`, where the kernels read them.
kernel::Order order_args(const data::Order& order, DevicePointer tables);

}  // namespace intarsia::cuda
