// Positions of any kind into a caller's buffer: one call a batch.

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/output.h"
#include "python/bind/records.h"
#include "python/bind/source.h"

namespace intarsia::bind {

namespace {

// Numbers of records among those of an array.
using Chosen = Array<const std::int64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

// Records that lie in an array, each alone or, if rows are chosen, with the plies before it. Other
// threads may change the array meanwhile, so records are copied first and looked at only then.
class Records {
 public:
  Records(const layout::Plan& plan, const RecordArray& records, std::optional<Chosen> rows)
      : type_(games::game_of(plan.layout())),
        size_(plan.layout().catalogue->size),
        record_(type_.record_type(size_)),
        history_(static_cast<std::size_t>(type_.record_history(plan.layout()))),
        bytes_(bytes_of(records)),
        count_(records.shape(0)),
        rows_(std::move(rows)) {
    check_records(records, record_.bytes);
  }

  const game::GameType& type() const { return type_; }
  std::size_t size() const { return rows_ ? rows_->shape(0) : count_; }

  // The bytes that a row takes in a copy.
  std::size_t slot() const { return record_.bytes * (rows_ ? history_ + 1 : 1); }

  // Copies rows from `first` on as far as they lie together, which is faster than one by one.
  void copy(std::size_t first, std::span<std::byte> slots) const {
    if (!rows_) std::memcpy(slots.data(), bytes_.data() + first * record_.bytes, slots.size());
  }

  // Adds row i with its history, copied to `slot` and checked there.
  std::optional<Error> append(std::size_t i, std::byte* slot,
                              std::vector<layout::RecordMoment>& out) const {
    if (!rows_) {
      out.push_back({slot, 0});
      return check(slot);
    }
    const std::int64_t row = (*rows_)(i);
    if (row < 0 || static_cast<std::size_t>(row) >= count_) {
      return Error{ErrorCode::kInvalid, 0, concat({"no record ", std::to_string(row)})};
    }
    const auto last = static_cast<std::size_t>(row);
    const std::size_t before = std::min(last, history_);
    const std::span copied(slot, (before + 1) * record_.bytes);
    std::memcpy(slot, bytes_.data() + (last - before) * record_.bytes, copied.size());
    out.push_back(game::moment_at(record_, copied, before, static_cast<int>(history_)));
    return check_history(out.back());
  }

 private:
  std::optional<Error> check(const std::byte* record) const {
    return record_.check_state(size_, {record, record_.bytes});
  }

  // History ends where the row before is not the position before: somebody chose among records.
  std::optional<Error> check_history(layout::RecordMoment& m) const {
    const std::byte* record = m.now;
    for (int ago = 0; ago <= m.history; ++ago, record -= record_.bytes) {
      if (auto error = check(record)) return error;
      if (ago > 0 && !type_.follows(size_, record, record + record_.bytes)) m.history = ago - 1;
    }
    return std::nullopt;
  }

  const game::GameType& type_;
  int size_;
  game::RecordType record_;
  std::size_t history_;
  std::span<const std::byte> bytes_;
  std::size_t count_;
  std::optional<Chosen> rows_;
};

// One thread's share of their work.
class RecordWork {
 public:
  RecordWork(const layout::Plan& plan, const Records& from, const Output& out)
      : encoder_(from.type().make_record_encoder(plan)), from_(from), out_(out) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    const std::size_t each = from_.slot();
    copies_.resize(chunk.size() * each);
    from_.copy(chunk.first(), copies_);
    moments_.clear();
    moments_.reserve(chunk.size());
    std::byte* slot = copies_.data();
    auto failure = chunk.each([this, each, slot](std::size_t i) mutable {
      return from_.append(i, std::exchange(slot, slot + each), moments_);
    });
    if (failure) return failure;
    out_.take(*encoder_, moments_, chunk.first());
    return std::nullopt;
  }

 private:
  std::unique_ptr<game::RecordEncoder> encoder_;
  const Records& from_;
  const Output& out_;
  std::vector<std::byte> copies_;
  std::vector<layout::RecordMoment> moments_;
};

// One thread's share of the work.
class EncodeWork {
 public:
  EncodeWork(const layout::Plan& plan, const Source& from, const Output& out)
      : encoder_(from.type().make_encoder(plan)), from_(from), out_(out) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    encoder_->reserve(chunk.size());
    auto failure = chunk.each([this](std::size_t i) { return from_.add(i, *encoder_); });
    if (failure) {
      encoder_->clear();
      return failure;
    }
    out_.take(*encoder_, chunk.first());
    return std::nullopt;
  }

 private:
  std::unique_ptr<game::Encoder> encoder_;
  const Source& from_;
  const Output& out_;
};

template <class Worker, class From>
void encode_rows(const layout::Plan& plan, const From& from, const Output& out, unsigned threads) {
  if (out.count() != from.size()) throw nb::value_error("as many rows as positions are needed");
  run_batch(out.count(), kChunk, thread_count(threads, out.count(), kChunk),
            [&]() -> Work { return shared_work<Worker>(plan, from, out); });
}

nb::object encode(const layout::Plan& plan, nb::tuple positions, nb::handle out, unsigned threads) {
  // Boards are asked by Python's code, which may do anything to the array: it is taken after them.
  const Source source(plan.layout(), std::move(positions));
  encode_rows<EncodeWork>(plan, source, Output(out, plan, "out"), threads);
  return source.mended();
}

void encode_records(const layout::Plan& plan, const RecordArray& records, nb::handle out,
                    unsigned threads, std::optional<Chosen> rows) {
  const Output output(out, plan, "out");
  encode_rows<RecordWork>(plan, Records(plan, records, std::move(rows)), output, threads);
}

}  // namespace

void bind_encode(nb::module_& m) {
  m.def("encode", encode, nb::arg("plan"), nb::arg("positions"), nb::arg("out"),
        nb::arg("threads"));
  m.def("encode_records", encode_records, nb::arg("plan"), nb::arg("records"), nb::arg("out"),
        nb::arg("threads"), nb::arg("rows") = nb::none());
}

}  // namespace intarsia::bind
