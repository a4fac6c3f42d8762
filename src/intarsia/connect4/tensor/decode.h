// States of Connect Four from tensors, in any layout.
//
//   Decoder decoder(plan);
//   auto plies = decoder.decode(tensor);
//   if (!plies) ...                        // plane, cell and reason
//   plies->front().position                // earlier plies follow
//
// A tensor that no state would give is refused: see layout/reader.h. First begins, so
// the number of discs shows who moves wherever all discs are shown, by players or as
// ours and theirs: with as many of both the mover is first, and else the one that has
// one less. Where a layout shows too little for that, the caller may say it.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "intarsia/connect4/tensor/encode.h"
#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/layout/elements.h"
#include "intarsia/layout/line.h"
#include "intarsia/layout/reader.h"

namespace intarsia::connect4 {

namespace internal {
class Absorber;
}  // namespace internal

// Who moves, where a tensor does not tell it.
struct TurnChoice {
  std::optional<Color> turn = std::nullopt;
};

// What a tensor says about one ply.
struct Decoded {
  int ago = 0;
  std::array<Cells, kColors> discs{};
  std::optional<Color> turn = std::nullopt;
  std::optional<State> state = std::nullopt;  // if the layout shows all discs
};

class Decoder {
 public:
  // Keeps nothing of the plan itself.
  explicit Decoder(const layout::Plan& plan);
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  int size() const { return board_.size(); }

  // The plies of one tensor, the position itself first; valid until the next call. An error where
  // the tensor contradicts `choice`, or where discs are ours and theirs and nothing shows whose.
  Result<std::span<const Decoded>> decode(const std::byte* tensor, const TurnChoice& choice = {}) &;
  // The same, checked: an error too if these are not as many elements of the layout's type as one
  // tensor has.
  Result<std::span<const Decoded>> decode(layout::ElementsIn tensor,
                                          const TurnChoice& choice = {}) &;

 private:
  bool shows_now() const { return !reader_.ages().empty() && reader_.ages()[0] == 0; }
  Result<std::optional<Color>> find_turn(const TurnChoice& choice) const;
  Result<std::optional<Color>> count_turn() const;
  [[nodiscard]] std::optional<Error> decode_ply(std::size_t age, std::optional<Color> now);
  [[nodiscard]] std::optional<Error> check_state(std::size_t age, const State& state) const;

  Board board_;
  bool depends_on_turn_;
  Needs needs_;
  layout::Reader reader_;
  layout::Bank gathered_;
  std::vector<internal::Absorber> absorbers_;  // by age
  std::vector<Decoded> plies_;
};

// The line of states, oldest first, that a tensor gives for encoding in another layout: as far back
// as that one looks and this one shows. An error if the discs are not all shown.
[[nodiscard]] std::optional<Error> line_of(std::span<const Decoded> plies,
                                           const layout::LineNeeds& wanted,
                                           std::vector<State>& line);

}  // namespace intarsia::connect4
