#include "intarsia/layout/targets.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

constexpr std::string_view kMixPrefix = "mix:";

struct FormName {
  std::string_view name;
  ValueKind kind;
};
constexpr FormName kForms[] = {
    {"outcome", ValueKind::kOutcome},
    {"wdl", ValueKind::kWdl},
    {"eval", ValueKind::kEval},
    {"training", ValueKind::kTraining},
};

bool has_form(const Catalogue& game, ValueKind kind) {
  if (kind == ValueKind::kTraining) return game.has_training_winner;
  return game.has_evals || (kind != ValueKind::kEval && kind != ValueKind::kMix);
}

Error unknown_form(std::string_view text, const Catalogue& game) {
  std::vector<std::string_view> known;
  for (const FormName& f : kForms) {
    if (has_form(game, f.kind)) known.push_back(f.name);
  }
  std::string detail = concat({"no value ", in_quotes(text)});
  if (const auto best = nearest(text, known)) detail += concat({"; did you mean ", *best, "?"});
  detail += concat({"\n  there are for ", game.game, ":"});
  for (std::string_view name : known) detail += concat({" ", name});
  if (has_form(game, ValueKind::kMix)) detail += " mix:W (W the outcome's share, 0 to 1)";
  return Error{ErrorCode::kNotFound, 0, std::move(detail)};
}

Result<ValueForm> read_mix(std::string_view text) {
  const auto weight = read_number<double>(text.substr(kMixPrefix.size()));
  if (!weight || *weight < 0 || *weight > 1) {
    return Error{ErrorCode::kSyntax, kMixPrefix.size(),
                 concat({in_quotes(text), ": the outcome's share is a number from 0 to 1"})};
  }
  return ValueForm{ValueKind::kMix, *weight};
}

// No negative zero: a draw is the same bytes from both sides.
double turned(double value, bool is_turned) { return is_turned && value != 0 ? -value : value; }

double mixed(double weight, const Worth& w) {
  return std::isnan(w.eval) ? w.outcome : weight * w.outcome + (1 - weight) * w.eval;
}

double single_value(const ValueForm& form, const Worth& w, bool is_turned) {
  switch (form.kind) {
    case ValueKind::kTraining:
      return (1 - w.outcome) / 2;
    case ValueKind::kEval:
      return turned(w.eval, is_turned);
    case ValueKind::kMix:
      return turned(mixed(form.weight, w), is_turned);
    default:
      return turned(w.outcome, is_turned);
  }
}

bool tells_turn(const Layout& l) { return shows(l, *l.catalogue->find_part("turn")); }

bool has_movers_facts(const Layout& l) {
  return std::any_of(l.features.begin(), l.features.end(), [&l](const Feature& f) {
    const std::string_view fact = l.fact(f).name;
    return fact.starts_with("us.") || fact.starts_with("them.") || fact.ends_with(".mover");
  });
}

// Whether the tensor shows whose pieces are whose: by colours on a board that is drawn as it is, or
// because it says who moves.
bool tells_colors(const Layout& l) {
  return tells_turn(l) || (l.frame == kFirstPlayerFrame && !has_movers_facts(l));
}

// Whether it shows which pieces are the mover's.
bool tells_mover(const Layout& l) {
  return tells_turn(l) || l.frame == kMoverFrame || has_movers_facts(l);
}

Error trap(const Layout& l) {
  const std::string_view first = l.catalogue->frames[kFirstPlayerFrame].name;
  return Error{ErrorCode::kUnsupported, 0,
               concat({l.id, " does not say who moves, so targets in the view of ", first,
                       " cannot be learnt from it: the same tensor stands for a position and for "
                       "its mirror image, which have opposite values\n  take targets in the view "
                       "of the mover, or a layout that shows the turn"})};
}

}  // namespace

Result<ValueForm> read_value_form(std::string_view text, const Catalogue& game) {
  if (text.starts_with(kMixPrefix) && has_form(game, ValueKind::kMix)) return read_mix(text);
  for (const FormName& f : kForms) {
    if (f.name == text && has_form(game, f.kind)) return ValueForm{f.kind};
  }
  return unknown_form(text, game);
}

std::string to_text(const ValueForm& form) {
  for (const FormName& f : kForms) {
    if (f.kind == form.kind) return std::string(f.name);
  }
  std::string text(kMixPrefix);
  append_number(text, form.weight);
  return text;
}

double expected_score(std::int16_t eval) {
  if (eval == kNoEval) return NAN;
  if (std::abs(eval) > kMaxEval) return eval > 0 ? 1 : -1;
  return 2 / (1 + std::pow(10.0, -eval / 400.0)) - 1;
}

Worth worth_of(Outcome outcome, std::int16_t eval) {
  constexpr double kOutcomes[] = {NAN, 1, 0, -1};
  return {kOutcomes[static_cast<std::size_t>(outcome)], expected_score(eval)};
}

void write_value(const ValueForm& form, const Worth& worth, bool is_turned, float* out) {
  if (form.kind != ValueKind::kWdl) {
    *out = static_cast<float>(single_value(form, worth, is_turned));
    return;
  }
  const double outcome = turned(worth.outcome, is_turned);
  const double win = (std::abs(outcome) + outcome) / 2;
  out[0] = static_cast<float>(win);
  out[1] = static_cast<float>(1 - std::abs(outcome));
  out[2] = static_cast<float>(std::abs(outcome) - win);
}

Result<FrameId> target_frame(const Layout& l, std::string_view wanted) {
  if (wanted.empty()) return l.frame;
  if (const auto frame = l.catalogue->find_frame(wanted)) return *frame;
  std::string detail = concat({"no view ", in_quotes(wanted), "\n  there are:"});
  for (const Frame& f : l.catalogue->frames) detail += concat({" ", f.name});
  return Error{ErrorCode::kNotFound, 0, std::move(detail)};
}

std::optional<Error> refuse_targets(const Layout& l, FrameId frame) {
  if (frame != kMoverFrame) return tells_colors(l) ? std::nullopt : std::optional(trap(l));
  if (tells_mover(l)) return std::nullopt;
  return Error{
      ErrorCode::kUnsupported, 0,
      concat({l.id,
              " does not say who moves, so targets in the view of the mover cannot be "
              "learnt from it: the same tensor stands for a position with either to "
              "move\n  take targets in the view of ",
              l.catalogue->frames[kFirstPlayerFrame].name, ", or a layout that shows the turn"})};
}

std::optional<Error> refuse_value(const Layout& l, FrameId frame, const ValueForm& form) {
  const bool is_absolute = form.kind == ValueKind::kTraining;
  return refuse_targets(l, is_absolute ? kFirstPlayerFrame : frame);
}

}  // namespace intarsia::layout
