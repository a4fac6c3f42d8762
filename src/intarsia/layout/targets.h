// What a network is to learn beside the planes: which move was played, and how much a position is
// worth.
//
// Policies are codes, each game its own (chess/tensor/policy.h, …); what is said about them in
// words stands here. Values are the same for every game once its outcome and evaluation are numbers
// in the first player's view.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "intarsia/base/eval.h"
#include "intarsia/base/outcome.h"
#include "intarsia/base/result.h"
#include "intarsia/layout/layout.h"

namespace intarsia::layout {

// A code of moves as numbers 0 … size - 1, in words.
struct PolicyInfo {
  std::string_view id;
  std::string_view game;
  int size;
  std::string_view title;  // whose it is, in a few words
  std::string_view rule;
  // How what is special in the game is written, by name: {"castling", "the king's two squares"}.
  std::span<const std::pair<std::string_view, std::string_view>> notes;
  // The frame whose squares are meant where no layout says it: the codes of chess programs are made for
  // the mover's.
  FrameId frame;
};

// The index where no move was played: a final position.
inline constexpr std::int32_t kNoPolicy = -1;

// Which targets stand beside a tensor, by name; empty is none.
struct TargetChoice {
  std::string policy = {};
  std::string value = {};
  std::string view = {};  // a frame of the game; empty: the layout's, as it should be

  bool is_none() const { return policy.empty() && value.empty(); }
};

// Every game has these two frames first: the first player's, whoever moves, and the mover's.
inline constexpr FrameId kFirstPlayerFrame = 0;
inline constexpr FrameId kMoverFrame = 1;

enum class ValueKind : std::uint8_t { kOutcome, kWdl, kEval, kMix, kTraining };

// A form of value: "outcome", "wdl", "eval", "mix:0.7", and in Hex "training".
struct ValueForm {
  ValueKind kind = ValueKind::kOutcome;
  double weight = 1;  // of the outcome, in a mix

  std::size_t width() const { return kind == ValueKind::kWdl ? 3 : 1; }  // numbers a position
  friend bool operator==(const ValueForm&, const ValueForm&) = default;
};

// An unknown form is answered with those that the game has.
Result<ValueForm> read_value_form(std::string_view text, const Catalogue& game);
std::string to_text(const ValueForm& form);

// What is known about a position's worth, in the first player's view: -1 to 1, NaN for unknown.
struct Worth {
  double outcome = NAN;  // of the game
  double eval = NAN;     // expected score
};

// An evaluation in centipawns c as the expected score 2 / (1 + 10^(-c/400)) - 1; a proven result is 1
// or -1, none NaN.
double expected_score(std::int16_t eval);

Worth worth_of(Outcome outcome, std::int16_t eval = kNoEval);

// Fills form.width() numbers; `is_turned`: in the second player's view.
//
//   outcome   +1 a win, 0 a draw, -1 a loss
//   wdl       the probabilities of win, draw, loss
//   eval      the expected score
//   mix:w     w outcome + (1 - w) eval; the outcome alone where there is no evaluation
//   training  0 if the first player won, 1 if the second did, whoever looks
//
// What is not known is NaN.
void write_value(const ValueForm& form, const Worth& worth, bool is_turned, float* out);

// Whether targets for this mover are those of the second player.
constexpr bool is_turned(FrameId frame, bool is_second_to_move) {
  return frame == kMoverFrame && is_second_to_move;
}

// The frame of a layout's targets: the layout's own (an empty text) unless another is named.
Result<FrameId> target_frame(const Layout& l, std::string_view wanted);

// Targets in the first player's view need a layout that tells the colours apart: one that shows the
// board as it is, or says who moves. Else the same tensor has two right answers, and the error says so.
std::optional<Error> refuse_targets(const Layout& l, FrameId frame);
std::optional<Error> refuse_value(const Layout& l, FrameId frame, const ValueForm& form);

}  // namespace intarsia::layout
