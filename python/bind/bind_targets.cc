// The targets of records: the move played and what it led to, as numbers.

#include <memory>
#include <optional>
#include <string>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "intarsia/games/registry.h"
#include "intarsia/games/targets.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/records.h"

namespace intarsia::bind {

namespace {

using games::Targets;
using layout::Plan;
using PolicyOut = Array<std::int32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using ValueOut = Array<float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

// The targets that stand beside tensors of a plan.
Targets targets_for(const Plan& plan, const std::string& policy, const std::string& value,
                    const std::string& view) {
  return value_of(Targets::make(plan.layout(), {policy, value, view}));
}

// Policy and value of records, whichever is asked for.
void record_targets(const Plan& plan, const Targets& targets, const RecordArray& records,
                    const std::optional<PolicyOut>& policy, const std::optional<ValueOut>& value) {
  const std::size_t count = records.shape(0);
  const layout::Catalogue& board = *plan.layout().catalogue;
  const auto type = value_of(games::find_record_type(board.game, board.size));
  check_records(records, type.bytes);
  if ((policy && (!targets.has_policy() || policy->shape(0) != count)) ||
      (value && (!targets.has_value() || value->shape(0) != count ||
                 value->shape(1) != targets.value_form().width()))) {
    throw nb::value_error("targets have a row for each record");
  }
  const games::TargetRows out{.policy = policy ? policy->data() : nullptr,
                              .value = value ? value->data() : nullptr};
  run_batch(count, kChunk, 1, [&]() -> Work {
    return [&, copies =
                   std::make_shared<RecordCopies>()](const Chunk& chunk) -> std::optional<Failure> {
      copies->take(records, chunk.first(), chunk.size());
      std::size_t checked = 0;
      auto failure = chunk.each([&](std::size_t i) {
        auto error = type.check(board.size, copies->record(i - chunk.first()));
        checked += error ? 0 : 1;
        return error;
      });
      if (failure) return failure;
      const auto moments = copies->moments().first(checked);
      if (!targets.fill(moments, targets.from(out, chunk.first()))) return std::nullopt;
      // Which of them it was.
      return chunk.each([&](std::size_t i) {
        return targets.fill(moments.subspan(i - chunk.first(), 1), targets.from(out, i));
      });
    };
  });
}

}  // namespace

void bind_targets(nb::module_& m) {
  nb::class_<Targets>(m, "Targets", "Policy and value beside tensors of a plan.")
      .def_static("make", targets_for, nb::arg("plan"), nb::arg("policy"), nb::arg("value"),
                  nb::arg("view"))
      .def_prop_ro("policy_size",
                   [](const Targets& t) { return t.has_policy() ? t.policy().size : 0; })
      .def_prop_ro("policy_key",
                   [](const Targets& t) {
                     return nb::make_tuple(t.has_policy() ? t.policy().id : "", t.frame());
                   })
      .def_prop_ro("value_width",
                   [](const Targets& t) { return t.has_value() ? t.value_form().width() : 0; });
  m.def("record_targets", record_targets, nb::arg("plan"), nb::arg("targets"), nb::arg("records"),
        nb::arg("policy").noconvert().none(), nb::arg("value").noconvert().none());
}

}  // namespace intarsia::bind
