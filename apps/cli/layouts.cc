// `layouts`: what there is, and every plane of a layout.

#include "intarsia/chess/layouts.h"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/layout_choice.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;
using layout::Feature;
using layout::Layout;

struct LayoutsOptions {
  Common common;
  std::vector<std::string> names;
};

std::string_view frame_name(const Layout& l) { return l.catalogue->frames[l.frame].name; }

// A feature's values, after its divisor.
std::string range_text(const Layout& l, const Feature& f) {
  const layout::Fact& fact = l.fact(f);
  const double lo = fact.lo / f.per;
  const double hi = fact.hi / f.per;
  return lo == hi ? fmt::format("{:.6g}", lo) : fmt::format("{:.6g} to {:.6g}", lo, hi);
}

Json layout_json(const Layout& l) {
  Json features = Json::array();
  for (const Feature& f : l.features) {
    const layout::Fact& fact = l.fact(f);
    features.push_back({{"name", name(l, f)},
                        {"meaning", fact.meaning},
                        {"lo", fact.lo / f.per},
                        {"hi", fact.hi / f.per},
                        {"elements", l.elements(f)}});
  }
  return {{"schema", 1},
          {"id", l.id},
          {"game", l.catalogue->game},
          {"frame", frame_name(l)},
          {"order", name(l.order)},
          {"dtype", info(l.dtype).name},
          {"shape", l.shape()},
          {"features", std::move(features)}};
}

void describe(const Layout& l) {
  fmt::print("{}  {} {} {}, {}\n", l.id, shape_text(l), name(l.order), info(l.dtype).name,
             l.catalogue->frames[l.frame].meaning);
  std::size_t at = 0;
  for (const Feature& f : l.features) {
    const std::size_t size = l.order == layout::Order::kFlat ? l.elements(f) : 1;
    const std::string place =
        size == 1 ? fmt::format("{}", at) : fmt::format("{}-{}", at, at + size - 1);
    fmt::print("  {:>9}  {:30} {:14} {}\n", place, name(l, f), range_text(l, f), l.fact(f).meaning);
    at += size;
  }
}

void list_all() {
  for (const Layout& l : chess::layouts()) {
    fmt::print("{:22} {:12} {:5} {:8} {}\n", l.id, shape_text(l), name(l.order), info(l.dtype).name,
               frame_name(l));
  }
}

int show_layouts(const LayoutsOptions& o) {
  if (o.names.empty() && !o.common.json) {
    list_all();
    return kDone;
  }
  std::vector<Layout> chosen = o.names.empty() ? chess::layouts() : std::vector<Layout>{};
  for (const std::string& id : o.names) {
    auto l = find_layout(id);
    if (!l) {
      fmt::print(stderr, "intarsia layouts: {}\n", l.error().detail);
      return kUsage;
    }
    chosen.push_back(*std::move(l));
  }
  for (const Layout& l : chosen) {
    o.common.json ? fmt::print("{}\n", layout_json(l).dump()) : describe(l);
  }
  return kDone;
}

}  // namespace

Result<Layout> find_layout(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const Layout& l : chess::layouts()) {
    if (l.id == id) return l;
    ids.push_back(l.id);
  }
  std::string detail = id.empty() ? "--layout is needed" : "no layout " + in_quotes(id);
  if (const auto best = nearest(id, ids)) detail += fmt::format("; did you mean {}?", *best);
  return Error{ErrorCode::kNotFound, 0,
               detail + fmt::format("\n  there are: {}", fmt::join(ids, " "))};
}

std::string shape_text(const Layout& l) {
  const auto shape = l.shape();
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::string passport_json(const Layout& l, double divisor) {
  Json features = Json::array();
  for (const Feature& f : l.features) features.push_back(name(l, f));
  const Json out = {{"schema", 1},
                    {"layout", l.id},
                    {"game", l.catalogue->game},
                    {"frame", frame_name(l)},
                    {"order", name(l.order)},
                    {"dtype", info(l.dtype).name},
                    {"divisor", divisor},
                    {"shape", l.shape()},
                    {"features", std::move(features)}};
  return out.dump(2) + "\n";
}

void add_layouts(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("layouts", "The layouts there are; every plane of one");
  verb->group(kLook);
  auto o = std::make_shared<LayoutsOptions>();
  verb->add_option("NAME", o->names, "Layouts to describe; all are listed without one");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia layouts\n"
      "  intarsia layouts chess/canonical18\n"
      "  intarsia layouts chess/planes25 --json");
  verb->callback([o, &run] { run = [o] { return show_layouts(*o); }; });
}

}  // namespace intarsia::cli
