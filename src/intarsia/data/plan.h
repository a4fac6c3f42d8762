// What is to be made of many sources, part by part: written once, read by every worker.
//
// A part is a data set of its own, which depends on nothing but its sources and the options: any number
// of workers may make it, anywhere, always with the same bytes. `plan.json` lies in the folder of the
// collection; the last key is the hash of everything before it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

inline constexpr char kPlanName[] = "plan.json";
inline constexpr int kPlanVersion = 1;
inline constexpr std::uint64_t kPartBytes = std::uint64_t{4} << 30;
inline constexpr std::size_t kMaxPlanBytes = std::size_t{256} << 20;

struct PlannedSource {
  std::string name;         // below the root (io/logical_name.h)
  std::uint64_t bytes = 0;  // of the file
  friend bool operator==(const PlannedSource&, const PlannedSource&) = default;
};

// The numbers of its sources, one past the last.
struct PlannedPart {
  std::size_t first = 0, last = 0;
  friend bool operator==(const PlannedPart&, const PlannedPart&) = default;
};

struct Plan {
  std::string tool = {};
  std::string options = "{}";  // a JSON object: those of a data set, without its inputs
  std::uint64_t seed = 0;
  std::vector<Split> splits = {};
  std::vector<PlannedSource> sources = {};
  std::vector<PlannedPart> parts = {};
  std::uint64_t hash = 0;  // of its text, once there is one

  std::vector<std::string> names_of(std::size_t part) const;
  std::uint64_t bytes_of(std::size_t part) const;
};

// "part-00007".
std::string part_name(std::size_t part);

// Sources behind those that there are, grouped: a part is the longest run of them that together have at
// most `part_bytes` bytes, and one at least. Parts that are there stay as they are.
void add_sources(Plan& plan, std::vector<PlannedSource> sources, std::uint64_t part_bytes);

std::string to_json(const Plan& plan);
// Refuses anything that is not what `to_json` wrote, and names that lead out of the root.
Result<Plan> read_plan(std::string_view text);
Result<Plan> read_plan_of(const std::string& folder);

}  // namespace intarsia::data
