// Everything that a graph says against the rules.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/graph/store.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph {

struct Verified {
  static constexpr std::size_t kMaxFaults = 1'000;

  Statistics statistics = {};
  std::uint64_t content = 0;             // the sum of content_hash over all nodes
  std::vector<std::string> faults = {};  // the first of them
  std::uint64_t more = 0;                // beyond those

  void add(std::string fault);
  bool is_sound() const { return faults.empty(); }
};

struct VerifyOptions {
  std::function<void(std::uint64_t nodes)> progress = {};
  std::function<bool()> is_stopped = {};
};

// Of every node: the record is one of the game and its own identity, the key is the record's, the end
// is what the rules say, every edge is a legal move to the child that it names, the child is there, and an
// explored node has all moves. Of all together: the games that come to a position leave it. An error only
// where it cannot be read on: what was found before it is lost with it.
Result<Verified> verify(const View& view, const VerifyOptions& options = {});

// The same of the graph in a folder, with its files and with what graph.json says. Damage is a fault.
Result<Verified> verify_folder(const std::string& folder, const FindGame& find,
                               const VerifyOptions& options = {});

}  // namespace intarsia::graph
