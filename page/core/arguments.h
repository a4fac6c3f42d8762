// The arguments of a function of the page: one JSON object, and perhaps the bytes of a file.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/options.h"
#include "intarsia/game/set_up.h"

namespace intarsia::page {

enum class Kind { kText, kNumber, kOptions, kEdits };

constexpr std::string_view name(Kind k) {
  constexpr std::string_view kNames[] = {"text", "number", "options", "edits"};
  return kNames[static_cast<std::size_t>(k)];
}

// What a function takes. The table of functions lists them.
struct ArgumentInfo {
  std::string_view name;
  Kind kind;
  bool is_optional;
  std::string_view about;
};

class Arguments {
 public:
  // Everything that is not as the table says is an error that names the argument: the script is ours,
  // but what it hands on may come from an address.
  static Result<Arguments> read(std::string_view json, std::span<const ArgumentInfo> known,
                                std::span<const std::byte> bytes);

  bool has(std::string_view name) const;
  // Empty where there is none.
  std::string_view text(std::string_view name) const;
  // A number that no board, line or code reaches stands for every greater one.
  std::optional<int> number(std::string_view name) const;
  std::optional<std::uint64_t> large_number(std::string_view name) const;
  const game::Options& options() const { return options_; }
  std::span<const game::SetUpEdit> edits() const { return edits_; }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::string_view byte_text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 private:
  template <class T>
  using Named = std::vector<std::pair<std::string, T>>;
  template <class T>
  static const T* find(const Named<T>& all, std::string_view name);
  class Reader;

  Named<std::string> texts_;
  Named<std::uint64_t> numbers_;
  game::Options options_;
  std::vector<game::SetUpEdit> edits_;
  std::span<const std::byte> bytes_;
};

}  // namespace intarsia::page
