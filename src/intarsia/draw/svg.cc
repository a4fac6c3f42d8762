#include "intarsia/draw/svg.h"

#include <algorithm>
#include <cmath>

#include "intarsia/base/text.h"
#include "intarsia/draw/internal/markup.h"

namespace intarsia::draw {

namespace {

using internal::append;
using internal::Box;
using internal::coordinate;
using internal::escaped;

// Sizes are in pixels.
constexpr double kMargin = 28;
constexpr double kTitle = 30;     // height of the title's line
constexpr double kLine = 18;      // of other lines of the head
constexpr double kBoard = 340;    // width of the board, if that makes its cells large enough
constexpr double kNameLine = 13;  // height of a line of a plane's name
constexpr double kSummary = 16;   // of the words below a plane
constexpr double kGap = 18;       // between planes, both ways
// Width of a letter in the head and in names: the usual monospaced fonts have 0.6 of their height.
constexpr double kHeadLetter = 7.25;
constexpr double kNameLetter = 6.05;

// Plain colours and no variables: not only browsers read these files.
constexpr std::string_view kStyle = R"(<style>
text{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#26231f}
.ground{fill:#fbf9f5;stroke:#e4ded3}
.title{font-size:20px;font-weight:600}
.head{font-size:12px}
.head .key,.caption,.index,.summary{fill:#8a8175}
.caption{font-size:11px}
.name{font-size:10px}
.summary{font-size:9.5px}
.scalar{fill:#fff;stroke:#d9d2c5}
.value{font-size:17px;font-weight:600;text-anchor:middle}
.plane polygon{stroke:#d9d2c5;stroke-width:.045}
.z{fill:#fff}
.p{fill:#1b7883}
.n{fill:#bf4f2f}
.x{fill:#c2189f}
.edges{fill:none;stroke-width:.24;stroke-linejoin:round;stroke-linecap:round}
.rings,.marks,.moves,.numbers,.labels{pointer-events:none}
.rings{stroke-linejoin:round}
.marks path{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.labels text{fill:#8a8175;text-anchor:middle}
.moves text{font-weight:600;text-anchor:middle}
.numbers text{font-size:.52px;text-anchor:middle}
.numbers .strong{fill:#fff}
@media (prefers-color-scheme:dark){
text{fill:#ebe6dc}
.ground{fill:#1a1918;stroke:#33302c}
.head .key,.caption,.index,.summary,.labels text{fill:#9a9184}
.scalar,.z{fill:#242220;stroke:#3a3733}
.plane polygon{stroke:#3a3733}
.p{fill:#4fb9c3}
.n{fill:#ee8660}
.x{fill:#ff5fdc}
.numbers .strong{fill:#14110f}
}
</style>
)";

// The picture's measures, worked out once.
struct Sheet {
  double plane_scale;  // pixels of a unit
  double plane_label;  // size of its letters in units; 0: planes have none
  Box plane_box;
  double plane_width, plane_height;
  std::size_t letters;  // of a name's line, index included
  std::size_t columns;  // of planes
  double column_width;
  double board_scale, board_label;
  Box board_box;
  double board_width, board_height;
  double width, height;
  double head_top;                // of what stands below the title
  double top;                     // of the board
  std::vector<std::string> head;  // lines, as markup
  std::vector<double> rows;       // where the planes of each begin, below their names
};

std::size_t index_letters(const Plane& p) { return index_text(p).size() + 1; }

std::vector<std::string_view> name_lines(const Plane& p, std::size_t letters) {
  return wrapped(p.name, letters - index_letters(p));
}

// Words, as many in a line as have room.
std::vector<std::string> word_lines(std::string_view text, std::size_t letters) {
  std::vector<std::string> lines;
  for (TextCursor in(text); !in.at_end();) {
    const std::string_view word = in.word();
    if (lines.empty() || lines.back().size() + 1 + word.size() > letters) {
      lines.emplace_back(word);
    } else {
      append(lines.back(), {" ", word});
    }
  }
  return lines;
}

// The position, then the notes, as many in a line as fit.
std::vector<std::string> head_lines(const Picture& picture, double width) {
  std::vector<std::string> lines;
  const auto letters = static_cast<std::size_t>(width / kHeadLetter);
  for (const std::string& line : word_lines(picture.position, letters)) {
    lines.push_back(escaped(line));
  }
  double at = width;
  for (const Note& n : picture.notes) {
    constexpr std::size_t kBetween = 3;
    const double size =
        static_cast<double>(n.name.size() + 1 + n.text.size() + kBetween) * kHeadLetter;
    if (at + size > width) {
      lines.emplace_back();
      at = 0;
    }
    append(lines.back(), {at == 0 ? "" : "\u2002 ", "<tspan class=\"key\">", escaped(n.name),
                          "</tspan> ", escaped(n.text)});
    at += size;
  }
  return lines;
}

// Wider than high, up to a limit, and no last row with less than need be.
std::size_t columns_for(std::size_t planes) {
  constexpr std::size_t kMost = 14;
  if (planes == 0) return 1;
  const auto wanted =
      static_cast<std::size_t>(std::ceil(std::sqrt(2.0 * static_cast<double>(planes))));
  const std::size_t most = std::min({wanted, planes, kMost});
  const std::size_t rows = (planes + most - 1) / most;
  return (planes + rows - 1) / rows;
}

// Rows are as high as their longest name needs. Returns where the last one ends.
double measure_rows(Sheet& s, const std::vector<Plane>& planes) {
  double y = s.top;
  for (std::size_t i = 0; i < planes.size(); i += s.columns) {
    std::size_t lines = 1;
    for (std::size_t k = i; k < std::min(i + s.columns, planes.size()); ++k) {
      lines = std::max(lines, name_lines(planes[k], s.letters).size());
    }
    y += static_cast<double>(lines) * kNameLine;
    s.rows.push_back(y);
    y += s.plane_height + kSummary + kGap;
  }
  return y - kGap;
}

bool has_numbers(const Board& b) {
  return std::any_of(b.cells.begin(), b.cells.end(), [](const Cell& c) { return c.number != 0; });
}

void measure_board(Sheet& s, const Board& b) {
  const double least_unit = has_numbers(b) ? 24 : 15;  // so that numbers and labels can be read
  s.board_scale = std::max(kBoard / internal::whole_box(b, 0).width(), least_unit);
  s.board_label = internal::label_size(s.board_scale);
  s.board_box = internal::whole_box(b, s.board_label);
  s.board_width = s.board_scale * s.board_box.width();
  s.board_height = s.board_scale * s.board_box.height();
}

void measure_plane(Sheet& s, const Picture& picture) {
  constexpr std::size_t kFew = 4;  // so many planes are drawn large
  const Box cells = internal::cells_box(picture.board);
  const bool has_labels = internal::has_labelled_planes(picture);
  const double least = has_labels ? 11 : 9;  // width of a cell
  const double usual = picture.planes.size() <= kFew ? 224 : 112;
  s.plane_scale = std::max(usual / cells.width(), least);
  s.plane_label = has_labels ? internal::label_size(s.plane_scale) : 0;
  s.plane_box = has_labels ? internal::labelled_box(picture.board, s.plane_label) : cells;
  s.plane_width = s.plane_scale * s.plane_box.width();
  s.plane_height = s.plane_scale * s.plane_box.height();
}

Sheet measured(const Picture& picture) {
  constexpr double kLeastWidth = 640;
  Sheet s{};
  measure_board(s, picture.board);
  measure_plane(s, picture);
  s.column_width = s.plane_width + kGap;
  s.letters = static_cast<std::size_t>((s.column_width - 4) / kNameLetter);
  s.columns = columns_for(picture.planes.size());
  const double grid = static_cast<double>(s.columns) * s.column_width - kGap;
  // A position of one line makes room for itself; the stones of a whole game take several.
  constexpr double kWidestPosition = 720;
  const double position =
      std::min(static_cast<double>(picture.position.size()) * kHeadLetter, kWidestPosition);
  const double inner = picture.planes.empty()
                           ? std::max(s.board_width, position)
                           : std::max({s.board_width + kMargin + grid, position, kLeastWidth});
  s.width = std::ceil(inner + 2 * kMargin);
  s.head = head_lines(picture, inner);
  s.head_top = kMargin + (picture.title.empty() ? 0 : kTitle);
  s.top = s.head_top + static_cast<double>(s.head.size()) * kLine + 8;
  const double end = std::max(s.top + s.board_height + kLine, measure_rows(s, picture.planes));
  s.height = std::ceil(end + kMargin);
  return s;
}

void append_text(std::string& out, std::string_view kind, double x, double y,
                 std::string_view markup) {
  append(out, {"<text class=\"", kind, "\" x=\"", coordinate(x), "\" y=\"", coordinate(y), "\">",
               markup, "</text>\n"});
}

// Opens a group in which one unit of the board is `scale` pixels and `box` begins at (x, y).
void open_units(std::string& out, std::string_view kind, double x, double y, double scale,
                const Box& box) {
  append(out, {"<g class=\"", kind, "\" transform=\"translate(", coordinate(x - box.left * scale),
               " ", coordinate(y - box.top * scale), ") scale(", coordinate(scale), ")\">\n"});
}

void append_head(std::string& out, const Picture& picture, const Sheet& s) {
  if (!picture.title.empty()) {
    append_text(out, "title", kMargin, kMargin + 16, escaped(picture.title));
  }
  double y = s.head_top + 10;
  for (const std::string& line : s.head) {
    append_text(out, "head", kMargin, y, line);
    y += kLine;
  }
}

void append_scalar(std::string& out, const Picture& picture, const Plane& p, double x, double y,
                   const Sheet& s) {
  append(out, {"<g><title>", escaped(element_text(picture, p, 0)), "</title><rect class=\"scalar\"",
               " x=\"", coordinate(x), "\" y=\"", coordinate(y), "\" width=\"",
               coordinate(s.plane_width), "\" height=\"", coordinate(s.plane_height),
               "\" rx=\"4\"/>\n"});
  append_text(out, "value", x + s.plane_width / 2, y + s.plane_height / 2 + 6,
              number_text(p.values.front()));
  out += "</g>\n";
}

// Index and name, down to the plane.
void append_name(std::string& out, const Plane& p, double x, double bottom, const Sheet& s) {
  const auto lines = name_lines(p, s.letters);
  const double indent = static_cast<double>(index_letters(p)) * kNameLetter;
  double y = bottom - static_cast<double>(lines.size()) * kNameLine + 9;
  append_text(out, "name index", x, y, index_text(p));
  for (std::string_view line : lines) {
    append_text(out, "name", x + indent, y, escaped(line));
    y += kNameLine;
  }
}

void append_card(std::string& out, const Picture& picture, const Plane& p, double x, double y,
                 const Sheet& s) {
  append_name(out, p, x, y, s);
  if (p.is_scalar) {
    append_scalar(out, picture, p, x, y, s);
  } else {
    open_units(out, "plane", x, y, s.plane_scale, s.plane_box);
    internal::append_plane(out, picture, p);
    if (s.plane_label > 0) internal::append_labels(out, picture.board, s.plane_label);
    out += "</g>\n";
  }
  append_text(out, "summary", x, y + s.plane_height + 12,
              p.is_scalar ? range_text(p) : p.summary());
}

}  // namespace

std::string to_svg(const Picture& picture) {
  const Sheet s = measured(picture);
  const std::string width = coordinate(s.width);
  const std::string height = coordinate(s.height);
  std::string out;
  append(out,
         {"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
          "\" viewBox=\"0 0 ", width, " ", height, "\" role=\"img\">\n<title>",
          escaped(picture.title), picture.title.empty() ? "" : ": ", escaped(picture.position),
          "</title>\n", kStyle, "<rect class=\"ground\" x=\"0.5\" y=\"0.5\" width=\"",
          coordinate(s.width - 1), "\" height=\"", coordinate(s.height - 1), "\" rx=\"10\"/>\n"});
  append_head(out, picture, s);
  open_units(out, "board", kMargin, s.top, s.board_scale, s.board_box);
  internal::append_board(out, picture.board, s.board_label);
  out += "</g>\n";
  append_text(out, "caption", kMargin, s.top + s.board_height + 12, escaped(picture.board.caption));
  for (std::size_t i = 0; i < picture.planes.size(); ++i) {
    const double x =
        2 * kMargin + s.board_width + static_cast<double>(i % s.columns) * s.column_width;
    append_card(out, picture, picture.planes[i], x, s.rows[i / s.columns], s);
  }
  return out + "</svg>\n";
}

}  // namespace intarsia::draw
