// What the verbs say about data sets.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "intarsia/data/collection.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/set.h"

namespace intarsia::cli {

// One object: what is in it, what was left out.
nlohmann::ordered_json set_json(const std::string& folder, std::uint64_t bytes,
                                const data::Manifest& m);

// What its columns hold, and those that cannot be read: `problem` says why.
Result<nlohmann::ordered_json> columns_json(const std::string& folder, const data::Manifest& m);

// Bytes of all its files, but for those of columns.
Result<std::uint64_t> set_bytes(const std::string& folder, const data::Manifest& m);
double bytes_per_position(std::uint64_t bytes, const data::Manifest& m);

// How many records are selected, by split; a choice among positions is called "chosen".
nlohmann::ordered_json selected_json(const data::Selected& selected);

// Adds what a collection holds and what was left out, all parts together.
void add_totals(const data::Collection& c, nlohmann::ordered_json& out);

// Says on stderr what is easily overlooked: a set that is not complete, splits of which none is named.
void note_selection(std::string_view verb, const data::Set& set, const std::string& split);

// Says which columns are left out.
[[nodiscard]] std::optional<Error> note_columns(std::string_view verb, const std::string& folder);

// "11 (2,000 positions), 13 (500 positions)": the boards of a game that has several; else empty.
std::string sizes_text(const data::Manifest& m);

}  // namespace intarsia::cli
