// Who may ask and who may change what several Python threads share, while Python's lock is let go.
//
// Many may read at once, one may change. Those who wait hold nothing of Python's, and Ctrl-C ends their
// waiting. Python's code runs in the midst of the work (handlers of signals, reports of progress, score
// functions): where that wants what would wait for its own thread, it is an error instead.

#pragma once

#include <condition_variable>
#include <mutex>

#include "python/bind/lock.h"

namespace intarsia::bind {

class WorkLock {
 public:
  enum class Use { kRead, kChange };

  // RuntimeError if this thread is at work on it in a way that does not allow the use.
  void check(Use use) const;

  // Waits for its turn. False, with what a handler of signals raised, if that ended the waiting.
  class Held {
   public:
    Held(const WorkLock& lock, Use use, Unlocked& unlocked);
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held();
    explicit operator bool() const { return is_held_; }

   private:
    const WorkLock& lock_;
    Use use_;
    bool is_held_;
  };

 private:
  bool try_take(Use use) const;
  bool take(Use use, Unlocked& unlocked) const;
  void give_back(Use use) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable is_free_;
  mutable int readers_ = 0;
  mutable bool is_changed_ = false;
};

}  // namespace intarsia::bind
