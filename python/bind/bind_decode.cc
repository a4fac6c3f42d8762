// Tensors back to positions, into other layouts' tensors, and records.

#include <cstring>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "intarsia/chess/decode.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/line.h"
#include "python/bind/records.h"
#include "python/bind/setup_object.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

using Array = nb::ndarray<nb::ro, nb::device::cpu>;
using PositionOrSetup = std::variant<PositionObject, SetupObject>;

// Who moves in each row: "w", "b" or "-" (the tensor says it, or White does), one letter for all
// or one a row.
class Turns {
 public:
  Turns(std::string_view letters, std::size_t rows) : letters_(letters) {
    if (letters.size() != 1 && letters.size() != rows) {
      throw nb::value_error("turn: expected one for all or one for each tensor");
    }
  }
  std::optional<chess::Color> operator[](std::size_t row) const {
    const char c = letters_[letters_.size() == 1 ? 0 : row];
    if (c == '-') return std::nullopt;
    return c == 'w' ? chess::kWhite : chess::kBlack;
  }

 private:
  std::string_view letters_;
};

PositionOrSetup object_of(const chess::Decoded& ply) {
  if (!ply.position) return SetupObject{ply.setup};
  return PositionObject{Line{chess::Replay(*ply.position), ply.occurrences - 1}};
}

std::vector<PositionOrSetup> decode(const layout::Plan& plan, const Array& tensors,
                                    std::string_view turns) {
  const auto rows = rows_of(tensors, plan);
  const Turns turn(turns, rows.count);
  std::vector<PositionOrSetup> found;
  found.reserve(rows.count);
  // One thread, in order: the rows are added to one list.
  run_batch(rows.count, kPiece, 1, [&]() -> Work {
    return [&, decoder = chess::Decoder(plan)](std::size_t first,
                                               std::size_t size) mutable -> std::optional<Failure> {
      for (std::size_t i = first; i < first + size; ++i) {
        const auto plies = decoder.decode(rows.row(i), turn[i]);
        if (!plies) return Failure{i, plies.error()};
        found.push_back(object_of(plies->front()));
      }
      return std::nullopt;
    };
  });
  return found;
}

void convert(const layout::Plan& from, const layout::Plan& to, const Array& tensors,
             std::string_view turns, const nb::ndarray<nb::device::cpu>& out, unsigned threads) {
  const auto rows = rows_of(tensors, from);
  const auto results = rows_of(out, to);
  if (results.count != rows.count) throw nb::value_error("as many rows as tensors are needed");
  const Turns turn(turns, rows.count);
  run_batch(rows.count, kPiece, thread_count(threads, rows.count, kPiece), [&]() -> Work {
    // Shared, for work is copied and a converter is not.
    return [&, converter = std::make_shared<chess::Converter>(from, to)](
               std::size_t first, std::size_t size) -> std::optional<Failure> {
      for (std::size_t i = first; i < first + size; ++i) {
        if (auto error = converter->convert(rows.row(i), results.row(i), turn[i])) {
          return Failure{i, *std::move(error)};
        }
      }
      return std::nullopt;
    };
  });
}

void to_records(const std::vector<nb::object>& positions, const RecordRows<std::uint8_t>& out) {
  if (out.shape(0) != positions.size())
    throw nb::value_error("as many rows as positions are needed");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    check_signals(i);
    const Line line = line_from(positions[i], false, 1);
    const chess::Record record = chess::pack(line.position(), {.occurrences = line.occurrences()});
    std::memcpy(out.data() + i * sizeof record, &record, sizeof record);
  }
}

std::vector<PositionObject> from_records(const RecordArray& records) {
  std::vector<PositionObject> positions;
  positions.reserve(records.shape(0));
  for (std::size_t i = 0; i < records.shape(0); ++i) {
    check_signals(i);
    const auto unpacked = chess::unpack(record_at(records, i));
    if (!unpacked) raise(unpacked.error(), i);
    positions.push_back(
        {Line{chess::Replay(unpacked->position), unpacked->targets.occurrences - 1}});
  }
  return positions;
}

}  // namespace

void bind_decode(nb::module_& m) {
  m.def("decode", decode, nb::arg("plan"), nb::arg("tensors").noconvert(), nb::arg("turns"));
  m.def("convert", convert, nb::arg("from_plan"), nb::arg("to_plan"),
        nb::arg("tensors").noconvert(), nb::arg("turns"), nb::arg("out").noconvert(),
        nb::arg("threads"));
  m.def("to_records", to_records, nb::arg("positions"), nb::arg("out").noconvert());
  m.def("from_records", from_records, nb::arg("records"));
}

}  // namespace intarsia::bind
