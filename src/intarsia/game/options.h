// What only one game can be asked, by name: --chess960, --swap literal.
//
// A game lists its options in its row; the tool, Python and manifests take them from there.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace intarsia::game {

struct OptionInfo {
  // Options of reading are on every verb, those of writing games on the one that does, those of writing
  // positions on those that write positions or games.
  enum class Use : std::uint8_t { kReading, kWriting, kPositions };

  std::string_view name;  // as on the command line: "normalise-swap"
  std::string_view help;
  Use use = Use::kReading;
  std::span<const std::string_view> choices = {};  // the usual one first; none: it is a flag
  // Other words for choices, which are read but never written.
  std::span<const std::pair<std::string_view, std::string_view>> aliases = {};
};

// The options that were given, with their values; of a flag the value is empty.
class Options {
 public:
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // The value of a choice; empty for one that was not given.
  std::string_view value(std::string_view name) const {
    const std::string* found = find(name);
    return found == nullptr ? std::string_view{} : *found;
  }
  void set(std::string_view name, std::string_view value = {}) {
    std::erase_if(all_, [&](const auto& o) { return o.first == name; });
    all_.emplace_back(name, value);
  }
  const std::vector<std::pair<std::string, std::string>>& all() const { return all_; }

 private:
  const std::string* find(std::string_view name) const {
    const auto it =
        std::find_if(all_.begin(), all_.end(), [&](const auto& o) { return o.first == name; });
    return it == all_.end() ? nullptr : &it->second;
  }

  std::vector<std::pair<std::string, std::string>> all_;
};

}  // namespace intarsia::game
