// What the end of a chunk has cut, kept until the next one completes it.

#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace intarsia::chess::internal {

class PgnTail {
 public:
  bool empty() const { return kept_.empty(); }
  std::string take() { return std::exchange(kept_, {}); }

  // Shows windows of the input to `run`, which returns how many of their bytes it took. However the
  // input is cut, each byte is shown a bounded number of times.
  template <std::invocable<std::string_view> Run>
  void feed(std::string_view chunk, Run run) {
    std::size_t used = 0;
    while (!kept_.empty() && used < chunk.size()) {
      // At least as many again, so that a long token costs linear time in pieces of any size.
      const std::size_t more =
          std::min(std::max<std::size_t>(kept_.size(), kStep), chunk.size() - used);
      const std::size_t before = kept_.size();
      kept_.append(chunk, used, more);
      used += more;
      const bool is_worth_trying = used < chunk.size() || kept_.size() >= 2 * tried_;
      if (!is_worth_trying) return;
      const std::size_t taken = run(std::string_view(kept_));
      if (taken >= before) {
        used -= kept_.size() - taken;
        kept_.clear();
      } else {
        kept_.erase(0, taken);
        tried_ = kept_.size();
      }
    }
    if (used == chunk.size()) return;
    const std::string_view rest = chunk.substr(used);
    kept_ = rest.substr(run(rest));
    tried_ = kept_.size();
  }

 private:
  static constexpr std::size_t kStep = 256;

  std::string kept_;
  std::size_t tried_ = 0;  // how much of it did not suffice
};

}  // namespace intarsia::chess::internal
