// What each bind_*.cc adds to the module.

#pragma once

#include <cstdint>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace intarsia::bind {

namespace nb = nanobind;

// Records as bytes, 32 a row.
using RecordArray =
    nb::ndarray<const std::uint8_t, nb::shape<-1, 32>, nb::device::cpu, nb::c_contig>;

// The C++ side of an object, or nothing if it is of another class.
template <class T>
T* find(nb::handle object) {
  T* found = nullptr;
  return nb::try_cast(object, found, false) ? found : nullptr;
}

void bind_chess(nb::module_& m);
void bind_game(nb::module_& m);
void bind_transition(nb::module_& m);
void bind_layout(nb::module_& m);
void bind_encode(nb::module_& m);
void bind_decode(nb::module_& m);
void bind_draw(nb::module_& m);

}  // namespace intarsia::bind
