// Columns beside the records of data sets: written shard by shard, and read along with batches.

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/json_text.h"
#include "intarsia/data/column.h"
#include "intarsia/data/column_writer.h"
#include "intarsia/data/set.h"
#include "intarsia/games/column_rows.h"
#include "python/bind/array.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using data::Column;
using data::ColumnWriter;
using data::Set;
using games::ColumnRows;
using games::Targets;

using Numbers = Array<const std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using PolicyRows = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
using Bytes = Array<std::uint8_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
// One for each number.
using Keys = std::optional<Numbers>;

constexpr std::size_t kRowsAtOnce = 512;

template <class Value>
Value os_value(Result<Value> result) {
  if (!result) raise_os(result.error());
  return *std::move(result);
}

template <class T>
nb::bytes bytes_of(const std::vector<T>& list) {
  return nb::bytes(list.data(), list.size() * sizeof(T));
}

std::unique_ptr<Column> open_column(const Set& set, const std::string& name,
                                    std::uint64_t cache_bytes) {
  const auto open = [&] {
    const Unlocked unlocked;
    return Column::open(set, name, cache_bytes);
  };
  return os_value(open());
}

// (dtype, shape of a row, whether it is ragged, meaning, view, how it is turned, the manifest).
nb::tuple about(const Column& column) {
  constexpr const char* kTurned[] = {"kept", "negated", "reversed"};
  const data::ColumnManifest& m = column.manifest();
  return nb::make_tuple(m.type.dtype, m.type.shape, m.type.is_ragged, m.meaning, m.view,
                        kTurned[static_cast<std::size_t>(m.turned)], to_json(m));
}

void refuse_view(const Column& column, const layout::Plan& plan, const Targets& targets) {
  if (auto error = games::refuse_view(column.manifest(), plan.layout(), targets.frame())) {
    raise(*error);
  }
}

// Numbers that were found to lie in the set, as they were when they were looked at.
std::optional<Failure> take(const Set& set, const Numbers& numbers, const Chunk& chunk,
                            std::vector<std::uint64_t>& out) {
  out.clear();
  for (std::size_t i = chunk.first(); i < chunk.first() + chunk.size(); ++i) {
    out.push_back(numbers(i));
    if (out.back() < set.size()) continue;
    return Failure{i, {ErrorCode::kInvalid, 0, "no record " + std::to_string(out.back())}};
  }
  return std::nullopt;
}

// fill(rows, wanted, first) for some rows at a time, on several threads.
template <class Fill>
void fill_rows(Set& set, Column& column, const Targets& targets, const Numbers& numbers,
               unsigned threads, const Keys& keys, Fill fill) {
  const std::size_t count = numbers.shape(0);
  if (keys && keys->shape(0) != count) throw nb::value_error("a key for each number");
  if (count == 0) return;
  struct Scratch {
    ColumnRows rows;
    std::vector<std::uint64_t> numbers = {}, keys = {};
  };
  run_batch(count, kRowsAtOnce, thread_count(threads, count, kRowsAtOnce), [&]() -> Work {
    const auto own = std::make_shared<Scratch>(Scratch{ColumnRows(set, column, targets)});
    return [&, own](const Chunk& chunk) -> std::optional<Failure> {
      if (auto failure = take(set, numbers, chunk, own->numbers)) return failure;
      own->keys.clear();
      if (keys) {
        const std::uint64_t* const first = keys->data() + chunk.first();
        own->keys.assign(first, first + chunk.size());
      }
      if (auto error = fill(own->rows, {own->numbers, own->keys}, chunk.first())) {
        return Failure{chunk.first(), *std::move(error)};
      }
      return std::nullopt;
    };
  });
}

void fill(Column& column, Set& set, const Targets& targets, const Numbers& numbers,
          const Bytes& out, unsigned threads, const Keys& keys) {
  const data::ColumnType& type = column.manifest().type;
  if (type.is_ragged || out.shape(0) != numbers.shape(0) || out.shape(1) != type.row_bytes()) {
    throw nb::value_error("a row for each number");
  }
  fill_rows(set, column, targets, numbers, threads, keys,
            [&](ColumnRows& rows, const ColumnRows::Wanted& some, std::size_t first) {
              return rows.fill(some,
                               reinterpret_cast<std::byte*>(out.data()) + first * type.row_bytes());
            });
}

