// The inverse of gather: the facts of one ply, put together to discs on a board.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "intarsia/connect4/tensor/facts.h"
#include "intarsia/connect4/tensor/internal/fact_index.h"
#include "intarsia/layout/reader.h"

namespace intarsia::connect4::internal {

// What the facts of a ply say.
struct Draft {
  std::array<Cells, kColors> discs;
  std::array<bool, kColors> is_shown;  // by player: whether its discs are
  std::optional<Cell> last;

  bool has_all_discs() const { return is_shown[0] && is_shown[1]; }
  Cells all_discs() const { return discs[0] | discs[1]; }
};

// Which facts of an age tell what, found out once per layout.
class Absorber {
 public:
  Absorber(const layout::Reader& reader, std::size_t age, Board b);

  // The side to move at this ply, if a number says it: the turn, the ply, or how many cells are
  // occupied. Discs by players tell it too, but only once one knows whose they are.
  std::optional<Color> turn(const layout::Bank& bank) const;

  // `us` is the side to move now. The error names a cell with two discs.
  Result<Draft> absorb(const layout::Reader& reader, Color us) const;

  // An error at the plane that shows the disc on the cell, which is one of the draft's.
  Error error_at(const layout::Reader& reader, const Draft& d, Color us, Cell c,
                 const std::string& detail) const;

  // What half a board says about itself, checked as far as one thing follows from another. `turn` is
  // the side to move at this ply.
  std::optional<Error> check_half_board(const layout::Reader& reader, const Draft& d, Color us,
                                        std::optional<Color> turn) const;

  // Whether planes that are all 0 mean that nothing before this ply is known: it is not known
  // itself, or it is the empty board.
  bool ends_line() const { return ends_line_; }

 private:
  std::optional<Cells> occupied(const layout::Bank& bank) const;
  bool has_fitting_number(const Draft& d, const layout::Bank& bank,
                          std::optional<Color> turn) const;
  std::optional<Error> check_last(const layout::Reader& reader, const Draft& d,
                                  std::optional<Color> turn) const;
  void retell_board(const Draft& d, layout::Bank& bank) const;
  void retell_lines(const Draft& d, Color us, layout::Bank& bank) const;

  std::size_t age_;
  Board board_;
  std::array<bool, kFactCount> shows_;
  std::vector<Whose> owners_;  // whose discs are shown
  bool ends_line_;
};

}  // namespace intarsia::connect4::internal
