// What somebody typed, pasted or dropped: games and positions, a layout, a tensor file.

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/layout_text.h"
#include "intarsia/games/registry.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

using game::ReadGame;

constexpr std::size_t kMaxTextBytes = std::size_t{16} << 20;

// Files that begin like this are refused by name, with what to do.
struct Refused {
  std::string_view start;
  std::string_view what;
  std::string_view advice;
};
constexpr Refused kRefused[] = {
    {"\x28\xb5\x2f\xfd", "packed by zstd", "unpack it first: zstd -d"},
    {"\x1f\x8b", "packed by gzip", "unpack it first: gzip -d"},
    {"BZh", "packed by bzip2", "unpack it first: bzip2 -d"},
    {"\xfd"
     "7zXZ",
     "packed by xz", "unpack it first: xz -d"},
    {"PK\x03\x04", "a zip archive (as .npz are)", "take the one file out of it: unzip"},
    {"\x89PNG", "a picture", "a board cannot be read from it"},
    {"\xff\xd8\xff", "a picture", "a board cannot be read from it"},
    {"%PDF", "a PDF document", "copy the game's text out of it"},
};
constexpr std::string_view kNpyStart = "\x93NUMPY";

std::string quoted_name(std::string_view name) { return name.empty() ? "the file" : as_utf8(name); }

std::optional<Error> refusal_of(std::string_view content, std::string_view name) {
  for (const Refused& r : kRefused) {
    if (!content.starts_with(r.start)) continue;
    return Error{ErrorCode::kUnsupported, 0,
                 concat({quoted_name(name), " is ", r.what, "; ", r.advice})};
  }
  return std::nullopt;
}

// The value of the first of the tags that is there and says something.
std::string_view tag(const ReadGame& g, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const auto& [key, value] : g.recorded.tags) {
      if (key == name && !value.empty() && value.front() != '?') return value;
    }
  }
  return {};
}

// Who played, when, and how it ended, as far as it is said.
std::string title_of(const ReadGame& g, std::size_t number, const game::GameType& type) {
  std::string out;
  const auto add = [&out](std::string_view separator, std::string_view text) {
    if (!text.empty()) out += concat({out.empty() ? "" : separator, text});
  };
  add("", tag(g, {"White", "PB"}));
  add(" - ", tag(g, {"Black", "PW"}));
  add(", ", tag(g, {"Event", "EV", "GN"}));
  add(", ", tag(g, {"Date", "UTCDate", "DT"}));
  if (g.recorded.outcome != Outcome::kUnknown) {
    add(", ", type.words.outcomes[static_cast<std::size_t>(g.recorded.outcome)]);
  }
  return out.empty() ? concat({"game ", std::to_string(number)}) : as_utf8(out);
}

void add_faults(JsonText& out, const ReadGame& g, bool is_alone) {
  out.key("faults").begin_list();
  for (const game::Fault& f : g.faults) {
    if (f.is_usual) continue;
    out.begin_object().key("code").value(f.code());
    out.key("offset").value(is_alone ? f.error.offset : f.place.offset);
    out.key("detail").value(as_utf8(f.error.detail));
    out.key("ply").value(f.ply.value_or(-1)).key("is_refusal").value(f.is_refusal).end_object();
  }
  out.end_list();
}

// `is_alone`: a position that is the whole text.
void add_game(JsonText& out, const ReadGame& g, std::size_t number, const game::GameType& type,
              bool is_alone) {
  const bool has_line = g.line != nullptr && g.refusal() == nullptr;
  out.begin_object().key("title").value(title_of(g, number, type)).key("game").value(type.name);
  out.key("line").value(has_line ? g.line->text() : std::string()).key("options");
  add_options(out, has_line ? g.line->options() : game::Options());
  out.key("plies").value(has_line ? g.line->ply() : 0);
  out.key("shown").value(has_line ? (g.is_game ? 0 : g.shown) : 0).key("tags").begin_list();
  for (const auto& [name, value] : g.recorded.tags) {
    out.begin_list().value(as_utf8(name)).value(as_utf8(value)).end_list();
  }
  out.end_list();
  add_faults(out, g, is_alone);
  out.end_object();
}

