#include "intarsia/base/names.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/text.h"

namespace intarsia {

namespace {

std::optional<std::string_view> nearest_of(std::string_view word,
                                           std::span<const std::string_view> known) {
  const auto after_slash = [](std::string_view name) { return name.substr(name.find('/') + 1); };
  if (word.find('/') != word.npos) return nearest(word, known);
  std::vector<std::string_view> words;
  words.reserve(known.size());
  for (std::string_view name : known) words.push_back(after_slash(name));
  const auto best = nearest(word, words);
  if (!best) return nearest(word, known);
  return known[static_cast<std::size_t>(std::find(words.begin(), words.end(), *best) -
                                        words.begin())];
}

}  // namespace

Error unknown_name(std::string_view what, std::string_view word,
                   std::span<const std::string_view> known) {
  std::string detail = concat({"no ", what, " ", in_quotes(word)});
  if (const auto best = nearest_of(word, known)) detail += concat({"; did you mean ", *best, "?"});
  detail += "\n  there are:";
  for (std::string_view name : known) detail += concat({" ", name});
  return Error{ErrorCode::kNotFound, 0, std::move(detail)};
}

Error wrong_board_size(std::string_view game, std::string_view sizes, int size) {
  return Error{
      ErrorCode::kLimit, 0,
      concat({game, " is played on boards of size ", sizes, ", not ", std::to_string(size)})};
}

}  // namespace intarsia
