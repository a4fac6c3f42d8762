#include "intarsia/games/game_writer.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/column_check.h"
#include "intarsia/data/writer.h"
#include "intarsia/games/build_options.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

// What the games are from, as the set's list of sources says.
constexpr std::string_view kSource = "writer";

Error wrong(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

constexpr std::string_view kTool = "intarsia " INTARSIA_VERSION;

std::string made_by() {
  JsonText out;
  out.begin_object();
  out.key("tool").value(kTool);
  out.end_object();
  return out.text();
}

// The same as of a build of no files: what is said of games and positions.
std::string options_of(const GameWriterOptions& o) {
  BuildOptions options;
  options.rules.with_final = o.with_final;
  options.shard_records = o.shard_records;
  return options_json(options);
}

}  // namespace

GameWriter::GameWriter(const GameWriterOptions& o, const game::GameType& type)
    : type_(type), visits_(made_by()) {
  rules_.splits = o.splits;
  rules_.seed = o.seed;
  rules_.with_final = o.with_final;
}

GameWriter::~GameWriter() = default;

Result<std::unique_ptr<GameWriter>> GameWriter::open(const GameWriterOptions& o) {
  const auto type = find_game(o.game);
  if (!type) return type.error();
  std::unique_ptr<GameWriter> self(new GameWriter(o, **type));
  auto writer = data::Writer::open({.folder = o.folder,
                                    .may_resume = true,
                                    .may_replace = o.may_replace,
                                    .shard_records = o.shard_records,
                                    .head = {.tool = std::string(kTool),
                                             .options = options_of(o),
                                             .seed = o.seed,
                                             .splits = o.splits},
                                    .find = find_record_type,
                                    .may_append = true,
                                    .beside = &self->visits_,
                                    .fault = o.fault});
  if (!writer) return writer.error();
  self->writer_ = *std::move(writer);
  if (auto error = self->writer_->set_game((*type)->name)) return *std::move(error);
  return self;
}

std::uint64_t GameWriter::games() const { return writer_->accepted(); }
std::uint64_t GameWriter::positions() const { return writer_->positions(); }

game::Place GameWriter::next_place() const { return {.game = writer_->manifest().read + 1}; }

std::optional<Error> GameWriter::add(const WrittenGame& game) {
  const game::Line& line = game.line;
  if (&line.type() != &type_) {
    return wrong(concat({"a game of ", line.type().name, ", and the data set is of ", type_.name}));
  }
  const int last = line.ply() - (rules_.with_final ? 0 : 1);
  if (last < 0) return wrong("a game without moves has no position to be stored");
  const auto count = static_cast<std::size_t>(last) + 1;
  const std::size_t positions = static_cast<std::size_t>(line.ply()) + 1;
  if (game.evals.size() > positions || game.visits.size() > positions) {
    return wrong(concat({"evaluations or visits of more than the game's ",
                         std::to_string(positions), " positions"}));
  }
  const auto end = line.end();
  const bool is_told = game.outcome != Outcome::kUnknown;
  const Outcome outcome = is_told ? game.outcome : end ? end->outcome : Outcome::kUnknown;
  std::vector<game::RecordTargets> targets(count, {.outcome = outcome});
  for (std::size_t i = 0; i < std::min(count, game.evals.size()); ++i) {
    targets[i].eval = game.evals[i];
  }
  const game::RecordType record = type_.record_type(line.size());
  std::vector<std::byte> records(count * record.bytes);
  line.pack(0, last, /*is_first=*/true, targets, records.data());
  if (auto error = refuse_visits(game, records)) return error;

  const std::string content = type_.content(line);
  game::ParsedGame parsed{.place = next_place(), .type = &type_};
  game::GameRow& row = parsed.facts.row;
  row.size = static_cast<std::uint8_t>(line.size());
  row.variant = line.variant();
  row.outcome = outcome;
  row.has_eval = std::any_of(game.evals.begin(), game.evals.end(),
                             [](std::int16_t eval) { return eval != kNoEval; });
  type_.keep_tags(game.tags, parsed.facts);
  parsed.records = records;
  parsed.record_bytes = record.bytes;
  parsed.content = content;
  data::BatchBuilder batch(rules_, type_);
  batch.take(parsed);
  if (auto error = writer_->add(batch.take_batch())) return error;
  // Those of the positions that have records.
  data::GameVisits visits(count);
  std::copy_n(game.visits.begin(), std::min(count, game.visits.size()), visits.begin());
  visits_.add(line.size(), visits);
  return std::nullopt;
}

std::optional<Error> GameWriter::refuse_visits(const WrittenGame& game,
                                               std::span<const std::byte> records) const {
  const game::RecordType record = type_.record_type(game.line.size());
  const std::size_t count = std::min(game.visits.size(), records.size() / record.bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const auto now = records.subspan(i * record.bytes, record.bytes);
    if (const auto error = data::check_visits(record, now, game.visits[i])) {
      return wrong(concat({"the visits after ", std::to_string(i), " moves: ", error->detail}));
    }
  }
  return std::nullopt;
}

std::optional<Error> GameWriter::flush() { return writer_->flush(next_place()); }

std::optional<Error> GameWriter::finish() {
  writer_->end_source({.name = std::string(kSource), .hash = io::Hasher().value()});
  return writer_->finish();
}

}  // namespace intarsia::games
