// Policy codes and the targets of records: moves and outcomes as numbers.

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/chess/uci.h"
#include "intarsia/games/policy_text.h"
#include "intarsia/games/record_encode.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/targets.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/games.h"
#include "python/bind/records.h"
#include "python/bind/source.h"

namespace intarsia::bind {

namespace {

using layout::Plan;

// A code of one game on one board. Positions are read as for a layout without history.
class PolicyObject {
 public:
  PolicyObject(std::string_view id, std::optional<int> size, std::string_view view)
      : targets_(value_of(games::Targets::of_policy(id, size, view))),
        plan_(std::make_shared<const Plan>(plan_of(targets_.policy(), size))) {}

  const games::Targets& targets() const { return targets_; }
  const layout::PolicyInfo& info() const { return targets_.policy(); }
  const Plan& plan() const { return *plan_; }
  std::string_view frame() const {
    return plan_->layout().catalogue->frames[targets_.frame()].name;
  }
  bool is_hex() const { return info().game == "hex"; }

 private:
  static Plan plan_of(const layout::PolicyInfo& info, std::optional<int> size) {
    return value_of(Plan::make(value_of(games::find_game(info.game, size)).layouts->front()));
  }

  games::Targets targets_;
  std::shared_ptr<const Plan> plan_;
};

// The one position that a caller asks about.
hex::Replay hex_replay(const PolicyObject& self, nb::handle position) {
  hex::Replay replay = hex_line_from(position, hex::SwapRule::kTransposed).to_replay();
  const int size = self.plan().layout().catalogue->rows;
  if (replay.position().size() != size) {
    throw nb::value_error("a board of another size: ia.policy('hex/cells', size=N) is for N x N");
  }
  return replay;
}

std::int32_t index_of(const PolicyObject& self, nb::handle position, nb::handle move) {
  if (self.is_hex()) {
    const hex::Replay replay = hex_replay(self, position);
    return self.targets().policy(replay.position(), hex_move_from(replay, move));
  }
  const Line line = line_from(position);
  return self.targets().policy(line.position().setup(),
                               move_from(line.position(), move_text(move)));
}

chess::Kind promotion_in(std::string_view letter) {
  const chess::Kind kind =
      letter.size() == 1 ? chess::kind_from(chess::to_upper(letter[0])) : chess::kPawn;
  if (kind == chess::kPawn || kind == chess::kKing) {
    throw nb::value_error("promotion: expected 'q', 'r', 'b' or 'n'");
  }
  return kind;
}

std::string move_of(const PolicyObject& self, nb::handle position, std::int64_t index,
                    std::string_view promotion) {
  const auto number = static_cast<std::int32_t>(
      std::clamp<std::int64_t>(index, -1, self.info().size));  // all outside are as wrong
  const layout::FrameId frame = self.targets().frame();
  if (self.is_hex()) {
    const hex::Replay replay = hex_replay(self, position);
    const hex::Move m = value_of(hex::policy_move(replay.position(), number, frame));
    if (!replay.is_legal(m)) raise({ErrorCode::kIllegal, 0, "the game is over: no move is legal"});
    return m.is_swap() ? "swap" : hex::cell_name(m.cell(), replay.position().size());
  }
  const Line line = line_from(position);
  const chess::Policy& code = *chess::find_policy(self.info().id);
  return chess::to_uci(line.position(), value_of(code.move(line.position(), number, frame,
                                                           promotion_in(promotion))));
}

using MaskRows = Array<std::uint8_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

// One thread's share: the last state of each position, marked.
template <class Game>
class MaskWork {
 public:
  MaskWork(const PolicyObject& self, const Source<Game>& from, const MaskRows& out)
      : self_(self), from_(from), out_(out) {}

  std::optional<Failure> operator()(const Piece& piece) {
    const std::size_t width = out_.shape(1);
    return piece.each([&](std::size_t i) -> std::optional<Error> {
      states_.clear();
      const auto before = from_.append(i, states_);
      if (!before) return before.error();
      self_.targets().mask(states_.back().position, {out_.data() + i * width, width});
      return std::nullopt;
    });
  }

