// The inverse of gather: the facts of one ply, put together to stones on a board.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "intarsia/hex/tensor/facts.h"
#include "intarsia/hex/tensor/internal/fact_index.h"
#include "intarsia/layout/reader.h"

namespace intarsia::hex::internal {

// What the facts of a ply say.
struct Draft {
  std::array<Cells, kColors> stones;
  std::optional<Cell> last;
  std::array<bool, kColors> is_shown;  // by colour: whether its stones are

  bool has_all_stones() const { return is_shown[0] && is_shown[1]; }
};

// Which facts of an age tell what, found out once per layout.
class Absorber {
 public:
  Absorber(const layout::Reader& reader, std::size_t age, int n);

  // The side to move, if it is shown.
  std::optional<Color> turn(const layout::Bank& bank) const;

  // `view` is that of the position on the board now, `turn` the side to move at this ply, if that is
  // known. The error names a cell with two stones, or a last move that nobody can have made.
  Result<Draft> absorb(const layout::Reader& reader, const View& view,
                       std::optional<Color> turn) const;

  // Half a board shows some facts several times: puts into `bank`, which holds what was read, what
  // follows from the draft. `gathered` are the facts of a board with the draft's stones alone.
  void retell(const Draft& d, const View& view, const layout::Bank& gathered, bool has_turn,
              layout::Bank& bank) const;

  // Whether every state has a plane that is not 0: then one whose planes are all 0 is not known.
  bool never_empty() const { return never_empty_; }

 private:
  static constexpr FactId kNone = kFactCount;

  Cells undrawn(const layout::Bank& bank, const View& view, int fact) const;
  std::optional<Error> read_last(const layout::Reader& reader, const View& view,
                                 std::optional<Color> turn, Draft& draft) const;

  std::size_t age_;
  std::size_t words_;
  std::vector<Whose> stones_;
  bool has_last_;
  bool has_occupied_;
  bool never_empty_;
  FactId turn_ = kNone;
};

}  // namespace intarsia::hex::internal
