#include "intarsia/io/parallel.h"

#include <mutex>
#include <new>
#include <set>

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

TEST(InParallel, DoesEachPieceOfWorkOnce) {
  for (std::size_t count : {0U, 1U, 2U, 100U}) {
    for (unsigned threads : {0U, 1U, 2U, 7U}) {
      std::multiset<std::size_t> done;
      std::mutex mutex;
      in_parallel(count, threads, [&](std::size_t i) {
        const std::lock_guard lock(mutex);
        done.insert(i);
      });
      ASSERT_EQ(done.size(), count) << threads << " threads";
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(done.count(i), 1U);
    }
  }
}

TEST(InParallel, ThrowsWhatAnyThreadThrew) {
  for (unsigned threads : {1U, 2U, 5U}) {
    for (std::size_t bad : {0U, 1U, 99U}) {
      const auto work = [bad](std::size_t i) {
        if (i == bad) throw std::bad_alloc();
      };
      EXPECT_THROW(in_parallel(100, threads, work), std::bad_alloc) << threads << " " << bad;
    }
  }
}

}  // namespace
}  // namespace intarsia::io
