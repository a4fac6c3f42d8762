// Data sets, and batches filled from them: one call a batch.

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
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

namespace intarsia::bind {

namespace {

using data::Set;
using layout::Plan;

// The numbers of records in the set.
using Numbers = Array<const std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using PolicyRows = Array<std::int32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using ValueRows = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
using MaskRows = Array<std::uint8_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

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

std::size_t record_bytes(const Set& set) { return set.parts() == 0 ? 0 : set.type().bytes; }

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

Error no_record(std::uint64_t number) {
  return Error{ErrorCode::kInvalid, 0, concat({"no record ", std::to_string(number)})};
}

// A number that was found to lie in the set.
Result<std::uint64_t> number_at(const Set& set, const Numbers& numbers, std::size_t i) {
  const std::uint64_t number = numbers(i);  // read once: it may change
  if (number < set.size()) return number;
  return no_record(number);
}

// The records with these numbers, without history.
void read_records(Set& set, const Numbers& numbers, const RecordRows<std::uint8_t>& out) {
  if (numbers.shape(0) == 0) return;
  check_records(out, record_bytes(set));
  if (!set.has_one_type()) throw nb::value_error("records of several sizes of boards");
  if (out.shape(0) != numbers.shape(0)) throw nb::value_error("as many rows as records are needed");
  data::Window window;
  std::vector<std::uint64_t> some;
  const auto work = [&](const Chunk& chunk) -> std::optional<Failure> {
    some.clear();
    for (std::size_t i = chunk.first(); i < chunk.first() + chunk.size(); ++i) {
      const auto number = number_at(set, numbers, i);
      if (!number) return Failure{i, number.error()};
      some.push_back(*number);
    }
    if (auto error = set.read(some, 0, window)) return Failure{chunk.first(), *std::move(error)};
    for (std::size_t i = 0; i < some.size(); ++i) {
      std::memcpy(record_at(out, chunk.first() + i), window.moments[i].now, out.shape(1));
    }
    return std::nullopt;
  };
  run_batch(numbers.shape(0), kChunk, 1, [&]() -> Work { return work; });
}

// The records of a set that were chosen, by their numbers in it, in order; or all. As NumPy has them:
// 32 bits if that is enough.
using Small = Array<const std::uint32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Choice = std::optional<std::variant<Small, Numbers>>;

// Those of `set`, so that numbers count in it. A set that lacks one answers with an error.
std::optional<Error> to_numbers_of_set(const Set& set, const Choice& choice,
                                       std::span<std::uint64_t> numbers) {
  if (!choice) return std::nullopt;
  return std::visit(
      [&](const auto& chosen) -> std::optional<Error> {
        for (std::uint64_t& n : numbers) {
          n = chosen(n);
          if (n >= set.size()) return no_record(n);
        }
        return std::nullopt;
      },
      *choice);
}

std::uint64_t size_of(const Set& set, const Choice& choice) {
  if (!choice) return set.size();
  return std::visit([](const auto& chosen) { return chosen.shape(0); }, *choice);
}

// Which records come into a batch: rows of the set's order, or numbers.
struct Chosen {
  const data::BatchRows* rows = nullptr;
  const Numbers* numbers = nullptr;
  const Choice& choice;

