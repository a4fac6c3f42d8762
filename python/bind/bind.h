// What each bind_*.cc adds to the module.

#pragma once

#include <nanobind/nanobind.h>

namespace intarsia::bind {

namespace nb = nanobind;

// The C++ side of an object, or nothing if it is of another class.
template <class T>
T* find(nb::handle object) {
  T* found = nullptr;
  return nb::try_cast(object, found, false) ? found : nullptr;
}

void bind_outcome(nb::module_& m);
void bind_position(nb::module_& m);
void bind_game(nb::module_& m);
void bind_row(nb::module_& m);
void bind_read(nb::module_& m);
void bind_layout(nb::module_& m);
void bind_encode(nb::module_& m);
void bind_decode(nb::module_& m);
void bind_bits(nb::module_& m);
void bind_records(nb::module_& m);
void bind_policy(nb::module_& m);
void bind_targets(nb::module_& m);
void bind_symmetry(nb::module_& m);
void bind_data(nb::module_& m);
void bind_shards(nb::module_& m);
void bind_orders(nb::module_& m);
void bind_build(nb::module_& m);
void bind_parts(nb::module_& m);
void bind_columns(nb::module_& m);
void bind_draw(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_walker(nb::module_& m);
void bind_writer(nb::module_& m);
void bind_evaluator(nb::module_& m);
void bind_cuda(nb::module_& m);

}  // namespace intarsia::bind
