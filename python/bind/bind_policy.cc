// Policy codes: moves as numbers, and masks of the legal ones.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/policy_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/targets.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/records.h"
#include "python/bind/source.h"

namespace intarsia::bind {

namespace {

// A code of one game on one board.
class PolicyObject {
 public:
  PolicyObject(std::string_view id, const SizeArgument& size, std::string_view view)
      : targets_(value_of(games::Targets::of_policy(id, size_for(id, size), view))),
        type_(**games::find_game(targets_.policy().game)) {}

  const GameType& type() const { return type_; }
  const game::Policy& code() const { return targets_.code(); }
  const layout::PolicyInfo& info() const { return targets_.policy(); }
  int board() const { return targets_.size(); }
  game::RecordType record_type() const { return type_.record_type(board()); }
  std::string_view frame() const { return type_.catalogue(board()).frames[targets_.frame()].name; }

 private:
  static std::optional<int> size_for(std::string_view id, const SizeArgument& size) {
    const auto info = value_of(games::find_policy(id));
    return size_in(**games::find_game(info.game), size);
  }

  games::Targets targets_;
  const GameType& type_;
};

// The one position that a caller asks about.
game::LinePtr line_for(const PolicyObject& self, nb::handle position) {
  game::LinePtr line = line_from(self.type(), position);
  if (line->size() != self.board()) {
    throw nb::value_error(
        concat({"a board of another size: ia.policy('", self.info().id,
                "', size=", size_literal(self.type(), line->size()), ") is for such boards"})
            .c_str());
  }
  return line;
}

std::int32_t index_of(const PolicyObject& self, nb::handle position, nb::handle move) {
  const std::string text = move_text(self.type(), self.board(), move);
  const game::LinePtr line = line_for(self, position);
  const auto index = self.code().index(*line, text);
  if (!index) raise_illegal_move(*line, text, index.error());
  return *index;
}

std::string move_of(const PolicyObject& self, nb::handle position, std::int64_t index,
                    std::string_view promotion) {
  const auto number = static_cast<std::int32_t>(
      std::clamp<std::int64_t>(index, -1, self.info().size));  // all outside are as wrong
  return value_of(self.code().move(*line_for(self, position), number, promotion));
}

using MaskRows = Array<std::uint8_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

MaskRows mask_in(const PolicyObject& self, nb::handle out, std::size_t count) {
  MaskRows rows = writable_in<MaskRows>(
      out, "out", "an array of uint8 without gaps in the memory of the CPU that can be written");
  if (rows.shape(0) != count || rows.shape(1) != static_cast<std::size_t>(self.info().size)) {
    throw nb::value_error("a mask has a row for each position and an element for each move");
  }
  return rows;
}

std::span<std::uint8_t> row_of(const MaskRows& out, std::size_t i) {
  return {out.data() + i * out.shape(1), out.shape(1)};
}

// Returns what was put right in texts, if anything was.
nb::object mask(const PolicyObject& self, nb::tuple positions, nb::handle array, unsigned threads) {
  // Boards are asked by Python's code, which may do anything to the array: it is taken after them.
  const Source source(self.type(), self.board(), std::move(positions));
  const MaskRows out = mask_in(self, array, source.size());
  run_batch(source.size(), kChunk, thread_count(threads, source.size(), kChunk), [&]() -> Work {
    return [&](const Chunk& chunk) {
      return chunk.each([&](std::size_t i) { return source.mask(i, self.code(), row_of(out, i)); });
    };
  });
  return source.mended();
}

void mask_records(const PolicyObject& self, const RecordArray& records, nb::handle array,
                  unsigned threads) {
  const game::RecordType type = self.record_type();
  check_records(records, type.bytes);
  const std::size_t count = records.shape(0);
  const MaskRows out = mask_in(self, array, count);
  run_batch(count, kChunk, thread_count(threads, count, kChunk), [&]() -> Work {
    return [&, copies = std::make_shared<RecordCopies>()](const Chunk& chunk) {
      copies->take(records, chunk.first(), chunk.size());
      return chunk.each([&](std::size_t i) {
        const auto record = copies->record(i - chunk.first());
        if (auto error = type.check_state(self.board(), record)) return error;
        const layout::RecordMoment alone[] = {{record.data(), 0}};
        return self.code().masks(alone, row_of(out, i).data(), out.shape(1));
      });
    };
  });
}

std::vector<std::string> policy_ids() {
  std::vector<std::string> ids;
  for (const GameType* type : games::all_games()) {
    for (const layout::PolicyInfo& p : type->policies(type->sizes.usual)) ids.emplace_back(p.id);
  }
  return ids;
}

}  // namespace

void bind_policy(nb::module_& m) {
  nb::class_<PolicyObject>(m, "PolicyCode", "A policy code: ia.Policy stands on one.")
      .def(nb::init<std::string_view, const SizeArgument&, std::string_view>(), nb::arg("id"),
           nb::arg("size").none(), nb::arg("view"))
      .def_prop_ro("json", [](const PolicyObject& p) { return games::to_json(p.info()); })
      .def_prop_ro("text", [](const PolicyObject& p) { return games::to_text(p.info()); })
      .def_prop_ro("view", &PolicyObject::frame)
      .def_prop_ro("board", &PolicyObject::board)
      .def("index", index_of, nb::arg("position"), nb::arg("move").none())
      .def("move", move_of, nb::arg("position"), nb::arg("index"), nb::arg("promotion"))
      .def("mask", mask, nb::arg("positions"), nb::arg("out"), nb::arg("threads"))
      .def("mask_records", mask_records, nb::arg("records"), nb::arg("out"), nb::arg("threads"));
  m.def("policy_ids", policy_ids);
}

}  // namespace intarsia::bind
