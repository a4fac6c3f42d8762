#include "intarsia/io/npy.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "intarsia/base/text.h"

namespace intarsia::io {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;

// Reads the Python dictionary of a header as the plain text that it is.
class DictionaryReader {
 public:
  explicit DictionaryReader(std::string_view text) : in_(text) {}

  Result<NpyHeader> read() {
    if (!take('{')) return fail("expected a dictionary");
    while (!take('}')) {
      const auto key = quoted_word();
      if (!key || !take(':')) return fail("expected 'key': value");
      if (auto error = read_value(*key)) return *std::move(error);
      if (!take(',') && peek() != '}') return fail("expected , or }");
    }
    in_.skip_blanks();
    in_.take_if('\n');
    if (!in_.at_end()) return fail("text after the dictionary");
    if (header_.type.empty() || !has_shape_ || !has_order_)
      return fail("descr, fortran_order and shape are needed");
    return header_;
  }

 private:
  char peek() {
    in_.skip_blanks();
    return in_.peek();
  }
  bool take(char c) {
    in_.skip_blanks();
    return in_.take_if(c);
  }
  Error fail(std::string detail) const { return in_.fail(ErrorCode::kSyntax, std::move(detail)); }

  std::optional<std::string_view> quoted_word() {
    const char quote = peek();
    if ((quote != '\'' && quote != '"') || !in_.take_if(quote)) return std::nullopt;
    const auto word = in_.take_while([quote](char c) { return c != quote && c != '\n'; });
    if (!in_.take_if(quote)) return std::nullopt;
    return word;
  }

  std::optional<Error> read_value(std::string_view key) {
    if (key == "descr") {
      const auto type = quoted_word();
      if (!type ||
          std::find(std::begin(kNpyTypes), std::end(kNpyTypes), *type) == std::end(kNpyTypes)) {
        return in_.fail(ErrorCode::kUnsupported,
                        "element type " +
                            (type ? in_quotes(*type) : std::string("of a structure")) +
                            ": save float32, in NumPy a.astype(\"float32\") (known are <f4 <f2 "
                            "<u2 |u1 |i1 <u8)");
      }
      header_.type = *type;
      return std::nullopt;
    }
    if (key == "fortran_order") {
      const auto word =
          (peek(), in_.take_while([](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }));
      has_order_ = word == "False";
      if (has_order_) return std::nullopt;
      return in_.fail(ErrorCode::kUnsupported,
                      "column-major arrays are not read: save it with order='C'");
    }
    if (key == "shape") return read_shape();
    return fail("unknown key " + in_quotes(key));
  }

  std::optional<Error> read_shape() {
    has_shape_ = true;
    if (!take('(')) return fail("expected a tuple");
    while (!take(')')) {
      peek();
      const auto digits = in_.take_while(is_digit);
      std::uint64_t size = 0;
      const auto [rest, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
      if (digits.empty() || ec != std::errc{}) return fail("expected a size below 2^64");
      header_.shape.push_back(size);
      if (!take(',') && peek() != ')') return fail("expected , or )");
    }
    return std::nullopt;
  }

  TextCursor in_;
  NpyHeader header_;
  bool has_shape_ = false;
  bool has_order_ = false;
};

// The bytes of the data, or nothing if they do not fit in 64 bits.
std::optional<std::uint64_t> data_bytes(const NpyHeader& h) {
  std::uint64_t n = h.element_bytes();
  for (std::uint64_t size : h.shape) {
    if (__builtin_mul_overflow(n, size, &n)) return std::nullopt;
  }
  return n;
}

}  // namespace

std::string to_npy_header(std::string_view type, const std::vector<std::uint64_t>& shape) {
  const std::string_view quote = type.starts_with('[') ? "" : "'";
  std::string text =
      concat({"{'descr': ", quote, type, quote, ", 'fortran_order': False, 'shape': ("});
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ' ';
    append_number(text, shape[i]);
    if (i + 1 < shape.size() || shape.size() == 1) text += ',';
  }
  text += "), }";
  constexpr std::size_t kPrefix = 10;  // magic, version, length
  const std::size_t unpadded = kPrefix + text.size() + 1;
  text.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string out(kMagic);
  out += '\1';
  out += '\0';
  out += static_cast<char>(text.size() & 0xff);
  out += static_cast<char>(text.size() >> 8);
  return out + text;
}

Result<NpyHeader> read_npy_header(std::string_view start, std::optional<std::uint64_t> file_size) {
  if (start.size() < 10 || !start.starts_with(kMagic)) {
    return Error{ErrorCode::kSyntax, 0, "not a .npy file"};
  }
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(start[i]));
  };
  const bool is_long = byte(6) >= 2;
  const std::size_t text_at = is_long ? 12 : 10;
  if (byte(6) < 1 || byte(6) > 3 || start.size() < text_at) {
    return Error{ErrorCode::kUnsupported, 6, "an unknown version of .npy"};
  }
  const std::size_t size = byte(8) | byte(9) << 8 | (is_long ? byte(10) << 16 | byte(11) << 24 : 0);
  if (size > kMaxNpyHeader - text_at || start.size() < text_at + size) {
    return Error{ErrorCode::kLimit, 8,
                 concat({"the header says it has ", std::to_string(size), " bytes; there are ",
                         std::to_string(start.size() - text_at), ", and at most ",
                         std::to_string(kMaxNpyHeader - text_at), " are read"})};
  }
  auto header = DictionaryReader(start.substr(text_at, size)).read();
  if (!header) return std::move(header).error().moved_by(text_at);
  header->data_offset = text_at + size;
  const auto bytes = data_bytes(*header);
  if (!bytes) return Error{ErrorCode::kInvalid, text_at, "the shape has 2^64 bytes or more"};
  if (file_size && *bytes != *file_size - header->data_offset) {
    return Error{ErrorCode::kInvalid, text_at,
                 concat({"the shape does not fit the size of the file: it has ",
                         std::to_string(*bytes), " bytes, the file ",
                         std::to_string(*file_size - header->data_offset), " behind the header"})};
  }
  return header;
}

}  // namespace intarsia::io
