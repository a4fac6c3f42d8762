#include "intarsia/kernels/internal/kernel.h"

namespace intarsia::kernels {

void Tables::prepare_planes(const Shape& s) {
  for (const Plane& p : s.planes) {
    const bool is_alike = !runs.empty() && runs.back().layers == p.layers &&
                          runs.back().elements == p.elements &&
                          runs.back().first_layer + runs.back().planes * p.layers == p.first_layer;
    if (is_alike) {
      ++runs.back().planes;
    } else {
      runs.push_back({p.first_layer, 1, p.layers, p.elements});
    }
  }
}

void Tables::pick(const Shape& s, const Layer* layers) {
  Late& l = late[turn];
  auto* const values = reinterpret_cast<std::uint32_t*>(l.values.data());
  for (std::uint16_t p : varying) values[p] = layers[p].value();
  auto* masks = reinterpret_cast<std::uint64_t*>(l.masks.data());
  const std::size_t planes = s.planes.size();
  for (std::size_t word = 0; word < s.words; ++word, masks += planes) {
    for (std::size_t p = 0; p < planes; ++p) masks[p] = layers[p].mask[word];
  }
}

namespace {

template <class T>
void fill_tests(std::size_t planes, std::vector<Line>& tests) {
  constexpr std::size_t kBits = 8 * sizeof(T);
  T* const to = reinterpret_cast<T*>(tests.data());
  for (std::size_t x = 0; x < kBits * planes; ++x) to[x] = static_cast<T>(T{1} << x / planes);
}

}  // namespace

void Tables::prepare_cells(const Shape& s, const Layer* layers) {
  const std::size_t planes = s.planes.size();
  const std::size_t bits = std::size_t{8} * s.element_bytes;
  const std::size_t line = kLineBytes / s.element_bytes;
  const auto lines_for = [&](std::size_t elements) { return (elements + line - 1) / line; };
  row = lines_for(planes + 2 * line) * line;
  // What follows the last cell of a stretch is another stretch's: a line of zeros.
  tests.resize(lines_for(bits * planes) + 1);
  for (Late& l : late) {
    l.masks.resize((s.words * planes + line) * sizeof(std::uint64_t) / kLineBytes + 1);
    l.values.resize((planes + line) * sizeof(std::uint32_t) / kLineBytes + 1);
    l.rows.resize(row / line * (1 + s.words * (64 / bits)));
  }
  for (std::size_t p = 0; p < planes; ++p) {
    if (layers[p].number != &kConstant) {
      varying.push_back(static_cast<std::uint16_t>(p));
      continue;
    }
    for (Late& l : late) reinterpret_cast<std::uint32_t*>(l.values.data())[p] = layers[p].value();
  }
  if (s.element_bytes == 1) fill_tests<std::uint8_t>(planes, tests);
  if (s.element_bytes == 2) fill_tests<std::uint16_t>(planes, tests);
  if (s.element_bytes == 4) fill_tests<std::uint32_t>(planes, tests);
}

}  // namespace intarsia::kernels
