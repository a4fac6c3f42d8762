// The functions of the page as a program: what tests compare with the browser's.
//
//   page_native --types              the types of the arguments for the script
//   page_native < calls > answers    a call a line: FUNCTION BYTES JSON, where BYTES are the file's
//                                    bytes in hexadecimal digits, or - for none
//
// An answer is a line too: 0 or 1 (it failed), the bytes of its arrays likewise, its JSON.

#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/text.h"
#include "page/core/function.h"

namespace {

using intarsia::read_number;

constexpr std::string_view kNone = "-";

std::optional<int> digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return std::nullopt;
}

std::optional<std::vector<std::byte>> from_hex(std::string_view text) {
  std::vector<std::byte> bytes;
  if (text == kNone) return bytes;
  if (text.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto high = digit(text[i]);
    const auto low = digit(text[i + 1]);
    if (!high || !low) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(*high << 4 | *low));
  }
  return bytes;
}

std::string to_hex(const std::vector<std::byte>& bytes) {
  if (bytes.empty()) return std::string(kNone);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte b : bytes) {
    text += kDigits[std::to_integer<std::size_t>(b) >> 4];
    text += kDigits[std::to_integer<std::size_t>(b) & 15];
  }
  return text;
}

bool answer(std::string_view line) {
  intarsia::TextCursor in(line);
  const auto function = read_number<std::size_t>(in.word());
  const auto bytes = from_hex(in.word());
  in.skip_blanks();
  if (!function || !bytes) return false;
  const auto called = intarsia::page::call(*function, in.rest(), *bytes);
  std::cout << (called.has_failed ? 1 : 0) << ' ' << to_hex(called.bytes) << ' ' << called.text
            << '\n';
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--types") {
    std::cout << intarsia::page::to_typescript();
    return 0;
  }
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    if (answer(line)) continue;
    std::cerr << "page_native: not a call: " << line.substr(0, 80) << '\n';
    return 2;
  }
  return 0;
}
