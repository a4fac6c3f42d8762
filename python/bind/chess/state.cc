#include "python/bind/chess/state.h"

namespace intarsia::bind {

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
