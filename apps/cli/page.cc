// `page`: the browser page, opened at a position.

#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/cli/input.h"
#include "apps/cli/layout_choice.h"
#include "apps/cli/page_file.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/games/layout_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/atomic_file.h"

namespace intarsia::cli {

namespace {

struct PageOptions {
  Common common;
  std::vector<std::string> position;
  std::string format;
  std::string layout;
  std::string output;
  bool force = false;
  bool no_open = false;
};

Result<std::string> layout_text(const PageOptions& o, const game::Line* line) {
  if (o.layout.empty()) return std::string();
  const bool has_size = line != nullptr && !line->type().sizes.is_one();
  auto l = find_layout(o.layout, has_size ? std::optional(line->size()) : std::nullopt);
  if (!l) return std::move(l).error();
  if (line != nullptr && l->catalogue->game != line->type().name) {
    return games::wrong_game(line->type().name, *l);
  }
  return games::to_short_text(*l);
}

// The one position of the argument; none if there is no argument.
int find_line(const PageOptions& o, game::LinePtr& line, int& shown) {
  if (o.position.empty()) return kDone;
  const std::string argument = fmt::format("{}", fmt::join(o.position, " "));
  std::size_t found = 0;
  const InputOptions input{.common = o.common, .verb = "page", .format = o.format};
  const int code = read_positions({&argument, 1}, input, [&](const game::ReadGame& read) {
    if (found++ == 0) {
      line = read.line->copy();
      shown = read.shown;
    }
    return std::optional<Error>{};
  });
  if (found > 1) say("intarsia page: the first of {} positions\n", found);
  return code;
}

std::string state_of(const game::Line* line, int shown, std::string layout) {
  std::vector<std::pair<std::string_view, std::string>> fields;
  if (line != nullptr) {
    fields.emplace_back("line", line->text());
    const game::Options options = line->options();
    for (const auto& [name, value] : options.all()) {
      fields.emplace_back("option", fmt::format("{}{}{}", name, value.empty() ? "" : "=", value));
    }
    if (shown != line->ply()) fields.emplace_back("ply", std::to_string(shown));
  }
  fields.emplace_back("layout", std::move(layout));
  return page_state(fields);
}

std::string usual_output() {
  std::error_code ignored;
  const auto folder = std::filesystem::temp_directory_path(ignored);
  return (folder / fmt::format("intarsia-{}.html", getpid())).string();
}

// Whether a program that shows files took it.
bool open_in_browser(const std::string& path) {
  std::string program = "xdg-open";
  std::string file = path;
  char* arguments[] = {program.data(), file.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
    return false;
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::optional<Error> write(const std::string& path, const std::string& page, bool force) {
  if (path == "-") {
    put("{}", page);
    return std::nullopt;
  }
  auto file = io::AtomicFile::create(path, force);
  if (!file) return std::move(file).error();
  file->write(page);
  return file->commit();
}

int show_page(const PageOptions& o) {
  game::LinePtr line;
  int shown = 0;
  if (const int code = find_line(o, line, shown); line == nullptr && code != kDone) return code;
  auto layout = layout_text(o, line.get());
  if (!layout) return fail("page", layout.error(), kUsage);
  const std::string state = state_of(line.get(), shown, *std::move(layout));
  auto page = read_page();
  if (page) page = page_at(*std::move(page), state);
  if (!page) return fail("page", page.error(), kFailed);
  const bool is_ours = o.output.empty();
  const std::string path = is_ours ? usual_output() : o.output;
  if (const auto error = write(path, *page, o.force || is_ours))
    return fail("page", *error, kFailed);
  if (path == "-") return kDone;
  const bool is_open = is_ours && !o.no_open && open_in_browser(path);
  if (o.common.json) {
    JsonText out;
    out.begin_object().key("schema").value(1).key("file").value(path);
    out.key("state").value(state).key("opened").value(is_open).end_object();
    put("{}\n", out.text());
  } else {
    put("{}\n", path);
    if (is_ours && !o.no_open && !is_open) say("intarsia page: open that file in a browser\n");
  }
  return kDone;
}

}  // namespace

void add_page(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("page", "The planes of a position in a browser, to play with");
  verb->group(kLook);
  auto o = std::make_shared<PageOptions>();
  verb->add_option("POSITION", o->position, position_help());
  add_format(*verb, o->format);
  verb->add_option("-l,--layout", o->layout,
                   "Layout or JSON file of your own; see: intarsia layouts");
  verb->add_option(
      "-o,--output", o->output,
      "Write the page there and open nothing; - is standard output. It is one file that "
      "works anywhere, without a network");
  verb->add_flag("--no-open", o->no_open, "Only say where the file is");
  verb->add_flag("--force", o->force, "Replace a file that exists");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia page\n"
      "  intarsia page \"startpos moves e2e4\" --layout chess/planes25\n"
      "  intarsia page \"#13,c1c1g7\" --layout hex/3nxn -o hex.html");
  verb->callback([o, &run] { run = [o] { return show_page(*o); }; });
}

}  // namespace intarsia::cli
