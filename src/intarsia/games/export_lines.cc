// Records as lines of JSON, with what is known of their games.

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/game/record_type.h"
#include "intarsia/games/build.h"
#include "intarsia/games/export.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

constexpr std::size_t kTextBytes = std::size_t{1} << 20;  // handed on at once

void add_or_null(JsonText& out, std::uint64_t number) {
  number == 0 ? out.null() : out.value(number);
}

// What is the same for all positions of a game, as the last keys of each line.
void add_game(JsonText& out, const GameType& type, const data::Manifest& m,
              const game::GameRow& row) {
  out.key("ratings").begin_list();
  for (const std::uint16_t rating : row.ratings) add_or_null(out, rating);
  out.end_list();
  out.key("date");
  add_or_null(out, row.date);
  const bool has_time = row.time_base != 0 || row.time_increment != 0;
  out.key("time_base");
  has_time ? out.value(row.time_base) : out.null();
  out.key("time_increment");
  has_time ? out.value(row.time_increment) : out.null();
  out.key("termination");
  row.termination == 0 ? out.null() : out.value(type.words.terminations[row.termination]);
  if (type.words.variants.size() > 1) out.key("variant").value(type.words.variants[row.variant]);
  out.key("split");
  row.split == 0 ? out.null() : out.value(m.splits[row.split - 1].name);
}

// Writes the lines of one game after the other, up to the first error.
class Lines {
 public:
  Lines(data::Set& set, const GameType& type, const ExportSink& sink, const game::Options& writing)
      : set_(set), type_(type), sink_(sink), writing_(writing) {}

  void add(const data::Set::Run& run) {
    if (error_) return;
    const auto check = type_.record_type(run.row.size).check;
    for (std::size_t i = 0; i < run.plies.size() && !error_; ++i) {
      error_ = add(run.row, check, run.first + i, run.plies[i]);
    }
  }

  Result<ExportReport> finish() {
    if (error_) return *std::move(error_);
    sink_(text_);
    return ExportReport{.written = written_, .unit = "position"};
  }

 private:
  std::optional<Error> add(const game::GameRow& row, game::RecordType::Check check,
                           std::uint64_t number, std::uint32_t ply) {
    const auto bytes = set_.record(number);
    if (!bytes) return bytes.error();
    if (auto error = check(row.size, *bytes)) return error;
    JsonText line;
    line.begin_object();
    line.key("record").value(number);
    line.key("source").value(as_utf8(set_.manifest().sources[row.source].name));
    line.key("game").value(row.number);
    line.key("ply").value(ply);
    type_.describe_record(row.size, *bytes, line, writing_);
    add_game(line, type_, set_.manifest(), row);
    text_ += line.end_object().text();
    text_ += '\n';
    ++written_;
    if (text_.size() >= kTextBytes) {
      sink_(text_);
      text_.clear();
    }
    return std::nullopt;
  }

  data::Set& set_;
  const GameType& type_;
  const ExportSink& sink_;
  const game::Options& writing_;
  std::string text_;
  std::uint64_t written_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<ExportReport> export_lines(data::Set& set, const ExportSink& sink,
                                  const game::Options& writing) {
  if (set.size() == 0) return ExportReport{.unit = "position"};
  const auto type = find_game(set.manifest().game);
  if (!type) return type.error();
  if (auto error = set.check_all()) return *std::move(error);
  game::Options options = game_options_of(set.manifest());
  for (const auto& [name, value] : writing.all()) options.set(name, value);
  Lines lines(set, **type, sink, options);
  if (auto error = set.for_each_run([&](const auto& run) { lines.add(run); })) {
    return *std::move(error);
  }
  return lines.finish();
}

}  // namespace intarsia::games
