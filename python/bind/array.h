// Arrays that Python hands over, without losing Ctrl-C.
//
// nanobind asks an array for DLPack first and clears whatever is raised meanwhile. Arrays of NumPy
// before 2.1 fail when they are asked for one to write to, and look for signals as they fail: a
// KeyboardInterrupt was cleared with the rest. So what has a buffer is asked for that instead, which
// runs no code of Python, and what has none is asked for DLPack by us.

#pragma once

#include <cstdint>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace intarsia::bind {

namespace nb = nanobind;

// The array's buffer; where it has none, what it exports by DLPack; or the array itself, for
// nanobind to refuse. Raises what is no Exception, as Ctrl-C is not.
nb::object exported(nb::handle array);

// An argument of a bound function. Never a copy in another type, which would be filled for nobody.
template <class... Args>
class Array : public nb::ndarray<Args...> {
 public:
  Array() = default;
  explicit Array(nb::ndarray<Args...> array) : nb::ndarray<Args...>(std::move(array)) {}
};

}  // namespace intarsia::bind

namespace nanobind::detail {

template <class... Args>
struct type_caster<intarsia::bind::Array<Args...>> {
  NB_TYPE_CASTER(intarsia::bind::Array<Args...>, make_caster<ndarray<Args...>>::Name)

  bool from_python(handle from, std::uint32_t flags, cleanup_list* cleanup) {
    make_caster<ndarray<Args...>> array;
    const object source = intarsia::bind::exported(from);
    if (!array.from_python(source, flags & ~cast_flags::convert, cleanup)) return false;
    value = intarsia::bind::Array<Args...>(std::move(array.value));
    return true;
  }
};

}  // namespace nanobind::detail
