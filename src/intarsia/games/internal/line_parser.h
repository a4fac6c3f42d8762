// Lines of a source, whatever chunks it comes in.

#pragma once

#include <string>
#include <string_view>

#include "intarsia/data/piece.h"

namespace intarsia::games {

class LineParser : public data::GameParser {
 public:
  void feed(std::string_view text) final;
  bool is_full() const final { return builder_.is_full(); }
  void finish() final;
  std::uint64_t begun() const final { return next_.game - first_game_; }
  bool is_border() const override { return line_.empty() && !is_long_; }
  data::Place next_place() const final { return next_; }
  data::Batch take() final { return builder_.take(); }
  void reuse(data::Batch used) final { builder_.reuse(std::move(used)); }

 protected:
  LineParser(const data::Rules& rules, const data::Place& first)
      : builder_(rules), here_(first), next_(first), first_game_(first.game) {}

  // A line without its end. A line that begins or is a game takes its place with `next_game`.
  virtual void line(std::string_view text) = 0;
  virtual void end() {}

  // The place of the current line as that of a new game.
  data::Place next_game() {
    data::Place p = here_;
    p.game = next_.game++;
    return p;
  }
  const data::Place& here() const { return here_; }
  data::BatchBuilder& builder() { return builder_; }

  // Refuses a game; the offset of the error counts from the current line's start.
  void reject(const data::Place& game, const Error& e);

 private:
  void end_line(std::string_view text);

  data::BatchBuilder builder_;
  std::string line_;  // begun and not ended
  bool is_long_ = false;
  data::Place here_;  // of the current line
  data::Place next_;  // behind all that was fed; of the next game
  std::uint64_t first_game_;
};

}  // namespace intarsia::games
