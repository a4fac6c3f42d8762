// The row's interfaces over a game's own types.
//
// A game describes itself to these templates by a class of types and static functions (games/chess.h
// is an example):
//
//   types       Position, Move, State, Replay; Encoder, RecordEncoder, Decoder, Decoded, Code
//   rules       type(), size_of(position), variant_of(position), is_second_to_move(position)
//               legal_moves(replay, ply), read_move(replay, text), move_text(position, move)
//               end_at(replay, ply), is_quiet(position), perft(replay, ply, depth), identity_of(position)
//               show_cells(position, move, shown): the cells of a ShownMove;
//               if books write moves otherwise: move_notation(position, move)
//   text        line_text(replay, plies), position_text(position, writing), inspect(line, json, options);
//               if texts need options to be read back: options_of(start)
//   records     record_bytes(size), pack(state, move, is_first, targets, out), no_move()
//   tensors     add_text(text, options, plan, states, note), turn_of(turn),
//               decoded_text(decoded, size, options), decoded_json(…), unsaid(decoded), replay_of(decoded)
//   policies    index(code, position, move, frame), move(code, position, number, frame, promotion),
//               record_index(code, size, record, frame), record_mask(code, size, record, frame, out);
//               if that is sooner than by its record: mask(code, position, frame, out)

#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/game/game_type.h"
#include "intarsia/layout/line.h"

namespace intarsia::game {

// A move as books write it.
template <class G>
std::string notation_of(const typename G::Position& before, typename G::Move m) {
  if constexpr (requires { G::move_notation(before, m); }) {
    return G::move_notation(before, m);
  } else {
    return G::move_text(before, m);
  }
}

// Lines share their replay until one of them goes on, so the positions of a game cost no more than
// the game.
template <class G>
class LineOf final : public Line {
 public:
  using Replay = typename G::Replay;
  using Move = typename G::Move;

  explicit LineOf(Replay replay)
      : replay_(std::make_shared<Replay>(std::move(replay))), ply_(replay_->ply()) {}
  LineOf(std::shared_ptr<Replay> replay, int ply) : replay_(std::move(replay)), ply_(ply) {}

  static const LineOf& of(const Line& line) { return static_cast<const LineOf&>(line); }
  static LineOf& of(Line& line) { return static_cast<LineOf&>(line); }

  // It may go on behind this line's end.
  const Replay& replay() const { return *replay_; }
  decltype(auto) state(int ago = 0) const { return replay_->state(replay_->ply() - ply_ + ago); }
  typename G::Position position() const { return state().position; }
  std::span<const Move> played() const {
    return std::span(replay_->moves()).first(static_cast<std::size_t>(ply_));
  }
  // A replay that ends here.
  Replay ended() const {
    Replay out = *replay_;
    while (out.ply() > ply_) out.undo();
    return out;
  }

  const GameType& type() const override { return G::type(); }
  int size() const override { return G::size_of(state().position); }
  int ply() const override { return ply_; }
  LinePtr copy() const override { return std::make_unique<LineOf>(*this); }
  LinePtr at(int ply) const override { return std::make_unique<LineOf>(replay_, ply); }

  bool is_same(const Line& other) const override {
    if (&other.type() != &type()) return false;
    const auto a = played();
    const auto b = of(other).played();
    return state(ply_) == of(other).state(other.ply()) &&
           std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  bool is_second_to_move() const override { return G::is_second_to_move(state().position); }
  std::vector<std::string> moves() const override {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(ply_));
    for (int i = 0; i < ply_; ++i) {
      texts.push_back(
          G::move_text(state(ply_ - i).position, played()[static_cast<std::size_t>(i)]));
    }
    return texts;
  }
  std::vector<std::string> legal_moves() const override {
    std::vector<std::string> texts;
    for (const Move m : G::legal_moves(*replay_, ply_)) {
      texts.push_back(G::move_text(state().position, m));
    }
    return texts;
  }
  std::vector<ShownMove> shown_moves() const override {
    std::vector<ShownMove> shown;
    shown.reserve(static_cast<std::size_t>(ply_));
    for (int i = 0; i < ply_; ++i) {
      shown.push_back(shown_move(state(ply_ - i).position, played()[static_cast<std::size_t>(i)]));
    }
    return shown;
  }
  std::vector<ShownMove> shown_legal_moves() const override {
    std::vector<ShownMove> shown;
    for (const Move m : G::legal_moves(*replay_, ply_)) {
      shown.push_back(shown_move(state().position, m));
    }
    return shown;
  }
  std::optional<Error> play(std::string_view move) override {
    const auto m = G::read_move(own(), move);
    if (!m) return m.error();
    play(*m);
    return std::nullopt;
  }
  // A move that is legal.
  void play(Move m) {
    own().play(m);
    ++ply_;
  }
  bool undo() override {
    if (ply_ == 0) return false;
    own().undo();
    --ply_;
    return true;
  }
  std::optional<End> end() const override { return G::end_at(*replay_, ply_); }
  bool is_quiet() const override { return G::is_quiet(state().position); }
  std::uint64_t perft(int depth) const override { return G::perft(*replay_, ply_, depth); }

