#include "python/bind/chess/state.h"

#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::bind {

chess::EnPassant en_passant_in(std::string_view word) {
  constexpr std::pair<std::string_view, chess::EnPassant> kWords[] = {
      {"always", chess::EnPassant::kAlways},
      {"pseudo", chess::EnPassant::kPseudo},
      {"legal", chess::EnPassant::kLegal}};
  for (const auto& [name, meaning] : kWords) {
    if (name == word) return meaning;
  }
  throw nb::value_error(
      concat({"en_passant: expected 'always', 'pseudo' or 'legal', not ", in_quotes(word)})
          .c_str());
}

std::map<std::string, std::string> pieces_of(const chess::Board& b) {
  std::map<std::string, std::string> pieces;
  for (chess::Square s : b.occupied()) {
    std::string name;
    chess::append_square(name, s);
    pieces[name] = std::string(1, letter(*b.piece_at(s)));
  }
  return pieces;
}

}  // namespace intarsia::bind
