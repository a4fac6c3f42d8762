// Pictures of positions and of tensors.

#include <string_view>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/draw/html.h"
#include "intarsia/draw/picture.h"
#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/games/chess_picture.h"
#include "intarsia/games/hex_picture.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/games.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

using draw::Picture;

Picture chosen(Picture picture, std::string_view planes) {
  if (!planes.empty()) picture.planes = value_of(draw::choose_planes(picture.planes, planes));
  return picture;
}

// What memory safety needs: the plan is of the position's game and board.
void check_board(const layout::Plan& plan, const layout::Catalogue& wanted) {
  const layout::Layout& l = plan.layout();
  if (l.catalogue == &wanted) return;
  const bool is_game = l.catalogue->game == wanted.game;
  raise({ErrorCode::kInvalid, 0,
         is_game ? concat({"a board of another size than the layout's, ",
                           std::to_string(l.catalogue->rows)})
                 : concat({"a position of ", wanted.game, ", but ", l.id, " is a layout of ",
                           l.catalogue->game})});
}

Picture picture_of_position(const layout::Plan& plan, const PositionObject& p,
                            std::string_view planes) {
  check_board(plan, chess::catalogue());
  std::vector<chess::State> states;
  p.line.append_states(plan.layout().history(), states);
  return chosen(value_of(games::chess_picture(states, plan.layout())), planes);
}

Picture picture_of_hex_position(const layout::Plan& plan, const HexPositionObject& p,
                                std::string_view planes) {
  check_board(plan, hex::catalogue(p.line.position().size()));
  return chosen(value_of(games::hex_picture(p.line.to_replay(), plan.layout())), planes);
}

Picture picture_of(const ChessBatch&, const layout::Plan& plan, const std::byte* tensor,
                   const ChessBatch::Turn& turn) {
  return games::tensor_picture(plan, tensor, turn);
}
Picture picture_of(const HexBatch&, const layout::Plan& plan, const std::byte* tensor,
                   const HexBatch::Turn& turn) {
  return games::hex_tensor_picture(plan, tensor, turn);
}

// `turn` is a letter, as in decoding.
Picture picture_of_tensor(const layout::Plan& plan, const Tensors& tensor, char turn,
                          std::string_view planes) {
  const auto rows = rows_of(tensor, plan);
  if (rows.count != 1) throw nb::value_error("one tensor a picture");
  return with_game(plan, [&]<class Game>(const Game& game) {
    return chosen(picture_of(game, plan, rows.data, Game::turn(turn)), planes);
  });
}

}  // namespace

void bind_draw(nb::module_& m) {
  nb::class_<Picture>(m, "Drawing", "A board with planes; ia.Picture stands on it.")
      .def_prop_ro("svg", draw::to_svg)
      .def_prop_ro("html", draw::to_html)
      .def(
          "text",
          [](const Picture& p, int width, bool color) {
            return draw::to_text(p, {.width = width, .is_colored = color});
          },
          nb::arg("width") = 100, nb::arg("color") = false)
      .def_prop_ro("title", [](const Picture& p) { return p.title; })
      .def_prop_ro("position", [](const Picture& p) { return p.position; })
      .def_prop_ro("planes", [](const Picture& p) {
        nb::list planes;
        for (const draw::Plane& plane : p.planes) {
          planes.append(nb::make_tuple(plane.index, plane.name, plane.lo, plane.hi, plane.values));
        }
        return planes;
      });
  m.def("picture_of_position", picture_of_position, nb::arg("plan"), nb::arg("position"),
        nb::arg("planes"));
  m.def("picture_of_hex_position", picture_of_hex_position, nb::arg("plan"), nb::arg("position"),
        nb::arg("planes"));
  m.def("picture_of_tensor", picture_of_tensor, nb::arg("plan"), nb::arg("tensor").noconvert(),
        nb::arg("turn"), nb::arg("planes"));
}

}  // namespace intarsia::bind
