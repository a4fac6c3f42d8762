#include "intarsia/base/json_reader.h"

#include <charconv>

#include "intarsia/base/text.h"

namespace intarsia {

namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0 | code >> 6);
    add(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  } else {
    add(0xf0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3f));
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  }
}

}  // namespace

void JsonReader::fail(std::string_view detail) {
  if (!error_) error_ = Error{ErrorCode::kSyntax, at_, std::string(detail)};
}

char JsonReader::peek() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  return at_ < text_.size() && !error_ ? text_[at_] : '\0';
}

bool JsonReader::take(char c) {
  if (peek() != c || c == '\0') return false;
  ++at_;
  return true;
}

void JsonReader::expect(char c) {
  if (!take(c)) fail(concat({"expected ", std::string_view(&c, 1)}));
}

void JsonReader::begin(char bracket) {
  expect(bracket);
  if (++depth_ > kMaxDepth) fail("too many brackets inside each other");
  is_first_ = true;
}

void JsonReader::end(char bracket) {
  expect(bracket);
  --depth_;
  is_first_ = false;
}

// Before the next key or item: true if there is one.
bool JsonReader::separate(char closing) {
  if (take(closing)) {
    --depth_;
    is_first_ = false;
    return false;
  }
  if (!is_first_) expect(',');
  is_first_ = false;
  return !error_;
}

bool JsonReader::next_item() { return separate(']'); }

bool JsonReader::next_key(std::string& name) { return separate('}') && take_key(name); }

bool JsonReader::take_key(std::string& name) {
  name = text();
  expect(':');
  return !error_;
}

void JsonReader::key(std::string_view name) {
  if (!has_key(name)) fail(concat({"expected the key ", in_quotes(name)}));
}

bool JsonReader::has_key(std::string_view name) {
  const JsonReader before = *this;
  std::string found;
  if (!is_first_ && !take(',')) return false;
  is_first_ = false;
  if (peek() == '"' && take_key(found) && found == name) return true;
  *this = before;
  return false;
}

std::string JsonReader::text() {
  std::string out;
  expect('"');
  bool is_ascii = true;
  while (!error_) {
    if (at_ >= text_.size()) {
      fail("a text without its end");
      break;
    }
    const char c = text_[at_++];
    if (c == '"') break;
    is_ascii = is_ascii && static_cast<unsigned char>(c) < 0x80;
    if (static_cast<unsigned char>(c) < 0x20) {
      fail("a control character in a text");
    } else if (c != '\\') {
      out += c;
    } else if (!take_escape(out)) {
      fail("an unknown escape");
    }
  }
  if (!error_ && !is_ascii && as_utf8(out) != out) fail("a text that is no UTF-8");
  return error_ ? std::string() : out;
}

bool JsonReader::take_escape(std::string& out) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char c = at_ < text_.size() ? text_[at_++] : '\0';
  if (c != 'u') {
    const std::size_t i = kLetters.find(c);
    if (i == std::string_view::npos) return false;
    out += kMeanings[i];
    return true;
  }
  const auto high = take_unit();
  if (!high) return false;
  const bool is_pair = *high >= 0xd800 && *high < 0xdc00;
  if (!is_pair) {
    if (*high >= 0xdc00 && *high < 0xe000) return false;
    append_utf8(out, *high);
    return true;
  }
  if (text_.substr(at_, 2) != "\\u") return false;
  at_ += 2;
  const auto low = take_unit();
  if (!low || *low < 0xdc00 || *low >= 0xe000) return false;
  append_utf8(out, 0x10000 + ((*high - 0xd800) << 10 | (*low - 0xdc00)));
  return true;
}

// Four hexadecimal digits.
std::optional<std::uint32_t> JsonReader::take_unit() {
  std::uint32_t unit = 0;
  const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
  const auto [end, ec] =
      std::from_chars(digits.data(), digits.data() + digits.size(), unit, /*base=*/16);
  if (ec != std::errc{} || end != digits.data() + 4) return std::nullopt;
  at_ += 4;
  return unit;
}

// As JSON writes numbers: no sign but minus, no zeros in front, digits on both sides of a point.
std::string_view JsonReader::number_text() {
  peek();
  TextCursor in(text_.substr(at_));
  in.take_if('-');
  const bool is_zero = in.take_if('0');
  bool is_good = is_zero || !in.take_while(is_digit).empty();
  if (in.take_if('.')) is_good = is_good && !in.take_while(is_digit).empty();
  if (in.take_if('e') || in.take_if('E')) {
    if (!in.take_if('-')) in.take_if('+');
    is_good = is_good && !in.take_while(is_digit).empty();
  }
  if (!is_good || is_digit(in.peek())) fail("expected a number");
  if (error_) return {};
  const std::string_view found = text_.substr(at_, in.offset());
  at_ += in.offset();
  return found;
}

std::uint64_t JsonReader::number() {
  const std::size_t start = at_;
  const std::string_view digits = number_text();
  std::uint64_t value = 0;
  const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (!error_ && (ec != std::errc{} || end != digits.data() + digits.size())) {
    at_ = start;
    fail("expected a whole number from 0 to 2^64 - 1");
  }
  return error_ ? 0 : value;
}

std::uint64_t JsonReader::hash() {
  const std::string digits = text();
  std::uint64_t value = 0;
  const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (ec != std::errc{} || hex16(value) != digits) fail("expected sixteen hexadecimal digits");
  return error_ ? 0 : value;
}

double JsonReader::real() { return read_number<double>(number_text()).value_or(0); }

std::string_view JsonReader::word() {
  peek();
  const std::size_t start = at_;
  while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') ++at_;
  return text_.substr(start, at_ - start);
}

bool JsonReader::truth() {
  const std::string_view found = error_ ? "" : word();
  if (found != "true" && found != "false") fail("expected true or false");
  return found == "true";
}

// Without recursion: `open` remembers the brackets, of which there are few.
std::string_view JsonReader::skip() {
  peek();
  const std::size_t start = at_;
  std::string open;
  std::string name;
  do {
    const char c = peek();
    if (c == '{' || c == '[') {
      begin(c);
      open += c == '{' ? '}' : ']';
    } else if (c == '"') {
      text();
    } else if (c == '-' || is_digit(c)) {
      number_text();
    } else if (const std::string_view w = word(); w != "true" && w != "false" && w != "null") {
      fail("expected a value");
    }
    while (!open.empty() && !error_ && !(open.back() == '}' ? next_key(name) : next_item())) {
      open.pop_back();
    }
  } while (!open.empty() && !error_);
  return error_ ? std::string_view() : text_.substr(start, at_ - start);
}

void JsonReader::end() {
  if (peek() != '\0' || at_ != text_.size()) fail("something follows");
}

}  // namespace intarsia