 private:
  const PolicyObject& self_;
  const Source<Game>& from_;
  const MaskRows& out_;
  std::vector<typename Game::State> states_;
};

void check_rows(const PolicyObject& self, const MaskRows& out, std::size_t count) {
  if (out.shape(0) != count || out.shape(1) != static_cast<std::size_t>(self.info().size)) {
    throw nb::value_error("a mask has a row for each position and an element for each move");
  }
}

MaskRows mask_in(nb::handle out) {
  return writable_in<MaskRows>(
      out, "out", "an array of uint8 without gaps in the memory of the CPU that can be written");
}

void mask(const PolicyObject& self, nb::tuple positions, nb::handle array, unsigned threads) {
  with_game(self.plan(), [&]<class Game>(const Game& game) {
    // Boards are asked by Python's code, which may do anything to the array: it is taken after them.
    const Source<Game> source(game, std::move(positions));
    const MaskRows out = mask_in(array);
    check_rows(self, out, source.size());
    run_batch(source.size(), kPiece, thread_count(threads, source.size(), kPiece),
              [&]() -> Work { return shared_work<MaskWork<Game>>(self, source, out); });
  });
}

void mask_records(const PolicyObject& self, const RecordArray& records, nb::handle array,
                  unsigned threads) {
  const MaskRows out = mask_in(array);
  with_game(self.plan(), [&]<class Game>(const Game& game) {
    check_records(records, game.record_bytes());
    check_rows(self, out, records.shape(0));
    const auto work = [&](const Piece& piece) -> std::optional<Failure> {
      std::vector<typename Game::State> states;
      return piece.each([&](std::size_t i) -> std::optional<Error> {
        states.clear();
        const RecordCopy record(records, i);
        const auto before = game.append_record(record.bytes(), states);
        if (!before) return before.error();
        self.targets().mask(states.back().position, {out.data() + i * out.shape(1), out.shape(1)});
        return std::nullopt;
      });
    };
    run_batch(records.shape(0), kPiece, thread_count(threads, records.shape(0), kPiece),
              [&]() -> Work { return work; });
  });
}

using PolicyOut = Array<std::int32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using ValueOut = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

// The targets that stand beside tensors of a plan.
games::Targets targets_for(const Plan& plan, const std::string& policy, const std::string& value,
                           const std::string& view) {
  return value_of(games::Targets::make(plan.layout(), {policy, value, view}));
}

// Policy and value of records, whichever is asked for. read(bytes) is the record, if it is sound.
template <class Read>
void fill_targets(const games::Targets& targets, const RecordArray& records,
                  const std::optional<PolicyOut>& policy, const std::optional<ValueOut>& value,
                  Read read) {
  const std::size_t count = records.shape(0);
  if ((policy && (!targets.has_policy() || policy->shape(0) != count)) ||
      (value && (!targets.has_value() || value->shape(0) != count ||
                 value->shape(1) != targets.value_form().width()))) {
    throw nb::value_error("targets have a row for each record");
  }
  const auto work = [&](const Piece& piece) {
    return piece.each([&](std::size_t i) -> std::optional<Error> {
      const RecordCopy copy(records, i);
      const auto record = read(copy.bytes());
      if (!record) return record.error();
      if (policy) policy->data()[i] = targets.policy(*record);
      if (value) targets.value(*record, value->data() + i * value->shape(1));
      return std::nullopt;
    });
  };
  run_batch(count, kPiece, 1, [&]() -> Work { return work; });
}

void record_targets(const Plan& plan, const games::Targets& targets, const RecordArray& records,
                    const std::optional<PolicyOut>& policy, const std::optional<ValueOut>& value) {
  using Bytes = std::span<const std::uint8_t>;
  const games::RecordKind kind(plan.layout());
  check_records(records, kind.bytes());
  if (plan.layout().catalogue->game == "hex") {
    const int size = plan.layout().catalogue->rows;
    fill_targets(targets, records, policy, value, [size](Bytes bytes) -> Result<Bytes> {
      const auto unpacked = hex::unpack(size, bytes);
      if (!unpacked) return unpacked.error();
      return bytes;
    });
    return;
  }
  fill_targets(targets, records, policy, value, [](Bytes bytes) -> Result<chess::Record> {
    chess::Record record;
    std::memcpy(&record, bytes.data(), sizeof record);
    const auto unpacked = chess::unpack(record);
    if (!unpacked) return unpacked.error();
    return record;
  });
}

std::vector<std::string> policy_ids() {
  std::vector<std::string> ids;
  for (const games::Game& g : games::games()) {
    for (const layout::PolicyInfo& p : g.policies) ids.emplace_back(p.id);
  }
  return ids;
}

}  // namespace

void bind_policy(nb::module_& m) {
  nb::class_<PolicyObject>(m, "PolicyCode", "A policy code: ia.Policy stands on one.")
      .def(nb::init<std::string_view, std::optional<int>, std::string_view>(), nb::arg("id"),
           nb::arg("size"), nb::arg("view"))
      .def_prop_ro("json", [](const PolicyObject& p) { return games::to_json(p.info()); })
      .def_prop_ro("text", [](const PolicyObject& p) { return games::to_text(p.info()); })
      .def_prop_ro("view", &PolicyObject::frame)
      .def_prop_ro("board", [](const PolicyObject& p) { return p.plan().layout().catalogue->rows; })
      .def("index", index_of, nb::arg("position"), nb::arg("move").none())
      .def("move", move_of, nb::arg("position"), nb::arg("index"), nb::arg("promotion"))
      .def("mask", mask, nb::arg("positions"), nb::arg("out"), nb::arg("threads"))
      .def("mask_records", mask_records, nb::arg("records"), nb::arg("out"), nb::arg("threads"));
  nb::class_<games::Targets>(m, "Targets", "Policy and value beside tensors of a plan.")
      .def_static("make", targets_for, nb::arg("plan"), nb::arg("policy"), nb::arg("value"),
                  nb::arg("view"))
      .def_prop_ro("policy_size",
                   [](const games::Targets& t) { return t.has_policy() ? t.policy().size : 0; })
      .def_prop_ro("value_width", [](const games::Targets& t) {
        return t.has_value() ? t.value_form().width() : 0;
      });
  m.def("record_targets", record_targets, nb::arg("plan"), nb::arg("targets"), nb::arg("records"),
        nb::arg("policy").noconvert().none(), nb::arg("value").noconvert().none());
  m.def("policy_ids", policy_ids);
}

}  // namespace intarsia::bind
