// Boards turned, for games that have symmetries.

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/records.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

// A symmetry of a game by its name.
struct Found {
  const game::Symmetries& symmetries;
  std::size_t number;
};

Found symmetry_in(const GameType& type, std::string_view name) {
  if (!type.symmetries) {
    throw nb::value_error(concat({type.words.title, " has no symmetries"}).c_str());
  }
  const auto& names = type.symmetries->names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw nb::value_error("no such symmetry");
  return {*type.symmetries, static_cast<std::size_t>(found - names.begin())};
}

nb::object turned_position(std::string_view name, const PositionObject& p) {
  const auto [symmetries, number] = symmetry_in(p.line->type(), name);
  return to_position(symmetries.turn_line(*p.line, number));
}

void turned_tensors(std::string_view name, const layout::Plan& plan, const Tensors& tensors,
                    const TensorsOut& out) {
  const auto [symmetries, number] = symmetry_in(games::game_of(plan.layout()), name);
  const auto rows = rows_of(tensors, plan);
  const auto results = rows_of(out, plan);
  if (results.count != rows.count) throw nb::value_error("as many rows as tensors are needed");
  if (auto error = symmetries.turn_tensors(plan, number, rows.data, 0, results.data)) raise(*error);
  run_batch(rows.count, kChunk, 1, [&, turn = symmetries.turn_tensors, n = number]() -> Work {
    return [&, turn, n](const Chunk& chunk) {
      return chunk.each(
          [&](std::size_t i) { return turn(plan, n, rows.row(i), 1, results.row(i)); });
    };
  });
}

void turned_records(std::string_view name, const GameType& type, int size,
                    const RecordArray& records, const RecordRows<std::uint8_t>& out) {
  if (!type.sizes.contains(size)) raise(type.wrong_size(size));
  const game::RecordType record = type.record_type(size);
  check_records(records, record.bytes);
  check_records(out, record.bytes);
  if (records.shape(0) != out.shape(0)) throw nb::value_error("as many rows as records are needed");
  const auto [symmetries, number] = symmetry_in(type, name);
  RecordCopies copies;
  run_batch(records.shape(0), kChunk, 1, [&, turn = symmetries.turn_record, n = number]() -> Work {
    return [&, turn, n](const Chunk& chunk) {
      copies.take(records, chunk.first(), chunk.size());
      return chunk.each([&](std::size_t i) {
        const auto bytes = copies.record(i - chunk.first());
        auto error = record.check(size, bytes);
        if (!error) turn(size, n, bytes.data(), record_at(out, i));
        return error;
      });
    };
  });
}

std::vector<std::int32_t> turned_policy(std::string_view name, const layout::Plan& plan) {
  const layout::Layout& l = plan.layout();
  const auto [symmetries, number] = symmetry_in(games::game_of(l), name);
  return symmetries.turn_policy(l.catalogue->size, number, l.frame);
}

}  // namespace

void bind_symmetry(nb::module_& m) {
  m.def("turned_position", turned_position, nb::arg("symmetry"), nb::arg("position"));
  m.def("turned_tensors", turned_tensors, nb::arg("symmetry"), nb::arg("plan"),
        nb::arg("tensors").noconvert(), nb::arg("out").noconvert());
  m.def("turned_records", turned_records, nb::arg("symmetry"), nb::arg("game"), nb::arg("size"),
        nb::arg("records"), nb::arg("out").noconvert());
  m.def("turned_policy", turned_policy, nb::arg("symmetry"), nb::arg("plan"),
        "Where each number of the policy goes, in the frame of a layout.");
}

}  // namespace intarsia::bind
