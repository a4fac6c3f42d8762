// `policies`: the codes in which moves are numbers.

#include <memory>

#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/games/policy_text.h"
#include "intarsia/games/registry.h"

namespace intarsia::cli {

namespace {

using layout::PolicyInfo;

struct PoliciesOptions {
  Common common;
  std::vector<std::string> names;
  std::optional<int> size;
  bool markdown = false;
};

void list_all(const std::vector<PolicyInfo>& policies) {
  for (const PolicyInfo& p : policies) put("{:22} {:5}  {}\n", p.id, p.size, p.title);
}

void document(const std::vector<PolicyInfo>& chosen, bool is_all) {
  if (is_all) {
    put("# Policies\n\nWritten by `intarsia policies --markdown` from the tables that also number "
        "the moves; a test keeps this page fresh.\n\nA policy is a code of moves as numbers. "
        "Beside a layout (`encode --policy`, `batches`, `ia.targets`) its cells are in the view of "
        "that layout; alone (`ia.policy`) in the view that is named below, unless `view` says "
        "another. Targets are int32, -1 where no move was played; masks are uint8, 1 for a legal "
        "move.\n\n");
    for (const games::GameType* g : games::all_games()) {
      if (!g->words.policy_note.empty()) put("{}\n\n", g->words.policy_note);
    }
  }
  for (const PolicyInfo& p : chosen) {
    put("{}{}", games::to_markdown(p), &p == &chosen.back() ? "" : "\n");
  }
}

int show_policies(const PoliciesOptions& o) {
  std::vector<PolicyInfo> chosen;
  for (const std::string& id : o.names) {
    const auto p = games::find_policy(id, o.size);
    if (!p) {
      say("intarsia policies: {}\n", p.error().detail);
      return kUsage;
    }
    chosen.push_back(*p);
  }
  const bool is_all = chosen.empty();
  for (const games::GameType* g : games::all_games()) {
    const auto policies = g->policies(g->sizes.usual);
    if (is_all) chosen.insert(chosen.end(), policies.begin(), policies.end());
  }
  if (o.common.json) {
    for (const PolicyInfo& p : chosen) put("{}\n", games::to_json(p));
  } else if (o.markdown) {
    document(chosen, is_all);
  } else if (is_all) {
    list_all(chosen);
  } else {
    for (const PolicyInfo& p : chosen) put("{}", games::to_text(p));
  }
  return kDone;
}

}  // namespace

void add_policies(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("policies", "The codes in which moves are numbers");
  verb->group(kLook);
  auto o = std::make_shared<PoliciesOptions>();
  verb->add_option("NAME", o->names, "Codes to describe; all are listed without one");
  add_size(*verb, o->size);
  verb->add_flag("--markdown", o->markdown, "As a document");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia policies\n"
      "  intarsia policies chess/az4672\n"
      "  intarsia policies hex/cells --size 13 --json");
  verb->callback([o, &run] { run = [o] { return show_policies(*o); }; });
}

}  // namespace intarsia::cli
