// Layouts, resolved: Python's Layout stands on a Plan.

#include <algorithm>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/games/layout_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/changes.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"

namespace intarsia::bind {

namespace {

using layout::Dtype;
using layout::Order;
using layout::Plan;
using Text = std::optional<std::string_view>;

std::optional<Order> order_in(Text text) {
  if (!text) return std::nullopt;
  const auto order = layout::find_order(*text);
  if (!order) {
    throw nb::value_error(
        concat({"order: expected CHW, HWC or flat, not ", in_quotes(*text)}).c_str());
  }
  return order;
}

std::optional<Dtype> dtype_in(Text text) {
  if (!text) return std::nullopt;
  const auto dtype = layout::find_dtype(*text);
  if (dtype) return dtype;
  std::string known;
  for (const layout::DtypeInfo& d : layout::kDtypes) known += concat({" ", d.name});
  throw nb::value_error(
      concat({"dtype: expected one of", known, ", not ", in_quotes(*text)}).c_str());
}

std::vector<std::pair<std::string_view, std::string_view>> dtypes() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  all.reserve(std::size(layout::kDtypes));
  for (const layout::DtypeInfo& d : layout::kDtypes) all.emplace_back(d.name, d.npy);
  return all;
}

Plan built_in(std::string_view id, Text order, Text dtype, const SizeArgument& size) {
  const layout::Layout usual = value_of(games::find_layout(id));
  const auto l = value_of(games::find_layout(id, size_in(games::game_of(usual), size)));
  return value_of(Plan::make(l, order_in(order), dtype_in(dtype)));
}

// A size by its text is read by the game, which the layout names.
Plan from_json(std::string_view json, const SizeArgument& size) {
  std::optional<int> number;
  if (size && std::holds_alternative<int>(*size)) {
    number = std::get<int>(*size);
  } else if (size) {
    number = size_in(games::game_of(value_of(games::read_layout(json)).layout()), size);
  }
  return value_of(games::read_layout(json, number));
}

// The same facts on a board of another size.
Plan resized(const Plan& plan, const SizeArgument& wanted) {
  layout::Layout l = plan.layout();
  const GameType& type = games::game_of(l);
  const auto rows = l.catalogue->rows;
  const auto size = size_in(type, wanted);
  l.catalogue = &type.catalogue(size.value_or(l.catalogue->size));
  if (l.rows == rows) l.rows = l.catalogue->rows;
  return value_of(Plan::make(l));
}

// A part of the state and what is said about it.
using Parts = std::vector<std::pair<std::string, std::string_view>>;

// What tensors of `from` show and those of `to` do not (with its meaning), and the other way round
// (with what stands in).
std::pair<Parts, Parts> changes(const Plan& from, const Plan& to) {
  const layout::Changes c = layout::changes(from.layout(), to.layout());
  Parts lost, assumed;
  for (const layout::Change& change : c.lost) lost.emplace_back(change.name, change.meaning);
  for (const layout::Change& change : c.assumed) assumed.emplace_back(change.name, change.stand_in);
  return {std::move(lost), std::move(assumed)};
}

std::string difference(const Plan& a, const Plan& b) {
  return layout::to_text(layout::difference(a.layout(), b.layout()), a.layout(), b.layout());
}

std::vector<std::string> layout_ids() {
  std::vector<std::string> ids;
  for (const GameType* type : games::all_games()) {
    for (const layout::Layout& l : type->layouts(type->sizes.usual)) ids.push_back(l.id);
  }
  return ids;
}

}  // namespace

void bind_layout(nb::module_& m) {
  nb::class_<Plan>(m, "Plan", "A layout resolved for encoding: ia.Layout stands on one.")
      .def_static("built_in", built_in, nb::arg("id"), nb::arg("order") = nb::none(),
                  nb::arg("dtype") = nb::none(), nb::arg("size") = nb::none())
      .def_static("from_json", from_json, nb::arg("json"), nb::arg("size") = nb::none())
      .def(
          "changed",
          [](const Plan& p, Text order, Text dtype) {
            return value_of(Plan::make(p.layout(), order_in(order), dtype_in(dtype)));
          },
          nb::arg("order"), nb::arg("dtype"), "The same planes in another order or type.")
      .def("resized", resized, nb::arg("size"), "The same planes of a board of another size.")
      .def_prop_ro(
          "size", [](const Plan& p) { return p.layout().catalogue->size; },
          "Of the board, as the game numbers it.")
      .def_prop_ro(
          "board",
          [](const Plan& p) {
            const layout::Catalogue& c = *p.layout().catalogue;
            return std::pair(c.rows, c.columns);
          },
          "Its rows and columns.")
      .def_prop_ro("has_sizes", [](const Plan& p) { return p.layout().catalogue->has_sizes; })
      .def_prop_ro("json", [](const Plan& p) { return layout::to_json(p.layout()); })
      .def_prop_ro("text", [](const Plan& p) { return layout::to_text(p.layout()); })
      .def_prop_ro("passport", [](const Plan& p) { return layout::to_passport(p); })
      .def_prop_ro(
          "short_text", [](const Plan& p) { return games::to_short_text(p.layout()); },
          "An id, or the JSON that a person would write.")
      .def_prop_ro("divisor", &Plan::divisor)
      .def_prop_ro(
          "parts",
          [](const Plan& p) {
            std::vector<std::pair<int, int>> parts;
            for (const kernels::Plane& plane : p.shape().planes) {
              parts.emplace_back(plane.layers, plane.elements);
            }
            return parts;
          },
          "Of each plane the number of layers that it is made of, and of its elements.")
      .def_prop_ro(
          "words", [](const Plan& p) { return p.layout().catalogue->words(); },
          "64-bit words in which a set of cells fits.")
      .def_prop_ro("history", [](const Plan& p) { return p.layout().history(); })
      .def_prop_ro("hash", [](const Plan& p) { return layout::hash(p.layout(), p.divisor()); });
  m.attr("MAX_LAYOUT_BYTES") = games::kMaxLayoutBytes;
  m.def("changes", changes, nb::arg("from_plan"), nb::arg("to_plan"));
  m.def("difference", difference, nb::arg("a"), nb::arg("b"));
  m.def("layout_ids", layout_ids);
  m.def("dtypes", dtypes, "Types of elements: their names, and how NumPy describes them.");
}

}  // namespace intarsia::bind
