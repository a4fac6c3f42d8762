// The command-line tool `intarsia`: one verb a file beside this one.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/print.h"
#include "apps/cli/start.h"
#include "apps/cli/stop.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"

namespace intarsia::cli {

namespace {

// The names that a word on the command line could have meant: flags or verbs.
std::vector<std::string> known_names(const CLI::App& app, bool flags) {
  std::vector<std::string> names;
  if (flags) {
    for (const CLI::Option* o : app.get_options()) {
      for (const std::string& n : o->get_lnames()) names.push_back("--" + n);
    }
  } else {
    for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  }
  return names;
}

// "Could not convert: --min-elo = abc" in our words. Options that are converted are numbers.
std::string conversion_message(std::string_view text) {
  constexpr std::string_view kPrefix = "Could not convert: ";
  constexpr std::string_view kBetween = " = ";
  const auto between = text.find(kBetween);
  if (!text.starts_with(kPrefix) || between == std::string_view::npos) return std::string(text);
  return fmt::format("{}: expected a number, not {}",
                     text.substr(kPrefix.size(), between - kPrefix.size()),
                     text.substr(between + kBetween.size()));
}

// CLI11 names what it did not understand; we add what was probably meant.
int report_usage(const CLI::App& app, const CLI::ParseError& e) {
  const CLI::App* verb = &app;
  std::string who = "intarsia";
  while (!verb->get_subcommands().empty()) {
    verb = verb->get_subcommands().front();
    who += " " + verb->get_name();
  }
  const CLI::App& here = *verb;
  const bool is_no_number = dynamic_cast<const CLI::ConversionError*>(&e) != nullptr;
  std::string message = is_no_number ? conversion_message(e.what()) : e.what();
  const auto unknown = here.remaining(true);
  const bool is_about_names = dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr ||
                              dynamic_cast<const CLI::RequiredError*>(&e) != nullptr;
  if (is_about_names && !unknown.empty()) {
    const std::string& word = unknown.front();
    const bool is_flag = word.starts_with("-");
    message = fmt::format("unknown {} {}",
                          is_flag                             ? "flag"
                          : !here.get_subcommands({}).empty() ? "verb"
                                                              : "word",
                          in_quotes(word));
    const auto names = known_names(here, is_flag);
    const std::vector<std::string_view> views(names.begin(), names.end());
    if (const auto best = nearest(word, views)) message += fmt::format("; did you mean {}?", *best);
  }
  say("{}: {}\nTry: {} --help\n", who, message, who);
  return kUsage;
}

// `help` and `help VERB` are what people try first. As the parser wants them: the last one first.
std::vector<std::string> with_help_flag(std::vector<std::string> words) {
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

int run_verb(int argc, char** argv) {
  CLI::App app("Board-game states as neural-network tensors and back, exactly and fast.",
               "intarsia");
  app.set_version_flag("--version", "intarsia " INTARSIA_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done; 1 failed; 2 not understood; 3 finished, but some input was refused or\n"
      "nothing came out (0 with --lenient); 4 verify, or a suite, found a difference; 130 Ctrl-C,\n"
      "finished shards kept.\n\n"
      "Examples:\n"
      "  intarsia inspect \"startpos moves e2e4\"\n"
      "  intarsia encode positions.txt --layout chess/canonical18 -o planes.npy\n"
      "  intarsia perft 6");
  Run verb;
  add_inspect(app, verb);
  add_show(app, verb);
  add_page(app, verb);
  add_transition(app, verb);
  add_evaluate(app, verb);
  add_layouts(app, verb);
  add_policies(app, verb);
  add_check(app, verb);
  add_convert(app, verb);
  add_encode(app, verb);
  add_decode(app, verb);
  add_build(app, verb);
  add_plan(app, verb);
  add_finish(app, verb);
  add_info(app, verb);
  add_verify(app, verb);
  add_export(app, verb);
  add_merge(app, verb);
  add_graph(app, verb);
  add_perft(app, verb);
  try {
    app.parse(with_help_flag({argv + 1, argv + argc}));
  } catch (const CLI::CallForHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForVersion& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return report_usage(app, e);
  }
  return verb();
}

// Whatever was printed, help too, is done only if it could be written.
int run(int argc, char** argv) {
  const int code = run_verb(argc, argv);
  std::cout.flush();
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return code;
  say("intarsia: cannot write to standard output{}{}\n", errno != 0 ? ": " : "",
      errno != 0 ? std::strerror(errno) : "");
  return kFailed;
}

}  // namespace

}  // namespace intarsia::cli

int main(int argc, char** argv) {
  using namespace intarsia::cli;
  prepare_process();
  end_on_signals();
  // Some verbs look at its first byte before they know who reads it.
  std::setvbuf(stdin, nullptr, _IONBF, 0);
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
  } catch (const std::exception& e) {
    say("intarsia: {}\n", e.what());
  }
  return kFailed;
}
