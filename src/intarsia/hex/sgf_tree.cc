#include "intarsia/hex/internal/sgf_tree.h"

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/hex/sgf.h"

namespace intarsia::hex::internal {

namespace {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr std::size_t kLongestName = 8;
constexpr std::size_t kNamedProperties = 6;  // GM, SZ, RE, FF, CA, AP: read, but no tags

// A full board, a swap and a resignation: what comes after them is refused for what comes before.
constexpr std::size_t kMostMoves = kMaxCells + 3;
// All cells set up twice over, and taken away again.
constexpr std::size_t kMostSetUp = std::size_t{4} * kMaxCells;

bool is_setup(std::string_view name) {
  return name == "AB" || name == "AW" || name == "AE" || name == "PL";
}

class TreeReader {
 public:
  TreeReader(std::string_view text, std::size_t start) : text_(text), at_(start) {
    tree_.start = start;
  }

  std::variant<SgfTree, SgfFault> read() {
    do {
      skip_spaces();
      if (at_ == text_.size()) {
        return SgfFault{fail("the game does not end: a closing bracket is missing"), at_};
      }
      if (auto error = read_token()) return SgfFault{*std::move(error), place_after_fault()};
    } while (depth_ > 0);
    tree_.end = at_;
    return std::move(tree_);
  }

 private:
  Error fail(std::string_view detail, ErrorCode code = ErrorCode::kSyntax) const {
    return Error{code, at_, std::string(detail)};
  }

  // Where nothing marks the end of a broken game, the next line that begins one goes on. All bytes
  // up to here are done with, so that a text of broken games takes linear time.
  std::size_t place_after_fault() const {
    if (is_next_game_) return branch_;
    for (std::size_t at = at_; (at = find_sgf_game(text_, at)) < text_.size(); ++at) {
      if (text_[at - 1] == '\n') return at;
    }
    return text_.size();
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() {
    while (is_space(peek())) ++at_;
  }

  std::optional<Error> read_token() {
    const char c = peek();
    if (is_upper(c)) return read_property();
    if (c == '(') {
      if (++depth_ > kMaxSgfDepth) {
        return fail(concat({"variations lie more than ", std::to_string(kMaxSgfDepth), " deep"}),
                    ErrorCode::kLimit);
      }
      branch_ = at_;
      branch_nodes_ = nodes_;
      if (!is_main_line_ && variation_depth_++ == 0) ++tree_.variations;
    }
    if (c == ';' && ++nodes_ > kMaxSgfNodes) {
      return fail(concat({"a game has at most ", std::to_string(kMaxSgfNodes), " nodes"}),
                  ErrorCode::kLimit);
    }
    if (c == ')') {
      --depth_;
      if (variation_depth_ > 0) --variation_depth_;
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
    if (name.size() > kLongestName) {
      return fail(
          concat({"a property's name has at most ", std::to_string(kLongestName), " letters"}));
    }
    // Only the first node of a game says such things: the game before it lacks its end.
    const bool is_start = name == "FF" || name == "GM" || name == "SZ";
    if (is_start && depth_ > 1 && nodes_ == branch_nodes_ + 1) {
      is_next_game_ = true;
      return Error{ErrorCode::kSyntax, branch_, "the game does not end: another one begins here"};
    }
    if (name == "C" && is_main_line_) ++tree_.comments;
    skip_spaces();
    if (peek() != '[') return fail("expected [ after the property's name");
    for (std::size_t offset = start; peek() == '['; skip_spaces(), offset = at_) {
      const auto raw = read_value();
      if (!raw) return raw.error();
      if (is_main_line_ && (offset == start || is_setup(name))) {
        if (auto error = keep({name, *raw, offset, nodes_ == 1})) return error;
      }
    }
    return std::nullopt;
  }

  // What means nothing here is not kept: memory does not grow with it.
  std::optional<Error> keep(const SgfProperty& p) {
    const bool is_move = p.name == "B" || p.name == "W";
    const bool is_set_up = is_setup(p.name);
    if (is_move ? ++moves_ > kMostMoves : !is_set_up && !p.is_root) return std::nullopt;
    if (is_set_up && ++setups_ > kMostSetUp) {
      return Error{
          ErrorCode::kLimit, p.offset,
          concat({"a game has at most ", std::to_string(kMostSetUp), " stones that are set up"})};
    }
    if (!is_move && !is_set_up && ++others_ > kMaxSgfTags + kNamedProperties) {
      return Error{ErrorCode::kLimit, p.offset,
                   concat({"a game has at most ", std::to_string(kMaxSgfTags), " tags"})};
    }
    tree_.properties.push_back(p);
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
  std::size_t variation_depth_ = 0;  // behind the main line
  std::size_t branch_ = 0;           // the last opening bracket
  std::size_t branch_nodes_ = 0;     // and the nodes before it
  bool is_next_game_ = false;        // that bracket begins another game
  std::size_t moves_ = 0;
  std::size_t setups_ = 0;
  std::size_t others_ = 0;
  SgfTree tree_;
};

}  // namespace

std::variant<SgfTree, SgfFault> read_sgf_tree(std::string_view text, std::size_t start) {
  return TreeReader(text, start).read();
}

std::size_t find_sgf_game(std::string_view text, std::size_t at) {
  for (; (at = text.find('(', at)) < text.size(); ++at) {
    std::size_t next = at + 1;
    while (next < text.size() && is_space(text[next])) ++next;
    if (next < text.size() && text[next] == ';') return at;
  }
  return text.size();
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
