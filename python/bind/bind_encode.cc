// Positions of any kind into a caller's buffer: one call a batch.

#include <algorithm>
#include <memory>
#include <variant>
#include <vector>

#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/games.h"
#include "python/bind/records.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

// What is to be encoded, readable without Python's lock. The objects are kept alive, and from
// changing, by the caller's tuple: texts and positions are immutable. Of games and boards, which may
// change, the states that are needed are taken down when they are added.
template <class Game>
class Source {
 public:
  Source(const Game& game, nb::tuple positions) : game_(game), positions_(std::move(positions)) {
    items_.reserve(positions_.size());
    each_row(positions_.size(), [this](std::size_t i) { add(positions_[i]); });
  }

  std::size_t size() const { return items_.size(); }

  // Adds the states of item i, oldest first; answers how many stand before the last.
  Result<int> append(std::size_t i, std::vector<typename Game::State>& out) const {
    return std::visit([&](const auto& item) { return append(item, out); }, items_[i]);
  }

 private:
  using Line = typename Game::Line;

  // States in taken_.
  struct Taken {
    std::size_t first;
    int history;
  };

  void add(nb::handle item) {
    if (PyUnicode_Check(item.ptr())) {
      items_.emplace_back(utf8_of(item));
    } else if (const Line* line = Game::fixed_line(item)) {
      items_.emplace_back(line);
    } else {
      const std::size_t first = taken_.size();
      items_.emplace_back(Taken{first, value_of(game_.append_now(item, taken_))});
    }
  }

  Result<int> append(std::string_view text, std::vector<typename Game::State>& out) const {
    return game_.append(text, out);
  }
  Result<int> append(const Line* line, std::vector<typename Game::State>& out) const {
    return game_.append(*line, out);
  }
  Result<int> append(const Taken& taken, std::vector<typename Game::State>& out) const {
    const auto first = taken_.begin() + static_cast<std::ptrdiff_t>(taken.first);
    out.insert(out.end(), first, first + taken.history + 1);
    return taken.history;
  }

  const Game& game_;
  nb::tuple positions_;
  std::vector<std::variant<std::string_view, const Line*, Taken>> items_;
  std::vector<typename Game::State> taken_;
};

// The same for records, which lie in an array.
template <class Game>
class Records {
 public:
  Records(const Game& game, const RecordArray& records) : game_(game), records_(records) {
    check_records(records, game.record_bytes());
  }

  std::size_t size() const { return records_.shape(0); }

  Result<int> append(std::size_t i, std::vector<typename Game::State>& out) const {
    return game_.append_record(record_at(records_, i), out);
  }

 private:
  const Game& game_;
  const RecordArray& records_;
};

// One thread's share of the work.
template <class Game, class From>
class Encoder {
 public:
  Encoder(const layout::Plan& plan, const From& from, const Rows<std::byte>& out)
      : encoder_(plan), from_(from), out_(out) {}

  std::optional<Failure> operator()(const Piece& piece) {
    if (auto failure = gather(piece)) return failure;
    encoder_.encode(moments_, out_.row(piece.first()), out_.stride);
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
  const From& from_;
  const Rows<std::byte>& out_;
  std::vector<typename Game::State> states_;
  std::vector<layout::Moment<typename Game::State>> moments_;
};

constexpr std::size_t kMostInPiece = 8'192;

// Outputs beyond the caches are written past them, which encoding decides by the size of what
// it is asked for at once: pieces of such outputs are as large.
std::size_t piece_for(const layout::Plan& plan, std::size_t count) {
  if (count * plan.bytes() < layout::kStreamedBytes) return kPiece;
  return std::clamp(layout::kStreamedBytes / plan.bytes() + 1, kPiece, kMostInPiece);
}

template <class Game, class From>
void encode_rows(const layout::Plan& plan, const From& from, const Rows<std::byte>& out,
                 unsigned threads) {
  if (out.count != from.size()) throw nb::value_error("as many rows as positions are needed");
  const std::size_t piece = piece_for(plan, out.count);
  run_batch(out.count, piece, thread_count(threads, out.count, piece),
            [&]() -> Work { return shared_work<Encoder<Game, From>>(plan, from, out); });
}

void encode(const layout::Plan& plan, nb::tuple positions, nb::handle out, unsigned threads) {
  with_game(plan, [&]<class Game>(const Game& game) {
    // Boards are asked by Python's code, which may do anything to the array: it is taken after them.
    const Source<Game> source(game, std::move(positions));
    const auto array = writable_in(out, "out");
    encode_rows<Game>(plan, source, rows_of(array, plan), threads);
  });
}

void encode_records(const layout::Plan& plan, const RecordArray& records, nb::handle out,
                    unsigned threads) {
  const auto array = writable_in(out, "out");
  with_game(plan, [&]<class Game>(const Game& game) {
    encode_rows<Game>(plan, Records<Game>(game, records), rows_of(array, plan), threads);
  });
}

}  // namespace

void bind_encode(nb::module_& m) {
  m.def("encode", encode, nb::arg("plan"), nb::arg("positions"), nb::arg("out"),
        nb::arg("threads"));
  m.def("encode_records", encode_records, nb::arg("plan"), nb::arg("records"), nb::arg("out"),
        nb::arg("threads"));
}

}  // namespace intarsia::bind
