// `layouts`: what there is, every plane of a layout, and how two differ.

#include <memory>

#include "apps/cli/layout_choice.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"

namespace intarsia::cli {

namespace {

using layout::Layout;

struct LayoutsOptions {
  Common common;
  std::vector<std::string> names;
  std::optional<int> size;
  bool markdown = false;
  bool diff = false;
};

void list_all(const std::vector<Layout>& layouts) {
  for (const Layout& l : layouts) {
    put("{:22} {:12} {:5} {:8} {}\n", l.id, layout::shape_text(l), name(l.order),
        info(l.dtype).name, l.catalogue->frames[l.frame].name);
  }
}

void document(const std::vector<Layout>& chosen, bool is_all) {
  if (is_all) {
    put("# Layouts\n\nWritten by `intarsia layouts --markdown` from the tables that also encode "
        "and "
        "decode; a test keeps this page fresh.\n\nEvery layout is an ordered choice of facts. "
        "Cells "
        "are row-major from the top of the diagram. A plane is named after its fact: "
        "`clock.capped/100` is the fact `clock.capped` divided by 100, `us.pawn@3` the fact three "
        "plies before.\n\n");
  }
  for (const Layout& l : chosen) put("{}\n", layout::to_markdown(l));
  if (!is_all) return;
  const auto all = games::all_games();
  for (const games::GameType* g : all) {
    put("{}{}", layout::to_markdown(g->catalogue(g->sizes.usual)), g == all.back() ? "" : "\n");
  }
}

int show_difference(const LayoutsOptions& o, const std::vector<Layout>& chosen) {
  if (chosen.size() != 2)
    return fail("layouts", {ErrorCode::kSyntax, 0, "--diff compares two layouts"}, kUsage);
  const Layout& a = chosen[0];
  const Layout& b = chosen[1];
  if (a.catalogue->game != b.catalogue->game) {
    return fail("layouts", {ErrorCode::kUnsupported, 0, "these are layouts of different games"},
                kUsage);
  }
  const auto d = layout::difference(a, b);
  put("{}", o.common.json ? layout::to_json(d, a, b) + "\n" : layout::to_text(d, a, b));
  return d.is_none(a, b) ? kDone : kDifference;
}

int show_layouts(const LayoutsOptions& o) {
  std::vector<Layout> chosen;
  for (const std::string& id : o.names) {
    auto l = find_layout(id, o.size);
    if (!l) return fail("layouts", l.error(), kUsage);
    chosen.push_back(*std::move(l));
  }
  if (o.diff) return show_difference(o, chosen);
  const bool is_all = chosen.empty();
  for (const games::GameType* g : games::all_games()) {
    const auto& layouts = g->layouts(g->sizes.usual);
    if (is_all) chosen.insert(chosen.end(), layouts.begin(), layouts.end());
  }
  if (o.common.json) {
    for (const Layout& l : chosen) put("{}\n", layout::to_json(l));
  } else if (o.markdown) {
    document(chosen, is_all);
  } else if (is_all) {
    list_all(chosen);
  } else {
    for (const Layout& l : chosen) put("{}", layout::to_text(l));
  }
  return kDone;
}

}  // namespace

void add_layouts(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("layouts", "The layouts there are; every plane of one");
  verb->group(kLook);
  auto o = std::make_shared<LayoutsOptions>();
  verb->add_option("NAME", o->names,
                   "Layouts or JSON files to describe; all are listed without one");
  add_size(*verb, o->size);
  verb->add_flag("--markdown", o->markdown, "As a document");
  verb->add_flag("--diff", o->diff,
                 "Compare two layouts: shared planes, and how the rest is told (exit 4 if they "
                 "differ)");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia layouts\n"
      "  intarsia layouts chess/canonical18\n"
      "  intarsia layouts --diff chess/observation839 chess/planes25");
  verb->callback([o, &run] { run = [o] { return show_layouts(*o); }; });
}

}  // namespace intarsia::cli
