#include "intarsia/layout/diff.h"

#include <algorithm>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/layout/describe.h"

namespace intarsia::layout {

namespace {

std::string_view frame_name(const Layout& l) { return l.catalogue->frames[l.frame].name; }

// The features at hand that are among the facts from which the part can be read.
std::vector<std::size_t> telling(const Layout& l, const Part& p) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < l.features.size(); ++i) {
    const bool is_among =
        std::any_of(p.shown_by.begin(), p.shown_by.end(), [&](std::span<const FactId> set) {
          return std::find(set.begin(), set.end(), l.features[i].fact) != set.end();
        });
    if (is_among && l.features[i].ago == 0) found.push_back(i);
  }
  return found;
}

std::vector<FactId> facts_of(const Layout& l, const std::vector<std::size_t>& features) {
  std::vector<FactId> facts;
  facts.reserve(features.size());
  for (std::size_t i : features) facts.push_back(l.features[i].fact);
  std::sort(facts.begin(), facts.end());
  return facts;
}

void pair_features(Difference& d, const Layout& a, const Layout& b) {
  std::vector<bool> is_taken(b.features.size());
  for (std::size_t i = 0; i < a.features.size(); ++i) {
    std::size_t j = 0;
    while (j < b.features.size() && (is_taken[j] || a.features[i].fact != b.features[j].fact ||
                                     a.features[i].ago != b.features[j].ago)) {
      ++j;
    }
    if (j == b.features.size()) {
      d.only_a.push_back(i);
    } else {
      is_taken[j] = true;
      d.shared.push_back({i, j});
    }
  }
  for (std::size_t j = 0; j < b.features.size(); ++j) {
    if (!is_taken[j]) d.only_b.push_back(j);
  }
}

// "us.pawn … them.king" for many, all names for few.
std::string names(const Layout& l, const std::vector<std::size_t>& features) {
  if (features.empty()) return "-";
  const auto name_of = [&](std::size_t i) { return name(l, l.features[i]); };
  if (features.size() > 4) {
    return concat({name_of(features.front()), " ... ", name_of(features.back()), " (",
                   std::to_string(features.size()), ")"});
  }
  std::string out;
  for (std::size_t i : features) out += concat({out.empty() ? "" : " ", name_of(i)});
  return out;
}

}  // namespace

Difference difference(const Layout& a, const Layout& b) {
  Difference d;
  const auto compare = [&d](std::string_view what, std::string_view in_a, std::string_view in_b) {
    if (in_a != in_b) d.settings.push_back({what, std::string(in_a), std::string(in_b)});
  };
  compare("shape", shape_text(a), shape_text(b));
  compare("order", name(a.order), name(b.order));
  compare("dtype", info(a.dtype).name, info(b.dtype).name);
  compare("frame", frame_name(a), frame_name(b));
  pair_features(d, a, b);
  for (const Part& p : a.catalogue->parts) {
    auto in_a = telling(a, p);
    auto in_b = telling(b, p);
    if (facts_of(a, in_a) == facts_of(b, in_b)) continue;
    d.tellings.push_back({&p, std::move(in_a), std::move(in_b)});
  }
  return d;
}

bool Difference::is_none(const Layout& a, const Layout& b) const {
  return settings.empty() && a.features == b.features;
}

std::string to_text(const Difference& d, const Layout& a, const Layout& b) {
  if (d.is_none(a, b)) return concat({a.id, " and ", b.id, " give the same tensors\n"});
  std::string out = concat({"A ", a.id, "\nB ", b.id, "\n"});
  for (const auto& s : d.settings) out += concat({"  ", s.name, ": ", s.a, " | ", s.b, "\n"});
  for (const auto& [i, j] : d.shared) {
    const std::string in_a = name(a, a.features[i]);
    const std::string in_b = name(b, b.features[j]);
    out += concat({"  both: A ", place_text(a, i), ", B ", place_text(b, j), "  ", in_a});
    if (in_a != in_b) out += concat({" | ", in_b});
    out += '\n';
  }
  for (const auto& t : d.tellings) {
    out += concat({"  ", t.part->meaning, ": ", names(a, t.a), " | ", names(b, t.b), "\n"});
  }
  if (!d.only_a.empty()) out += concat({"  only in A: ", names(a, d.only_a), "\n"});
  if (!d.only_b.empty()) out += concat({"  only in B: ", names(b, d.only_b), "\n"});
  return out;
}

std::string to_json(const Difference& d, const Layout& a, const Layout& b) {
  JsonText out;
  const auto add_names = [&out](std::string_view key, const Layout& l,
                                const std::vector<std::size_t>& features) {
    out.key(key).begin_list();
    for (std::size_t i : features) out.value(name(l, l.features[i]));
    out.end_list();
  };
  out.begin_object();
  out.key("schema").value(1);
  out.key("a").value(a.id);
  out.key("b").value(b.id);
  out.key("same").value(d.is_none(a, b));
  out.key("settings").begin_object();
  for (const auto& s : d.settings) out.key(s.name).begin_list().value(s.a).value(s.b).end_list();
  out.end_object();
  out.key("shared").begin_list();
  for (const auto& [i, j] : d.shared) {
    out.begin_object();
    out.key("a").value(name(a, a.features[i])).key("a_place").value(place_text(a, i));
    out.key("b").value(name(b, b.features[j])).key("b_place").value(place_text(b, j));
    out.end_object();
  }
  out.end_list();
  add_names("only_a", a, d.only_a);
  add_names("only_b", b, d.only_b);
  out.key("parts").begin_list();
  for (const auto& t : d.tellings) {
    out.begin_object();
    out.key("part").value(t.part->name);
    add_names("a", a, t.a);
    add_names("b", b, t.b);
    out.end_object();
  }
  out.end_list();
  out.end_object();
  return out.text();
}

}  // namespace intarsia::layout
