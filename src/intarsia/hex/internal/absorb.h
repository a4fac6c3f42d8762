// The facts of one ply put together to stones on a board: the way back from gather.cc.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "intarsia/hex/facts.h"
#include "intarsia/hex/internal/fact_index.h"
#include "intarsia/layout/reader.h"

namespace intarsia::hex::internal {

// Which facts of an age tell what, found out once per layout.
class Absorber {
 public:
  Absorber(const layout::Reader& reader, std::size_t age, int n);

  // The side to move, if it is shown.
  std::optional<Color> turn(const layout::Bank& bank) const;

  struct Draft {
    std::array<Cells, kColors> stones;
    std::optional<Cell> last;
    bool has_all_stones;
  };
  // `view` is that of the position on the board now, `turn` the side to move at this ply. The error
  // names a cell with two stones, or a last move that nobody can have made.
  Result<Draft> absorb(const layout::Reader& reader, const View& view, Color turn) const;

 private:
  static constexpr FactId kNone = kFactCount;

  Cells undrawn(const layout::Bank& bank, const View& view, int fact) const;
  std::optional<Error> read_last(const layout::Reader& reader, const View& view, Color turn,
                                 Draft& draft) const;

  std::size_t age_;
  std::size_t words_;
  std::vector<Whose> stones_;
  bool has_last_;
  FactId turn_ = kNone;
};

}  // namespace intarsia::hex::internal
