#include "intarsia/data/verify_collection.h"

#include <numeric>

#include "intarsia/base/text.h"
#include "intarsia/data/attempt.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/column_check.h"
#include "intarsia/data/files.h"
#include "intarsia/data/plan.h"
#include "intarsia/data/seal.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::data {

namespace {

bool is_there(const std::string& path) {
  const auto kind = io::kind_of(path);
  return kind && *kind != io::FileKind::kNone;
}

Error wrong(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

// The files beside the parts, and which parts there are.
struct Head {
  std::optional<Plan> plan = {};
  std::optional<Collection> collection = {};

  std::size_t parts() const {
    return collection ? collection->parts.size() : plan ? plan->parts.size() : 0;
  }
};

void check_head(const std::string& folder, Head& head, Verified& all) {
  all.files = 1;
  if (auto plan = read_plan_of(folder)) {
    head.plan = *std::move(plan);
  } else {
    all.add({kPlanName, plan.error()});
  }
  if (!is_there(concat({folder, "/", kManifestName}))) return;
  ++all.files;
  auto found = read_folder_manifest(folder);
  if (!found) return all.add({kManifestName, found.error()});
  if (!found->collection) return all.add({kManifestName, wrong("it is that of a data set")});
  head.collection = std::move(found->collection);
  const Collection& c = *head.collection;
  // A plan that has grown is ahead of the manifest.
  const bool is_known =
      !head.plan || (c.parts.size() <= head.plan->parts.size() && c.tool == head.plan->tool &&
                     c.options == head.plan->options);
  if (!is_known) all.add({kManifestName, wrong("it is not that of the plan")});
}

void add_part(const std::string& folder, std::size_t part, const Head& head,
              const FindRecordType& find, const VerifyOptions& options, Verified& all) {
  const std::string name = part_name(part);
  const std::string path = concat({folder, "/", name});
  const std::string manifest = concat({name, "/", kManifestName});
  if (!is_there(path)) {
    if (head.collection) all.add({name, Error{ErrorCode::kNotFound, 0, "it is not there"}});
    return;
  }
  if (head.collection) {
    const auto text = read_whole(concat({path, "/", kManifestName}), kMaxManifestBytes);
    const auto hash = text ? seal_of(*text) : std::nullopt;
    if (text && hash && *hash != head.collection->parts[part].hash) {
      all.add({manifest, wrong("its hash is not that of the collection's manifest")});
    }
  }
  const std::uint64_t before = all.bytes;
  VerifyOptions inside = options;
  if (options.progress) {
    inside.progress = [&](std::uint64_t bytes) { options.progress(before + bytes); };
  }
  auto found = verify(path, find, inside);
  if (!found) return all.add({manifest, found.error()});
  all.files += found->files;
  all.bytes += found->bytes;
  all.records += found->records;
  all.more += found->more;
  for (Difference& d : found->differences) {
    all.add({concat({name, "/", d.file}), std::move(d.error)});
  }
  for (const std::string& n : found->left_over) {
    all.left_over.push_back(concat({name, "/", n}));
  }
  if (!found->is_complete) all.is_complete = false;
}

}  // namespace

bool is_planned(const std::string& folder) {
  if (is_there(concat({folder, "/", kPlanName}))) return true;
  const auto text = read_whole(concat({folder, "/", kManifestName}), kMaxManifestBytes);
  return text && is_collection(*text);
}

Result<Verified> verify_collection(const std::string& folder, const FindRecordType& find,
                                   const VerifyOptions& options,
                                   const std::vector<std::size_t>& parts) {
  Verified all;
  Head head;
  check_head(folder, head, all);
  all.is_complete = head.collection.has_value();
  std::vector<std::size_t> wanted = parts;
  if (wanted.empty()) {
    wanted.resize(head.parts());
    std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  }
  for (const std::size_t part : wanted) {
    if (part < head.parts()) add_part(folder, part, head, find, options, all);
  }
  for (const std::string& name : attempts_in(folder)) all.left_over.push_back(name);
  if (!head.collection || !parts.empty()) return all;
  const auto sets = read_sets_of(folder);
  if (!sets) return all;  // told above
  if (auto error = check_columns(folder, joined(*sets), find, options, all)) {
    return *std::move(error);
  }
  return all;
}

}  // namespace intarsia::data
