// Which parts of a plan a worker makes: said, or found in what its scheduler has set.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"

namespace intarsia::games {

struct PartChoice {
  std::vector<std::size_t> parts;
  std::string from = {};  // the variable that decided, where it was asked
};

// A variable of the environment, or nothing.
using GetVariable = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> environment_variable(const char* name);

// "7": that part. "7/64": parts 7, 71, 135 …, perhaps none. "auto": by the first of these that is there:
// SLURM_ARRAY_TASK_ID, which is the part's number; JOB_COMPLETION_INDEX of JOB_COMPLETIONS;
// OMPI_COMM_WORLD_RANK of _SIZE; PMI_RANK of PMI_SIZE.
Result<PartChoice> choose_parts(std::string_view text, std::size_t count,
                                const GetVariable& variable = environment_variable);

}  // namespace intarsia::games
