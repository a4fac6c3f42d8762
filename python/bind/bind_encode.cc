// Positions of any kind into a caller's buffer: one call a batch.

#include <algorithm>
#include <memory>
#include <variant>
#include <vector>

#include "intarsia/chess/fen.h"
#include "intarsia/chess/layouts.h"
#include "intarsia/chess/position_line.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/line.h"
#include "python/bind/records.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

using chess::State;

// What is to be encoded, readable without Python's lock. The objects are kept alive, and from
// changing, by the caller's tuple: texts and Positions are immutable, games and boards are taken
// down when they are added.
class Source {
 public:
  Source(nb::tuple positions, int history) : positions_(std::move(positions)), history_(history) {
    items_.reserve(positions_.size());
    for (nb::handle item : positions_) {
      check_signals(items_.size());
      add(item);
    }
  }

  std::size_t size() const { return items_.size(); }

  // Adds the states of item i, oldest first; answers how many stand before the last.
  Result<int> append(std::size_t i, std::vector<State>& out) const {
    if (const auto* text = std::get_if<std::string_view>(&items_[i])) return append(*text, out);
    const Line* const line = *std::get_if<const Line*>(&items_[i]);
    return line->append_states(history_, out);
  }

 private:
  void add(nb::handle item) {
    if (PyUnicode_Check(item.ptr())) {
      items_.emplace_back(utf8_of(item));
    } else if (const auto* p = find<PositionObject>(item)) {
      items_.emplace_back(&p->line);
    } else {
      taken_.push_back(std::make_unique<Line>(line_from(item, false, 1)));
      items_.emplace_back(taken_.back().get());
    }
  }

  Result<int> append(std::string_view text, std::vector<State>& out) const {
    // Most texts are FENs, which need no replay; startpos is none.
    if (!text.starts_with('s')) {
      if (const auto reading = chess::read_fen(text)) {
        out.push_back({reading->position});
        return 0;
      }
    }
    auto line = chess::read_position_line(text);
    if (!line) return std::move(line).error();
    return Line{std::move(line->replay)}.append_states(history_, out);
  }

  nb::tuple positions_;
  int history_;
  std::vector<std::variant<std::string_view, const Line*>> items_;
  std::vector<std::unique_ptr<Line>> taken_;
};

// The same for records, which lie in an array.
class Records {
 public:
  explicit Records(const RecordArray& records) : records_(records) {}

  std::size_t size() const { return records_.shape(0); }

  Result<int> append(std::size_t i, std::vector<State>& out) const {
    const auto unpacked = chess::unpack(record_at(records_, i));
    if (!unpacked) return unpacked.error();
    out.push_back({unpacked->position, unpacked->targets.occurrences});
    return 0;
  }

 private:
  const RecordArray& records_;
};

// One thread's share of the work.
template <class From>
class Encoder {
 public:
  Encoder(const layout::Plan& plan, const From& from, const Rows<std::byte>& out)
      : plan_(plan), from_(from), out_(out) {}

  std::optional<Failure> operator()(std::size_t first, std::size_t size) {
    if (auto failure = gather(first, size)) return failure;
    chess::encode(plan_, moments_, out_.row(first), out_.stride);
    return std::nullopt;
  }

 private:
  std::optional<Failure> gather(std::size_t first, std::size_t size) {
    states_.clear();
    states_.reserve(size);
    moments_.clear();
    moments_.reserve(size);
    for (std::size_t i = first; i < first + size; ++i) {
      const auto before = from_.append(i, states_);
      if (!before) return Failure{i, before.error()};
      moments_.push_back({nullptr, *before});
    }
    // Only now the states lie where they stay.
    std::size_t next = 0;
    for (chess::Moment& m : moments_) {
      next += static_cast<std::size_t>(m.history) + 1;
      m.now = &states_[next - 1];
    }
    return std::nullopt;
  }

  const layout::Plan& plan_;
  const From& from_;
  const Rows<std::byte>& out_;
  std::vector<State> states_;
  std::vector<chess::Moment> moments_;
};

constexpr std::size_t kMostInPiece = 8'192;

// Outputs beyond the caches are written past them, which chess::encode decides by the size of what
// it is asked for at once: pieces of such outputs are as large.
std::size_t piece_for(const layout::Plan& plan, std::size_t count) {
  if (count * plan.bytes() < layout::kStreamedBytes) return kPiece;
  return std::clamp(layout::kStreamedBytes / plan.bytes() + 1, kPiece, kMostInPiece);
}

template <class From>
void encode_rows(const layout::Plan& plan, const From& from, const Rows<std::byte>& out,
                 unsigned threads) {
  if (out.count != from.size()) throw nb::value_error("as many rows as positions are needed");
  const std::size_t piece = piece_for(plan, out.count);
  run_batch(out.count, piece, thread_count(threads, out.count, piece),
            [&]() -> Work { return Encoder<From>(plan, from, out); });
}

void encode(const layout::Plan& plan, nb::tuple positions, const nb::ndarray<nb::device::cpu>& out,
            unsigned threads) {
  const Source source(std::move(positions), plan.layout().history());
  encode_rows(plan, source, rows_of(out, plan), threads);
}

void encode_records(const layout::Plan& plan, const RecordArray& records,
                    const nb::ndarray<nb::device::cpu>& out, unsigned threads) {
  encode_rows(plan, Records(records), rows_of(out, plan), threads);
}

}  // namespace

void bind_encode(nb::module_& m) {
  m.def("encode", encode, nb::arg("plan"), nb::arg("positions"), nb::arg("out").noconvert(),
        nb::arg("threads"));
  m.def("encode_records", encode_records, nb::arg("plan"), nb::arg("records"),
        nb::arg("out").noconvert(), nb::arg("threads"));
}

}  // namespace intarsia::bind
