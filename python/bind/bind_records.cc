// Records of any game: their structure, positions as records and back.

#include <span>
#include <string_view>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/game/game_row.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/records.h"
#include "python/bind/source.h"

namespace intarsia::bind {

namespace {

nb::list described(std::span<const Field> fields) {
  nb::list list;
  for (const Field& f : fields) {
    list.append(f.count == 0 ? nb::make_tuple(f.name, f.type)
                             : nb::make_tuple(f.name, f.type, nb::make_tuple(f.count)));
  }
  return list;
}

nb::list record_fields(std::string_view game, int size) {
  return described(value_of(games::find_record_type(game, size)).fields);
}

nb::object to_records(std::string_view game, int size, nb::tuple positions,
                      const RecordRows<std::uint8_t>& out) {
  const GameType& type = *value_of(games::find_game(game, size));
  check_records(out, type.record_type(size).bytes);
  if (out.shape(0) != positions.size()) {
    throw nb::value_error("as many rows as positions are needed");
  }
  const Source source(type, size, std::move(positions));
  run_batch(source.size(), kChunk, 1, [&]() -> Work {
    return [&](const Chunk& chunk) {
      return chunk.each([&](std::size_t i) { return source.pack(i, record_at(out, i)); });
    };
  });
  return source.mended();
}

nb::list from_records(std::string_view game, int size, const RecordArray& records) {
  const GameType& type = *value_of(games::find_game(game, size));
  check_records(records, type.record_type(size).bytes);
  std::vector<game::LinePtr> lines;
  reserve(lines, records.shape(0), "positions");
  RecordCopies copies;
  run_batch(records.shape(0), kChunk, 1, [&]() -> Work {
    return [&](const Chunk& chunk) {
      copies.take(records, chunk.first(), chunk.size());
      return chunk.each([&](std::size_t i) -> std::optional<Error> {
        auto line = type.unpack(size, copies.record(i - chunk.first()));
        if (!line) return line.error();
        lines.push_back(*std::move(line));
        return std::nullopt;
      });
    };
  });
  expect_objects<PositionObject>(lines.size(), "positions");
  nb::list positions;
  for (game::LinePtr& line : lines) positions.append(to_position(std::move(line)));
  return positions;
}

// The size of the boards of records that say it, as the first does; None if they do not say it.
std::optional<int> find_record_size(const GameType& type, const RecordArray& records) {
  const game::RecordType record = type.record_type(type.sizes.usual);
  if (record.size_of == nullptr || records.shape(0) == 0) return std::nullopt;
  check_records(records, record.bytes);
  RecordCopies copies;
  copies.take(records, 0, 1);
  const auto size = record.size_of(copies.record(0));
  if (!size) raise(*record.check(record.size, copies.record(0)));
  return size;
}

}  // namespace

void bind_records(nb::module_& m) {
  m.def("record_fields", record_fields, nb::arg("game"), nb::arg("size"));
  m.def("find_record_size", find_record_size, nb::arg("game"), nb::arg("records"));
  m.def("game_fields", [] { return described(game::kGameFields); });
  m.def("to_records", to_records, nb::arg("game"), nb::arg("size"), nb::arg("positions"),
        nb::arg("out").noconvert());
  m.def("from_records", from_records, nb::arg("game"), nb::arg("size"), nb::arg("records"));
}

}  // namespace intarsia::bind
