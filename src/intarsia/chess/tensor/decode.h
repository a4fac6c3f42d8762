// Chess states from tensors, in any layout.
//
//   Decoder decoder(plan);
//   auto plies = decoder.decode(tensor, kBlack);
//   if (!plies) ...                        // plane, cell and reason
//   plies->front().setup                   // the position; earlier plies follow
//
// A ply that no state would give is refused: see layout/reader.h. Whether a move
// leads from one ply to the next is not asked. What the layout does not show
// (layout::losses) has its stand-in.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/facts.h"
#include "intarsia/layout/elements.h"
#include "intarsia/layout/line.h"
#include "intarsia/layout/reader.h"

namespace intarsia::chess {

namespace internal {
class Absorber;
struct Draft;
}  // namespace internal

// What a tensor says about one ply.
struct Decoded {
  int ago = 0;
  Setup setup;
  int occurrences = 1;
  // If the layout shows all pieces. Half a board can be checked against itself, not against the
  // rules.
  std::optional<Position> position;

  State state() const { return {*position, occurrences}; }
};

class Decoder {
 public:
  // Keeps nothing of the plan itself.
  explicit Decoder(const layout::Plan& plan);
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  // The plies of one tensor, the position itself first; valid until the next call. `turn` is needed
  // where the layout does not show it: else it is White's, or Black's if White cannot be to move.
  Result<std::span<const Decoded>> decode(const std::byte* tensor,
                                          std::optional<Color> turn = std::nullopt) &;
  // The same, checked: an error too if these are not as many elements of the layout's type as one
  // tensor has.
  Result<std::span<const Decoded>> decode(layout::ElementsIn tensor,
                                          std::optional<Color> turn = std::nullopt) &;

 private:
  [[nodiscard]] std::optional<Error> decode_for(Color turn);
  [[nodiscard]] std::optional<Error> decode_ply(std::size_t age, Color now);
  [[nodiscard]] std::optional<Error> check_half_board(std::size_t age, const View& view,
                                                      const internal::Draft& d);
  Error fault_error(std::size_t age, const View& view, Fault fault, const Setup& s) const;
  Result<std::optional<Color>> shown_turn(std::optional<Color> wanted) const;

  layout::FrameId frame_;
  Needs needs_;
  layout::Reader reader_;
  layout::Bank gathered_;
  std::vector<internal::Absorber> absorbers_;  // by age
  std::vector<Decoded> plies_;
};

// The line of states, oldest first, that a tensor gives for encoding in another layout: as far back
// as that one looks and this one shows. An error if the position's pieces are not all shown.
[[nodiscard]] std::optional<Error> line_of(std::span<const Decoded> plies,
                                           const layout::LineNeeds& wanted,
                                           std::vector<State>& line);

}  // namespace intarsia::chess
