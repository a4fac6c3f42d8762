// Data sets: what they hold, and whose methods fill batches.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/narrow.h"
#include "intarsia/data/set.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/callback.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"
#include "python/bind/orders.h"
#include "python/bind/output.h"
#include "python/bind/records.h"
#include "python/bind/rules.h"
#include "python/bind/set_fill.h"

namespace intarsia::bind {

namespace {

using data::Set;

// The number of a board's size, which the game of the sets reads. Empty sets have none.
int size_for(const std::vector<std::string>& folders, const SizeArgument& size) {
  if (!size) return 0;
  if (const int* number = std::get_if<int>(&*size)) return *number;
  std::string game;
  for (const std::string& folder : folders) {
    const auto found = data::read_folder_manifest(folder);
    if (!found) raise_os(found.error());
    if (game.empty()) game = found->set ? found->set->game : found->collection->game;
  }
  return *size_in(*value_of(games::find_game(game)), size);
}

// What fetch(path, bytes, hash) of Python's does with a file that lies elsewhere.
data::Fetch fetcher(nb::handle fetch) {
  if (fetch.is_none()) return {};
  return [call = Callback(fetch)](const data::FetchedFile& file) {
    return call.call([&](const nb::object& f) { f(file.path, file.bytes, hex16(file.hash)); });
  };
}

std::unique_ptr<Set> open_set(const std::vector<std::string>& folders, const std::string& split,
                              const SizeArgument& size_argument, bool all_records,
                              std::uint64_t cache_bytes, nb::handle fetch, nb::handle announce) {
  data::SetOptions options{.split = split,
                           .size = size_for(folders, size_argument),
                           .all_records = all_records,
                           .cache_bytes = cache_bytes,
                           .fetch = fetcher(fetch)};
  if (const auto tell = fetcher(announce)) {
    options.announce = [tell](const data::FetchedFile& file) { (void)tell(file); };
  }
  const auto open = [&] {
    const Unlocked unlocked;
    return Set::open(folders, games::find_record_type, options);
  };
  auto set = open();
  if (!set) raise_os(set.error());
  return *std::move(set);
}

void check_number(const Set& set, std::uint64_t number) {
  if (number >= set.size()) throw nb::index_error("no such record");
}

nb::bytes record(Set& set, std::uint64_t number) {
  check_number(set, number);
  const auto bytes = set.record(number);
  if (!bytes) raise(bytes.error());
  return nb::bytes(bytes->data(), bytes->size());
}

// What a record says, as the JSON of `info --record`.
std::string state_of(Set& set, std::uint64_t number, int size) {
  const auto bytes = value_of(set.record(number));
  const GameType& type = *value_of(games::find_game(set.manifest().game));
  if (const auto error = type.record_type(size).check(size, bytes)) raise(*error);
  JsonText state;
  state.begin_object();
  type.describe_record(size, bytes, state, {});
  return state.end_object().text();
}

nb::dict trace(Set& set, std::uint64_t number) {
  check_number(set, number);
  const data::Trace t = value_of(set.trace(number));
  nb::dict out;
  out["record"] = number;
  out["shard"] = data::numbered_name("shard", t.shard);
  out["row"] = t.record;
  out["source"] = t.source;
  out["offset"] = t.game.offset;
  out["game"] = t.game.number;
  out["ply"] = t.ply;
  out["ratings"] = nb::make_tuple(t.game.ratings[0], t.game.ratings[1]);
  out["date"] = t.game.date;
  out["folder"] = as_utf8(t.folder);
  out["state"] = state_of(set, number, t.game.size);
  return out;
}

// The rows of a shard's games table, which were checked.
nb::bytes games_of(const Set& set, std::size_t shard) {
  if (shard >= set.manifest().shards.size()) throw nb::index_error("no such shard");
  const auto rows = [&] {
    const nb::gil_scoped_release released;
    return set.games(shard);
  }();
  if (!rows) raise(rows.error());
  return nb::bytes(rows->data(), rows->size() * sizeof(game::GameRow));
}

// The folder in which a shard lies, and its number there.
nb::tuple place_of(const Set& set, std::size_t shard) {
  if (shard >= set.manifest().shards.size()) throw nb::index_error("no such shard");
  const auto place = set.place_of(shard);
  return nb::make_tuple(as_utf8(place.folder), place.number);
}

template <class Number>
nb::bytes as_bytes(const std::vector<Number>& numbers) {
  return nb::bytes(numbers.data(), numbers.size() * sizeof(Number));
}

// The numbers of the records that filters and choices keep, as uint64.
nb::bytes where(const Set& set, const nb::dict& options) {
  const data::Rules rules = rules_in(options);
  if (set.parts() == 0) return nb::bytes("", 0);
  const GameType& type = *value_of(games::find_game(set.manifest().game));
  const auto numbers = [&] {
    const Unlocked unlocked;
    return data::numbers_where(set, rules.filters, rules.choices, type.words, rules.with_final);
  }();
  if (!numbers) raise(numbers.error());
  return as_bytes(*numbers);
}

// Of every record the row of its game in all games tables, as uint32.
nb::bytes games_of_records(const Set& set) {
  const auto games = [&] {
    const Unlocked unlocked;
    return data::games_of_records(set);
  }();
  if (!games) raise(games.error());
  return as_bytes(*games);
}

// Shards into memory, as far as there is room.
void load(Set& set, unsigned threads) {
  const auto work = [&](const Chunk& chunk) {
    return chunk.each([&](std::size_t i) { return set.load(i); });
  };
  run_batch(set.parts(), 1, thread_count(threads, set.parts(), 1), [&]() -> Work { return work; });
}

}  // namespace

void bind_data(nb::module_& m) {
  nb::class_<Set>(m, "Set", "A data set on disk: ia.DataSet stands on one.")
      .def_static("open", open_set, nb::arg("folders"), nb::arg("split"), nb::arg("size").none(),
                  nb::arg("all_records"), nb::arg("cache_bytes"), nb::arg("fetch") = nb::none(),
                  nb::arg("announce") = nb::none())
      .def_prop_ro("size", &Set::size)
      .def_prop_ro("parts", &Set::parts)
      .def_prop_ro("game", [](const Set& s) { return s.manifest().game; })
      .def_prop_ro("board_sizes", &Set::board_sizes)
      .def_prop_ro("record_bytes", record_bytes)
      .def_prop_ro("records_by_shard", &Set::records_by_shard)
      .def_prop_ro("manifest",
                   [](const Set& s) { return to_json(s.manifest(), games::find_record_type); })
      .def_prop_ro("differences", &Set::differences)
      .def_prop_ro(
          "hash",
          [](const Set& s) { return s.hash() ? std::optional(hex16(*s.hash())) : std::nullopt; })
      .def_prop_ro("splits",
                   [](const Set& s) {
                     std::vector<std::pair<std::string, double>> splits;
                     for (const auto& split : s.manifest().splits) {
                       splits.emplace_back(split.name, split.share);
                     }
                     return splits;
                   })
      .def_prop_ro("folders",
                   [](const Set& s) { return std::vector(s.folders().begin(), s.folders().end()); })
      .def_prop_ro("folders_with_records",
                   [](const Set& s) {
                     std::vector<std::string> found;
                     for (std::size_t i = 0; i < s.folders().size(); ++i) {
                       if (!s.shards_in(i).empty()) found.push_back(s.folders()[i]);
                     }
                     return found;
                   })
      .def_prop_ro("members", [](const Set& s) { return s.sets().size(); })
      .def("place_of", place_of, nb::arg("shard"),
           nb::sig("def place_of(self, shard: int) -> tuple[str, int]"))
      .def("record", record, nb::arg("number"))
      .def("trace", trace, nb::arg("number"), nb::sig("def trace(self, number: int) -> dict"))
      .def("games", games_of, nb::arg("shard"))
      .def("where", where, nb::arg("options"))
      .def("games_of_records", games_of_records)
      .def("load", load, nb::arg("threads"))
      .def("read", read_records, nb::arg("numbers").noconvert(), nb::arg("out").noconvert())
      .def("fill", fill, nb::arg("plan"), nb::arg("targets"), nb::arg("rows").none(),
           nb::arg("numbers").noconvert().none(), nb::arg("choice").noconvert().none(),
           nb::arg("planes"), nb::arg("policy").noconvert().none(),
           nb::arg("value").noconvert().none(), nb::arg("mask").noconvert().none(),
           nb::arg("threads"), nb::arg("symmetry_keys"));
  m.attr("NO_EVAL") = kNoEval;
}

}  // namespace intarsia::bind
