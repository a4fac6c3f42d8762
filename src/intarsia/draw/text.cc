#include "intarsia/draw/text.h"

#include <algorithm>
#include <limits>
#include <span>

#include "intarsia/draw/internal/board_text.h"
#include "intarsia/draw/internal/color.h"
#include "intarsia/draw/internal/line.h"

namespace intarsia::draw {

namespace {

using internal::background;
using internal::Block;
using internal::column_of;
using internal::foreground;
using internal::kWhite;
using internal::Line;
using internal::mixed;
using internal::printable;
using internal::readable_on;

constexpr Color kPositive = {24, 130, 140};
constexpr Color kNegative = {196, 84, 52};
constexpr Color kOutside = {190, 20, 160};
constexpr Color kFaint = {128, 128, 128};

// The values as short texts. A plane with one value everywhere needs no numbers: its summary says
// which.
std::vector<std::string> cell_texts(const Plane& p) {
  const bool is_constant = p.is_constant();
  std::vector<std::string> texts;
  texts.reserve(p.values.size());
  for (float v : p.values) {
    texts.push_back(v == 0 ? "." : is_constant && v != 1 ? "=" : short_text(v));
  }
  return texts;
}

std::string value_color(const Plane& p, float value) {
  if (!p.is_in_range(value)) return background(kOutside) + foreground(kWhite);
  if (value == 0) return foreground(kFaint);
  if (const auto color = p.color_of(value)) {
    const Color ground = mixed(kFaint, *color, p.strength(value));
    return background(ground) + foreground(readable_on(ground));
  }
  const Color full = value > 0 ? kPositive : kNegative;
  return background(mixed(kFaint, full, p.strength(value))) + foreground(kWhite);
}

Block cells_block(const Board& b, const Plane& p, bool is_colored) {
  const std::vector<std::string> texts = cell_texts(p);
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size() + 1);
  long left = std::numeric_limits<long>::max();
  for (const Cell& c : b.cells) left = std::min(left, column_of(c.centre(), width));

  Block block(internal::rows_of(b));
  for (std::size_t c = 0; c < b.cells.size(); ++c) {
    Line& line = block[c / b.columns];
    line.pad_to(static_cast<std::size_t>(column_of(b.cells[c].centre(), width) - left));
    const std::string text = std::string(width - 1 - texts[c].size(), ' ') + texts[c] + " ";
    is_colored ? line.add_colored(value_color(p, p.values[c]), text) : line.add(text);
  }
  return block;
}

// Index, name in lines of that width, and what is in the plane.
Block heading(const Plane& p, std::size_t width) {
  const std::string index = index_text(p) + " ";
  const std::string indent(index.size(), ' ');
  const std::string name = printable(p.name);
  const auto parts = wrapped(name, width > index.size() ? width - index.size() : 1);
  Block block;
  block.reserve(parts.size() + 1);
  for (std::string_view part : parts) {
    block.emplace_back(block.empty() ? index : indent).add(part);
  }
  block.emplace_back(p.summary());
  return block;
}

void append_block(std::string& out, const Block& block) {
  for (const Line& line : block) {
    out += line.text();
    out += '\n';
  }
  out += '\n';
}

// Blocks side by side, their last lines level.
Block beside(std::span<const Block> blocks, std::size_t width) {
  std::size_t height = 0;
  for (const Block& b : blocks) height = std::max(height, b.size());
  Block joined(height);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::size_t above = height - blocks[i].size();
    for (std::size_t y = 0; y < blocks[i].size(); ++y) {
      joined[above + y].pad_to(i * width);
      joined[above + y].add(blocks[i][y]);
    }
  }
  return joined;
}

void append_planes(std::string& out, const Picture& picture, TextStyle style) {
  constexpr std::size_t kGap = 2;
  constexpr std::size_t kLeastWidth = 18;  // four in 80 columns, five in 100
  std::vector<const Plane*> planes;
  for (const Plane& p : picture.planes) {
    if (!p.is_scalar) planes.push_back(&p);
  }
  std::vector<Block> blocks;
  blocks.reserve(planes.size());
  std::size_t width = kLeastWidth;
  for (const Plane* p : planes) {
    blocks.push_back(cells_block(picture.board, *p, style.is_colored));
    width = std::max(width, internal::width_of(blocks.back()) - 1);
  }
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const Block head = heading(*planes[i], width);
    blocks[i].insert(blocks[i].begin(), head.begin(), head.end());
  }
  const std::size_t columns = static_cast<std::size_t>(std::max(style.width, 0)) + kGap;
  const std::size_t per_row = std::max<std::size_t>(1, columns / (width + kGap));
  for (std::size_t i = 0; i < blocks.size(); i += per_row) {
    const std::size_t count = std::min(per_row, blocks.size() - i);
    append_block(out, beside(std::span(blocks).subspan(i, count), width + kGap));
  }
}

// The single values as a table: index, name, number, range and meaning.
Block scalars_block(const Picture& picture) {
  constexpr std::size_t kIndex = 4;
  constexpr std::size_t kNumber = 12;
  std::size_t name_width = 0;
  for (const Plane& p : picture.planes) {
    if (p.is_scalar) name_width = std::max(name_width, p.name.size() + 2);
  }
  Block block;
  for (const Plane& p : picture.planes) {
    if (!p.is_scalar) continue;
    Line& line = block.emplace_back(index_text(p));
    line.pad_to(kIndex);
    line.add(printable(p.name));
    line.pad_to(kIndex + name_width);
    line.add(number_text(p.values.front()));
    line.pad_to(kIndex + name_width + kNumber);
    line.add(range_text(p));
    line.add(": ");
    line.add(printable(p.meaning));
  }
  return block;
}

// The board with the notes at its right.
Block head_block(const Picture& picture, bool is_colored) {
  constexpr std::size_t kGap = 4;
  Block block = internal::board_block(picture.board, is_colored);
  const std::size_t column = internal::width_of(block) + kGap;
  block.resize(std::max(block.size(), picture.notes.size()));
  for (std::size_t i = 0; i < picture.notes.size(); ++i) {
    block[i].pad_to(column);
    block[i].add(picture.notes[i].name);
    block[i].pad_to(column + 10);
    block[i].add(printable(picture.notes[i].text));
  }
  block.emplace_back(printable(picture.board.caption));
  Line legend = internal::legend(picture.board, is_colored);
  if (legend.columns() > 0) block.push_back(std::move(legend));
  return block;
}

}  // namespace

std::string to_text(const Picture& picture, TextStyle style) {
  std::string out = picture.title.empty() ? "" : printable(picture.title) + "\n";
  out += printable(picture.position) + "\n\n";
  append_block(out, head_block(picture, style.is_colored));
  append_planes(out, picture, style);
  if (const Block scalars = scalars_block(picture); !scalars.empty()) append_block(out, scalars);
  return out.substr(0, out.size() - 1);  // no blank line at the end
}

}  // namespace intarsia::draw
