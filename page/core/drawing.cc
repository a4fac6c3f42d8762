#include "page/core/drawing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "intarsia/base/text.h"

namespace intarsia::page {

namespace {

using draw::Board;
using draw::Color;
using draw::Picture;
using draw::Plane;

// How a value is drawn: the numbers of the array `kind`.
enum class ValueKind : std::uint8_t { kNothing, kAbove, kBelow, kOutside, kFirst, kSecond };

std::string css(Color c) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "#";
  for (const std::uint8_t part : {c.red, c.green, c.blue}) {
    out += kDigits[part >> 4];
    out += kDigits[part & 15];
  }
  return out;
}

// To a thousandth of a cell, which nobody can see.
double coordinate(double v) { return static_cast<double>(std::lround(v * 1000)) / 1000; }

void add_points(JsonText& out, const std::vector<draw::Point>& points) {
  out.begin_list();
  for (const draw::Point& p : points) {
    out.begin_list().value(coordinate(p.x)).value(coordinate(p.y)).end_list();
  }
  out.end_list();
}

// The different marks of a board, in the order of the cells: by their names, which differ.
std::vector<const draw::Mark*> marks_of(const Board& board) {
  std::vector<const draw::Mark*> marks;
  for (const draw::Cell& c : board.cells) {
    if (!c.mark) continue;
    const bool is_known = std::any_of(marks.begin(), marks.end(),
                                      [&](const draw::Mark* m) { return m->name == c.mark->name; });
    if (!is_known) marks.push_back(&*c.mark);
  }
  return marks;
}

int index_of(const std::vector<const draw::Mark*>& marks, const draw::Cell& cell) {
  if (!cell.mark) return -1;
  const auto found = std::find_if(marks.begin(), marks.end(),
                                  [&](const draw::Mark* m) { return m->name == cell.mark->name; });
  return static_cast<int>(found - marks.begin());
}

void add_cells(JsonText& out, const Board& board, const std::vector<const draw::Mark*>& marks) {
  out.key("cells").begin_list();
  for (const draw::Cell& c : board.cells) {
    out.begin_object().key("name").value(c.name).key("outline");
    add_points(out, c.outline);
    out.key("shade").value(css(c.shade)).key("mark").value(index_of(marks, c));
    out.key("is_last").value(c.is_last).key("is_winning").value(c.is_winning).end_object();
  }
  out.end_list();
}

void add_rim(JsonText& out, const Board& board) {
  out.key("labels").begin_list();
  for (const draw::Label& l : board.labels) {
    out.begin_object().key("text").value(l.text);
    out.key("x").value(coordinate(l.at.x)).key("y").value(coordinate(l.at.y)).end_object();
  }
  out.end_list().key("edges").begin_list();
  for (const draw::Edge& e : board.edges) {
    out.begin_object().key("line");
    add_points(out, e.line);
    out.key("color").value(css(e.color)).end_object();
  }
  out.end_list();
}

ValueKind kind_of(const Plane& p, float value, const std::optional<draw::Players>& players) {
  if (!p.is_in_range(value)) return ValueKind::kOutside;
  if (value == 0) return ValueKind::kNothing;
  const auto color = p.color_of(value);
  if (color && players) {
    return *color == players->second ? ValueKind::kSecond : ValueKind::kFirst;
  }
  return value > 0 ? ValueKind::kAbove : ValueKind::kBelow;
}

// The texts of different values, each written once.
class Numbers {
 public:
  std::uint16_t index(float value) {
    // By bits, so that every NaN is a key like others.
    const auto [found, is_new] =
        indices_.try_emplace(std::bit_cast<std::uint32_t>(value), texts_.size());
    if (is_new) texts_.push_back(draw::number_text(value));
    return static_cast<std::uint16_t>(found->second);
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::unordered_map<std::uint32_t, std::size_t> indices_;
  std::vector<std::string> texts_;
};

void add_plane(JsonText& out, const Plane& p, std::size_t at) {
  out.begin_object().key("index").value(p.index).key("name").value(p.name);
  out.key("meaning").value(p.meaning).key("lo").value(p.lo).key("hi").value(p.hi);
  out.key("range").value(draw::range_text(p)).key("summary").value(p.summary());
  out.key("is_scalar").value(p.is_scalar).key("is_players").value(p.has_colors());
  out.key("first").value(p.first).key("stride").value(p.stride).key("at").value(at);
  out.end_object();
}

}  // namespace

void add_mark(JsonText& out, const draw::Mark& m) {
  out.begin_object().key("name").value(m.name).key("shape").value(m.shape);
  out.key("detail").value(m.detail).key("fill").value(css(m.fill));
  out.key("outline").value(css(m.outline)).key("detail_color").value(css(m.detail_color));
  out.key("has_room").value(m.has_room).end_object();
}

void add_board(JsonText& out, const Board& board) {
  const auto marks = marks_of(board);
  out.begin_object().key("columns").value(board.columns).key("caption").value(board.caption);
  add_cells(out, board, marks);
  out.key("marks").begin_list();
  for (const draw::Mark* m : marks) add_mark(out, *m);
  out.end_list().key("mark_box").value(draw::kMarkBox);
  add_rim(out, board);
  out.key("line").value(board.line ? css(*board.line) : std::string());
  out.key("players");
  if (board.players) {
    out.begin_object().key("first").value(css(board.players->first));
    out.key("second").value(css(board.players->second)).end_object();
  } else {
    out.null();
  }
  out.end_object();
}

void add_planes(Answer& out, const Picture& picture, const layout::Layout& l) {
  JsonText& json = out.json;
  json.key("layout").value(picture.title).key("position").value(picture.position);
  json.key("shape").begin_list();
  for (const std::size_t n : picture.shape) json.value(n);
  json.end_list().key("order").value(name(l.order)).key("dtype").value(info(l.dtype).name);
  json.key("element_bytes").value(info(l.dtype).bytes);
  json.key("columns").value(picture.board.columns).key("cells").begin_list();
  for (const draw::Cell& c : picture.board.cells) json.value(c.name);
  json.end_list().key("board");
  add_board(json, picture.board);
  json.key("notes").begin_list();
  for (const draw::Note& n : picture.notes) {
    json.begin_object().key("name").value(n.name).key("text").value(as_utf8(n.text)).end_object();
  }
  json.end_list().key("planes").begin_list();

  std::vector<float> values;
  std::vector<std::uint16_t> number;
  std::vector<std::byte> kind, strength;
  Numbers numbers;
  for (const Plane& p : picture.planes) {
    add_plane(json, p, values.size());
    for (const float v : p.values) {
      values.push_back(v);
      number.push_back(numbers.index(v));
      kind.push_back(static_cast<std::byte>(kind_of(p, v, picture.board.players)));
      strength.push_back(static_cast<std::byte>(std::lround(255 * std::min(p.strength(v), 1.0))));
    }
  }
  json.end_list().key("numbers").begin_list();
  for (const std::string& text : numbers.texts()) json.value(text);
  json.end_list();
  out.add_array("values", std::span<const float>(values));
  out.add_array("number", std::span<const std::uint16_t>(number));
  out.add_array("kind", std::span<const std::byte>(kind));
  out.add_array("strength", std::span<const std::byte>(strength));
}

void add_losses(JsonText& out, const layout::Layout& l) {
  out.key("lost").begin_list();
  for (const layout::Part* p : layout::losses(l)) {
    out.begin_object().key("name").value(p->name).key("meaning").value(p->meaning);
    out.key("stand_in").value(p->stand_in).end_object();
  }
  out.end_list().key("rounded").begin_list();
  for (const layout::Feature* f : layout::rounded(l)) out.value(layout::name(l, *f));
  out.end_list();
}

}  // namespace intarsia::page
