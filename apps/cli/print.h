// What the tool prints. Printing may fail, on a full disk or a closed descriptor, and never throws.

#pragma once

#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/status_line.h"

namespace intarsia::cli {

// To stdout. What could not be written is found out at the end, and is exit code 1 (main.cc).
inline void put_text(std::string_view text) {
  hide_status();
  std::fwrite(text.data(), 1, text.size(), stdout);
}

template <class... Args>
void put(fmt::format_string<Args...> format, Args&&... args) {
  put_text(fmt::format(format, std::forward<Args>(args)...));
}

// To stderr. What cannot be written there is lost: the work and its exit code stay what they are.
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  try {
    const std::string text = fmt::format(format, std::forward<Args>(args)...);
    hide_status();
    std::fwrite(text.data(), 1, text.size(), stderr);
  } catch (const std::bad_alloc&) {  // no room for words
  }
}

// "1 game", "2 games".
template <class Number>
std::string counted(Number n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == Number{1} ? "" : "s");
}

}  // namespace intarsia::cli
