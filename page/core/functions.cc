#include <array>

#include "intarsia/base/text.h"
#include "page/core/function.h"

namespace intarsia::page {

namespace {

constexpr ArgumentInfo kLine = {"line", Kind::kText, false, "a position line of any game"};
constexpr ArgumentInfo kOptions = {"options", Kind::kOptions, true,
                                   "what the game may be asked: {chess960: \"\"}"};
constexpr ArgumentInfo kPly = {"ply", Kind::kNumber, true, "after so many moves; else the last"};
constexpr ArgumentInfo kLayout = {"layout", Kind::kText, false, "a layout's id, or JSON"};
constexpr ArgumentInfo kOrder = {"order", Kind::kText, true, "CHW, HWC or flat"};
constexpr ArgumentInfo kDtype = {"dtype", Kind::kText, true, "float32, float16, …"};
constexpr ArgumentInfo kSize = {"size", Kind::kNumber, true, "of the board"};
constexpr ArgumentInfo kFrame = {"frame", Kind::kText, true, "in whose view; else the usual one"};
constexpr ArgumentInfo kPolicy = {"policy", Kind::kText, false, "a policy code's id"};

constexpr ArgumentInfo kReadArguments[] = {
    {"text", Kind::kText, true, "what was typed or pasted; without it the file's bytes are read"},
    {"name", Kind::kText, true, "of the file"},
    kOptions};
constexpr ArgumentInfo kMovesArguments[] = {kLine, kOptions};
constexpr ArgumentInfo kPositionArguments[] = {
    kLine,
    kPly,
    kOptions,
    {"layout", Kind::kText, true, "in whose frame the board is drawn; else as it stands"}};
constexpr ArgumentInfo kPlayArguments[] = {
    kLine, kPly, kOptions, {"move", Kind::kText, false, "as the game writes it"}};
constexpr ArgumentInfo kSetUpArguments[] = {
    {"game", Kind::kText, false, "by its name"},
    kSize,
    {"draft", Kind::kText, true, "what stands there; else the start"},
    kOptions,
    {"edits", Kind::kEdits, true, "what is changed, one after the other"}};
constexpr ArgumentInfo kLayoutArguments[] = {kLayout, kSize, kOrder, kDtype, kFrame};
constexpr ArgumentInfo kEncodeArguments[] = {kLine, kPly, kOptions, kLayout, kOrder, kDtype};
constexpr ArgumentInfo kDifferenceArguments[] = {
    {"a", Kind::kText, false, "a layout"}, {"b", Kind::kText, false, "another"}, kSize};
constexpr ArgumentInfo kFitsArguments[] = {
    {"file_size", Kind::kNumber, false, "in bytes"},
    {"passport", Kind::kText, true, "the JSON that lies beside the file"},
    {"layout", Kind::kText, true, "one of your own, tried beside the built-in ones"}};
constexpr ArgumentInfo kDecodeArguments[] = {
    kLayout, kSize, kOrder, kDtype, {"turn", Kind::kText, true, "who moves, if nothing shows it"}};
constexpr ArgumentInfo kPolicyArguments[] = {kLine, kPly, kOptions, kPolicy, kFrame};
constexpr ArgumentInfo kPolicyMoveArguments[] = {
    kLine,   kPly,   kOptions,
    kPolicy, kFrame, {"index", Kind::kNumber, false, "a number of the code"}};

constexpr Function kFunctions[] = {
    {"functions", "Functions", "This table, and the version.", false, {}, list_functions},
    {"catalogue",
     "Catalogue",
     "Games with their facts, layouts and policies; examples.",
     false,
     {},
     list_catalogue},
    {"read", "Read", "What a text or a file is: games, a layout, a tensor.", true, kReadArguments,
     read_anything},
    {"moves", "Moves", "The moves of a line, as they are played and as books write them.", false,
     kMovesArguments, show_moves},
    {"position", "Position", "What the rules say of a position, and its board.", false,
     kPositionArguments, show_position},
    {"play", "Played", "A line with one more move.", false, kPlayArguments, play_move},
    {"set_up", "SetUp", "A board that is put together by hand.", false, kSetUpArguments,
     set_up_board},
    {"layout", "Layout", "What a layout is, and what it loses.", false, kLayoutArguments,
     describe_layout},
    {"encode", "Encoded", "The tensor of a position.", false, kEncodeArguments, encode_position},
    {"difference", "Difference", "How two layouts of a game differ.", false, kDifferenceArguments,
     compare_layouts},
    {"fits", "Fits", "Which layouts a tensor file may hold, from its first bytes.", true,
     kFitsArguments, find_fitting},
    {"decode", "Decoded", "A tensor as it is, and the position that it shows.", true,
     kDecodeArguments, decode_tensor},
    {"policy", "Policy", "The numbers of the legal moves.", false, kPolicyArguments, number_moves},
    {"policy_move", "PolicyMove", "The move of a number.", false, kPolicyMoveArguments, find_move},
    {"recipe", "Recipe", "The lines that make a tensor.", false, kEncodeArguments, write_recipe},
    {"svg", "Svg", "The board and its planes as a picture.", false, kEncodeArguments,
     draw_position},
};

// What the script calls the type of an argument.
std::string_view script_type(Kind k) {
  switch (k) {
    case Kind::kText:
      return "string";
    case Kind::kNumber:
      return "number";
    case Kind::kOptions:
      return "Options";
    case Kind::kEdits:
      return "Edit[]";
  }
  return "never";
}

Called failed(const Error& e) {
  JsonText out;
  out.begin_object().key("error");
  add_error(out, e);
  return {.text = out.end_object().text(), .has_failed = true};
}

}  // namespace

void add_error(JsonText& out, const Error& e) {
  out.begin_object().key("code").value(name(e.code)).key("offset").value(e.offset);
  out.key("detail").value(as_utf8(e.detail)).end_object();
}

std::span<const Function> functions() { return kFunctions; }

Called call(std::size_t index, std::string_view json, std::span<const std::byte> bytes) {
  if (index >= std::size(kFunctions)) {
    return failed({ErrorCode::kNotFound, 0, concat({"no function ", std::to_string(index)})});
  }
  const Function& f = kFunctions[index];
  const auto in = Arguments::read(json, f.arguments, bytes);
  if (!in) return failed(in.error());
  Answer out;
  if (const auto error = f.run(*in, out)) return failed(*error);
  return {.text = out.finish(), .bytes = out.take_bytes()};
}

std::optional<Error> list_functions(const Arguments&, Answer& out) {
  out.json.key("version").value(INTARSIA_VERSION).key("functions").begin_list();
  for (const Function& f : kFunctions) {
    out.json.begin_object().key("name").value(f.name).key("about").value(f.about);
    out.json.key("takes_bytes").value(f.takes_bytes).key("answer").value(f.answer);
    out.json.key("arguments").begin_list();
    for (const ArgumentInfo& a : f.arguments) {
      out.json.begin_object().key("name").value(a.name).key("kind").value(name(a.kind));
      out.json.key("is_optional").value(a.is_optional).key("about").value(a.about).end_object();
    }
    out.json.end_list().end_object();
  }
  out.json.end_list();
  return std::nullopt;
}

std::string to_typescript() {
  std::string out =
      "// Written by the core from its table of functions (page/core/functions.cc); a test keeps "
      "it\n"
      "// fresh.\n\n"
      "import type * as answers from \"../answers\";\n"
      "import type { Edit, Options } from \"../answers\";\n\n"
      "// By the name of a function: what it takes, and what it answers.\n"
      "export interface Calls {\n";
  for (const Function& f : kFunctions) {
    out += concat({"  // ", f.about, f.takes_bytes ? " Takes bytes." : "", "\n  ", f.name,
                   ": {\n    takes: {"});
    for (const ArgumentInfo& a : f.arguments) {
      out += concat({" ", a.name, a.is_optional ? "?: " : ": ", script_type(a.kind), ";"});
    }
    out +=
        concat({f.arguments.empty() ? "" : " ", "};\n    gives: answers.", f.answer, ";\n  };\n"});
  }
  return out + "}\n";
}

}  // namespace intarsia::page
