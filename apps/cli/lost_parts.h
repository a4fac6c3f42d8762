// What tensors lose on their way into another layout, and what stands in for what they never showed.

#pragma once

#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "intarsia/layout/layout.h"

namespace intarsia::cli {

// Of all tensor files of a run; each thing is said once.
class LostParts {
 public:
  // On stderr, for a file that goes from one layout into another. Who moves may have been said.
  void say(const layout::Layout& from, const layout::Layout& to, bool is_turn_said);

  // Adds "lost" and "assumed", if there were files.
  void add_to(nlohmann::ordered_json& out) const;

 private:
  bool has_files_ = false;
  std::set<std::string> lost_;
  std::map<std::string, std::string> assumed_;
};

}  // namespace intarsia::cli
