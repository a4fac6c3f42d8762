#include "apps/cli/layout_choice.h"

#include <fmt/format.h>

#include "intarsia/base/text.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/small_file.h"

namespace intarsia::cli {

Error nothing_chosen(std::string_view flag) {
  std::string list;
  for (const games::GameType* g : games::all_games()) {
    for (const layout::Layout& l : g->layouts(g->sizes.usual)) list += concat({" ", l.id});
  }
  return Error{ErrorCode::kNotFound, 0,
               concat({flag, " is needed\n  there are:", list, ", or a JSON file of your own"})};
}

Result<layout::Layout> find_layout(std::string_view name, std::optional<int> size) {
  if (name.empty()) return nothing_chosen("--layout");
  auto built_in = games::find_layout(name, size);
  if (built_in) return built_in;
  const std::string path(name);
  const auto kind = io::kind_of(path);
  if (!kind) return kind.error();
  if (*kind != io::FileKind::kFile) {
    if (!name.ends_with(".json")) return built_in;
    return Error{ErrorCode::kNotFound, 0, "no file " + in_quotes(name)};
  }
  const auto text = io::read_small_file(path, games::kMaxLayoutBytes);
  if (!text) return text.error();
  const auto plan = games::read_layout(*text, size);
  if (!plan) {
    Error error = plan.error();
    error.detail = fmt::format("{}: {}", path, error.detail);
    return error;
  }
  return plan->layout();
}

void LayoutChoice::add_to(CLI::App& verb) {
  verb.add_option("-l,--layout", layout, "Layout or JSON file of your own; see: intarsia layouts");
  add_size(verb, size);
  verb.add_option("--order", order, "CHW, HWC or flat instead of the layout's own")
      ->check(CLI::IsMember({"CHW", "HWC", "flat"}));
  std::vector<std::string> types;
  for (const layout::DtypeInfo& d : layout::kDtypes) types.emplace_back(d.name);
  types.emplace_back(layout::kBitsName);
  verb.add_option("--dtype", dtype,
                  "Element type instead of the layout's own; bits are layers (docs/formats.md)")
      ->check(CLI::IsMember(types));
}

Result<layout::Plan> LayoutChoice::plan() const {
  auto chosen = find_layout(layout, size);
  if (!chosen) return std::move(chosen).error();
  const auto own_order = order.empty() ? chosen->order : *layout::find_order(order);
  const auto own_dtype = form() == layout::Form::kBits ? layout::Dtype::kFloat32
                         : dtype.empty()               ? chosen->dtype
                                                       : *layout::find_dtype(dtype);
  return layout::Plan::make(*chosen, own_order, own_dtype);
}

}  // namespace intarsia::cli
