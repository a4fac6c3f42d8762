// The facts of one ply put together to a setup: the way back from gather.cc.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "intarsia/chess/facts.h"
#include "intarsia/chess/internal/fact_index.h"
#include "intarsia/layout/reader.h"

namespace intarsia::chess::internal {

// Which facts of an age tell what, found out once per layout.
class Absorber {
 public:
  Absorber(const layout::Reader& reader, std::size_t age);

  // The side to move, if it is shown.
  std::optional<Color> turn(const layout::Bank& bank) const;

  struct Draft {
    Setup setup;
    int occurrences;
    bool has_all_pieces;
  };
  // `view` is that of the position on the board now, `turn` the side to move at this ply. The error
  // names a cell with two men.
  Result<Draft> absorb(const layout::Reader& reader, const View& view, Color turn) const;

  // The fact that shows the men of a colour and kind.
  FactId man(const View& view, Color c, Kind k) const;

 private:
  struct Man {
    Side side;
    Kind kind;
  };
  static constexpr FactId kNone = kFactCount;

  Bitboard castling(const layout::Bank& bank, const View& view, const Board& b) const;
  Square en_passant(const layout::Bank& bank, const View& view, Color turn) const;
  int occurrences(const layout::Bank& bank) const;

  std::size_t age_;
  std::vector<Man> men_;
  std::vector<std::pair<Side, int>> rights_;  // flags: side and wing
  std::vector<Side> rooks_;
  bool has_bits_;
  FactId turn_ = kNone;
  FactId en_passant_ = kNone;                  // cells, cell or file, in the widest meaning shown
  std::vector<std::pair<FactId, int>> files_;  // the file of each flag, if there is none of those
  FactId clock_ = kNone;
  bool has_fullmove_;
  FactId occurrences_ = kNone;
  std::array<bool, 2> occurrence_flags_;  // twice, thrice
};

}  // namespace intarsia::chess::internal
