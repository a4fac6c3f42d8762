#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/registry.h"

namespace intarsia::cli {

namespace {

using game::OptionInfo;

// A word for a choice, or another that is still understood.
std::string chosen(const OptionInfo& option, const std::string& word) {
  for (const auto& [alias, choice] : option.aliases) {
    if (alias == word) return std::string(choice);
  }
  return word;
}

CLI::Validator one_of(const OptionInfo& option) {
  const auto check = [option](std::string& word) {
    word = chosen(option, word);
    for (const std::string_view choice : option.choices) {
      if (choice == word) return std::string();
    }
    return fmt::format("{}: expected {}", word, fmt::join(option.choices, " or "));
  };
  return {check, fmt::format("{{{}}}", fmt::join(option.choices, ","))};
}

}  // namespace

int fail(std::string_view verb, const Error& e, int code) {
  say("intarsia {}: {}\n", verb, e.detail);
  return code;
}

void GameOptions::add_to(CLI::App& verb, OptionInfo::Use use) {
  for (const games::GameType* type : games::all_games()) {
    for (const OptionInfo& info : type->options) {
      if (info.use != use) continue;
      Given& given = *all_.emplace_back(std::make_unique<Given>(Given{info}));
      const std::string flag = fmt::format("--{}", info.name);
      const std::string help = fmt::format("{}: {}", type->words.title, info.help);
      if (info.choices.empty()) {
        verb.add_flag(flag, given.is_set, help);
      } else {
        verb.add_option(flag, given.value, help)->transform(one_of(info));
      }
    }
  }
}

game::Options GameOptions::options() const {
  game::Options options;
  for (const auto& given : all_) {
    if (given->is_set || !given->value.empty()) options.set(given->info.name, given->value);
  }
  return options;
}

CLI::Option* add_size(CLI::App& verb, std::optional<int>& size) {
  std::string help;
  for (const games::GameType* type : games::all_games()) {
    if (type->sizes.is_one()) continue;
    help +=
        fmt::format("{}{}: {}", help.empty() ? "" : "; ", type->words.title, type->sizes.help());
  }
  const auto read = [&size, help](const std::string& text) {
    for (const games::GameType* type : games::all_games()) {
      if (const auto found = type->sizes.read(text)) {
        size = found;
        return;
      }
    }
    throw CLI::ValidationError("--size",
                               fmt::format("{}: expected a size of a board ({})", text, help));
  };
  return verb.add_option_function<std::string>(
      "--size", read, fmt::format("Size of the board, where the game has several ({})", help));
}

CLI::Option* add_turn(CLI::App& verb, std::string& turn) {
  std::string help = "Who moves in tensors that do not show it:";
  std::vector<std::string> words;
  for (const games::GameType* type : games::all_games()) {
    help += fmt::format("{} {}", words.empty() ? "" : fmt::format("; {}:", type->words.title),
                        type->words.turn_help);
    for (const std::string_view word : type->words.turns.subspan(1)) words.emplace_back(word);
  }
  return verb.add_option("--turn", turn, help)->check(CLI::IsMember(words));
}

Result<game::Turn> read_turn(const game::GameType& type, std::string_view word) {
  if (const auto turn = type.find_turn(word)) return *turn;
  return Error{
      ErrorCode::kSyntax, 0,
      fmt::format("--turn {}: expected {}", word, fmt::join(type.words.turns.subspan(1), ", "))};
}

std::string position_help() {
  std::string help;
  for (const games::GameType* type : games::all_games()) {
    help += fmt::format("{}; ", type->words.positions);
  }
  return help + "a file with one a line; - for stdin";
}

CLI::Option* add_format(CLI::App& verb, std::string& format) {
  std::vector<std::string> names;
  for (const std::string_view name : games::format_names()) names.emplace_back(name);
  return verb
      .add_option("--from", format, "What the input is, if its name and text do not show it")
      ->check(CLI::IsMember(names));
}

void Common::add_to(CLI::App& verb) {
  verb.add_flag("--json", json, "Machine-readable output");
  games.add_to(verb, OptionInfo::Use::kReading);
  verb.add_flag("--lenient", lenient,
                "Exit 0 even if some games or positions were refused; a file that is damaged or "
                "cannot be read "
                "ends with 1 all the same");
  verb.add_option("-j,--threads", threads,
                  "Threads, all cores by default; verbs that stream lines use one")
      ->check(CLI::Range(1, 1024));
  verb.add_option("--progress", progress,
                  "Progress on stderr: auto (on a terminal), always, never, json")
      ->check(CLI::IsMember({"auto", "always", "never", "json"}));
}

}  // namespace intarsia::cli
