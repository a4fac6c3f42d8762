// Games of self-play into data sets, one by one.

#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/game_writer.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/line_arguments.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"
#include "python/bind/values.h"

namespace intarsia::bind {

namespace {

using data::Visit;
using games::GameWriter;

constexpr int kMaxEval = 32'000;  // a mate in no moves

// Threads of Python may write together: one game after the other.
class WriterObject {
 public:
  explicit WriterObject(std::unique_ptr<GameWriter> writer) : writer_(std::move(writer)) {}

  template <class Ask>
  auto asked(Ask ask) {
    const Unlocked unlocked;
    const std::lock_guard lock(writing_);
    return ask(*writer_);
  }

  const GameType& type() const { return writer_->type(); }
  std::uint64_t games() {
    return asked([](GameWriter& w) { return w.games(); });
  }
  std::uint64_t positions() {
    return asked([](GameWriter& w) { return w.positions(); });
  }

 private:
  std::unique_ptr<GameWriter> writer_;
  std::mutex writing_;
};

std::unique_ptr<WriterObject> open_writer(const std::string& folder, const std::string& game,
                                          const std::string& split, std::uint64_t seed,
                                          bool with_final, std::uint64_t shard_records,
                                          bool may_replace) {
  games::GameWriterOptions options{.folder = folder,
                                   .game = game,
                                   .seed = seed,
                                   .with_final = with_final,
                                   .shard_records = shard_records,
                                   .may_replace = may_replace};
  if (!split.empty()) {
    auto splits = data::read_splits(split);
    if (!splits)
      raise(
          {splits.error().code, splits.error().offset, concat({"split: ", splits.error().detail})});
    options.splits = *std::move(splits);
  }
  auto writer = [&] {
    const Unlocked unlocked;
    return GameWriter::open(options);
  }();
  if (!writer) raise_os(writer.error());
  return std::make_unique<WriterObject>(*std::move(writer));
}

// A position alone: the moves before it are no part of the game that begins there.
game::LinePtr without_moves(game::LinePtr line) {
  if (line->ply() == 0) return line;
  const game::RecordTargets none;
  std::vector<std::byte> record(line->type().record_type(line->size()).bytes);
  line->pack(line->ply(), line->ply(), false, {&none, 1}, record.data());
  return value_of(line->type().unpack(line->size(), record));
}

// The game that is given, or the one of these moves from a start.
GameObject game_of(const GameType& type, nb::handle game, nb::handle start, nb::handle moves,
                   const SizeArgument& size) {
  if (!game.is_none()) return game_from(type, game);
  GameObject made{.line = start.is_none()
                              ? type.start(size_in(type, size).value_or(type.sizes.usual), {})
                              : without_moves(line_from(type, start))};
  for (const nb::handle move : moves) {
    const std::string text = move_text(type, made.line->size(), move);
    play(made.line.change(), text);
  }
  return made;
}

std::vector<std::int16_t> evals_in(nb::handle evals) {
  std::vector<std::int16_t> out;
  if (evals.is_none()) return out;
  for (const nb::handle eval : evals) {
    out.push_back(eval.is_none()
                      ? kNoEval
                      : static_cast<std::int16_t>(clamped_in(eval, "evals", -kMaxEval, kMaxEval)));
  }
  return out;
}

// The number of a move as records store it.
std::uint16_t number_of(const game::Line& here, const std::string& move) {
  const game::LinePtr line = here.copy();
  play(*line, move);
  const game::RecordType type = line->type().record_type(line->size());
  const game::RecordTargets none;
  std::vector<std::byte> record(type.bytes);
  line->pack(here.ply(), here.ply(), false, {&none, 1}, record.data());
  std::uint16_t number = 0;
  std::memcpy(&number, record.data() + type.move_at, type.move_bytes);
  return number;
}

// Of one position: a dict of moves, or of their numbers, to counts or shares.
std::vector<Visit> visits_at(const game::Line& here, nb::handle visits) {
  if (!nb::hasattr(visits, "items")) {
    raise_type_of("visits", "a dict of moves and their visits for each position", visits);
  }
  std::vector<std::pair<std::uint16_t, double>> counts;
  // As they are now: what a move is may be asked of Python.
  const nb::list items(visits.attr("items")());
  for (const nb::handle item : items) {
    const nb::object move = item[0];
    double count = 0;
    if (!nb::try_cast(nb::float_(item[1]), count)) throw nb::python_error();
    const bool is_number = PyIndex_Check(move.ptr()) != 0;
    counts.emplace_back(is_number
                            ? static_cast<std::uint16_t>(number_in(move, "visits", 0, UINT16_MAX))
                            : number_of(here, move_text(here.type(), here.size(), move)),
                        count);
  }
  auto out = data::to_visits(std::move(counts));
  if (!out) throw nb::value_error(concat({"visits: ", out.error().detail}).c_str());
  return *std::move(out);
}

data::GameVisits visits_in(const game::Line& line, nb::handle visits) {
  data::GameVisits out;
  if (visits.is_none()) return out;
  for (const nb::handle some : visits) {
    const auto ply = static_cast<int>(out.size());
    if (ply > line.ply()) throw nb::value_error("visits: more than the game has positions");
    out.push_back(some.is_none() ? std::vector<Visit>() : visits_at(*line.at(ply), some));
  }
  return out;
}

void add(WriterObject& self, nb::handle game, nb::handle start, nb::handle moves,
         const SizeArgument& size, nb::handle outcome, nb::handle evals, nb::handle visits,
         nb::handle tags) {
  const GameObject played = game_of(self.type(), game, start, moves, size);
  const Outcome said = outcome_in(self.type(), outcome);
  auto numbers = evals_in(evals);
  if (evals.is_none() && played.notes != nullptr) numbers = played.notes->evals;
  const data::GameVisits shares = visits_in(*played.line, visits);
  std::vector<game::Tag> said_tags;
  for (const auto [name, value] : tags.is_none() ? played.tags : tags_in(tags)) {
    said_tags.emplace_back(utf8_of(name), utf8_of(value));
  }
  const games::WrittenGame written{.line = *played.line,
                                   .outcome = said != Outcome::kUnknown ? said : played.recorded,
                                   .evals = numbers,
                                   .visits = shares,
                                   .tags = said_tags};
  if (auto error = self.asked([&](GameWriter& w) { return w.add(written); })) {
    raise_os(*std::move(error));
  }
}

void flush(WriterObject& self) {
  if (auto error = self.asked([](GameWriter& w) { return w.flush(); })) {
    raise_os(*std::move(error));
  }
}

void finish(WriterObject& self) {
  if (auto error = self.asked([](GameWriter& w) { return w.finish(); })) {
    raise_os(*std::move(error));
  }
}

}  // namespace

void bind_writer(nb::module_& m) {
  nb::class_<WriterObject>(m, "GameWriter", "Writes games: ia.Writer stands on one.")
      .def_static("open", open_writer, nb::arg("folder"), nb::arg("game"), nb::arg("split"),
                  nb::arg("seed"), nb::arg("final"), nb::arg("shard_records"), nb::arg("force"))
      .def_prop_ro("games", &WriterObject::games)
      .def_prop_ro("positions", &WriterObject::positions)
      .def("add", add, nb::arg("game").none(), nb::arg("start").none(), nb::arg("moves"),
           nb::arg("size").none(), nb::arg("outcome").none(), nb::arg("evals").none(),
           nb::arg("visits").none(), nb::arg("tags").none())
      .def("flush", flush)
      .def("finish", finish);
}

}  // namespace intarsia::bind
