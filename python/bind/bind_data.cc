// Data sets, and batches filled from them: one call a batch.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/data/games_table.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/narrow.h"
#include "intarsia/data/sampling.h"
#include "intarsia/data/set.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"
#include "python/bind/records.h"
#include "python/bind/rules.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

using data::Set;
using layout::Plan;

// The numbers of records in the set.
using Numbers = Array<const std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using PolicyRows = Array<std::int32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using ValueRows = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
using MaskRows = Array<std::uint8_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

// The number of a board's size, which the set's game reads.
int size_for(const std::string& folder, const SizeArgument& size) {
  if (!size) return 0;
  if (const int* number = std::get_if<int>(&*size)) return *number;
  const auto manifest = data::read_manifest_of(folder);
  if (!manifest) raise_os(manifest.error());
  return *size_in(*value_of(games::find_game(manifest->game)), size);
}

std::unique_ptr<Set> open_set(const std::string& folder, const std::string& split,
                              const SizeArgument& size_argument, bool all_records,
                              std::uint64_t cache_bytes) {
  const int size = size_for(folder, size_argument);
  const auto open = [&] {
    const Unlocked unlocked;
    return Set::open(
        folder, games::find_record_type,
        {.split = split, .size = size, .all_records = all_records, .cache_bytes = cache_bytes});
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
  out["folder"] = as_utf8(set.folder());
  out["state"] = state_of(set, number, t.game.size);
  return out;
}

// The rows of a shard's games table, which were checked.
nb::bytes games_of(const Set& set, std::size_t shard) {
  if (shard >= set.manifest().shards.size()) throw nb::index_error("no such shard");
  const auto type =
      value_of(games::find_record_type(set.manifest().game, set.manifest().shards[shard].size));
  const auto rows = [&] {
    const nb::gil_scoped_release released;
    return data::read_games(set.folder(), set.manifest(), shard, type);
  }();
  if (!rows) raise(rows.error());
  return nb::bytes(rows->data(), rows->size() * sizeof(game::GameRow));
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

// A number that was found to lie in the set.
Result<std::uint64_t> number_at(const Set& set, const Numbers& numbers, std::size_t i) {
  const std::uint64_t number = numbers(i);  // read once: it may change
  if (number < set.size()) return number;
  return Error{ErrorCode::kInvalid, 0, concat({"no record ", std::to_string(number)})};
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

data::Shuffle shuffle_in(std::string_view name) {
  if (name == "none") return data::Shuffle::kNone;
  if (name == "global") return data::Shuffle::kGlobal;
  if (name == "blocks") return data::Shuffle::kBlocks;
  throw nb::value_error("no such shuffle");
}

// An order, and what it has announced to the system.
class OrderObject {
 public:
  OrderObject(std::uint64_t size, std::uint64_t seed, std::uint64_t epoch, std::string_view shuffle,
              std::uint64_t bytes)
      : is_blocks_(shuffle == "blocks"),
        order_(size,
               {.seed = seed,
                .epoch = epoch,
                .shuffle = shuffle_in(shuffle),
                .run = std::max<std::uint64_t>(1, data::kRunBytes / std::max(bytes, kLeast))}) {}

  const data::Order& order() const { return order_; }

  // That the pools of these places and the next one will be read soon.
  void expect(Set& set, std::uint64_t last) {
    if (!is_blocks_) return;
    const std::uint64_t end = std::min(order_.pools(), order_.pool_at(last) + 2);
    for (std::uint64_t pool = announced_.exchange(end); pool < end; ++pool) {
      for (const data::Order::Run& run : order_.runs_of(pool)) set.expect(run.first, run.count);
    }
  }

 private:
  static constexpr std::uint64_t kLeast = 1;

  bool is_blocks_;
  data::Order order_;
  std::atomic<std::uint64_t> announced_ = 0;
};

void order_numbers(const OrderObject& self, std::uint64_t first,
                   const Array<std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>& out) {
  const data::Order& order = self.order();
  if (first > order.size() || out.shape(0) > order.size() - first) {
    throw nb::index_error("no such place");
  }
  order.fill(first, {out.data(), out.shape(0)});
}

// Which records come into a batch: places of an order, or numbers.
struct Chosen {
  const data::Order* order = nullptr;
  std::uint64_t first = 0;
  const Numbers* numbers = nullptr;

  // Those of rows from `row` on.
  std::optional<Failure> fill(const Set& set, std::size_t row, std::span<std::uint64_t> out) const {
    if (order != nullptr) {
      order->fill(first + row, out);
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

// One thread's share of a batch.
class BatchWork {
 public:
  BatchWork(Set& set, const Plan& plan, const games::Targets& targets, const Chosen& chosen,
            const games::BatchRows& out, layout::Stores stores, std::optional<std::uint64_t> key)
      : encoder_(set, plan, targets, key),
        set_(set),
        targets_(targets),
        chosen_(chosen),
        out_(out),
        stores_(stores) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    numbers_.resize(chunk.size());
    if (auto failure = chosen_.fill(set_, chunk.first(), numbers_)) return failure;
    if (auto error = encoder_.fill(numbers_, out_.from(chunk.first(), targets_), stores_)) {
      return Failure{chunk.first(), *std::move(error)};
    }
    return std::nullopt;
  }

 private:
  games::SetEncoder encoder_;
  Set& set_;
  const games::Targets& targets_;
  const Chosen& chosen_;
  const games::BatchRows& out_;
  layout::Stores stores_;
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

constexpr std::size_t kBatchChunk = 512;

void fill(Set& set, const Plan& plan, const games::Targets& targets, OrderObject* order,
          std::uint64_t first, std::optional<Numbers> numbers, nb::handle planes,
          std::optional<PolicyRows> policy, std::optional<ValueRows> value,
          std::optional<MaskRows> mask, unsigned threads, std::optional<std::uint64_t> key) {
  const auto array = tensors_out_in(planes, "planes");
  const auto rows = rows_of(array, plan);
  if (auto error = games::refuse_layout(set, plan.layout())) raise(*error);
  if (rows.count == 0) return;
  if ((order == nullptr) == !numbers) throw nb::value_error("an order or numbers");
  if (numbers && numbers->shape(0) != rows.count) throw nb::value_error("a row for each number");
  if (order != nullptr && (order->order().size() != set.size() || first >= set.size() ||
                           rows.count > set.size() - first)) {
    throw nb::index_error("no such place");
  }
  const std::size_t moves =
      targets.has_policy() ? static_cast<std::size_t>(targets.policy().size) : 0;
  const games::BatchRows out{
      .planes = rows.data,
      .stride = rows.stride,
      .targets = {.policy = target_rows(policy, rows.count, moves),
                  .value = target_rows(value, rows.count,
                                       targets.has_value() ? targets.value_form().width() : 0),
                  .mask = target_rows(mask, rows.count, moves)}};
  if (order != nullptr) order->expect(set, first + rows.count - 1);
  const Chosen chosen{order == nullptr ? nullptr : &order->order(), first,
                      numbers ? &*numbers : nullptr};
  const layout::Stores stores = stores_for(plan, rows);
  run_batch(rows.count, kBatchChunk, thread_count(threads, rows.count, kBatchChunk), [&]() -> Work {
    return shared_work<BatchWork>(set, plan, targets, chosen, out, stores, key);
  });
}

}  // namespace

void bind_data(nb::module_& m) {
  nb::class_<Set>(m, "Set", "A data set on disk: ia.DataSet stands on one.")
      .def_static("open", open_set, nb::arg("folder"), nb::arg("split"), nb::arg("size").none(),
                  nb::arg("all_records"), nb::arg("cache_bytes"))
      .def_prop_ro("size", &Set::size)
      .def_prop_ro("parts", &Set::parts)
      .def_prop_ro("game", [](const Set& s) { return s.manifest().game; })
      .def_prop_ro("board_sizes", &Set::board_sizes)
      .def_prop_ro("record_bytes", record_bytes)
      .def_prop_ro("manifest",
                   [](const Set& s) { return to_json(s.manifest(), games::find_record_type); })
      .def("record", record, nb::arg("number"))
      .def("trace", trace, nb::arg("number"), nb::sig("def trace(self, number: int) -> dict"))
      .def("games", games_of, nb::arg("shard"))
      .def("where", where, nb::arg("options"))
      .def("games_of_records", games_of_records)
      .def("load", load, nb::arg("threads"))
      .def("read", read_records, nb::arg("numbers").noconvert(), nb::arg("out").noconvert())
      .def("fill", fill, nb::arg("plan"), nb::arg("targets"), nb::arg("order").none(),
           nb::arg("first"), nb::arg("numbers").noconvert().none(), nb::arg("planes"),
           nb::arg("policy").noconvert().none(), nb::arg("value").noconvert().none(),
           nb::arg("mask").noconvert().none(), nb::arg("threads"), nb::arg("symmetry_key").none());
  nb::class_<OrderObject>(m, "Order", "The order in which an epoch visits records.")
      .def(nb::init<std::uint64_t, std::uint64_t, std::uint64_t, std::string_view, std::uint64_t>(),
           nb::arg("size"), nb::arg("seed"), nb::arg("epoch"), nb::arg("shuffle"),
           nb::arg("record_bytes"))
      .def("numbers", order_numbers, nb::arg("first"), nb::arg("out").noconvert());
  m.attr("NO_EVAL") = kNoEval;
  m.def("exceeds_half_of_memory", [](std::uint64_t bytes) {
    return data::suggested_shuffle(bytes) == data::Shuffle::kBlocks;
  });
}

}  // namespace intarsia::bind