// The same rows as they are stored.
void read_rows(Column& column, Set& set, const Numbers& numbers, const Bytes& out) {
  const data::ColumnType& type = column.manifest().type;
  if (type.is_ragged || out.shape(0) != numbers.shape(0) || out.shape(1) != type.row_bytes()) {
    throw nb::value_error("a row for each number");
  }
  std::vector<std::uint64_t> some;
  const auto work = [&](const Chunk& chunk) -> std::optional<Failure> {
    if (auto failure = take(set, numbers, chunk, some)) return failure;
    return chunk.each([&](std::size_t i) -> std::optional<Error> {
      const auto place = set.locate(some[i - chunk.first()]);
      if (!place) return place.error();
      auto* const row = reinterpret_cast<std::byte*>(out.data()) + i * type.row_bytes();
      return column.read(place->shard, place->record, {row, type.row_bytes()});
    });
  };
  if (numbers.shape(0) != 0) run_batch(numbers.shape(0), kChunk, 1, [&]() -> Work { return work; });
}

void check_policy(const Column& column, const Targets& targets) {
  if (!targets.has_policy() || column.manifest().name != data::kVisitsName) {
    throw nb::value_error("visits and a policy");
  }
}

void fill_policy(Column& column, Set& set, const Targets& targets, const Numbers& numbers,
                 const PolicyRows& out, unsigned threads, const Keys& keys) {
  check_policy(column, targets);
  const auto size = static_cast<std::size_t>(targets.policy().size);
  if (out.shape(0) != numbers.shape(0) || out.shape(1) != size) {
    throw nb::value_error("a row for each number");
  }
  fill_rows(set, column, targets, numbers, threads, keys,
            [&](ColumnRows& rows, const ColumnRows::Wanted& some, std::size_t first) {
              return rows.fill_policy(some, out.data() + first * size);
            });
}

// (first of each row, indices, weights), as bytes.
nb::tuple sparse_policy(Column& column, Set& set, const Targets& targets, const Numbers& numbers,
                        const Keys& keys) {
  check_policy(column, targets);
  games::SparsePolicy policy;
  fill_rows(set, column, targets, numbers, 1, keys,
            [&](ColumnRows& rows, const ColumnRows::Wanted& some, std::size_t) {
              return rows.add_policy(some, policy);
            });
  return nb::make_tuple(bytes_of(policy.first), bytes_of(policy.indices), bytes_of(policy.weights));
}

// (first of each row, values), as bytes: of a ragged column, as they are stored.
nb::tuple ragged(Column& column, Set& set, const Numbers& numbers) {
  if (!column.manifest().type.is_ragged) throw nb::value_error("a ragged column");
  std::vector<std::uint64_t> first = {0};
  std::vector<std::byte> values;
  std::vector<std::uint64_t> some;
  const std::size_t each = column.manifest().type.row_bytes();
  const auto work = [&](const Chunk& chunk) -> std::optional<Failure> {
    if (auto failure = take(set, numbers, chunk, some)) return failure;
    return chunk.each([&](std::size_t i) -> std::optional<Error> {
      const auto place = set.locate(some[i - chunk.first()]);
      if (!place) return place.error();
      auto error = column.append(place->shard, place->record, values);
      first.push_back(values.size() / each);
      return error;
    });
  };
  if (numbers.shape(0) != 0) run_batch(numbers.shape(0), kChunk, 1, [&]() -> Work { return work; });
  return nb::make_tuple(bytes_of(first), bytes_of(values));
}

data::Turned turned_in(const std::string& word) {
  if (word == "negated") return data::Turned::kNegated;
  return word == "reversed" ? data::Turned::kReversed : data::Turned::kKept;
}

