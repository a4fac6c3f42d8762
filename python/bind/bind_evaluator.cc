// The evaluator: positions are explored, scored by Python's functions in batches, and answered for.

#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/evaluator.h"
#include "python/bind/array.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/graphs.h"
#include "python/bind/lines.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

namespace {

using graph::Evaluator;
using layout::Plan;

// A step's ends in Python. The functions live in Python's own evaluator, which hands them over.
struct Step {
  Unlocked& unlocked;
  Watch& watch;
  nb::handle score;     // .room(count): an array to be filled; (array): the scores of its rows
  nb::handle priority;  // of a position that waits; None: the library's
  bool has_failed = false;

  // ask() with Python's lock. False, and nothing of Python's runs any more, if it raised.
  template <class Ask>
  bool in_python(Ask ask) {
    if (has_failed) return false;
    has_failed = !unlocked.locked([&] {
      try {
        ask();
        return true;
      } catch (nb::python_error& e) {
        e.restore();
      } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
      } catch (const std::exception& e) {
        PyErr_SetString(PyExc_TypeError, e.what());
      }
      return false;
    });
    return !has_failed;
  }
};

class EvaluatorObject {
 public:
  // Without a plan positions have the game's own scores.
  EvaluatorObject(const graph::Kind& kind, const Plan* plan, graph::Order order, bool has_priority,
                  std::size_t batch, std::uint64_t memory, unsigned threads)
      : tensor_bytes_(plan == nullptr ? 0 : plan->bytes()),
        evaluator_(kind, score_of(kind, plan, threads),
                   {.order = order,
                    .priority = has_priority ? own_priority() : graph::by_cost(),
                    .batch = batch,
                    .threads = threads,
                    .stop = &stop_,
                    .max_memory = memory,
                    .progress = [this](std::uint64_t scored) { look(scored); }}) {}
  EvaluatorObject(const EvaluatorObject&) = delete;
  EvaluatorObject& operator=(const EvaluatorObject&) = delete;

  Evaluator& evaluator() { return evaluator_; }

  Result<std::uint64_t> run(std::uint64_t budget, Step& step) {
    step_ = &step;
    stop_ = false;
    auto done = evaluator_.step(budget);
    step_ = nullptr;
    return done;
  }

 private:
  graph::Score score_of(const graph::Kind& kind, const Plan* plan, unsigned threads) {
    if (plan == nullptr) return graph::built_in_score(kind);
    return value_of(graph::tensor_score(
        kind, *plan,
        [this](const std::byte* tensors, std::size_t count, std::span<float> out) {
          return ask(tensors, count, out);
        },
        threads));
  }

  std::optional<Error> ask(const std::byte* tensors, std::size_t count, std::span<float> out) {
    const bool is_answered = step_->in_python([&] {
      using Room = Array<nb::device::cpu, nb::c_contig>;
      using Scores = Array<const float, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
      const nb::object array = step_->score.attr("room")(count);
      const auto room = nb::cast<Room>(array);
      if (room.nbytes() != count * tensor_bytes_) throw nb::value_error("room of another size");
      std::memcpy(room.data(), tensors, room.nbytes());
      const auto scores = nb::cast<Scores>(step_->score(array));
      if (scores.shape(0) != count) throw nb::value_error("as many scores as rows are needed");
      std::memcpy(out.data(), scores.data(), count * sizeof(float));
    });
    if (is_answered) return std::nullopt;
    return Error{ErrorCode::kIo, 0, "interrupted"};
  }

  graph::Priority own_priority() {
    return [this](const graph::Candidate& c) {
      double found = std::numeric_limits<double>::quiet_NaN();
      const bool is_answered = step_->in_python([&] {
        const nb::object said =
            step_->priority(c.depth, c.siblings, c.score, c.parent_score, c.parent_priority);
        found = PyFloat_AsDouble(said.ptr());
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
      });
      if (!is_answered) stop_ = true;
      return found;
    };
  }

  void look(std::uint64_t scored) {
    if (!step_->has_failed) step_->watch({scored, evaluator_.graph().nodes().size()});
    if (step_->watch.is_stopped()) stop_ = true;
  }

  std::size_t tensor_bytes_;
  std::atomic<bool> stop_ = false;
  Step* step_ = nullptr;  // while one goes on
  Evaluator evaluator_;
};

// With the graph of its positions, whose lock is the evaluator's too.
struct SharedEvaluator {
  std::shared_ptr<EvaluatorObject> object;
  GraphPointer graph;
};

graph::Order order_in(std::string_view name) {
  if (name == "breadth") return graph::Order::kBreadth;
  if (name == "best") return graph::Order::kBest;
  throw nb::value_error("no such order");
}

