// `verify`: every byte of a data set.

#include "intarsia/data/verify.h"

#include <memory>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/build_progress.h"
#include "apps/cli/progress.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/games/record_types.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

struct VerifyFlags {
  Common common;
  std::vector<std::string> folders;
};

void print_json(const std::string& folder, const data::Verified& v) {
  Json out = {{"schema", 1},
              {"folder", as_utf8(folder)},
              {"ok", v.differences.empty()},
              {"complete", v.is_complete},
              {"files", v.files},
              {"bytes", v.bytes},
              {"records", v.records},
              {"differences", Json::array()},
              {"left_over", v.left_over}};
  for (const data::Difference& d : v.differences) {
    out["differences"].push_back({{"file", d.file},
                                  {"code", name(d.error.code)},
                                  {"offset", d.error.offset},
                                  {"detail", d.error.detail}});
  }
  fmt::print("{}\n", out.dump());
}

void print_text(const std::string& folder, const data::Verified& v) {
  for (const data::Difference& d : v.differences) {
    fmt::print("{}/{}: byte {}: {}\n", folder, d.file, d.error.offset, d.error.detail);
  }
  for (const std::string& n : v.left_over) {
    fmt::print(stderr, "{}/{}: not in the manifest, left by a run that did not end\n", folder, n);
  }
  fmt::print(stderr, "{}: {} records in {} files, {}: {}\n", folder, v.records, v.files,
             short_bytes(static_cast<double>(v.bytes)),
             !v.differences.empty() ? fmt::format("{} files differ", v.differences.size())
             : v.is_complete        ? "every byte is right"
                                    : "every byte is right, but the data set is not complete "
                                      "(build --resume)");
}

int verify(const VerifyFlags& o) {
  int code = kDone;
  for (const std::string& folder : o.folders) {
    std::error_code ignored;
    if (std::filesystem::exists(folder, ignored) &&
        !std::filesystem::is_directory(folder, ignored)) {
      fmt::print(stderr, "intarsia verify: {} is a file; a data set is a folder\n", folder);
      return kFailed;
    }
    const unsigned threads = o.common.threads != 0
                                 ? o.common.threads
                                 : std::max(1U, std::thread::hardware_concurrency());
    Progress progress(o.common.progress, "bytes", 0);
    const auto found = data::verify(
        folder, games::find_record_type,
        {.threads = threads, .progress = [&](std::uint64_t n) { progress.update(n); }});
    if (!found) {
      fmt::print(stderr, "intarsia verify: {}\n", found.error().detail);
      return kFailed;
    }
    if (o.common.json) {
      print_json(folder, *found);
    } else {
      print_text(folder, *found);
    }
    if (!found->differences.empty()) code = kDifference;
  }
  return code;
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("verify", "Check every byte of a data set");
  verb->group(kData);
  auto o = std::make_shared<VerifyFlags>();
  verb->add_option("DIR", o->folders, "Folders of data sets")->required();
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia verify data\n"
      "  intarsia verify data --json | jq .differences\n"
      "  intarsia verify train test -j 4");
  verb->callback([o, &run] { run = [o] { return verify(*o); }; });
}

}  // namespace intarsia::cli
