#include "intarsia/draw/html.h"

#include <algorithm>

#include "intarsia/draw/internal/markup.h"

namespace intarsia::draw {

namespace {

using internal::append;
using internal::Box;
using internal::escaped;

constexpr std::string_view kStart = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>)";

constexpr std::string_view kStyle = R"(<style>
:root{color-scheme:light dark;--ground:#fbf9f5;--card:#fff;--ink:#26231f;--soft:#7d7468;--line:#e4ded3;--grid:#ddd6ca;--p:#1b7883;--n:#bf4f2f;--x:#c2189f;--on-strong:#fff;--cursor:#e09f1f}
@media (prefers-color-scheme:dark){:root{--ground:#161514;--card:#201e1c;--ink:#ebe6dc;--soft:#a0978a;--line:#34312d;--grid:#3a3733;--p:#4fb9c3;--n:#ee8660;--x:#ff5fdc;--on-strong:#14110f;--cursor:#ffc94d}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{display:grid;grid-template-columns:minmax(260px,var(--board)) minmax(0,1fr);gap:2.5rem;max-width:1500px;margin:0 auto;padding:2rem clamp(1rem,3vw,2.5rem) 3rem}
header{grid-column:1/-1}
h1{margin:0;font-size:1.55rem;font-weight:650;letter-spacing:-.01em;line-height:1.25;overflow-wrap:anywhere}
code,.name,.value,.at{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
header code{display:block;margin-top:.35rem;font-size:.87rem;color:var(--soft);overflow-wrap:anywhere}
aside{align-self:start;position:sticky;top:1.5rem}
svg{display:block;width:100%;height:auto;overflow:visible}
.caption{margin:.3rem 0 0;font-size:.8rem;color:var(--soft)}
.at{min-height:3.3em;margin:1rem 0;padding:.55rem .75rem;border:1px solid var(--line);border-radius:8px;background:var(--card);font-size:.8rem;overflow-wrap:anywhere}
.at:empty::before{content:"Point at a cell: what it holds, and the same cell everywhere.";font-family:system-ui,sans-serif;color:var(--soft)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;margin:0;font-size:.85rem}
dt{color:var(--soft)}
dd{margin:0}
.legend{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;margin:1rem 0 0;padding:0;list-style:none;font-size:.8rem;color:var(--soft)}
.legend i{display:inline-block;width:2.6em;height:.85em;margin-right:.45em;border:1px solid var(--grid);border-radius:2px;vertical-align:-.08em}
.legend .zero{width:.85em}
.legend .up{background:linear-gradient(90deg,color-mix(in srgb,var(--p) 20%,var(--card)),var(--p))}
.legend .down{background:linear-gradient(90deg,var(--n),color-mix(in srgb,var(--n) 20%,var(--card)))}
.legend .player{width:.85em;margin-right:0}
.legend .player+.player{margin-right:.45em}
.legend .out{width:.85em;background:var(--x)}
.planes{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--width),1fr));column-gap:1rem;align-content:start}
figure{display:grid;grid-row:span 4;grid-template-rows:subgrid;margin:0 0 1rem;padding:.65rem .75rem;border:1px solid var(--line);border-radius:10px;background:var(--card)}
figcaption{align-self:end;margin-bottom:.45rem;font-size:.8rem;line-height:1.35}
.name{font-weight:600;font-size:.78rem;overflow-wrap:anywhere}
.index{color:var(--soft);font-variant-numeric:tabular-nums;margin-right:.15em}
.meaning{margin:.3rem 0 0;color:var(--soft);font-size:.73rem;line-height:1.35}
.scalar{align-self:center}
.value{padding:.6rem 0 .7rem;text-align:center;font-size:1.5rem;font-weight:600;overflow-wrap:anywhere}
.value.n{color:var(--n)}
.value.x{color:var(--x)}
.value.z{color:var(--soft)}
.gauge{position:relative;height:4px;border-radius:2px;background:var(--line)}
.gauge i{position:absolute;top:-3px;width:3px;height:10px;margin-left:-1.5px;border-radius:2px;background:var(--p)}
.foot{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .6rem;margin:.45rem 0 0;font-size:.73rem;color:var(--soft);font-variant-numeric:tabular-nums}
.foot b{font-weight:600;color:var(--ink)}
.plane polygon{stroke:var(--grid);stroke-width:.04}
polygon.z{fill:transparent}
polygon.p{fill:var(--p)}
polygon.n{fill:var(--n)}
polygon.x{fill:var(--x)}
polygon.cursor{fill:none;stroke:var(--cursor);stroke-width:.14;stroke-linejoin:round;pointer-events:none}
.edges{fill:none;stroke-width:.24;stroke-linejoin:round;stroke-linecap:round}
.rings,.marks,.moves,.numbers,.labels{pointer-events:none}
.rings{stroke-linejoin:round}
.marks path{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.labels text{fill:var(--soft);text-anchor:middle}
.moves text{font-weight:600;text-anchor:middle}
.numbers text{font-size:.52px;fill:var(--ink);text-anchor:middle}
.numbers .strong{fill:var(--on-strong)}
@media (max-width:820px){main{grid-template-columns:minmax(0,1fr);gap:1.5rem}aside{position:static}.board{max-width:420px}}
@media print{aside{position:static}figure{break-inside:avoid}}
</style>
)";

// Cells are in the same order in every group: a cell is known by its place among its siblings.
// Cursors are drawn last, so that no neighbour hides them.
constexpr std::string_view kScript = R"(<script>
const at = document.querySelector(".at");
const groups = [...document.querySelectorAll(".cells")];
const cursors = groups.map(group => {
  const cursor = document.createElementNS(group.namespaceURI, "polygon");
  cursor.setAttribute("class", "cursor");
  return group.parentNode.appendChild(cursor);
});
document.addEventListener("pointerover", event => {
  const cell = event.target.closest(".cells > polygon");
  const index = cell ? [...cell.parentNode.children].indexOf(cell) : -1;
  groups.forEach((group, i) => {
    cursors[i].setAttribute("points", group.children[index]?.getAttribute("points") ?? "");
  });
  if (cell) at.textContent = cell.firstElementChild.textContent;
});
</script>
)";

// Names may be broken after their dots.
std::string breakable(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size() - 1) + 1;
    append(out, {at == 0 ? "" : "<wbr>", escaped(name.substr(at, end - at))});
    at = end;
  }
  return out;
}

