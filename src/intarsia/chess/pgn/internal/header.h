// What the tags of a game say about its start and its result.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/record.h"

namespace intarsia::chess::internal {

class PgnHeader {
 public:
  void clear();
  // Whether faults can come of it later: then `add` needs its line.
  static bool matters(std::string_view name);
  // `offset`: of the value's first byte.
  void add(std::string_view name, std::string_view value, std::uint64_t offset, std::uint64_t line);

  std::size_t count() const { return names_.size(); }
  bool has(std::string_view name) const;
  bool has_event() const { return has_event_; }
  std::optional<Outcome> outcome() const { return outcome_; }

  // Where the moves begin. The error's offset is a byte of the input. What was put right goes to
  // `notes`.
  Result<Position> start(bool chess960, std::vector<Error>& notes) const;
  // The line of an offset that `start` gave.
  std::uint64_t line_at(std::uint64_t offset) const;

 private:
  struct Value {
    std::string text;
    std::uint64_t offset = 0;
    std::uint64_t line = 0;
    bool is_given = false;
    bool is_doubtful = false;  // given twice, differently
  };
  static void set(Value& value, std::string_view text, std::uint64_t offset, std::uint64_t line);

  std::vector<std::uint64_t> names_;  // hashes: to know a name again
  bool has_event_ = false;
  Value fen_;
  Value variant_;
  Value setup_;
  std::optional<Outcome> outcome_;
};

std::optional<Outcome> score_from(std::string_view result);

}  // namespace intarsia::chess::internal
