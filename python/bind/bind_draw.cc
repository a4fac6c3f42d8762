// Pictures of positions and of tensors.

#include <optional>
#include <string_view>
#include <utility>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/draw/html.h"
#include "intarsia/draw/picture.h"
#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/objects.h"
#include "python/bind/tensor.h"
#include "python/bind/turns.h"

namespace intarsia::bind {

namespace {

using draw::Picture;

Picture chosen(Picture picture, std::string_view planes) {
  if (!planes.empty()) picture.planes = value_of(draw::choose_planes(picture.planes, planes));
  return picture;
}

Picture picture_of_board(const PositionObject& p, bool numbers) {
  return p.line->type().board_picture(*p.line, {.has_numbers = numbers});
}

// Of what is less than a position; nothing for others.
std::optional<Picture> picture_of_setup(nb::handle object, bool numbers) {
  auto picture = setup_picture(object);
  if (picture && numbers) picture->notes.push_back(draw::no_numbers_note());
  return picture;
}

Picture picture_of_position(const layout::Plan& plan, const PositionObject& p,
                            std::string_view planes, bool numbers) {
  // What memory safety needs: the plan is of the position's game and board.
  const layout::Layout& l = plan.layout();
  const GameType& type = p.line->type();
  if (type.name != l.catalogue->game) raise(games::wrong_game(type.name, l));
  if (p.line->size() != l.catalogue->size) {
    raise({ErrorCode::kInvalid, 0,
           concat({"a board of another size than the layout's, ",
                   type.sizes.to_text(l.catalogue->size)})});
  }
  return chosen(value_of(type.picture(*p.line, l, {.has_numbers = numbers})), planes);
}

// `turn` is one number, as in decoding.
Picture picture_of_tensor(const layout::Plan& plan, const Tensors& tensor, const nb::bytes& turn,
                          std::string_view planes, bool numbers) {
  const auto rows = rows_of(tensor, plan);
  if (rows.count != 1) throw nb::value_error("one tensor a picture");
  const GameType& type = games::game_of(plan.layout());
  Picture picture = type.tensor_picture(plan, rows.data, Turns(turn, 1)[0]);
  if (numbers) picture.notes.push_back(draw::no_numbers_note());
  return chosen(std::move(picture), planes);
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
      .def_prop_ro("board",
                   [](const Picture& p) {
                     return std::pair(p.board.cells.size() / p.board.columns, p.board.columns);
                   })
      .def_prop_ro("planes", [](const Picture& p) {
        nb::list planes;
        for (const draw::Plane& plane : p.planes) {
          planes.append(nb::make_tuple(plane.index, plane.name, plane.lo, plane.hi, plane.values));
        }
        return planes;
      });
  m.def("picture_of_board", picture_of_board, nb::arg("position"), nb::arg("numbers"));
  m.def("picture_of_setup", picture_of_setup, nb::arg("object").none(), nb::arg("numbers"));
  m.def("picture_of_position", picture_of_position, nb::arg("plan"), nb::arg("position"),
        nb::arg("planes"), nb::arg("numbers"));
  m.def("picture_of_tensor", picture_of_tensor, nb::arg("plan"), nb::arg("tensor").noconvert(),
        nb::arg("turn"), nb::arg("planes"), nb::arg("numbers"));
}

}  // namespace intarsia::bind
