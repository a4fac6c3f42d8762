// Filters and choices by the names that they have in Python: those of `build` and of `DataSet.where`.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "intarsia/data/batch.h"

namespace intarsia::bind {

namespace nb = nanobind;

template <class T>
T option(const nb::dict& options, const char* name) {
  return nb::cast<T>(options[name]);
}

// All of them must be there (intarsia/_filters.py).
data::Rules rules_in(const nb::dict& options);

}  // namespace intarsia::bind
