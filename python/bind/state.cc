#include "python/bind/state.h"

#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/uci.h"
#include "intarsia/draw/svg.h"
#include "intarsia/games/chess_picture.h"

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

std::vector<std::string> uci_moves(const Line& line) {
  std::vector<std::string> moves;
  moves.reserve(line.moves().size());
  chess::Position p = line.start();
  for (chess::Move m : line.moves()) {
    moves.push_back(chess::to_uci(p, m));
    p = p.after(m);
  }
  return moves;
}

std::string board_svg(const Line& line) {
  return draw::to_svg({.title = "",
                       .position = chess::to_fen(line.position()),
                       .notes = {},
                       .shape = {},
                       .board = games::chess_board(line.position().setup(), chess::kWhiteFrame),
                       .planes = {}});
}

nb::object encode_object(nb::handle self, nb::handle layout, nb::handle order, nb::handle dtype,
                         nb::handle out) {
  const nb::object encode = nb::module_::import_("intarsia").attr("encode");
  return encode(self, layout, nb::arg("order") = order, nb::arg("dtype") = dtype,
                nb::arg("out") = out);
}

}  // namespace intarsia::bind
