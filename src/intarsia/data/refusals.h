// The list of refused games, rejected.jsonl: its lines, and how they are taken into another set.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/batch_sink.h"
#include "intarsia/data/joined.h"

namespace intarsia::data {

// A line with its end.
std::string to_line(const Refusal& r, std::string_view reason, std::string_view source);

// What a line says: the refusal but for the number of its source, its reason, and the source's name.
struct RefusalLine {
  Refusal refusal;
  std::string reason;
  std::string source;
};
Result<RefusalLine> read_refusal(std::string_view line);

// Hands the refused games of a set on, in their order; its sources follow the `sources_before` of others.
[[nodiscard]] std::optional<Error> add_refusals(const NamedManifest& set,
                                                std::size_t sources_before, BatchSink& sink);

}  // namespace intarsia::data
