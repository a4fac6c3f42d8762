// What Highway's library answers where there is one set of instructions to choose from: the tests of
// kernels go through all that there are.

#include <hwy/targets.h>

static_assert((HWY_TARGETS & (HWY_TARGETS - 1)) == 0);

std::int64_t hwy::SupportedTargets() { return HWY_TARGETS; }

void hwy::SetSupportedTargetsForTest(std::int64_t /*targets*/) {}
