#include "intarsia/games/part_choice.h"

#include <charconv>
#include <cstdlib>

#include "intarsia/base/text.h"

namespace intarsia::games {

namespace {

Error not_understood(std::string_view text) {
  return Error{ErrorCode::kSyntax, 0,
               concat({"--part ", text, ": expected a number (7), a share (7/64) or auto"})};
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t n = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), n);
  const bool is_whole = problem == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(n) : std::nullopt;
}

Result<PartChoice> one_part(std::string_view text, std::size_t part, std::size_t count) {
  if (part < count) return PartChoice{{part}};
  return Error{ErrorCode::kSyntax, 0,
               concat({"--part ", text, ": the plan has ", std::to_string(count),
                       " parts, counted from 0"})};
}

Result<PartChoice> share(std::string_view text, std::size_t count) {
  const std::size_t slash = text.find('/');
  const auto i = number_in(text.substr(0, slash));
  const auto n = number_in(text.substr(slash + 1));
  if (!i || !n) return not_understood(text);
  if (*n == 0 || *i >= *n) {
    return Error{ErrorCode::kSyntax, 0,
                 concat({"--part ", text, ": shares are counted from 0: 0/", std::to_string(*n),
                         " is the first"})};
  }
  PartChoice choice;
  for (std::size_t part = *i; part < count; part += *n) choice.parts.push_back(part);
  return choice;
}

// A number and how many there are.
struct Ranks {
  const char* rank;
  const char* size;
};
constexpr Ranks kRanks[] = {{"JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"},
                            {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                            {"PMI_RANK", "PMI_SIZE"}};

Result<PartChoice> automatic(std::size_t count, const GetVariable& variable) {
  constexpr const char* kSlurm = "SLURM_ARRAY_TASK_ID";
  if (const auto task = variable(kSlurm)) {
    const auto part = number_in(*task);
    auto choice = part ? one_part(concat({kSlurm, "=", *task}), *part, count)
                       : Result<PartChoice>(not_understood(concat({kSlurm, "=", *task})));
    if (choice) choice->from = concat({kSlurm, "=", *task});
    return choice;
  }
  for (const Ranks& r : kRanks) {
    const auto rank = variable(r.rank);
    if (!rank) continue;
    const auto size = variable(r.size);
    if (!size) {
      return Error{ErrorCode::kSyntax, 0,
                   concat({"--part auto: ", r.rank, " is set, and ", r.size,
                           " is not: set it to the number of workers, or say --part I/N"})};
    }
    auto choice = share(concat({*rank, "/", *size}), count);
    if (choice) choice->from = concat({r.rank, "=", *rank, " of ", r.size, "=", *size});
    return choice;
  }
  return Error{ErrorCode::kSyntax, 0,
               "--part auto: no scheduler has set SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, "
               "OMPI_COMM_WORLD_RANK or PMI_RANK: say --part I or I/N"};
}

}  // namespace

std::optional<std::string> environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

Result<PartChoice> choose_parts(std::string_view text, std::size_t count,
                                const GetVariable& variable) {
  if (text == "auto") return automatic(count, variable);
  if (text.find('/') != std::string_view::npos) return share(text, count);
  const auto part = number_in(text);
  return part ? one_part(text, *part, count) : not_understood(text);
}

}  // namespace intarsia::games
