#include "intarsia/hex/internal/sgf_tree.h"

#include "intarsia/base/text.h"
#include "intarsia/hex/sgf.h"

namespace intarsia::hex::internal {

namespace {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr std::size_t kLongestName = 8;

class TreeReader {
 public:
  TreeReader(std::string_view text, std::size_t start) : text_(text), at_(start) {
    tree_.start = start;
  }

  Result<SgfTree> read() {
    do {
      skip_spaces();
      if (at_ == text_.size()) return fail("the game does not end: a closing bracket is missing");
      if (auto error = read_token()) return *std::move(error);
    } while (depth_ > 0);
    tree_.end = at_;
    return std::move(tree_);
  }

 private:
  Error fail(std::string_view detail, ErrorCode code = ErrorCode::kSyntax) const {
    return Error{code, at_, std::string(detail)};
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() {
    while (is_space(peek())) ++at_;
  }

  std::optional<Error> read_token() {
    const char c = peek();
    if (is_upper(c)) return read_property();
    if (c == '(' && ++depth_ > kMaxSgfDepth) {
      return fail("variations lie more than 1024 deep", ErrorCode::kLimit);
    }
    if (c == ';' && ++nodes_ > kMaxSgfNodes) {
      return fail("a game has at most 1000000 nodes", ErrorCode::kLimit);
    }
    if (c == ')') {
      --depth_;
      is_main_line_ = false;  // the first end of a variation ends the main line
    }
    if (c != '(' && c != ')' && c != ';') return fail("expected a property, ; ( or )");
    ++at_;
    return std::nullopt;
  }

  std::optional<Error> read_property() {
    const std::size_t start = at_;
    while (is_upper(peek())) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (nodes_ == 0) return fail("expected ; before the first property");
    if (name.size() > kLongestName) return fail("a property's name has at most 8 letters");
    skip_spaces();
    if (peek() != '[') return fail("expected [ after the property's name");
    bool is_first = true;
    for (; peek() == '['; skip_spaces()) {
      const auto raw = read_value();
      if (!raw) return raw.error();
      if (is_main_line_ && is_first) tree_.properties.push_back({name, *raw, start, nodes_ == 1});
      is_first = false;
    }
    return std::nullopt;
  }

  Result<std::string_view> read_value() {
    const std::size_t start = ++at_;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == ']' && is_end_of_value(at_ + 1)) {
        return text_.substr(start, at_++ - start);
      }
    }
    at_ = text_.size();
    return Error{ErrorCode::kSyntax, start - 1, "a value without its closing bracket"};
  }

  // Little Golem does not escape brackets in names: one that nothing sensible follows belongs to the
  // text.
  bool is_end_of_value(std::size_t i) const {
    while (i < text_.size() && is_space(text_[i])) ++i;
    if (i == text_.size()) return true;
    if (std::string_view(";()[").find(text_[i]) != std::string_view::npos) return true;
    const std::size_t name = i;
    while (i < text_.size() && i - name < kLongestName && is_upper(text_[i])) ++i;
    return i > name && i < text_.size() && text_[i] == '[';
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t depth_ = 0;
  std::size_t nodes_ = 0;
  bool is_main_line_ = true;
  SgfTree tree_;
};

}  // namespace

Result<SgfTree> read_sgf_tree(std::string_view text, std::size_t start) {
  return TreeReader(text, start).read();
}

std::string unescaped(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool is_escaped = raw[i] == '\\' && ++i < raw.size();
    if (i < raw.size() && !(is_escaped && raw[i] == '\n')) out += raw[i];  // a line end is left out
  }
  return out;
}

std::string escaped(std::string_view value) {
  std::string out;
  for (char c : value) {
    if (c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace intarsia::hex::internal
