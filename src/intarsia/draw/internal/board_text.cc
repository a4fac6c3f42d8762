#include "intarsia/draw/internal/board_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/draw/internal/color.h"

namespace intarsia::draw::internal {

namespace {

// One thing of a board in its row.
struct Item {
  long column;
  const Label* label;
  const Cell* cell;
};
using Row = std::vector<Item>;

bool is_last(const Item& item) { return item.cell != nullptr && item.cell->is_last; }
bool is_winning(const Item& item) { return item.cell != nullptr && item.cell->is_winning; }

std::string number_of(const Cell& c) { return c.number == 0 ? "" : std::to_string(c.number); }

// A column and one between cells; with numbers as many more as the longest has digits. Half a cell is
// a whole number of columns, so that slanted boards are slanted evenly.
std::size_t cell_width(const Board& b) {
  std::size_t digits = 0;
  for (const Cell& c : b.cells) digits = std::max(digits, number_of(c).size());
  return (digits + 3) / 2 * 2;
}

// Rows from the one above the cells to the one below.
std::vector<Row> board_rows(const Board& b, std::size_t width) {
  std::vector<Row> rows(rows_of(b) + 2);
  for (const Label& l : b.labels) {
    const bool is_beside = l.row >= 0 && static_cast<std::size_t>(l.row) < rows_of(b);
    const std::size_t row = l.row < 0 ? 0 : static_cast<std::size_t>(l.row) + 1;
    // Beside the cells it ends one column before them, be they as wide as they may.
    const long end = column_of(l.at, width) + (is_beside ? static_cast<long>(width) - 1 : 1);
    rows[row].push_back({end - static_cast<long>(l.text.size()), &l, nullptr});
  }
  for (std::size_t c = 0; c < b.cells.size(); ++c) {
    rows[c / b.columns + 1].push_back(
        {column_of(b.cells[c].centre(), width), nullptr, &b.cells[c]});
  }
  for (Row& row : rows) {
    std::sort(row.begin(), row.end(),
              [](const Item& x, const Item& y) { return x.column < y.column; });
  }
  return rows;
}

// The leftmost column, with one for a mark before the cells.
long left_of(const std::vector<Row>& rows) {
  long left = std::numeric_limits<long>::max();
  for (const Row& row : rows) {
    for (const Item& item : row) {
      left = std::min(left, item.column - (is_last(item) || is_winning(item) ? 1 : 0));
    }
  }
  return left;
}

// A row without colours: things are put on it by their columns, later ones over earlier ones.
class Columns {
 public:
  explicit Columns(long left) : left_(left) {}

  std::string& at(long column) {
    const auto i = static_cast<std::size_t>(column - left_);
    if (i >= columns_.size()) columns_.resize(i + 1, " ");
    return columns_[i];
  }
  // Returns the column behind the text.
  long put(long column, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++column) {
      std::size_t end = i + 1;
      while (end < text.size() && (text[end] & 0xc0) == 0x80)
        ++end;  // not a character's first byte
      at(column) = std::string(text.substr(i, end - i));
      i = end;
    }
    return column;
  }
  Line line() const {
    Line out;
    for (const std::string& column : columns_) out.add(column);
    return out;
  }

 private:
  long left_;
  std::vector<std::string> columns_;
};

std::string plain_text(const Item& item) {
  if (item.label != nullptr) return printable(item.label->text);
  const Cell& c = *item.cell;
  return c.mark ? concat({c.mark->symbol, number_of(c)}) : "·";
}

Line plain_line(const Row& row, long left, std::size_t width) {
  Columns columns(left);
  std::vector<long> ends;
  ends.reserve(row.size());
  for (const Item& item : row) {
    if (item.cell != nullptr) columns.put(item.column, std::string(width, ' '));
    ends.push_back(columns.put(item.column, plain_text(item)));
  }
  // Neighbours that won share their parentheses.
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!is_winning(row[i])) continue;
    if (i == 0 || !is_winning(row[i - 1])) columns.put(row[i].column - 1, "(");
    if (i + 1 == row.size() || !is_winning(row[i + 1])) columns.put(ends[i], ")");
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!is_last(row[i])) continue;
    std::string& before = columns.at(row[i].column - 1);
    before = std::string(1, before == "]" ? '|' : '[');
    columns.put(ends[i], "]");
  }
  return columns.line();
}

Color ground_of(const Cell& c) {
  // Letters are thinner than drawn marks: light ones need a darker ground.
  const Color ground = mixed(c.shade, {0, 0, 0}, 0.22);
  if (c.is_last) return mixed(ground, kLastMove, 0.7);
  return c.is_winning && c.mark ? c.mark->fill : ground;
}

void add_colored_cell(Line& line, const Cell& c, std::size_t width) {
  const Color ground = ground_of(c);
  if (!c.mark) return line.add_colored(background(ground), std::string(width, ' '));
  const std::string number = number_of(c);
  const std::string padding(width - 1 - number.size(), ' ');  // a solid mark has one column
  const Color ink = ground == c.mark->fill ? readable_on(ground) : c.mark->fill;
  line.add_colored(background(ground) + foreground(ink), concat({c.mark->solid, number, padding}));
}

Line colored_line(const Row& row, long left, std::size_t width) {
  Line line;
  for (const Item& item : row) {
    line.pad_to(static_cast<std::size_t>(item.column - left));
    item.label != nullptr ? line.add(printable(item.label->text))
                          : add_colored_cell(line, *item.cell, width);
  }
  return line;
}

// One meaning, if a cell has that mark: shown as on that cell without the other one.
void add_meaning(Line& line, const Board& b, bool Cell::*is_marked, std::string_view marks,
                 std::string_view meaning, bool is_colored) {
  const auto cell = std::find_if(b.cells.begin(), b.cells.end(),
                                 [is_marked](const Cell& c) { return c.*is_marked; });
  if (cell == b.cells.end()) return;
  Cell alone{.name = {}, .outline = {}, .shade = cell->shade, .mark = cell->mark};
  alone.*is_marked = true;
  if (line.columns() > 0) line.add("   ");
  const Color ground = ground_of(alone);
  is_colored ? line.add_colored(background(ground) + foreground(readable_on(ground)), marks)
             : line.add(marks);
  line.add(meaning);
}

}  // namespace

std::size_t rows_of(const Board& b) { return (b.cells.size() + b.columns - 1) / b.columns; }

long column_of(Point p, std::size_t cell_width) {
  return std::lround((p.x - 0.5) * static_cast<double>(cell_width));
}

Block board_block(const Board& b, bool is_colored) {
  const std::size_t width = cell_width(b);
  const std::vector<Row> rows = board_rows(b, width);
  const long left = left_of(rows);
  Block block;
  block.reserve(rows.size());
  for (const Row& row : rows) {
    if (row.empty()) continue;
    block.push_back(is_colored ? colored_line(row, left, width) : plain_line(row, left, width));
  }
  return block;
}

Line legend(const Board& b, bool is_colored) {
  Line line;
  add_meaning(line, b, &Cell::is_last, "[ ]", " last move", is_colored);
  add_meaning(line, b, &Cell::is_winning, "( )", " wins", is_colored);
  return line;
}

}  // namespace intarsia::draw::internal
