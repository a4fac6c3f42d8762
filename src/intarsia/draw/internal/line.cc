#include "intarsia/draw/internal/line.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::draw::internal {

namespace {

std::string escape_sequence(std::string_view kind, Color c) {
  std::string out = "\033[";
  out += kind;
  for (const int part : {c.red, c.green, c.blue}) {
    out += ';';
    append_number(out, part);
  }
  return out + "m";
}

}  // namespace

std::string foreground(Color c) { return escape_sequence("38;2", c); }
std::string background(Color c) { return escape_sequence("48;2", c); }

std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return out;
}

void Line::add(std::string_view text) {
  text_ += text;
  for (const char c : text) columns_ += (c & 0xc0) == 0x80 ? 0 : 1;  // a character's first byte
}

void Line::add(const Line& other) {
  text_ += other.text_;
  columns_ += other.columns_;
}

void Line::add_colored(std::string_view color, std::string_view text) {
  text_ += color;
  add(text);
  text_ += "\033[0m";
}

void Line::pad_to(std::size_t column) {
  if (column > columns_) add(std::string(column - columns_, ' '));
}

std::string_view Line::text() const {
  return std::string_view(text_).substr(0, text_.find_last_not_of(' ') + 1);
}

std::size_t width_of(const Block& block) {
  std::size_t widest = 0;
  for (const Line& line : block) widest = std::max(widest, line.columns());
  return widest;
}

}  // namespace intarsia::draw::internal