SharedEvaluator make(std::string_view game, const SizeArgument& size, const Plan* plan,
                     std::string_view order, bool has_priority, std::size_t batch,
                     std::uint64_t memory, unsigned threads) {
  const GameType& type = *value_of(games::find_game(game));
  const graph::Kind kind{&type, size_in(type, size).value_or(type.sizes.usual)};
  const auto object = std::make_shared<EvaluatorObject>(kind, plan, order_in(order), has_priority,
                                                        batch, memory, threads_or_cores(threads));
  const std::shared_ptr<const graph::Graph> graph(object, &object->evaluator().graph());
  return {object, std::make_shared<GraphObject>(graph)};
}

void add_root(const SharedEvaluator& self, nb::handle position) {
  const auto line = line_from(self.graph->type(), position);
  const auto id =
      self.graph->change([&](Unlocked&) { return self.object->evaluator().add_root(*line); });
  if (!id) raise(id.error());
}

std::uint64_t step(const SharedEvaluator& self, std::uint64_t budget, nb::handle score,
                   nb::handle priority, nb::handle progress) {
  const auto done = self.graph->change([&](Unlocked& unlocked) {
    Watch watch(unlocked, progress);
    Step one{unlocked, watch, score, priority};
    return self.object->run(budget, one);
  });
  if (done) return *done;
  if (done.error().code != ErrorCode::kInvalid) raise(done.error());
  throw nb::value_error(concat({"score: ", done.error().detail}).c_str());
}

// The texts and the notations of moves that are played one after the other.
nb::tuple texts_of(const graph::View& view, std::vector<std::byte> record,
                   std::span<const std::uint16_t> moves) {
  const game::Rules& rules = view.type().rules;
  std::vector<std::string> texts;
  std::vector<std::string> notations;
  for (const std::uint16_t move : moves) {
    texts.push_back(rules.move_text(view.size(), record.data(), move));
    notations.push_back(rules.move_notation(view.size(), record.data(), move));
    std::vector<std::byte> next(record.size());
    rules.successors(view.size(), record, {&move, 1}, next.data());
    record = std::move(next);
  }
  return nb::make_tuple(texts, notations);
}

std::optional<std::uint32_t> decided_in(const graph::Value& v) {
  return v.is_decided ? std::optional(v.distance) : std::nullopt;
}

std::string_view end_name(graph::LineEnd end) {
  constexpr std::string_view kNames[] = {"unexplored", "game_over", "repetition"};
  return kNames[static_cast<std::size_t>(end)];
}

// (score, decided in, line, notations, end, moves, positions scored); None if it has no score yet.
nb::object answer(const SharedEvaluator& self, nb::handle position) {
  const graph::View& view = self.graph->view();
  const graph::Identity identity = identity_in(*self.graph, position);
  std::uint64_t scored = 0;
  const auto found = self.graph->change([&](Unlocked&) -> Result<std::optional<graph::Answer>> {
    Evaluator& e = self.object->evaluator();
    scored = e.scored();
    const graph::NodeId id = e.graph().number_of(identity);
    if (id == graph::kNoNode || !e.score(id)) return std::optional<graph::Answer>();
    auto a = e.answer(id);
    if (!a) return a.error();
    return std::optional(*std::move(a));
  });
  if (!found) raise(found.error());
  if (!*found) return nb::none();
  const graph::Answer& a = **found;
  const nb::tuple line = texts_of(view, identity.record, a.line);
  nb::list moves;
  for (const graph::RootMove& m : a.moves) {
    const game::Rules& rules = view.type().rules;
    moves.append(nb::make_tuple(rules.move_text(view.size(), identity.record.data(), m.move),
                                rules.move_notation(view.size(), identity.record.data(), m.move),
                                m.value.score, decided_in(m.value)));
  }
  return nb::make_tuple(a.value.score, decided_in(a.value), line[0], line[1],
                        std::string(end_name(a.end)), moves, scored);
}

}  // namespace

void bind_evaluator(nb::module_& m) {
  nb::class_<SharedEvaluator>(m, "Evaluator", "What ia.Evaluator stands on.")
      .def_static("make", make, nb::arg("game"), nb::arg("size").none(), nb::arg("plan").none(),
                  nb::arg("order"), nb::arg("has_priority"), nb::arg("batch"), nb::arg("memory"),
                  nb::arg("threads"))
      .def_prop_ro("graph", [](const SharedEvaluator& e) { return e.graph; })
      .def_prop_ro(
          "scored",
          [](const SharedEvaluator& e) {
            return e.graph->read([&](Unlocked&) { return e.object->evaluator().scored(); });
          })
      .def_prop_ro(
          "is_full",
          [](const SharedEvaluator& e) {
            return e.graph->read([&](Unlocked&) { return e.object->evaluator().is_full(); });
          })
      .def("add_root", add_root, nb::arg("position").none())
      .def("step", step, nb::arg("budget"), nb::arg("score").none(), nb::arg("priority").none(),
           nb::arg("progress").none(),
           nb::sig("def step(self, budget: int, score: object | None, priority: object | None, "
                   "progress: object | None) -> int"))
      .def("answer", answer, nb::arg("position").none(),
           nb::sig("def answer(self, position: object | None) -> tuple | None"));
}

}  // namespace intarsia::bind
