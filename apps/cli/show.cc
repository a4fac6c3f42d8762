// `show`: the board and its planes, in the terminal or as a picture.

#include <cstdlib>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

#include "apps/cli/input.h"
#include "apps/cli/layout_choice.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/draw/html.h"
#include "intarsia/draw/svg.h"
#include "intarsia/draw/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/atomic_file.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;
using draw::Picture;

struct ShowOptions {
  Common common;
  std::vector<std::string> position;
  std::string format;
  std::string layout;
  std::string planes;
  std::string svg;
  std::string html;
  std::string color = "auto";
  bool numbers = false;
  bool force = false;
  GameOptions writing = {};

  bool has_files() const { return !svg.empty() || !html.empty(); }
};

// https://no-color.org: set and not empty means no.
bool is_colored(const ShowOptions& o) {
  if (o.color != "auto") return o.color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

// What COLUMNS says, else the terminal, else a page.
int terminal_width() {
  constexpr int kPage = 100;
  if (const char* columns = std::getenv("COLUMNS")) {
    const int width = std::atoi(columns);  // NOLINT: 0 for what is no number is what we want
    if (width > 0) return width;
  }
  winsize size{};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kPage;
}

// A double that is written with the float's own digits: 0.33333334, not 0.3333333432674408.
double as_written(float value) { return std::strtod(draw::number_text(value).c_str(), nullptr); }

Json plane_json(const draw::Plane& p) {
  Json values = Json::array();
  for (float v : p.values) values.push_back(as_written(v));
  return {{"index", p.index}, {"name", p.name}, {"meaning", p.meaning},
          {"lo", p.lo},       {"hi", p.hi},     {"values", std::move(values)}};
}

Json picture_json(const Picture& picture, std::string_view text) {
  Json cells = Json::array();
  for (const draw::Cell& c : picture.board.cells) cells.push_back(c.name);
  Json planes = Json::array();
  for (const draw::Plane& p : picture.planes) planes.push_back(plane_json(p));
  return {{"schema", 1},
          {std::string(text), picture.position},
          {"layout", picture.title},
          {"cells", std::move(cells)},
          {"planes", std::move(planes)}};
}

Result<Picture> make_picture(const game::Line& line, const ShowOptions& o) {
  const games::GameType& type = line.type();
  const game::PictureOptions options{.has_numbers = o.numbers};
  if (o.layout.empty() && o.planes.empty()) return type.board_picture(line, options);
  const auto usual = find_layout(o.layout);
  if (usual && usual->catalogue->game != type.name) return games::wrong_game(type.name, *usual);
  const bool takes_size = !usual || usual->catalogue->has_sizes;
  const auto chosen =
      takes_size
          ? find_layout(o.layout, type.sizes.is_one() ? std::nullopt : std::optional(line.size()))
          : usual;
  if (!chosen) return chosen.error();
  auto picture = type.picture(line, *chosen, options);
  if (!picture || o.planes.empty()) return picture;
  auto planes = draw::choose_planes(picture->planes, o.planes);
  if (!planes) return std::move(planes).error();
  picture->planes = *std::move(planes);
  return picture;
}

// Files appear together: all are made before the first is put in place.
std::optional<Error> write_files(const Picture& picture, const ShowOptions& o) {
  struct Output {
    const std::string& path;
    std::string (*draw)(const Picture&);
  };
  const Output outputs[] = {{o.svg, draw::to_svg}, {o.html, draw::to_html}};
  std::vector<io::AtomicFile> files;
  for (const auto& [path, draw] : outputs) {
    if (path.empty() || path == "-") continue;
    auto file = io::AtomicFile::create(path, o.force);
    if (!file) return std::move(file).error();
    file->write(draw(picture));
    files.push_back(*std::move(file));
  }
  for (io::AtomicFile& f : files) {
    if (auto error = f.commit()) return error;
  }
  for (const auto& [path, draw] : outputs) {
    if (path == "-") put("{}", draw(picture));
  }
  return std::nullopt;
}

void print(const Picture& picture, std::string_view position_key, const ShowOptions& o) {
  if (o.common.json) {
    put("{}\n", picture_json(picture, position_key).dump());
  } else if (!o.has_files()) {
    put("{}", draw::to_text(picture, {terminal_width(), is_colored(o)}));
  }
}

int show(const ShowOptions& o) {
  // The words of a position may come unquoted.
  const std::string argument = fmt::format("{}", fmt::join(o.position, " "));
  const game::Options writing = o.writing.options();
  std::vector<Picture> pictures;
  std::optional<Error> error;
  std::string_view position_key;
  const InputOptions input{.common = o.common, .verb = "show", .format = o.format};
  const int code = read_positions({&argument, 1}, input, [&](const game::ReadGame& read) {
    if (error) return std::optional<Error>{};
    position_key = read.line->type().words.position_key;
    const game::LinePtr line = read.line->at(read.shown);
    auto picture = make_picture(*line, o);
    if (picture) picture->position = line->position_text(writing);
    if (!picture) {
      error = std::move(picture).error();
    } else if (o.has_files() && !pictures.empty()) {
      error = Error{ErrorCode::kAmbiguous, 0, "one position a picture; the input has more"};
    } else if (o.has_files()) {
      pictures.push_back(*std::move(picture));
    } else {
      print(*picture, position_key, o);
    }
    return std::optional<Error>{};
  });
  if (error) return fail("show", *error, kUsage);
  for (const Picture& picture : pictures) {
    if (const auto failed = write_files(picture, o)) return fail("show", *failed, kFailed);
    print(picture, position_key, o);
  }
  return code;
}

// Two outputs in one file or stream cannot be told apart.
bool is_mixed(const ShowOptions& o) {
  const bool has_picture = o.svg == "-" || o.html == "-";
  return (!o.svg.empty() && o.svg == o.html) || (has_picture && o.common.json);
}

}  // namespace

void add_show(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("show", "The board and its planes, in the terminal or a picture");
  verb->group(kLook);
  auto o = std::make_shared<ShowOptions>();
  verb->add_option("POSITION", o->position, position_help())->required();
  add_format(*verb, o->format);
  verb->add_option("-l,--layout", o->layout,
                   "Layout of the planes; without one the board alone. See: intarsia layouts");
  verb->add_option("--planes", o->planes, "Only these: names or indices, with commas between");
  verb->add_flag("--numbers", o->numbers,
                 "On each man the number of the move that brought it there");
  verb->add_option("--svg", o->svg, "Write an SVG picture; - is standard output");
  verb->add_option("--html", o->html, "Write an HTML page; - is standard output");
  verb->add_option("--color", o->color,
                   "Colours: auto (on a terminal, without NO_COLOR), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  verb->add_flag("--force", o->force, "Replace files that exist");
  o->common.add_to(*verb);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  verb->footer(
      "Examples:\n"
      "  intarsia show \"hex 5 moves c3 swap b2\"\n"
      "  intarsia show \"connect4 4433255\" --numbers\n"
      "  intarsia show startpos --layout chess/canonical18\n"
      "  intarsia show \"startpos moves e2e4\" --layout chess/planes25 --planes white.pawn,12\n"
      "  intarsia show \"#13,c1c1g7\" --layout hex/3nxn --svg hex.svg --html hex.html");
  verb->callback([o, &run] {
    if (is_mixed(*o)) {
      throw CLI::ValidationError("show", "--json, --svg and --html each need a place of their own");
    }
    run = [o] { return show(*o); };
  });
}

}  // namespace intarsia::cli