void append_svg(std::string& out, std::string_view kind, std::string_view label,
                const internal::Box& box) {
  append(out, {"<svg class=\"", kind, "\" viewBox=\"", internal::view_box(box),
               "\" role=\"img\" aria-label=\"", escaped(label), "\">\n"});
}

// A number, and where it lies in its range.
void append_scalar(std::string& out, const Picture& picture, const Plane& p) {
  const float value = p.values.front();
  append(out, {"<div class=\"scalar\"><div class=\"value ", internal::value_class(p, value),
               "\" title=\"", escaped(element_text(picture, p, 0)), "\">", number_text(value),
               "</div>\n"});
  if (p.is_in_range(value) && p.lo < p.hi) {
    const double share = (static_cast<double>(value) - p.lo) / (p.hi - p.lo);
    append(out, {"<div class=\"gauge\"><i style=\"left:",
                 internal::coordinate(100 * std::clamp(share, 0.0, 1.0)), "%\"></i></div>\n"});
  }
  out += "</div>\n";
}

// Wide enough that a cell of a large board can be pointed at.
double card_width(const Board& b) {
  constexpr double kLeastWidth = 158;
  constexpr double kLeastCell = 12;
  return std::max(kLeastWidth, kLeastCell * internal::cells_box(b).width());
}

// How wide the board may become where the page has room.
double board_width(const Board& b) {
  constexpr double kUsualWidth = 380;
  constexpr double kUsualCell = 16;
  return std::max(kUsualWidth, kUsualCell * internal::whole_box(b, 0).width());
}

