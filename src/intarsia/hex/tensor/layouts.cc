#include "intarsia/hex/tensor/layouts.h"

#include <array>
#include <cassert>

#include "intarsia/base/names.h"
#include "intarsia/hex/tensor/facts.h"

namespace intarsia::hex {

namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;

// One row of the table: names of facts and groups, as a user would write them. Known to the compiler,
// so that globals of users may ask for layouts before main.
struct Row {
  std::string_view id;
  Order order;  // flat layouts have the board's rows
  Dtype dtype;
  std::array<std::string_view, 3> features;  // the rest is empty
};

constexpr Row kRows[] = {
    {"hex/nxn", Order::kFlat, Dtype::kInt8, {"codes.piece"}},
    {"hex/2nxn", Order::kChw, Dtype::kFloat32, {"blue.stones", "red.stones"}},
    {"hex/3nxn", Order::kChw, Dtype::kFloat32, {"blue.stones", "red.stones", "turn.player"}},
};

Layout layout_of(const Row& row, int n) {
  const int rows = row.order == Order::kFlat ? n : 0;
  Layout l{.id = std::string(row.id),
           .catalogue = &catalogue(n),
           .frame = kBlueFrame,
           .order = row.order,
           .dtype = row.dtype,
           .features = {},
           .rows = static_cast<std::uint16_t>(rows)};
  for (std::string_view text : row.features) {
    if (text.empty()) break;
    const auto features = layout::read_features(catalogue(n), text);
    assert(features);
    l.features.insert(l.features.end(), features->begin(), features->end());
  }
  return l;
}

}  // namespace

const std::vector<Layout>& layouts(int n) {
  static const auto kAll = [] {
    std::array<std::vector<Layout>, kMaxSize + 1> all;
    for (int size = kMinSize; size <= kMaxSize; ++size) {
      std::vector<Layout>& of_size = all[static_cast<std::size_t>(size)];
      of_size.reserve(std::size(kRows));
      for (const Row& row : kRows) of_size.push_back(layout_of(row, size));
    }
    return all;
  }();
  assert(is_size(n));
  return kAll[static_cast<std::size_t>(n)];
}

Result<Layout> find_layout(std::string_view id, int n) {
  if (!is_size(n)) return wrong_board_size("hex", size_range(), n);
  return layout::find_layout(layouts(n), id);
}

}  // namespace intarsia::hex
