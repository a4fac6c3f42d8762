// The lines that make exactly this tensor elsewhere: the tool, Python, C++.

#include "intarsia/base/text.h"
#include "intarsia/games/layout_text.h"
#include "intarsia/games/registry.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

using layout::Layout;

constexpr std::string_view kLayoutFile = "layout.json";

// What the lines say of a layout: its name where it is built in (and what differs from what the name
// means), else a file that has all of it.
struct Wanted {
  std::string_view game;
  std::string line;
  game::Options options;
  bool is_built_in;
  std::string id;
  std::string_view order, dtype;  // empty: the layout's own
  std::string json;
};

Wanted wanted(const game::Line& line, const Layout& l) {
  Wanted w{line.type().name,
           line.text(),
           line.options(),
           games::is_built_in(l),
           l.id,
           {},
           {},
           games::to_json_text(l, true) + "\n"};
  if (!w.is_built_in) return w;
  const auto own = games::find_layout(l.id, l.catalogue->size);
  if (own->order != l.order) w.order = name(l.order);
  if (own->dtype != l.dtype) w.dtype = info(l.dtype).name;
  return w;
}

// In quotes of a shell and of Python and C++. Lines have neither quotes nor backslashes.
std::string quoted(std::string_view text) { return concat({"\"", text, "\""}); }

std::string cli(const Wanted& w) {
  std::string out = concat({"intarsia encode ", quoted(w.line), " --layout ",
                            w.is_built_in ? std::string_view(w.id) : kLayoutFile});
  if (!w.order.empty()) out += concat({" --order ", w.order});
  if (!w.dtype.empty()) out += concat({" --dtype ", w.dtype});
  for (const auto& [name, value] : w.options.all()) {
    out += concat({" --", name, value.empty() ? "" : " ", value});
  }
  return out + " -o tensor.npy\n";
}

std::string python_options(const game::Options& options) {
  std::string out;
  for (const auto& [name, value] : options.all()) {
    out += concat({", ", name, "=", value.empty() ? "True" : quoted(value)});
  }
  return out;
}

std::string python(const Wanted& w) {
  std::string position = quoted(w.line);
  if (!w.options.all().empty()) {
    position = concat(
        {"ia.GamePosition(", quoted(w.game), ", ", position, python_options(w.options), ")"});
  }
  std::string out = "import intarsia as ia\n\n";
  out += concat({"tensor = ia.encode(", position, ", ",
                 w.is_built_in ? quoted(w.id) : concat({"ia.layout(", quoted(kLayoutFile), ")"})});
  if (!w.order.empty()) out += concat({", order=", quoted(w.order)});
  if (!w.dtype.empty()) out += concat({", dtype=", quoted(w.dtype)});
  return out + ")\n";
}

// The name of an enumerator: kHwc, kFloat16.
std::string enumerator(std::string_view word) {
  std::string out = "k";
  bool is_start = true;
  for (const char c : word) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_lower = c >= 'a' && c <= 'z';
    const char other = static_cast<char>(c ^ 0x20);
    out += is_start ? (is_lower ? other : c) : (is_upper ? other : c);
    is_start = false;
  }
  return out == "kBfloat16" ? "kBFloat16" : out;
}

std::string cpp_overrides(const Wanted& w) {
  std::string out;
  if (!w.order.empty()) {
    out += concat({", layout::Order::", enumerator(w.order)});
  } else if (!w.dtype.empty()) {
    out += ", std::nullopt";
  }
  if (!w.dtype.empty()) out += concat({", layout::Dtype::", enumerator(w.dtype)});
  return out;
}

std::string cpp(const Wanted& w, const Layout& l) {
  std::string out =
      "#include <vector>\n\n#include \"intarsia/intarsia.h\"\n\nusing namespace intarsia;\n\n";
  out += "std::vector<std::byte> make_tensor() {\n  game::Options options;\n";
  for (const auto& [name, value] : w.options.all()) {
    out += concat({"  options.set(", quoted(name), ", ", quoted(value), ");\n"});
  }
  out += concat({"  const auto read = games::read_line(", quoted(w.line), ", options);\n"});
  if (w.is_built_in) {
    const std::string size = l.catalogue->has_sizes ? ", " + std::to_string(l.catalogue->size) : "";
    out += concat({"  const auto plan = layout::Plan::make(*games::find_layout(", quoted(w.id),
                   size, ")", cpp_overrides(w), ");\n"});
  } else {
    out += concat({"  const auto plan = games::read_layout(R\"(", trimmed(w.json), ")\");\n"});
  }
  return out +
         "  const auto encoder = read->line->type().make_encoder(*plan);\n"
         "  encoder->add(*read->line, read->line->ply());\n"
         "  std::vector<std::byte> tensor(plan->bytes());\n"
         "  encoder->encode(tensor.data(), 0);\n"
         "  return tensor;\n"
         "}\n";
}

}  // namespace

std::optional<Error> write_recipe(const Arguments& in, Answer& out) {
  const auto line = line_of(in);
  if (!line) return line.error();
  const auto plan = plan_for(**line, in);
  if (!plan) return plan.error();
  const Wanted w = wanted(**line, plan->layout());
  out.json.key("cli").value(cli(w)).key("python").value(python(w));
  out.json.key("cpp").value(cpp(w, plan->layout())).key("json").value(w.json);
  out.json.key("file").value(w.is_built_in ? std::string_view() : kLayoutFile);
  return std::nullopt;
}

}  // namespace intarsia::page