std::unique_ptr<ColumnWriter> open_writer(const std::string& folder, const std::string& name,
                                          const std::string& dtype,
                                          std::vector<std::uint64_t> shape, bool is_ragged,
                                          const std::string& meaning, const std::string& view,
                                          const std::string& turned, const std::string& made_by,
                                          bool may_replace) {
  const auto open = [&] {
    const Unlocked unlocked;
    return ColumnWriter::open(folder,
                              {.name = name,
                               .type = {dtype, std::move(shape), is_ragged},
                               .meaning = meaning,
                               .view = view,
                               .turned = turned_in(turned),
                               .made_by = made_by},
                              may_replace);
  };
  return os_value(open());
}

void put(ColumnWriter& writer, std::size_t shard,
         const Array<const std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>& values,
         const std::optional<Numbers>& offsets) {
  std::vector<std::uint64_t> bounds;
  if (offsets) bounds.assign(offsets->data(), offsets->data() + offsets->shape(0));
  const auto write = [&] {
    const Unlocked unlocked;
    return writer.put(shard, std::as_bytes(std::span(values.data(), values.size())), bounds);
  };
  if (auto error = write()) raise_os(*std::move(error));
}

bool finish(ColumnWriter& writer) {
  const auto work = [&] {
    const Unlocked unlocked;
    return writer.finish();
  };
  return os_value(work());
}

}  // namespace

void bind_columns(nb::module_& m) {
  nb::class_<Column>(m, "Column", "A column beside the records of a set: ia.Column stands on one.")
      .def_static("open", open_column, nb::arg("set"), nb::arg("name"), nb::arg("cache_bytes"))
      .def_prop_ro("about", about,
                   nb::sig("def about(self) -> tuple[str, list[int], bool, str, str, str, str]"))
      .def("refuse_view", refuse_view, nb::arg("plan"), nb::arg("targets"))
      .def("fill", fill, nb::arg("set"), nb::arg("targets"), nb::arg("numbers").noconvert(),
           nb::arg("out").noconvert(), nb::arg("threads"),
           nb::arg("symmetry_keys").noconvert().none())
      .def("read", read_rows, nb::arg("set"), nb::arg("numbers").noconvert(),
           nb::arg("out").noconvert())
      .def("fill_policy", fill_policy, nb::arg("set"), nb::arg("targets"),
           nb::arg("numbers").noconvert(), nb::arg("out").noconvert(), nb::arg("threads"),
           nb::arg("symmetry_keys").noconvert().none())
      .def("sparse_policy", sparse_policy, nb::arg("set"), nb::arg("targets"),
           nb::arg("numbers").noconvert(), nb::arg("symmetry_keys").noconvert().none())
      .def("ragged", ragged, nb::arg("set"), nb::arg("numbers").noconvert());
  nb::class_<ColumnWriter>(m, "ColumnWriter", "Writes a column shard by shard.")
      .def_static("open", open_writer, nb::arg("folder"), nb::arg("name"), nb::arg("dtype"),
                  nb::arg("shape"), nb::arg("is_ragged"), nb::arg("meaning"), nb::arg("view"),
                  nb::arg("turned"), nb::arg("made_by"), nb::arg("may_replace"))
      .def_prop_ro("is_finished", &ColumnWriter::is_finished)
      .def(
          "has", [](const ColumnWriter& w, std::size_t shard) { return os_value(w.has(shard)); },
          nb::arg("shard"))
      .def("put", put, nb::arg("shard"), nb::arg("values").noconvert(),
           nb::arg("offsets").noconvert().none())
      .def("finish", finish);
  m.def(
      "column_names",
      [](const std::string& folder) { return os_value(data::column_names(folder)); },
      nb::arg("folder"));
  m.def("is_column_name", &data::is_column_name, nb::arg("name"));
  m.def(
      "drop_column",
      [](const std::string& folder, const std::string& name) {
        if (auto error = data::drop_column(folder, name)) raise_os(*std::move(error));
      },
      nb::arg("folder"), nb::arg("name"));
  m.attr("COLUMNS_NAME") = std::string(data::kColumnsName);
  m.attr("VISIT") = std::string(data::kVisitType);
}

}  // namespace intarsia::bind
