// Data sets shard by shard, for other formats: what lies in one, and shards as a data set again.

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "intarsia/base/json_text.h"
#include "intarsia/base/keys.h"
#include "intarsia/data/files.h"
#include "intarsia/data/restorer.h"
#include "intarsia/data/set.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lock.h"
#include "python/bind/records.h"

namespace intarsia::bind {

namespace {

using data::Restorer;
using data::Set;
using game::GameType;

// Numbers of records in a shard.
using ShardNumbers = Array<const std::uint32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

void check_part(const Set& set, std::size_t part) {
  if (part >= set.parts()) throw nb::index_error("no such part");
}

std::size_t shard_of(const Set& set, std::size_t part) {
  check_part(set, part);
  return set.shard_of(part);
}

// All records of the part's shard, whose bytes are those that were written.
nb::bytes shard_records(const Set& set, std::size_t part) {
  const std::size_t shard = shard_of(set, part);
  const data::Manifest& m = set.manifest();
  const auto type = value_of(games::find_record_type(m.game, m.shards[shard].size));
  const data::ArrayFile file = set.file_of(shard, type);
  const auto array = [&] {
    const nb::gil_scoped_release released;
    return data::read_array(file);
  }();
  if (!array) raise_os(data::about_file(file.path, array.error()));
  return nb::bytes(array->rows().data(), array->rows().size());
}

nb::bytes selected_records(const Set& set, std::size_t part) {
  check_part(set, part);
  const auto chosen = [&] {
    const nb::gil_scoped_release released;
    return set.selected(part);
  }();
  if (!chosen) raise_os(chosen.error());
  return nb::bytes(chosen->data(), chosen->size() * sizeof(std::uint32_t));
}

// What records say, as `info --record` has it: a JSON object a line.
nb::bytes record_lines(std::string_view game, int size, const RecordArray& records) {
  const GameType& type = *value_of(games::find_game(game, size));
  const auto record_type = type.record_type(size);
  check_records(records, record_type.bytes);
  std::string lines;
  RecordCopies copies;
  run_batch(records.shape(0), kChunk, 1, [&]() -> Work {
    return [&](const Chunk& chunk) {
      copies.take(records, chunk.first(), chunk.size());
      return chunk.each([&](std::size_t i) -> std::optional<Error> {
        const auto record = copies.record(i - chunk.first());
        if (auto error = record_type.check(size, record)) return error;
        JsonText line;
        line.begin_object();
        type.describe_record(size, record, line, {});
        lines += line.end_object().text();
        lines += '\n';
        return std::nullopt;
      });
    };
  });
  return nb::bytes(lines.data(), lines.size());
}

// The identity of each record's position, as a key (docs/graph.md). Copies are what is checked and used.
nb::bytes identity_keys(std::string_view game, int size, const RecordArray& records) {
  const GameType& type = *value_of(games::find_game(game, size));
  const auto record_type = type.record_type(size);
  check_records(records, record_type.bytes);
  std::vector<Key> keys(records.shape(0));
  run_batch(records.shape(0), kChunk, thread_count(0, records.shape(0), kChunk), [&]() -> Work {
    return [&, copies = RecordCopies()](const Chunk& chunk) mutable -> std::optional<Failure> {
      copies.take(records, chunk.first(), chunk.size());
      auto failure = chunk.each([&](std::size_t i) {
        return record_type.check_state(size, copies.record(i - chunk.first()));
      });
      if (!failure) type.rules.identities(size, copies.all(), keys.data() + chunk.first());
      return failure;
    };
  });
  return nb::bytes(keys.data(), keys.size() * sizeof(Key));
}

std::unique_ptr<Restorer> open_restorer(const std::string& folder, std::string_view manifest,
                                        bool has_choices) {
  auto original = value_of(data::read_manifest(manifest));
  auto restorer = Restorer::open(folder, std::move(original), games::find_record_type, has_choices);
  if (!restorer) raise_os(restorer.error());
  return *std::move(restorer);
}

void add_shard(Restorer& restorer, int size, const nb::bytes& rows, const RecordArray& records,
               const ShardNumbers& chosen) {
  check_records(records, value_of(games::find_record_type(restorer.manifest().game, size)).bytes);
  std::vector<game::GameRow> games(rows.size() / sizeof(game::GameRow));
  if (!games.empty()) {
    std::memcpy(static_cast<void*>(games.data()), rows.data(),
                games.size() * sizeof(game::GameRow));
  }
  // Copies: other threads may change the arrays meanwhile, and what was checked is what is written.
  const auto bytes = bytes_of(records);
  const std::vector<std::byte> sound(bytes.begin(), bytes.end());
  const std::vector<std::uint32_t> numbers(chosen.data(), chosen.data() + chosen.size());
  const auto error = [&] {
    const nb::gil_scoped_release released;
    return restorer.add(size, games, sound, numbers);
  }();
  if (error) raise_os(*error);
}

std::string finish(Restorer& restorer, const nb::bytes& rejected) {
  if (const auto error = restorer.finish({rejected.c_str(), rejected.size()})) raise_os(*error);
  return to_json(restorer.manifest(), games::find_record_type);
}

}  // namespace

void bind_shards(nb::module_& m) {
  m.def("shard_of", shard_of, nb::arg("set"), nb::arg("part"));
  m.def("shard_records", shard_records, nb::arg("set"), nb::arg("part"));
  m.def("selected_records", selected_records, nb::arg("set"), nb::arg("part"));
  m.def("record_lines", record_lines, nb::arg("game"), nb::arg("size"), nb::arg("records"));
  m.def("identity_keys", identity_keys, nb::arg("game"), nb::arg("size"), nb::arg("records"));
  nb::class_<Restorer>(m, "Restorer", "Shards that another format kept, as a data set again.")
      .def_static("open", open_restorer, nb::arg("folder"), nb::arg("manifest"),
                  nb::arg("has_choices"))
      .def("add", add_shard, nb::arg("size"), nb::arg("rows"), nb::arg("records").noconvert(),
           nb::arg("chosen").noconvert())
      .def("finish", finish, nb::arg("rejected"));
}

}  // namespace intarsia::bind
