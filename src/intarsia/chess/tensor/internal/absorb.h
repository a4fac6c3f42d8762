// The inverse of gather: the facts of one ply, put together to a setup.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "intarsia/chess/tensor/facts.h"
#include "intarsia/chess/tensor/internal/fact_index.h"
#include "intarsia/layout/reader.h"

namespace intarsia::chess::internal {

// What the facts of a ply say.
struct Draft {
  Setup setup;
  int occurrences;
  std::uint16_t men;  // a bit for each colour and kind whose men are shown
  bool has_all_pieces() const { return men == (1U << (kColors * kKinds)) - 1; }
  bool shows(Color c, Kind k) const { return (men >> (c * kKinds + k) & 1) != 0; }
};

// Which facts of an age tell what, found out once per layout.
class Absorber {
 public:
  Absorber(const layout::Reader& reader, std::size_t age);

  // The side to move, if it is shown.
  std::optional<Color> turn(const layout::Bank& bank) const;

  // Whether every state shows something here: there are always kings.
  bool never_empty() const;

  // `view` is that of the position on the board now, `turn` the side to move at this ply. The error
  // names a cell with two men.
  Result<Draft> absorb(const layout::Reader& reader, const View& view, Color turn) const;

  // What half a board shows of the facts that are shown: where `bank`, filled with those, says
  // something else, the tensor contradicts itself.
  void retell(const Draft& d, const View& view, layout::Bank& bank) const;

  // The fact that shows the men of a colour and kind.
  FactId man(const View& view, Color c, Kind k) const;

 private:
  struct Man {
    Side side;
    Kind kind;
  };
  struct FileFlag {
    FactId fact;
    int file;
  };
  static constexpr FactId kNone = kFactCount;

  Bitboard castling(const layout::Bank& bank, const View& view, const Draft& d) const;
  Square en_passant(const layout::Bank& bank, const View& view, Color turn) const;
  int occurrences(const layout::Bank& bank) const;
  bool tells_wings(const Draft& d, Color c, const View& view) const;
  void retell_en_passant(Square s, const View& view, layout::Bank& bank) const;

  std::size_t age_;
  std::vector<Man> men_;
  std::vector<std::pair<Side, int>> rights_;  // flags: side and wing
  std::vector<Side> rooks_;
  bool has_bits_;
  FactId turn_ = kNone;
  // En passant is read from the widest meaning that is shown whole: as cells, cell, file, or from
  // the first of eight flags. Single flags of wider meanings, or of any if none is whole, come on
  // top.
  FactId en_passant_ = kNone;
  int meaning_ = kMeanings;
  std::vector<FileFlag> flags_;
  FactId clock_ = kNone;
  bool has_fullmove_;
  bool has_occurrences_;
  std::array<bool, 2> occurrence_flags_;  // twice, thrice
};

}  // namespace intarsia::chess::internal
