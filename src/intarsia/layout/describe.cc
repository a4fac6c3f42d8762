#include "intarsia/layout/describe.h"

#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& w : words) {
    if (!out.empty()) out += between;
    out += w;
  }
  return out;
}

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(text.size() < width ? width - text.size() : 1, ' ');
}

std::string dtype_names(const Layout& l) {
  std::vector<std::string> names;
  for (Dtype d : dtypes(l)) names.emplace_back(info(d).name);
  return joined(names, ", ");
}

std::string_view kind_name(FactKind k) {
  return k == FactKind::kCells ? "cells" : k == FactKind::kValue ? "value" : "codes";
}

// What stands between bars must not hold one.
std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string shape_text(const Layout& l) {
  std::vector<std::string> sizes;
  for (std::size_t n : l.shape()) sizes.push_back(std::to_string(n));
  return concat({"(", joined(sizes, ", "), sizes.size() == 1 ? ",)" : ")"});
}

std::string range_text(const Layout& l, const Feature& f) {
  const Fact& fact = l.fact(f);
  const std::string lo = short_number(fact.lo / f.per);
  return fact.lo == fact.hi ? lo : concat({lo, " to ", short_number(fact.hi / f.per)});
}

std::string place_text(const Layout& l, std::size_t feature) {
  if (l.order != Order::kFlat) return std::to_string(feature);
  std::size_t first = 0;
  for (std::size_t i = 0; i < feature; ++i) first += l.elements(l.features[i]);
  const std::size_t size = l.elements(l.features[feature]);
  return size == 1 ? std::to_string(first)
                   : concat({std::to_string(first), "-", std::to_string(first + size - 1)});
}

std::vector<Dtype> dtypes(const Layout& l) {
  std::vector<Dtype> held;
  for (Dtype d :
       {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16, Dtype::kUint8, Dtype::kInt8}) {
    if (divisor(l, d)) held.push_back(d);
  }
  return held;
}

std::string to_text(const Layout& l) {
  std::string out = concat({l.id, "  ", shape_text(l), " ", name(l.order), " ", info(l.dtype).name,
                            ", ", l.catalogue->frames[l.frame].meaning, "\n"});
  std::size_t widest = 0;
  for (const Feature& f : l.features) widest = std::max(widest, name(l, f).size());
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const Feature& f = l.features[i];
    const std::string place = place_text(l, i);
    out.append(place.size() < 9 ? 9 - place.size() : 0, ' ');
    out += concat({place, "  "});
    append_padded(out, name(l, f), widest + 2);
    append_padded(out, range_text(l, f), 15);
    out += concat({l.fact(f).meaning, "\n"});
  }
  out += concat({"  types: ", dtype_names(l), "\n"});
  for (const Part* p : losses(l)) {
    out += "  loses: ";
    append_padded(out, p->name, 16);
    out += concat({p->meaning, " (read as: ", p->stand_in, ")\n"});
  }
  for (const Feature* f : rounded(l)) {
    out += concat({"  rounds: ", name(l, *f), ", as ", info(l.dtype).name, "\n"});
  }
  return out;
}

std::string to_markdown(const Layout& l) {
  std::string out =
      concat({"## ", l.id, "\n\n`", shape_text(l), "` ", name(l.order), " ", info(l.dtype).name,
              ", ", l.catalogue->frames[l.frame].meaning, ". Types: ", dtype_names(l), ".\n\n"});
  out += l.order == Order::kFlat ? "| elements" : "| plane";
  out += " | name | range | meaning |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const Feature& f = l.features[i];
    out += concat({"| ", place_text(l, i), " | `", name(l, f), "` | ", range_text(l, f), " | ",
                   cell(l.fact(f).meaning), " |\n"});
  }
  std::vector<std::string> lost;
  for (const Part* p : losses(l)) {
    lost.push_back(concat({"**", p->name, "**: ", p->meaning, " (read as: ", p->stand_in, ")"}));
  }
  return concat({out, "\nLoses ", joined(lost, "; "), ".\n"});
}

std::string to_markdown(const Catalogue& c) {
  std::string out = concat(
      {"## Facts of ", c.game, "\n\n| fact | kind | range | meaning |\n", "|---|---|---|---|\n"});
  for (const Fact& f : c.facts) {
    out += concat({"| `", f.name, "` | ", kind_name(f.kind), f.is_derived ? ", derived" : "", " | ",
                   short_number(f.lo), " to ", short_number(f.hi), " | ", cell(f.meaning), " |\n"});
  }
  out += "\n### Groups\n\nClosed: a group never grows.\n\n| group | facts |\n|---|---|\n";
  for (const Group& g : c.groups) {
    std::vector<std::string> names;
    for (FactId f : g.facts) names.push_back(concat({"`", c.facts[f].name, "`"}));
    out += concat({"| `", g.name, "` | ", joined(names, " "), " |\n"});
  }
  out += "\n### Frames\n\n| frame | meaning |\n|---|---|\n";
  for (const Frame& f : c.frames) out += concat({"| `", f.name, "` | ", cell(f.meaning), " |\n"});
  out +=
      "\n### What a layout may lose\n\n| part of the state | meaning | read as |\n|---|---|---|\n";
  for (const Part& p : c.parts) {
    out += concat({"| ", p.name, " | ", cell(p.meaning), " | ", cell(p.stand_in), " |\n"});
  }
  return out;
}

}  // namespace intarsia::layout
