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
#include "intarsia/games/registry.h"
#include "intarsia/layout/changes.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"

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

Plan built_in(std::string_view id, Text order, Text dtype, std::optional<int> size) {
  const auto l = value_of(games::find_layout(id, size));
  return value_of(Plan::make(l, order_in(order), dtype_in(dtype)));
}

// The same facts on a board of another size.
Plan resized(const Plan& plan, int size) {
  layout::Layout l = plan.layout();
  const auto game = value_of(games::find_game(l.catalogue->game, size));
  const auto rows = l.catalogue->rows;
  l.catalogue = game.catalogue;
  if (l.rows == rows) l.rows = l.catalogue->rows;
  return value_of(Plan::make(l));
}

// The smallest and largest board of a game, and the usual one.
std::tuple<int, int, int> sizes_of(std::string_view game) {
  const auto [least, most, usual] = value_of(games::find_game(game)).sizes;
  return {least, most, usual};
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
  for (const games::Game& g : games::games()) {
    for (const layout::Layout& l : *g.layouts) ids.push_back(l.id);
  }
  return ids;
}

}  // namespace

void bind_layout(nb::module_& m) {
  nb::class_<Plan>(m, "Plan", "A layout resolved for encoding: ia.Layout stands on one.")
      .def_static("built_in", built_in, nb::arg("id"), nb::arg("order") = nb::none(),
                  nb::arg("dtype") = nb::none(), nb::arg("size") = nb::none())
      .def_static(
          "from_json",
          [](std::string_view json, std::optional<int> size) {
            return value_of(games::read_layout(json, size));
          },
          nb::arg("json"), nb::arg("size") = nb::none())
      .def(
          "changed",
          [](const Plan& p, Text order, Text dtype) {
            return value_of(Plan::make(p.layout(), order_in(order), dtype_in(dtype)));
          },
          nb::arg("order"), nb::arg("dtype"), "The same planes in another order or type.")
      .def("resized", resized, nb::arg("size"), "The same planes of a board of another size.")
      .def_prop_ro("size", [](const Plan& p) { return p.layout().catalogue->rows; })
      .def_prop_ro("has_sizes", [](const Plan& p) { return p.layout().catalogue->has_sizes; })
      .def_prop_ro("json", [](const Plan& p) { return layout::to_json(p.layout()); })
      .def_prop_ro("text", [](const Plan& p) { return layout::to_text(p.layout()); })
      .def_prop_ro("passport", [](const Plan& p) { return layout::to_passport(p); })
      .def_prop_ro("divisor", &Plan::divisor)
      .def_prop_ro("history", [](const Plan& p) { return p.layout().history(); })
      .def_prop_ro("hash", [](const Plan& p) { return layout::hash(p.layout(), p.divisor()); });
  m.attr("MAX_LAYOUT_BYTES") = games::kMaxLayoutBytes;
  m.def("changes", changes, nb::arg("from_plan"), nb::arg("to_plan"));
  m.def("difference", difference, nb::arg("a"), nb::arg("b"));
  m.def("layout_ids", layout_ids);
  m.def("sizes_of", sizes_of, nb::arg("game"));
}

}  // namespace intarsia::bind
