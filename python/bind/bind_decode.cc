// Tensors back to positions, and into other layouts' tensors.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "intarsia/game/convert.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/tensor.h"
#include "python/bind/turns.h"

namespace intarsia::bind {

namespace {

// That a tensor has several readings is no matter of moves.
Error unreadable(Error error) {
  if (error.code == ErrorCode::kAmbiguous) error.code = ErrorCode::kInvalid;
  return error;
}

class ShownText final : public Shown {
 public:
  explicit ShownText(SetupObject setup) : setup_(std::move(setup)) {}
  nb::object object() override { return nb::cast(setup_); }

 private:
  SetupObject setup_;
};

// What a tensor shows of one ply: a position, or less.
struct Ply {
  int ago;
  game::LinePtr line;
  std::unique_ptr<Shown> setup = nullptr;

  nb::object object() { return line ? to_position(std::move(line)) : setup->object(); }
};

Ply ply_of(const GameType& type, int size, const game::Decoder& decoder, std::size_t i) {
  Ply ply{decoder.ago(i), decoder.line(i)};
  if (ply.line) return ply;
  const auto to_setup = classes_of(type).to_setup;
  ply.setup = to_setup != nullptr ? to_setup(decoder, i)
                                  : std::make_unique<ShownText>(SetupObject{
                                        std::string(type.name), size, decoder.text(i, {})});
  return ply;
}

// Positions, and for each those before it by age, as far as the layout shows them.
nb::tuple decode(const layout::Plan& plan, const Tensors& tensors, const nb::bytes& turns) {
  const auto rows = rows_of(tensors, plan);
  const Turns turn(turns, rows.count);
  const GameType& type = games::game_of(plan.layout());
  const int size = plan.layout().catalogue->size;
  std::vector<Ply> found;  // a tensor's plies one after the other: a new tensor begins with ago 0
  reserve(found, rows.count, "positions");
  // One thread, in order: the rows are added to one list.
  run_batch(rows.count, kChunk, 1, [&]() -> Work {
    return
        [&, decoder = std::shared_ptr<game::Decoder>(type.make_decoder(plan))](const Chunk& chunk) {
          return chunk.each([&](std::size_t i) -> std::optional<Error> {
            if (auto error = decoder->decode(rows.row(i), turn[i])) return unreadable(*error);
            for (std::size_t p = 0; p < decoder->plies(); ++p) {
              found.push_back(ply_of(type, size, *decoder, p));
            }
            return std::nullopt;
          });
        };
  });
  expect_objects<Ply>(found.size(), "positions");
  nb::list positions;
  nb::list before;
  nb::dict earlier;
  for (Ply& ply : found) {
    if (ply.ago != 0) {
      earlier[nb::int_(ply.ago)] = ply.object();
      continue;
    }
    earlier = nb::dict();
    positions.append(ply.object());
    before.append(earlier);
  }
  return nb::make_tuple(positions, before);
}

// One thread's share of a conversion.
class ConvertWork {
 public:
  ConvertWork(const layout::Plan& from, const layout::Plan& to, const Rows<const std::byte>& rows,
              const Rows<std::byte>& out, const Turns& turns)
      : converter_(games::game_of(from.layout()), from, to),
        rows_(rows),
        out_(out),
        turns_(turns),
        stores_(stores_for(to, out)) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    const std::size_t first = chunk.first();
    auto failure = converter_.convert(rows_.row(first), rows_.stride, turns_.from(first),
                                      chunk.size(), out_.row(first), out_.stride, stores_);
    if (!failure) return std::nullopt;
    return Failure{first + failure->first, unreadable(std::move(failure->second))};
  }

 private:
  game::TensorConverter converter_;
  const Rows<const std::byte>& rows_;
  const Rows<std::byte>& out_;
  const Turns& turns_;
  layout::Stores stores_;
};

void convert(const layout::Plan& from, const layout::Plan& to, const Tensors& tensors,
             const nb::bytes& turns, const TensorsOut& out, unsigned threads) {
  const auto rows = rows_of(tensors, from);
  const auto results = rows_of(out, to);
  if (results.count != rows.count) throw nb::value_error("as many rows as tensors are needed");
  if (from.layout().catalogue != to.layout().catalogue) {
    throw nb::value_error("one layout's tensors become another's of the same game and size");
  }
  const Turns turn(turns, rows.count);
  run_batch(rows.count, kChunk, thread_count(threads, rows.count, kChunk),
            [&]() -> Work { return shared_work<ConvertWork>(from, to, rows, results, turn); });
}

}  // namespace

void bind_decode(nb::module_& m) {
  m.def(
      "decode", decode, nb::arg("plan"), nb::arg("tensors").noconvert(), nb::arg("turns"),
      nb::sig("def decode(plan: Plan, tensors: object, turns: bytes) -> tuple[list, list[dict]]"));
  m.def("convert", convert, nb::arg("from_plan"), nb::arg("to_plan"),
        nb::arg("tensors").noconvert(), nb::arg("turns"), nb::arg("out").noconvert(),
        nb::arg("threads"));
}

}  // namespace intarsia::bind
