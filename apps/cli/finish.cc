// `finish`: the parts of a plan as one collection, or which of them are missing.

#include <memory>

#include "apps/cli/build_parts.h"
#include "apps/cli/verb.h"

namespace intarsia::cli {

namespace {

struct FinishFlags {
  Common common;
  std::string folder;
};

int finish(const FinishFlags& o) {
  const auto report = games::finish(o.folder);
  if (!report) return fail("finish", report.error(), kFailed);
  return print_finish("finish", o.folder, o.common, *report);
}

}  // namespace

void add_finish(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand(
      "finish", "The parts of a plan as one collection; or which are missing (exit 1)");
  verb->group(kData);
  auto o = std::make_shared<FinishFlags>();
  verb->add_option("DIR", o->folder, "The folder of the plan")->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia finish set\n"
      "  intarsia finish set || sbatch --array=$(intarsia finish set --json | jq -r .array) "
      "job.sh\n"
      "  intarsia finish set --json | jq .positions");
  verb->callback([o, &run] { run = [o] { return finish(*o); }; });
}

}  // namespace intarsia::cli
