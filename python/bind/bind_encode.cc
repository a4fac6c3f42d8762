// Positions of any kind into a caller's buffer: one call a batch.

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>

#include "intarsia/base/text.h"
#include "intarsia/games/record_encode.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/games.h"
#include "python/bind/records.h"
#include "python/bind/source.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

// Numbers of records among those of an array.
using Chosen = Array<const std::int64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

// Records that lie in an array, each alone or, if rows are chosen, with the plies before it. Other
// threads may change the array meanwhile, so records are copied first and looked at only then.
class Records {
 public:
  Records(const layout::Plan& plan, const RecordArray& records, std::optional<Chosen> rows)
      : kind_(plan.layout()),
        bytes_(std::as_bytes(std::span(records.data(), records.size()))),
        count_(records.shape(0)),
        rows_(std::move(rows)) {
    check_records(records, kind_.bytes());
  }

  std::size_t size() const { return rows_ ? rows_->shape(0) : count_; }

  // The bytes that a row takes in a copy.
  std::size_t slot() const { return kind_.bytes() * (rows_ ? kind_.history() + 1U : 1U); }

  // Copies rows from `first` on as far as they lie together, which is faster than one by one.
  void copy(std::size_t first, std::span<std::byte> slots) const {
    if (!rows_) std::memcpy(slots.data(), bytes_.data() + first * kind_.bytes(), slots.size());
  }

  // Adds row i with its history, copied to `slot` and checked there.
  std::optional<Error> append(std::size_t i, std::byte* slot,
                              std::vector<layout::RecordMoment>& out) const {
    if (!rows_) {
      out.push_back({slot, 0});
      return kind_.check(slot);
    }
    const std::int64_t row = (*rows_)(i);
    if (row < 0 || static_cast<std::size_t>(row) >= count_) {
      return Error{ErrorCode::kInvalid, 0, concat({"no record ", std::to_string(row)})};
    }
    const auto last = static_cast<std::size_t>(row);
    const std::size_t before = std::min(last, static_cast<std::size_t>(kind_.history()));
    const std::span copied(slot, (before + 1) * kind_.bytes());
    std::memcpy(slot, bytes_.data() + (last - before) * kind_.bytes(), copied.size());
    out.push_back(kind_.moment_at(copied, before));
    return check_history(out.back());
  }

 private:
  // History ends where the row before is not the position before: somebody chose among records.
  std::optional<Error> check_history(layout::RecordMoment& m) const {
    const std::byte* record = m.now;
    for (int ago = 0; ago <= m.history; ++ago, record -= kind_.bytes()) {
      if (auto error = kind_.check(record)) return error;
      if (ago > 0 && !kind_.follows(record, record + kind_.bytes())) m.history = ago - 1;
    }
    return std::nullopt;
  }

  games::RecordKind kind_;
  std::span<const std::byte> bytes_;
  std::size_t count_;
  std::optional<Chosen> rows_;
};

// One thread's share of their work.
class RecordWork {
 public:
  RecordWork(const layout::Plan& plan, const Records& from, const Rows<std::byte>& out)
      : encoder_(plan), from_(from), out_(out), stores_(stores_for(plan, out)) {}

  std::optional<Failure> operator()(const Piece& piece) {
    const std::size_t each = from_.slot();
    copies_.resize(piece.size() * each);
    from_.copy(piece.first(), copies_);
    moments_.clear();
    moments_.reserve(piece.size());
    std::byte* slot = copies_.data();
    auto failure = piece.each([this, each, slot](std::size_t i) mutable {
      return from_.append(i, std::exchange(slot, slot + each), moments_);
    });
    if (failure) return failure;
    encoder_.encode(moments_, out_.row(piece.first()), out_.stride, stores_);
    return std::nullopt;
  }

 private:
  games::RecordEncoder encoder_;
  const Records& from_;
  const Rows<std::byte>& out_;
  layout::Stores stores_;
  std::vector<std::byte> copies_;
  std::vector<layout::RecordMoment> moments_;
};

// One thread's share of the work.
template <class Game>
class Encoder {
 public:
  Encoder(const layout::Plan& plan, const Source<Game>& from, const Rows<std::byte>& out)
      : encoder_(plan), from_(from), out_(out), stores_(stores_for(plan, out)) {}

  std::optional<Failure> operator()(const Piece& piece) {
    if (auto failure = gather(piece)) return failure;
    encoder_.encode(moments_, out_.row(piece.first()), out_.stride, stores_);
    return std::nullopt;
  }

 private:
  std::optional<Failure> gather(const Piece& piece) {
    states_.clear();
    states_.reserve(piece.size());
    moments_.clear();
    moments_.reserve(piece.size());
    auto failure = piece.each([this](std::size_t i) -> std::optional<Error> {
      const auto before = from_.append(i, states_);
      if (!before) return before.error();
      moments_.push_back({nullptr, *before});
      return std::nullopt;
    });
    if (failure) return failure;
    // Only now the states lie where they stay.
    std::size_t next = 0;
    for (auto& m : moments_) {
      next += static_cast<std::size_t>(m.history) + 1;
      m.now = &states_[next - 1];
    }
    return std::nullopt;
  }

  typename Game::Encoder encoder_;
  const Source<Game>& from_;
  const Rows<std::byte>& out_;
  layout::Stores stores_;
  std::vector<typename Game::State> states_;
  std::vector<layout::Moment<typename Game::State>> moments_;
};

template <class Worker, class From>
void encode_rows(const layout::Plan& plan, const From& from, const Rows<std::byte>& out,
                 unsigned threads) {
  if (out.count != from.size()) throw nb::value_error("as many rows as positions are needed");
  run_batch(out.count, kPiece, thread_count(threads, out.count, kPiece),
            [&]() -> Work { return shared_work<Worker>(plan, from, out); });
}

void encode(const layout::Plan& plan, nb::tuple positions, nb::handle out, unsigned threads) {
  with_game(plan, [&]<class Game>(const Game& game) {
    // Boards are asked by Python's code, which may do anything to the array: it is taken after them.
    const Source<Game> source(game, std::move(positions));
    const auto array = tensors_out_in(out, "out");
    encode_rows<Encoder<Game>>(plan, source, rows_of(array, plan), threads);
  });
}

void encode_records(const layout::Plan& plan, const RecordArray& records, nb::handle out,
                    unsigned threads, std::optional<Chosen> rows) {
  const auto array = tensors_out_in(out, "out");
  encode_rows<RecordWork>(plan, Records(plan, records, std::move(rows)), rows_of(array, plan),
                          threads);
}

}  // namespace

void bind_encode(nb::module_& m) {
  m.def("encode", encode, nb::arg("plan"), nb::arg("positions"), nb::arg("out"),
        nb::arg("threads"));
  m.def("encode_records", encode_records, nb::arg("plan"), nb::arg("records"), nb::arg("out"),
        nb::arg("threads"), nb::arg("rows") = nb::none());
}

}  // namespace intarsia::bind
