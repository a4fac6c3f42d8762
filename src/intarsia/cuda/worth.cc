#include "intarsia/cuda/worth.h"

namespace intarsia::cuda {

WorthTable worth_table(const layout::ValueForm& form) {
  constexpr std::uint32_t kEvals = 1U << 16;
  constexpr Outcome kOutcomes[] = {Outcome::kUnknown, Outcome::kFirst, Outcome::kDraw,
                                   Outcome::kSecond};
  WorthTable table{
      .values = {},
      .width = static_cast<std::uint32_t>(form.width()),
      .has_evals = form.kind == layout::ValueKind::kEval || form.kind == layout::ValueKind::kMix};
  const std::uint32_t evals = table.has_evals ? kEvals : 1;
  table.values.resize(std::size_t{evals} * std::size(kOutcomes) * 2 * table.width);
  float* to = table.values.data();
  for (std::uint32_t eval = 0; eval < evals; ++eval) {
    for (const Outcome outcome : kOutcomes) {
      const auto worth = layout::worth_of(outcome, static_cast<std::int16_t>(eval));
      for (const bool is_turned : {false, true}) {
        layout::write_value(form, worth, is_turned, to);
        to += table.width;
      }
    }
  }
  return table;
}

}  // namespace intarsia::cuda
