// Tensors back to positions, into other layouts' tensors, and records.

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/games.h"
#include "python/bind/records.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

// Who moves in each row: one letter for all or one a row, as the game reads them.
template <class Game>
class Turns {
 public:
  Turns(std::string_view letters, std::size_t rows) : letters_(letters) {
    if (letters.size() != 1 && letters.size() != rows) {
      throw nb::value_error("turn: expected one for all or one for each tensor");
    }
  }
  typename Game::Turn operator[](std::size_t row) const {
    return Game::turn(letters_[letters_.size() == 1 ? 0 : row]);
  }

 private:
  std::string_view letters_;
};

// That a tensor has several readings is no matter of moves.
Error unreadable(Error error) {
  if (error.code == ErrorCode::kAmbiguous) error.code = ErrorCode::kInvalid;
  return error;
}

// Positions, and for each those before it by age, as far as the layout shows them.
nb::object decode(const layout::Plan& plan, const Tensors& tensors, std::string_view turns) {
  const auto rows = rows_of(tensors, plan);
  return with_game(plan, [&]<class Game>(const Game& game) {
    const Turns<Game> turn(turns, rows.count);
    std::vector<typename Game::Object> found;
    std::vector<std::map<int, typename Game::Object>> before;
    reserve(found, rows.count, "positions");
    reserve(before, rows.count, "positions");
    std::size_t most_before = 0;
    // One thread, in order: the rows are added to one list.
    run_batch(rows.count, kPiece, 1, [&]() -> Work {
      return [&, decoder = std::make_shared<typename Game::Decoder>(plan)](const Piece& piece) {
        return piece.each([&](std::size_t i) -> std::optional<Error> {
          const auto plies = decoder->decode(rows.row(i), turn[i]);
          if (!plies) return unreadable(plies.error());
          found.push_back(game.object_of(plies->front()));
          most_before = std::max(most_before, plies->size() - 1);
          auto& earlier = before.emplace_back();
          for (const auto& ply : plies->subspan(1)) earlier.emplace(ply.ago, game.object_of(ply));
          return std::nullopt;
        });
      };
    });
    expect_objects<typename Game::Object>(found.size() * (1 + most_before), "positions");
    return nb::cast(std::pair(std::move(found), std::move(before)));
  });
}

void convert(const layout::Plan& from, const layout::Plan& to, const Tensors& tensors,
             std::string_view turns, const TensorsOut& out, unsigned threads) {
  const auto rows = rows_of(tensors, from);
  const auto results = rows_of(out, to);
  if (results.count != rows.count) throw nb::value_error("as many rows as tensors are needed");
  if (from.layout().catalogue != to.layout().catalogue) {
    throw nb::value_error("one layout's tensors become another's of the same game and size");
  }
  with_game(from, [&]<class Game>(const Game&) {
    const Turns<Game> turn(turns, rows.count);
    run_batch(rows.count, kPiece, thread_count(threads, rows.count, kPiece), [&]() -> Work {
      return [&, converter =
                     std::make_shared<typename Game::Converter>(from, to)](const Piece& piece) {
        return piece.each([&](std::size_t i) -> std::optional<Error> {
          auto error = converter->convert(rows.row(i), results.row(i), turn[i]);
          if (!error) return std::nullopt;
          return unreadable(*std::move(error));
        });
      };
    });
  });
}

void check_rows(const RecordRows<std::uint8_t>& out, std::size_t positions, std::size_t bytes) {
  check_records(out, bytes);
  if (out.shape(0) != positions) throw nb::value_error("as many rows as positions are needed");
}

void to_records(const nb::tuple& positions, const RecordRows<std::uint8_t>& out) {
  check_rows(out, positions.size(), sizeof(chess::Record));
  each_row(positions.size(), [&](std::size_t i) {
    const Line line = line_from(positions[i]);
    const chess::Record record = chess::pack(line.position(), {.occurrences = line.occurrences()});
    std::memcpy(record_at(out, i).data(), &record, sizeof record);
  });
}

std::vector<PositionObject> from_records(const RecordArray& records) {
  check_records(records, sizeof(chess::Record));
  std::vector<PositionObject> positions;
  reserve(positions, records.shape(0), "positions");
  each_row(records.shape(0), [&](std::size_t i) {
    const RecordCopy copy(records, i);
    chess::Record record;
    std::memcpy(&record, copy.bytes().data(), sizeof record);
    const auto unpacked = chess::unpack(record);
    if (!unpacked) raise(unpacked.error());
    positions.push_back(
        {Line{chess::Replay(unpacked->position), unpacked->targets.occurrences - 1}});
  });
  expect_objects<PositionObject>(positions.size(), "positions");
  return positions;
}

int checked_size(int n) {
  if (!hex::is_size(n)) throw nb::value_error("boards have sizes from 1 to 26");
  return n;
}

void to_hex_records(int n, const nb::tuple& positions, const RecordRows<std::uint8_t>& out) {
  check_rows(out, positions.size(), hex::record_shape(checked_size(n)).bytes);
  each_row(positions.size(), [&](std::size_t i) {
    const HexLine line = HexBatch::taken_line(positions[i]);
    if (line.position().size() != n) raise({ErrorCode::kInvalid, 0, "a board of another size"});
    hex::pack(line.position(), {.is_first = line.ply == 0}, record_at(out, i));
  });
}

std::vector<HexPositionObject> from_hex_records(int n, const RecordArray& records) {
  check_records(records, hex::record_shape(checked_size(n)).bytes);
  std::vector<HexPositionObject> positions;
  reserve(positions, records.shape(0), "positions");
  each_row(records.shape(0), [&](std::size_t i) {
    const auto unpacked = hex::unpack(n, RecordCopy(records, i).bytes());
    if (!unpacked) raise(unpacked.error());
    positions.push_back({HexLine(hex::Replay(unpacked->position))});
  });
  expect_objects<HexPositionObject>(positions.size(), "positions");
  return positions;
}

}  // namespace

void bind_decode(nb::module_& m) {
  m.def("decode", decode, nb::arg("plan"), nb::arg("tensors").noconvert(), nb::arg("turns"),
        nb::sig("def decode(plan: Plan, tensors: object, turns: str) -> list[Position | Setup] | "
                "list[HexPosition | HexSetup]"));
  m.def("convert", convert, nb::arg("from_plan"), nb::arg("to_plan"),
        nb::arg("tensors").noconvert(), nb::arg("turns"), nb::arg("out").noconvert(),
        nb::arg("threads"));
  m.def("to_records", to_records, nb::arg("positions"), nb::arg("out").noconvert());
  m.def("from_records", from_records, nb::arg("records"));
  m.def("to_hex_records", to_hex_records, nb::arg("size"), nb::arg("positions"),
        nb::arg("out").noconvert());
  m.def("from_hex_records", from_hex_records, nb::arg("size"), nb::arg("records"));
}

}  // namespace intarsia::bind
