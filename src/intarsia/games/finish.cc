// The parts of a plan that are there, those that are missing, and all of them as a collection.

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/attempt.h"
#include "intarsia/data/files.h"
#include "intarsia/data/seal.h"
#include "intarsia/games/parts.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"

namespace intarsia::games {

namespace {

Error refused(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

Result<bool> is_there(const std::string& path) {
  const auto kind = io::kind_of(path);
  if (!kind) return kind.error();
  return *kind != io::FileKind::kNone;
}

}  // namespace

Result<std::vector<std::size_t>> missing_parts(const data::Plan& plan, const std::string& folder) {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    const auto has_part =
        is_there(concat({folder, "/", data::part_name(i), "/", data::kManifestName}));
    if (!has_part) return has_part.error();
    if (!*has_part) missing.push_back(i);
  }
  return missing;
}

std::string ranges_text(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0, end = 0; i < numbers.size(); i = end) {
    for (end = i + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;) ++end;
    if (!text.empty()) text += ",";
    text += std::to_string(numbers[i]);
    if (end - i == 1) continue;
    text += concat({end - i == 2 ? "," : "-", std::to_string(numbers[end - 1])});
  }
  return text;
}

namespace {

data::Collection begun(const data::Plan& plan) {
  return {.plan = plan.hash,
          .tool = plan.tool,
          .options = plan.options,
          .seed = plan.seed,
          .splits = plan.splits};
}

// A collection that has grown keeps all that it had.
bool goes_on(const data::Collection& then, const data::Collection& now) {
  return then.parts.size() <= now.parts.size() && then.tool == now.tool &&
         then.options == now.options && then.seed == now.seed &&
         std::equal(then.parts.begin(), then.parts.end(), now.parts.begin());
}

// Whether it was there already.
Result<bool> put_collection(const std::string& folder, const data::Collection& all,
                            const std::string& text) {
  const auto has_one = is_there(concat({folder, "/", data::kManifestName}));
  if (!has_one) return has_one.error();
  if (*has_one) {
    const auto found = data::read_folder_manifest(folder);
    if (!found) return found.error();
    if (found->collection && found->collection->hash == all.hash) return true;
    if (!found->collection || !goes_on(*found->collection, all)) {
      return refused(concat({folder, "/", data::kManifestName,
                             " is there and says something else: it stays as it is"}));
    }
  }
  const auto out = io::Folder::open(folder, {}, io::Folder::Lock::kShared);
  if (!out) return out.error();
  if (auto error = out->put(data::kManifestName, {text})) return *std::move(error);
  return false;
}

}  // namespace

Result<FinishReport> finish(const std::string& folder) {
  const auto plan = data::read_plan_of(folder);
  if (!plan) return plan.error();
  FinishReport report;
  data::Collection all = begun(*plan);
  for (std::size_t i = 0; i < plan->parts.size(); ++i) {
    std::uint64_t hash = 0;
    const auto part = find_part(*plan, folder, i, &hash);
    if (!part) return part.error();
    if (!*part) {
      report.missing.push_back(i);
    } else if (auto error = data::add_part(all, plan->parts[i], **part, hash)) {
      return *std::move(error);
    }
  }
  if (!report.missing.empty()) return report;
  const std::string text = data::to_json(all);
  all.hash = *data::seal_of(text);
  const auto was_there = put_collection(folder, all, text);
  if (!was_there) return was_there.error();
  report.was_there = *was_there;
  report.collection = std::move(all);
  report.attempts_removed = data::remove_old_attempts(folder);
  return report;
}

Result<data::Collection> collect(const data::Plan& plan,
                                 const std::vector<std::string>& part_manifests) {
  data::Collection all = begun(plan);
  for (std::size_t i = 0; i < part_manifests.size(); ++i) {
    const auto m = data::read_manifest(part_manifests[i]);
    if (!m) return data::about_file(data::part_name(i), m.error());
    if (auto error = data::add_part(all, plan.parts[i], *m, *data::seal_of(part_manifests[i]))) {
      return *std::move(error);
    }
  }
  return all;
}

}  // namespace intarsia::games
