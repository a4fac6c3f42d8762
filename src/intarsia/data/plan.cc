#include "intarsia/data/plan.h"

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/data/json_fields.h"
#include "intarsia/data/seal.h"
#include "intarsia/io/logical_name.h"

namespace intarsia::data {

namespace {

constexpr std::string_view kFormat = "intarsia plan";

Error bad(ErrorCode code, std::size_t offset, std::string_view what) {
  return Error{code, offset, concat({kPlanName, ": ", what})};
}

PlannedSource read_source(JsonReader& in) {
  in.begin_object();
  PlannedSource s;
  s.name = text_in(in, "name");
  if (const auto error = io::refuse_logical_name(s.name); error && !in.error())
    in.fail(error->detail);
  s.bytes = number_in(in, "bytes");
  in.end_object();
  return s;
}

// Behind the part before it, without a gap.
PlannedPart read_part(JsonReader& in, std::size_t first) {
  PlannedPart part;
  in.begin_list();
  if (in.next_item()) part.first = in.number();
  if (in.next_item()) part.last = in.number();
  if (in.next_item()) in.fail("a part is two numbers");
  if (part.first != first || part.last <= first) in.fail("parts that do not follow each other");
  return part;
}

}  // namespace

std::vector<std::string> Plan::names_of(std::size_t part) const {
  std::vector<std::string> names;
  for (std::size_t i = parts[part].first; i < parts[part].last; ++i) {
    names.push_back(sources[i].name);
  }
  return names;
}

std::uint64_t Plan::bytes_of(std::size_t part) const {
  std::uint64_t sum = 0;
  for (std::size_t i = parts[part].first; i < parts[part].last; ++i) sum += sources[i].bytes;
  return sum;
}

std::string part_name(std::size_t part) {
  std::string name = numbered_name("part", part);
  name.resize(name.size() - std::string_view(".npy").size());
  return name;
}

void add_sources(Plan& plan, std::vector<PlannedSource> sources, std::uint64_t part_bytes) {
  const std::size_t before = plan.sources.size();
  std::uint64_t bytes = 0;
  for (PlannedSource& s : sources) {
    const std::size_t number = plan.sources.size();
    const bool is_first = number == before;
    // Sums beyond 64 bits come from no disk.
    if (is_first || s.bytes > part_bytes || bytes > part_bytes - s.bytes) {
      plan.parts.push_back({number, number});
      bytes = 0;
    }
    bytes += s.bytes;
    plan.parts.back().last = number + 1;
    plan.sources.push_back(std::move(s));
  }
}

std::string to_json(const Plan& plan) {
  JsonText out(/*is_open=*/true);
  out.begin_object();
  out.key("format").value(kFormat);
  out.key("version").value(kPlanVersion);
  out.key("tool").value(plan.tool);
  out.key("options").json(plan.options);
  out.key("seed").value(plan.seed);
  add_splits(out, plan.splits);
  out.key("sources").begin_list();
  for (const PlannedSource& s : plan.sources) {
    out.begin_object();
    out.key("name").value(s.name);
    out.key("bytes").value(s.bytes);
    out.end_object();
  }
  out.end_list();
  out.key("parts").begin_list();
  for (const PlannedPart& p : plan.parts) {
    out.begin_list().value(p.first).value(p.last).end_list();
  }
  out.end_list();
  return sealed(out);
}

Result<Plan> read_plan(std::string_view text) {
  const auto seal = seal_of(text);
  if (!seal) {
    return bad(ErrorCode::kInvalid, 0, "its hash is not that of its text: it was changed or cut");
  }
  JsonReader in(text);
  Plan plan;
  in.begin_object();
  fixed_in(in, "format", kFormat);
  if (number_in(in, "version") != kPlanVersion && !in.error()) {
    return bad(ErrorCode::kUnsupported, 0, "another version of the format");
  }
  plan.tool = text_in(in, "tool");
  in.key("options");
  plan.options = options_in(in);
  plan.seed = number_in(in, "seed");
  plan.splits = splits_in(in);
  in.key("sources");
  for (in.begin_list(); in.next_item();) plan.sources.push_back(read_source(in));
  in.key("parts");
  for (in.begin_list(); in.next_item();) {
    plan.parts.push_back(read_part(in, plan.parts.empty() ? 0 : plan.parts.back().last));
  }
  const std::size_t planned = plan.parts.empty() ? 0 : plan.parts.back().last;
  if (planned != plan.sources.size()) in.fail("the parts have another number of sources");
  plan.hash = hash_in(in, "xxh3");
  in.end_object();
  in.end();
  if (const auto& e = in.error()) {
    return bad(ErrorCode::kInvalid, e->offset,
               concat({e->detail, " at byte ", std::to_string(e->offset)}));
  }
  return plan;
}

Result<Plan> read_plan_of(const std::string& folder) {
  const auto text = read_whole(concat({folder, "/", kPlanName}), kMaxPlanBytes);
  if (!text) return text.error();
  auto plan = read_plan(*text);
  if (!plan)
    return Error{plan.error().code, plan.error().offset,
                 concat({folder, "/", plan.error().detail})};
  return plan;
}

}  // namespace intarsia::data
