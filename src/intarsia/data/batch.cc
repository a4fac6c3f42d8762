#include "intarsia/data/batch.h"

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

void BatchBuilder::drop(const Place& place, std::string_view filter) {
  if (!batch_.games.empty()) {
    Entry& last = batch_.games.back();
    if (last.kind == Entry::Kind::kDropped && last.filter == filter) {
      ++last.games;
      return;
    }
  }
  batch_.games.push_back({.kind = Entry::Kind::kDropped, .place = place, .filter = filter});
}

void BatchBuilder::reject(const Place& place, Refusal refusal) {
  batch_.games.push_back(
      {.kind = Entry::Kind::kRejected, .place = place, .refusal = batch_.refusals.size()});
  detail_bytes_ += refusal.detail.size();
  batch_.refusals.push_back(std::move(refusal));
}

bool BatchBuilder::wants_moves(const game::GameType& type, const GameFacts& facts) {
  return !dropped_by_tags(rules_.filters, type.words, facts);
}

void BatchBuilder::take(game::ParsedGame& game) {
  if (const game::Fault* f = game.read.refusal()) {
    return reject(game.place, {f->error.code, f->place, f->ply.value_or(0), f->error.detail});
  }
  if (game.type != &type_) {
    return reject(game.place,
                  {ErrorCode::kInvalid, game.place, 0,
                   concat({"a position of ", game.type->name, " in a file of ", type_.name})});
  }
  if (const auto filter = dropped_by_tags(rules_.filters, type_.words, game.facts)) {
    return drop(game.place, *filter);
  }
  const std::size_t records = game.records.empty() ? 0 : game.records.size() / game.record_bytes;
  const auto plies = plies_of(records, rules_.with_final);
  if (const auto filter = dropped_by_play(rules_.filters, game.facts, plies)) {
    return drop(game.place, *filter);
  }
  if (game.records.empty()) return drop(game.place, "no moves");
  accept(game);
  if (!rules_.choices.is_all()) choose(game);
}

void BatchBuilder::accept(game::ParsedGame& game) {
  GameRow& row = game.facts.row;
  row.offset = game.place.offset;
  row.number = game.place.game;
  row.source = game.place.source;
  row.hash = io::xxh3(game.content, rules_.seed);
  row.records = static_cast<std::uint32_t>(game.records.size() / game.record_bytes);
  row.split = split_of(rules_.splits, row.hash);
  const game::Fault* const mended = game.read.first_mended();
  batch_.games.push_back({.kind = Entry::Kind::kAccepted,
                          .place = game.place,
                          .row = row,
                          .bytes_at = batch_.records.size(),
                          .bytes = game.records.size(),
                          .mended = mended == nullptr ? "" : mended->code()});
  batch_.records.insert(batch_.records.end(), game.records.begin(), game.records.end());
}

void BatchBuilder::choose(const game::ParsedGame& game) {
  Entry& e = batch_.games.back();
  e.chosen_at = batch_.chosen.size();
  for (std::uint32_t ply = 0; ply < e.row.records; ++ply) {
    const bool is_quiet = rules_.choices.quiet && (!game.is_quiet || game.is_quiet(ply));
    if (rules_.choices.is_chosen(ply, is_quiet, e.row.hash)) batch_.chosen.push_back(ply);
  }
  e.chosen = batch_.chosen.size() - e.chosen_at;
}

void BatchBuilder::reuse(Batch used) {
  used.clear();
  batch_ = std::move(used);
  detail_bytes_ = 0;
}

bool BatchBuilder::is_full() const {
  const std::size_t bytes = batch_.games.size() * sizeof(Entry) + batch_.records.size() +
                            batch_.chosen.size() * sizeof(std::uint32_t) +
                            batch_.refusals.size() * sizeof(Refusal) + detail_bytes_;
  return bytes >= kMaxBatchBytes;
}

Batch BatchBuilder::take_batch() {
  detail_bytes_ = 0;
  return std::exchange(batch_, Batch{});
}

}  // namespace intarsia::data
