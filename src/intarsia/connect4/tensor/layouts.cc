#include "intarsia/connect4/tensor/layouts.h"

#include <array>
#include <cassert>

#include "intarsia/base/names.h"
#include "intarsia/connect4/tensor/facts.h"

namespace intarsia::connect4 {

namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;

// One row of the table: names of facts and groups, as a user would write them. Known to the compiler,
// so that globals of users may ask for layouts before main.
struct Row {
  std::string_view id;
  FrameIndex frame;
  Order order;  // flat layouts have the board's rows
  Dtype dtype;
  std::array<std::string_view, 3> features;  // the rest is empty
};

constexpr Row kRows[] = {
    {"connect4/2planes", kMoverFrame, Order::kChw, Dtype::kFloat32, {"us.discs", "them.discs"}},
    {"connect4/3planes",
     kFirstFrame,
     Order::kChw,
     Dtype::kFloat32,
     {"first.discs", "second.discs", "turn.second"}},
    {"connect4/signed", kFirstFrame, Order::kFlat, Dtype::kInt8, {"codes.signed"}},
};

Layout layout_of(const Row& row, const layout::Catalogue& c) {
  Layout l{.id = std::string(row.id),
           .catalogue = &c,
           .frame = row.frame,
           .order = row.order,
           .dtype = row.dtype,
           .features = {},
           .rows = row.order == Order::kFlat ? c.rows : std::uint16_t{0}};
  for (std::string_view text : row.features) {
    if (text.empty()) break;
    const auto features = layout::read_features(c, text);
    assert(features);
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

}  // namespace

const std::vector<Layout>& layouts(int size) {
  static const auto kAll = [] {
    std::array<std::vector<Layout>, kSizeCodes> all;
    for (int code = 0; code < kSizeCodes; ++code) {
      if (!is_size(code)) continue;
      std::vector<Layout>& of_size = all[static_cast<std::size_t>(code)];
      of_size.reserve(std::size(kRows));
      for (const Row& row : kRows) of_size.push_back(layout_of(row, catalogue(code)));
    }
    return all;
  }();
  assert(is_size(size));
  return kAll[static_cast<std::size_t>(size)];
}

Result<Layout> find_layout(std::string_view id, int size) {
  if (!is_size(size)) return wrong_board_size("connect4", board_rule(), size);
  return layout::find_layout(layouts(size), id);
}

}  // namespace intarsia::connect4