  // Those of rows from `row` on.
  std::optional<Failure> fill(const Set& set, std::size_t row, std::span<std::uint64_t> out) const {
    if (rows != nullptr) {
      rows->fill(row, out);
      if (auto error = to_numbers_of_set(set, choice, out)) return Failure{row, *std::move(error)};
      return std::nullopt;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto number = number_at(set, *numbers, row + i);
      if (!number) return Failure{row + i, number.error()};
      out[i] = *number;
    }
    return std::nullopt;
  }
};

// One thread's share of a batch. With `keys`, one for each epoch of its rows, records are shown in
// symmetries.
class BatchWork {
 public:
  BatchWork(Set& set, const Plan& plan, const games::Targets& targets, const Chosen& chosen,
            const games::BatchRows& out, layout::Stores stores,
            const std::vector<std::uint64_t>& keys)
      : encoder_(set, plan, targets),
        set_(set),
        targets_(targets),
        chosen_(chosen),
        out_(out),
        stores_(stores),
        keys_(keys) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    numbers_.resize(chunk.size());
    if (auto failure = chosen_.fill(set_, chunk.first(), numbers_)) return failure;
    if (keys_.empty()) return encode(chunk.first(), numbers_);
    std::size_t row = chunk.first();
    for (std::span<const std::uint64_t> left = numbers_; !left.empty();) {
      const auto& s = chosen_.rows->stretch_at(row);
      const auto here = left.first(std::min(left.size(), s.row + s.count - row));
      encoder_.use_symmetries(keys_[s.epoch]);
      if (auto failure = encode(row, here)) return failure;
      left = left.subspan(here.size());
      row += here.size();
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> encode(std::size_t row, std::span<const std::uint64_t> numbers) {
    auto error = encoder_.fill(numbers, out_.from(row, targets_), stores_);
    return error ? std::optional(Failure{row, *std::move(error)}) : std::nullopt;
  }

  games::SetEncoder encoder_;
  Set& set_;
  const games::Targets& targets_;
  const Chosen& chosen_;
  const games::BatchRows& out_;
  layout::Stores stores_;
  const std::vector<std::uint64_t>& keys_;
  std::vector<std::uint64_t> numbers_;
};

// Rows of targets as long as the batch and as wide as they must be.
template <class Array>
auto* target_rows(std::optional<Array>& array, std::size_t count, std::size_t width) {
  using Number = std::remove_pointer_t<decltype(array->data())>;
  if (!array) return static_cast<Number*>(nullptr);
  const bool fits = array->shape(0) == count && (array->ndim() == 1 || array->shape(1) == width);
  if (width == 0 || !fits) throw nb::value_error("targets have a row for each record");
  return array->data();
}

// That the system may fetch what comes soon. Blocks of a choice lie scattered, so that it would fetch
// much that nobody asks for; the shards of lanes are read as a whole.
void announce(Set& set, const Choice& choice, const RowsObject& rows) {
  for (const data::BatchRows::Stretch& s : rows.rows.stretches()) {
    const OrderObject& order = rows.orders[s.epoch];
    if (choice && order.order().lanes() == 1) return;
    order.announce(s, [&](std::uint64_t first, std::uint64_t count) {
      std::array<std::uint64_t, 2> ends = {first, first + count - 1};
      if (to_numbers_of_set(set, choice, ends)) return;  // said when it is read
      if (ends[0] <= ends[1]) set.expect(ends[0], ends[1] - ends[0] + 1);
    });
  }
}

constexpr std::size_t kBatchChunk = 512;

void fill(Set& set, const Plan& plan, const games::Targets& targets, const RowsObject* rows,
          std::optional<Numbers> numbers, const Choice& choice, nb::handle planes,
          std::optional<PolicyRows> policy, std::optional<ValueRows> value,
          std::optional<MaskRows> mask, unsigned threads, const std::vector<std::uint64_t>& keys) {
  const Output output(planes, plan, "planes");
  const std::size_t count = output.count();
  if (auto error = games::refuse_layout(set, plan.layout())) raise(*error);
  if ((rows == nullptr) == !numbers) throw nb::value_error("rows of an order or numbers");
  if (numbers && numbers->shape(0) != count) throw nb::value_error("a row for each number");
  if (rows != nullptr) {
    if (rows->rows.size() != count) throw nb::value_error("a row for each record");
    if (!keys.empty() && keys.size() != rows->orders.size())
      throw nb::value_error("a key an epoch");
    for (const OrderObject& order : rows->orders) {
      if (order.order().size() != size_of(set, choice))
        throw nb::value_error("another set's order");
    }
  } else if (!keys.empty()) {
    throw nb::value_error("symmetries are those of an epoch");
  }
  if (count == 0) return;
  const std::size_t moves =
      targets.has_policy() ? static_cast<std::size_t>(targets.policy().size) : 0;
  games::BatchRows out = output.rows();
  out.targets = {
      .policy = target_rows(policy, count, moves),
      .value = target_rows(value, count, targets.has_value() ? targets.value_form().width() : 0),
      .mask = target_rows(mask, count, moves)};
  if (rows != nullptr) announce(set, choice, *rows);
  const Chosen chosen{rows == nullptr ? nullptr : &rows->rows, numbers ? &*numbers : nullptr,
                      choice};
  run_batch(count, kBatchChunk, thread_count(threads, count, kBatchChunk), [&]() -> Work {
    return shared_work<BatchWork>(set, plan, targets, chosen, out, output.stores(), keys);
  });
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