void append_plane(std::string& out, const Picture& picture, const Plane& p) {
  const bool has_labels = internal::has_labelled_planes(picture);
  const Box cells = internal::cells_box(picture.board);
  const double letters = internal::label_size(card_width(picture.board) / cells.width());
  append_svg(out, "plane", p.name,
             has_labels ? internal::labelled_box(picture.board, letters) : cells);
  internal::append_plane(out, picture, p);
  if (has_labels) internal::append_labels(out, picture.board, letters);
  out += "</svg>\n";
}

void append_card(std::string& out, const Picture& picture, const Plane& p) {
  append(out, {"<figure><figcaption><span class=\"index\">", index_text(p),
               "</span> <span class=\"name\">", breakable(p.name), "</span></figcaption>\n"});
  if (p.is_scalar) {
    append_scalar(out, picture, p);
  } else {
    append_plane(out, picture, p);
  }
  append(out, {"<p class=\"foot\"><b>", p.is_scalar ? "" : p.summary(), "</b><span>", range_text(p),
               "</span></p>\n<p class=\"meaning\">", escaped(p.meaning), "</p></figure>\n"});
}

// Planes about one player are in the player's colour.
void append_players(std::string& out, const Picture& picture) {
  const bool has_colors = std::any_of(picture.planes.begin(), picture.planes.end(),
                                      [](const Plane& p) { return p.has_colors(); });
  if (!has_colors || !picture.board.players) return;
  out += "<li>";
  for (const Color c : {picture.board.players->first, picture.board.players->second}) {
    append(out, {"<i class=\"player\" style=\"background:", internal::css_color(c), "\"></i>"});
  }
  out += "a player's</li>";
}

void append_legend(std::string& out, const Picture& picture) {
  const bool has_negative = std::any_of(picture.planes.begin(), picture.planes.end(),
                                        [](const Plane& p) { return p.lo < 0; });
  out +=
      "<ul class=\"legend\"><li><i class=\"zero\"></i>0</li>"
      "<li><i class=\"up\"></i>above 0, to the end of its range</li>";
  if (has_negative) out += "<li><i class=\"down\"></i>below 0</li>";
  append_players(out, picture);
  out += "<li><i class=\"out\"></i>outside its range</li></ul>\n";
}

void append_side(std::string& out, const Picture& picture) {
  const double units = internal::whole_box(picture.board, 0).width();
  const double letters = internal::label_size(board_width(picture.board) / units);
  out += "<aside>\n";
  append_svg(out, "board", picture.position, internal::whole_box(picture.board, letters));
  internal::append_board(out, picture.board, letters);
  append(out, {"</svg>\n<p class=\"caption\">", escaped(picture.board.caption),
               "</p>\n<p class=\"at\" aria-live=\"polite\"></p>\n<dl>\n"});
  for (const Note& n : picture.notes) {
    append(out, {"<dt>", escaped(n.name), "</dt><dd>", escaped(n.text), "</dd>\n"});
  }
  out += "</dl>\n";
  if (!picture.planes.empty()) append_legend(out, picture);
  out += "</aside>\n";
}

}  // namespace

std::string to_html(const Picture& picture) {
  std::string out;
  append(out, {kStart, escaped(picture.title), picture.title.empty() ? "" : ": ",
               escaped(picture.position), "</title>\n", kStyle,
               "</head>\n<body>\n<main style=\"--board:",
               internal::coordinate(board_width(picture.board)), "px\">\n<header>\n"});
  if (!picture.title.empty()) append(out, {"<h1>", escaped(picture.title), "</h1>\n"});
  append(out, {"<code>", escaped(picture.position), "</code>\n</header>\n"});
  append_side(out, picture);
  append(out, {"<section class=\"planes\" style=\"--width:",
               internal::coordinate(card_width(picture.board)), "px\">\n"});
  for (const Plane& p : picture.planes) append_card(out, picture, p);
  append(out, {"</section>\n</main>\n", kScript, "</body>\n</html>\n"});
  return out;
}

}  // namespace intarsia::draw
