// `verify`: every byte of a data set.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/parallel.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/data/plan.h"
#include "intarsia/data/verify_collection.h"
#include "intarsia/games/part_choice.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

struct VerifyFlags {
  Common common;
  std::vector<std::string> folders;
  std::string part;
};

// Of a file that the system does not give, nobody can say whether it is right.
bool is_unread(const data::Difference& d) { return d.error.code == ErrorCode::kIo; }

void print_json(const std::string& folder, const data::Verified& v) {
  Json out = {{"schema", 1},
              {"folder", as_utf8(folder)},
              {"ok", v.differences.empty()},
              {"complete", v.is_complete},
              {"files", v.files},
              {"bytes", v.bytes},
              {"records", v.records},
              {"differences", Json::array()},
              {"more_differences", v.more},
              {"left_over", v.left_over}};
  for (const data::Difference& d : v.differences) {
    out["differences"].push_back({{"file", d.file},
                                  {"code", name(d.error.code)},
                                  {"offset", d.error.offset},
                                  {"detail", d.error.detail}});
  }
  put("{}\n", out.dump());
}

void print_text(const std::string& folder, const data::Verified& v) {
  for (const data::Difference& d : v.differences) {
    if (is_unread(d)) {
      say("intarsia verify: {}\n", d.error.detail);
    } else {
      put("{}/{}: byte {}: {}\n", folder, d.file, d.error.offset, d.error.detail);
    }
  }
  for (const std::string& n : v.left_over) {
    say("{}/{}: not in the manifest, left by a run that did not end\n", folder, n);
  }
  say("{}: {} in {}, {}: {}\n", folder, counted(v.records, "record"), counted(v.files, "file"),
      short_bytes(static_cast<double>(v.bytes)),
      !v.differences.empty()
          ? fmt::format("{} of them wrong or unreadable", v.differences.size() + v.more)
      : v.is_complete ? "every byte is right"
      : data::is_planned(folder)
          ? "every byte that is there is right, but it is not finished (build --plan, finish)"
          : "every byte is right, but the data set is not complete (build --resume)");
}

// What one of several workers verifies of a collection.
Result<std::vector<std::size_t>> wanted_parts(const VerifyFlags& o, const std::string& folder) {
  if (o.part.empty()) return std::vector<std::size_t>();
  const auto plan = data::read_plan_of(folder);
  if (!plan) return plan.error();
  auto choice = games::choose_parts(o.part, plan->parts.size());
  if (!choice) return choice.error();
  return std::move(choice->parts);
}

Result<data::Verified> verify_folder(const VerifyFlags& o, const std::string& folder) {
  Progress progress(o.common.progress, "bytes", 0);
  const data::VerifyOptions options{.threads = thread_count(o.common.threads),
                                    .progress = [&](std::uint64_t n) { progress.update(n); }};
  if (o.part.empty() && !data::is_planned(folder)) {
    return data::verify(folder, games::find_record_type, options);
  }
  const auto parts = wanted_parts(o, folder);
  if (!parts) return parts.error();
  if (!o.part.empty() && parts->empty()) {
    data::Verified nothing;
    nothing.is_complete = true;
    return nothing;
  }
  return data::verify_collection(folder, games::find_record_type, options, *parts);
}

int code_for(const data::Verified& v) {
  if (std::any_of(v.differences.begin(), v.differences.end(), is_unread)) return kFailed;
  return v.differences.empty() ? kDone : kDifference;
}

int verify(const VerifyFlags& o) {
  int code = kDone;
  for (const std::string& folder : o.folders) {
    const auto kind = io::kind_of(folder);
    if (kind && *kind == io::FileKind::kFile) {
      say("intarsia verify: {} is a file; a data set is a folder\n", folder);
      return kFailed;
    }
    if (const auto is_graph = graph::is_graph(folder); is_graph && *is_graph) {
      say("intarsia verify: {} is a graph: intarsia graph verify {}\n", folder, folder);
      return kUsage;
    }
    const auto found = verify_folder(o, folder);
    if (!found) {
      say("intarsia verify: {}\n", found.error().detail);
      return kFailed;
    }
    if (o.common.json) {
      print_json(folder, *found);
    } else {
      print_text(folder, *found);
    }
    code = std::max(code, code_for(*found));
  }
  return code;
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("verify", "Check every byte of a data set");
  verb->group(kData);
  auto o = std::make_shared<VerifyFlags>();
  verb->add_option("DIR", o->folders, "Folders of data sets and collections")->required();
  verb->add_option("--part", o->part,
                   "Of a collection: this part (7), every N-th from the I-th on (7/64), or auto")
      ->check(some_text());
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia verify data\n"
      "  intarsia verify data --json | jq .differences\n"
      "  intarsia verify set --part 7/64");
  verb->callback([o, &run] { run = [o] { return verify(*o); }; });
}

}  // namespace intarsia::cli
