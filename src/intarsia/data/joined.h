// Several data sets as one: what their manifests say together.
//
// Shards, games, records and sources are numbered through the sets in order.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

// A manifest and where it lies.
struct NamedManifest {
  std::string folder;
  Manifest manifest;
};

// The first set that holds another game than one before it. Empty sets hold none.
[[nodiscard]] std::optional<Error> refuse_join(std::span<const NamedManifest> sets);

// What the sets were made with that is not the same in all: "b was built with other options than a: …",
// one sentence for each set and difference. An option that lists inputs is none.
std::vector<std::string> differences(std::span<const NamedManifest> sets);

// One manifest of all. It has splits if all sets have the same ones by name, share and seed; of what
// differs otherwise it says the first set's. Names of selections are those in their own sets.
Manifest joined(std::span<const NamedManifest> sets);

// The options without the names of inputs, which say nothing about how games were read.
std::string options_but_inputs(const std::string& options);

// Adds the counts of a set whose sources follow the `sources` of those before.
void add_counts(const Manifest& m, std::size_t sources, Manifest& sum);
void add_reasons(const Reasons& reasons, std::size_t sources, Reasons& sum);

}  // namespace intarsia::data