void begin(JsonText& out, std::string_view kind, std::string_view format) {
  out.key("kind").value(kind).key("format").value(format);
}

void add_no_layout(JsonText& out) { out.key("layout").value(""); }

// Writes down every game of a parser.
class Listing final : public game::GameSink {
 public:
  Listing(JsonText& out, const game::GameType* usual) : out_(out), usual_(usual) {}

  void take(game::ParsedGame& g) override {
    const game::GameType* type = g.type != nullptr ? g.type : usual_;
    ++count_;
    if (const game::Fault* f = g.read.refusal()) {
      if (!refusal_) refusal_ = Error{f->error.code, f->place.offset, f->error.detail};
    } else {
      ++good_;
    }
    add_game(out_, g.read, count_, *type, false);
  }

  // Nothing can be looked at: why not.
  std::optional<Error> failure() const {
    if (good_ > 0) return std::nullopt;
    if (refusal_) return refusal_;
    return Error{ErrorCode::kNotFound, 0, "there is no game in it"};
  }

 private:
  JsonText& out_;
  const game::GameType* usual_;
  std::size_t count_ = 0, good_ = 0;
  std::optional<Error> refusal_;
};

std::optional<Error> read_games(std::string_view text, std::string_view name,
                                const game::Options& options, JsonText& out) {
  const auto found = games::find_format({}, name, text, games::Reading::kPositions);
  if (!found) return found.error();
  begin(out, "games", found->format.name);
  out.key("games").begin_list();
  Listing listing(out, found->type);
  const auto parser =
      found->format.make_parser({.game = options, .wants_lines = true}, {}, listing);
  parser->feed(text);
  parser->finish();
  while (parser->go_on()) {
  }
  out.end_list();
  add_no_layout(out);
  return listing.failure();
}

std::optional<Error> read_position(std::string_view text, const game::Options& options,
                                   JsonText& out) {
  const auto read = games::read_line(text, options);
  if (!read) return read.error();
  begin(out, "games", "position");
  out.key("games").begin_list();
  add_game(out, *read, 1, read->line->type(), true);
  out.end_list();
  add_no_layout(out);
  return std::nullopt;
}

std::optional<Error> add_layout(std::string_view text, JsonText& out) {
  const auto l = read_layout(text, std::nullopt);
  if (!l) return l.error();
  begin(out, "layout", "");
  out.key("games").begin_list().end_list().key("layout").value(games::to_short_text(*l));
  return std::nullopt;
}

bool is_one_line(std::string_view text) { return trimmed(text).find('\n') == text.npos; }

bool is_layout(std::string_view text) {
  const std::string_view word = trimmed(text);
  return word.starts_with('{') || (word.find(' ') == word.npos && games::find_layout(word));
}

}  // namespace

std::optional<Error> read_anything(const Arguments& in, Answer& out) {
  const std::string_view name = in.text("name");
  const bool is_file = !in.has("text");
  const std::string_view content = is_file ? in.byte_text() : in.text("text");
  if (content.size() > kMaxTextBytes) {
    return Error{ErrorCode::kLimit, kMaxTextBytes,
                 concat({"a text of more than ", binary_size(kMaxTextBytes),
                         "; intarsia build and check read files of any size"})};
  }
  if (is_file && content.starts_with(kNpyStart)) {
    begin(out.json, "tensor", "npy");
    out.json.key("games").begin_list().end_list();
    add_no_layout(out.json);
    return std::nullopt;
  }
  if (auto refused = refusal_of(content, name)) return refused;
  const std::string_view text = without_byte_order_mark(content);
  if (trimmed(text).empty()) return Error{ErrorCode::kSyntax, 0, "nothing is written there"};
  if (is_layout(text)) return add_layout(text, out.json);
  const bool is_position = is_one_line(text) && games::game_of_line(text) != nullptr;
  if (is_position) return read_position(text, in.options(), out.json);
  auto error = read_games(text, name, in.options(), out.json);
  // What no format claims: the list of how positions are written says more.
  const bool is_unknown = error && error->code == ErrorCode::kUnsupported && is_one_line(text);
  if (is_unknown && name.empty()) return games::read_line(text, in.options()).error();
  return error;
}

}  // namespace intarsia::page
