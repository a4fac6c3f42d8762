// Hex states from tensors, in any layout.
//
//   Decoder decoder(plan);
//   auto plies = decoder.decode(tensor, {.turn = kRed});
//   if (!plies) ...                        // plane, cell and reason
//   plies->front().position                // earlier plies follow
//
// A tensor that no state would give is refused: see layout/reader.h. Who moves is
// never guessed: where the layout does not show it, the caller says it, asks for the
// guess by name, or gets a board without it.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/turn.h"
#include "intarsia/layout/elements.h"
#include "intarsia/layout/line.h"
#include "intarsia/layout/reader.h"

namespace intarsia::hex {

namespace internal {
class Absorber;
struct Draft;
}  // namespace internal

// Who moves, where a tensor does not show it.
struct TurnChoice {
  std::optional<Color> turn = std::nullopt;
  bool is_inferred = false;                     // from the number of stones (turn.h),
  std::optional<bool> has_swap = std::nullopt;  // … which needs this where there are as many
};

// What a tensor says about one ply.
struct Decoded {
  int ago = 0;
  std::array<Cells, kColors> stones{};
  std::optional<Color> turn = std::nullopt;
  // If the layout shows all stones. Without a known turn it is only a board: as if Blue moved.
  std::optional<State> state = std::nullopt;
};

class Decoder {
 public:
  // Keeps nothing of the plan itself.
  explicit Decoder(const layout::Plan& plan);
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  int size() const { return n_; }

  // The plies of one tensor, the position itself first; valid until the next call. An error where
  // the tensor contradicts `choice`, or where stones are ours and theirs and nothing says whose.
  Result<std::span<const Decoded>> decode(const std::byte* tensor, const TurnChoice& choice = {}) &;
  // The same, checked: an error too if these are not as many elements of the layout's type as one
  // tensor has.
  Result<std::span<const Decoded>> decode(layout::ElementsIn tensor,
                                          const TurnChoice& choice = {}) &;

 private:
  Result<std::optional<Color>> find_turn(const TurnChoice& choice) const;
  Result<std::optional<Color>> infer(std::optional<bool> has_swap) const;
  [[nodiscard]] std::optional<Error> decode_ply(std::size_t age, std::optional<Color> now);
  [[nodiscard]] std::optional<Error> check_half_board(std::size_t age, const View& view,
                                                      const internal::Draft& draft,
                                                      const State& state, bool has_turn);

  int n_;
  layout::FrameId frame_;
  bool depends_on_turn_;
  Needs needs_;
  layout::Reader reader_;
  layout::Bank gathered_;
  std::vector<internal::Absorber> absorbers_;  // by age
  std::vector<Decoded> plies_;
};

// The line of states, oldest first, that a tensor gives for encoding in another layout: as far back
// as that one looks and this one shows. An error if the stones are not all shown, or if the other
// layout needs to know who moves and nobody said it.
[[nodiscard]] std::optional<Error> line_of(std::span<const Decoded> plies,
                                           const layout::LineNeeds& wanted,
                                           std::vector<State>& line);

}  // namespace intarsia::hex
