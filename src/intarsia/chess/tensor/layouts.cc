#include "intarsia/chess/tensor/layouts.h"

#include <array>
#include <cassert>

#include "intarsia/chess/tensor/facts.h"

namespace intarsia::chess {

namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;

// One row of the table: names of facts and groups, as a user would write them. Known to the compiler,
// so that globals of users may ask for layouts before main.
struct Row {
  std::string_view id;
  FrameIndex frame;
  Order order;
  Dtype dtype;
  int rows;
  std::array<std::string_view, 8> features;  // the rest is empty
};

// clang-format off
constexpr Row kRows[] = {
    {"chess/canonical18", kMoverFrame, Order::kHwc, Dtype::kFloat32, 0,
     {"us.pieces", "them.pieces", "occurrences/3", "en_passant.legal", "us.castling", "them.castling"}},
    {"chess/observation839", kWhiteFrame, Order::kFlat, Dtype::kFloat32, 0,
     {"white.pieces", "black.pieces", "turn.sign", "white.castling", "black.castling",
      "en_passant.legal", "clock.capped/100", "fullmove"}},
    {"chess/observation776", kWhiteFrame, Order::kFlat, Dtype::kFloat32, 0,
     {"white.pieces", "black.pieces", "turn.sign", "white.castling", "black.castling",
      "en_passant.legal.cell", "clock.capped/100", "fullmove"}},
    {"chess/signed64", kWhiteFrame, Order::kFlat, Dtype::kInt8, 8, {"codes.signed"}},
    {"chess/naive64", kWhiteFrame, Order::kFlat, Dtype::kInt8, 8, {"codes.naive"}},
    {"chess/planes25", kWhiteFrame, Order::kChw, Dtype::kFloat32, 0,
     {"white.pieces", "black.pieces", "turn.white", "white.castling", "black.castling",
      "en_passant.always.files"}},
    {"chess/mailbox69", kWhiteFrame, Order::kFlat, Dtype::kInt8, 0,
     {"codes.mailbox", "white.king.cell", "black.king.cell", "castling.bits",
      "en_passant.legal.file", "turn.white"}},
};
// clang-format on

Layout layout_of(const Row& row) {
  Layout l{.id = std::string(row.id),
           .catalogue = &catalogue(),
           .frame = row.frame,
           .order = row.order,
           .dtype = row.dtype,
           .features = {},
           .rows = static_cast<std::uint16_t>(row.rows)};
  for (std::string_view text : row.features) {
    if (text.empty()) break;
    const auto features = layout::read_features(catalogue(), text);
    assert(features);
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

}  // namespace

const std::vector<Layout>& layouts() {
  static const std::vector<Layout> kAll = [] {
    std::vector<Layout> out;
    for (const Row& row : kRows) out.push_back(layout_of(row));
    return out;
  }();
  return kAll;
}

Result<Layout> find_layout(std::string_view id) { return layout::find_layout(layouts(), id); }

}  // namespace intarsia::chess