  Key key() const override { return position().key(); }
  Key identity() const override { return G::identity_of(position()); }

  std::string text() const override { return G::line_text(*replay_, ply_); }
  Options options() const override {
    if constexpr (requires { G::options_of(replay_->start()); }) {
      return G::options_of(replay_->start());
    } else {
      return {};
    }
  }
  using Line::position_text;
  std::string position_text(const Options& writing) const override {
    return G::position_text(position(), writing);
  }
  void inspect(JsonText& out, const Options& writing) const override {
    G::inspect(*this, out, writing);
  }

  std::uint8_t variant() const override { return G::variant_of(state().position); }

  void pack(int first, int last, bool is_first, std::span<const RecordTargets> targets,
            std::byte* out) const override {
    const std::size_t bytes = G::record_bytes(size());
    for (int i = first; i <= last; ++i, out += bytes) {
      const Move m = i < ply_ ? played()[static_cast<std::size_t>(i)] : G::no_move();
      const auto t = static_cast<std::size_t>(targets.size() == 1 ? 0 : i - first);
      G::pack(state(ply_ - i), m, is_first && i == first, targets[t], out);
    }
  }

  // Adds the state after `ply` moves and up to `history` before it, oldest first; returns how many
  // were before it.
  int append_states(int ply, int history, std::vector<typename G::State>& out) const {
    const int before = std::min(history, ply);
    for (int i = ply - before; i <= ply; ++i) out.push_back(state(ply_ - i));
    return before;
  }

 private:
  static ShownMove shown_move(const typename G::Position& before, Move m) {
    ShownMove shown{.text = G::move_text(before, m), .notation = notation_of<G>(before, m)};
    G::show_cells(before, m, shown);
    return shown;
  }

  // The replay as ours alone, ending here.
  Replay& own() {
    if (replay_.use_count() > 1 || replay_->ply() > ply_) {
      replay_ = std::make_shared<Replay>(ended());
    }
    return *replay_;
  }

  std::shared_ptr<Replay> replay_;
  int ply_;
};

// A position on a board that the layout is not for.
inline Error wrong_board(const GameType& type, int found, const layout::Layout& l) {
  return Error{ErrorCode::kInvalid, 0,
               concat({"a board of size ", type.sizes.to_text(found), ", but this ", l.id,
                       " is for ", type.sizes.to_text(l.catalogue->size)})};
}

template <class G>
class EncoderOf final : public Encoder {
 public:
  using State = typename G::State;

  explicit EncoderOf(const layout::Plan& plan) : encoder_(plan), line_needs_(layout()) {}

  const layout::Layout& layout() const { return encoder_.plan().layout(); }
  const layout::LineNeeds& line_needs() const { return line_needs_; }

  void add(const Line& line, int ply) override {
    before_.push_back(LineOf<G>::of(line).append_states(ply, layout().history(), states_));
  }
  std::optional<Error> add_text(std::string_view text, const Options& options,
                                std::optional<Error>* note) override {
    const auto before = G::add_text(text, options, layout(), states_, note);
    if (!before) return before.error();
    before_.push_back(*before);
    return std::nullopt;
  }
  // The last of some states that follow each other.
  void add(std::span<const State> line) {
    states_.insert(states_.end(), line.begin(), line.end());
    before_.push_back(static_cast<int>(line.size()) - 1);
  }

  std::size_t count() const override { return before_.size(); }
  void reserve(std::size_t more) override {
    states_.reserve(states_.size() + more);
    before_.reserve(before_.size() + more);
    moments_.reserve(before_.size() + more);
  }
  void clear() override {
    states_.clear();
    before_.clear();
  }

  void encode(std::byte* out, std::ptrdiff_t stride, layout::Stores stores) override {
    encoder_.encode(moments(), out, stride, stores);
    clear();
  }
  void stack(std::size_t first, layout::Stack& out) override {
    for (const auto& m : moments()) encoder_.stack(m, first++, out);
    clear();
  }

 private:
  // Only when all states are there do they lie where they stay.
  std::span<const layout::Moment<State>> moments() {
    moments_.clear();
    const State* next = states_.data();
    for (const int before : before_) {
      next += before;
      moments_.push_back({next++, before});
    }
    return moments_;
  }

  typename G::Encoder encoder_;
  layout::LineNeeds line_needs_;
  std::vector<State> states_;
  std::vector<int> before_;
  std::vector<layout::Moment<State>> moments_;
};

template <class G>
class RecordEncoderOf final : public RecordEncoder {
 public:
  explicit RecordEncoderOf(const layout::Plan& plan) : encoder_(plan) {}

