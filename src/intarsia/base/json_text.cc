#include "intarsia/base/json_text.h"

#include <cassert>
#include <cmath>

#include "intarsia/base/text.h"

namespace intarsia {

void JsonText::separate() {
  if (needs_comma_) text_ += is_open_ && depth_ > 1 ? ", " : ",";
  needs_comma_ = false;
}

JsonText& JsonText::begin(char bracket) {
  separate();
  text_ += bracket;
  ++depth_;
  return *this;
}

JsonText& JsonText::end(char bracket) {
  --depth_;
  assert(depth_ >= 0);
  if (is_open_ && depth_ == 0) text_ += '\n';
  text_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  if (is_open_ && depth_ == 1) text_ += "\n  ";
  append_string(name);
  text_ += is_open_ ? ": " : ":";
  return *this;
}

JsonText& JsonText::value(std::string_view text) {
  separate();
  append_string(text);
  needs_comma_ = true;
  return *this;
}

JsonText& JsonText::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  std::string digits;
  append_number(digits, number);
  return raw(digits);
}

JsonText& JsonText::raw(std::string_view token) {
  separate();
  text_ += token;
  needs_comma_ = true;
  return *this;
}

void JsonText::append_string(std::string_view text) {
  constexpr char kHexadecimalDigits[] = "0123456789abcdef";
  text_ += '"';
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (byte < 0x20) {
      text_ += "\\u00";
      text_ += kHexadecimalDigits[byte >> 4];
      text_ += kHexadecimalDigits[byte & 15];
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

void add_nulls(JsonText& out, std::span<const std::string_view> keys) {
  for (const std::string_view key : keys) out.key(key).null();
}

}  // namespace intarsia
