// How kernels store a vector. Compiled once per instruction set: for files of <hwy/foreach_target.h>.

#if defined(INTARSIA_KERNELS_STORE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef INTARSIA_KERNELS_STORE_INL_H
#undef INTARSIA_KERNELS_STORE_INL_H
#else
#define INTARSIA_KERNELS_STORE_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace intarsia::kernels::HWY_NAMESPACE {

// On a boundary; streamed stores go past the caches.
template <bool kIsStreamed, class D>
HWY_INLINE void put(D d, hwy::HWY_NAMESPACE::Vec<D> v, hwy::HWY_NAMESPACE::TFromD<D>* to) {
  if constexpr (kIsStreamed) {
    hwy::HWY_NAMESPACE::Stream(v, d, to);
  } else {
    hwy::HWY_NAMESPACE::Store(v, d, to);
  }
}

}  // namespace intarsia::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