  void encode(std::span<const layout::RecordMoment> moments, std::byte* out, std::ptrdiff_t stride,
              layout::Stores stores) override {
    encoder_.encode(moments, out, stride, stores);
  }
  void stack(std::span<const layout::RecordMoment> moments, std::size_t first,
             layout::Stack& out) override {
    encoder_.stack(moments, first, out);
  }

 private:
  typename G::RecordEncoder encoder_;
};

template <class G>
class DecoderOf final : public Decoder {
 public:
  explicit DecoderOf(const layout::Plan& plan)
      : size_(plan.layout().catalogue->size), decoder_(plan) {}

  std::optional<Error> decode(const std::byte* tensor, Turn turn) override {
    plies_ = {};
    const auto plies = decoder_.decode(tensor, G::turn_of(turn));
    if (!plies) return plies.error();
    plies_ = *plies;
    return std::nullopt;
  }

  std::size_t plies() const override { return plies_.size(); }
  const typename G::Decoded& ply(std::size_t i) const { return plies_[i]; }
  int size() const { return size_; }
  int ago(std::size_t i) const override { return plies_[i].ago; }
  std::string text(std::size_t i, const Options& writing) const override {
    return G::decoded_text(plies_[i], size_, writing);
  }
  void add_json(std::size_t i, JsonText& out, const Options& writing) const override {
    G::decoded_json(plies_[i], size_, out, writing);
  }
  std::string_view unsaid(std::size_t i) const override { return G::unsaid(plies_[i]); }
  LinePtr line(std::size_t i) const override {
    auto replay = G::replay_of(plies_[i]);
    if (!replay) return nullptr;
    return std::make_unique<LineOf<G>>(*std::move(replay));
  }
  std::optional<Error> add_to(Encoder& other) const override {
    auto& encoder = static_cast<EncoderOf<G>&>(other);
    if (auto error = line_of(plies_, encoder.line_needs(), states_)) return error;
    encoder.add(std::span<const typename G::State>(states_));
    return std::nullopt;
  }

 private:
  int size_;
  typename G::Decoder decoder_;
  std::span<const typename G::Decoded> plies_;
  mutable std::vector<typename G::State> states_;
};

template <class G>
class PolicyOf final : public Policy {
 public:
  PolicyOf(typename G::Code code, int size, layout::FrameId frame)
      : code_(code), size_(size), frame_(frame) {}

  Result<std::int32_t> index(const Line& line, std::string_view move) const override {
    const auto replay = LineOf<G>::of(line).ended();
    const auto m = G::read_move(replay, move);
    if (!m) return m.error();
    return G::index(code_, replay.position(), *m, frame_);
  }
  Result<std::string> move(const Line& line, std::int32_t index,
                           std::string_view promotion) const override {
    // Some games that are over have moves all the same: a draw that nobody need claim.
    if (line.end() && line.legal_moves().empty()) {
      return Error{ErrorCode::kIllegal, 0, "the game is over: no move is legal"};
    }
    const auto position = LineOf<G>::of(line).position();
    const auto m = G::move(code_, position, index, frame_, promotion);
    if (!m) return m.error();
    return G::move_text(position, *m);
  }
  std::optional<Error> mask(const Line& line, std::span<std::uint8_t> out) const override {
    return mask(LineOf<G>::of(line).state(), out);
  }
  std::optional<Error> mask_of_text(std::string_view text, std::span<std::uint8_t> out,
                                    std::optional<Error>* note) const override {
    std::vector<typename G::State> states;
    const auto before = G::add_text(text, {}, G::type().layouts(size_).front(), states, note);
    if (!before) return before.error();
    return mask(states.back(), out);
  }
  std::optional<Error> indices(std::span<const layout::RecordMoment> records,
                               std::int32_t* out) const override {
    for (const layout::RecordMoment& r : records) {
      const auto number = G::record_index(code_, size_, r.now, frame_);
      if (!number) return number.error();
      *out++ = *number;
    }
    return std::nullopt;
  }
  std::optional<Error> masks(std::span<const layout::RecordMoment> records, std::uint8_t* out,
                             std::size_t size) const override {
    for (const layout::RecordMoment& r : records) {
      if (auto error = G::record_mask(code_, size_, r.now, frame_, {out, size})) return error;
      out += size;
    }
    return std::nullopt;
  }

 private:
  std::optional<Error> mask(const typename G::State& state, std::span<std::uint8_t> out) const {
    if constexpr (requires { G::mask(code_, state.position, frame_, out); }) {
      G::mask(code_, state.position, frame_, out);
      return std::nullopt;
    } else {
      std::vector<std::byte> record(G::record_bytes(size_));
      G::pack(state, G::no_move(), false, {}, record.data());
      return G::record_mask(code_, size_, record.data(), frame_, out);
    }
  }

  typename G::Code code_;
  int size_;
  layout::FrameId frame_;
};

}  // namespace intarsia::game
