#include "intarsia/chess/tensor/decode.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"
#include "tests/support/layouts.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

using layout::Dtype;
using layout::Layout;
using layout::Order;
using layout::Plan;
using test::chess_layout;
using test::encoded;
using test::made_of;

// The built-in layouts and some that users might write.
std::vector<Layout> many_layouts() {
  std::vector<Layout> all = layouts();
  all.push_back(made_of(
      {"us.pieces", "them.pieces", "turn.black", "us.castling", "them.castling",
       "en_passant.always.cell", "clock", "fullmove", "occurrences.twice", "occurrences.thrice"},
      kMoverFrame, Order::kChw));
  all.push_back(made_of({"codes.signed", "castling.bits", "en_passant.pseudo", "us.attacks",
                         "check", "turn.sign", "ones", "zeros", "empty"},
                        kWhiteFrame, Order::kHwc));
  all.push_back(made_of({"us.pieces", "them.pieces", "us.castling.rooks", "them.castling.rooks",
                         "en_passant.legal.files", "turn.white"},
                        kWhiteFrame, Order::kChw));
  all.push_back(made_of(
      {"us.pieces", "them.pieces", "occurrences", "us.pieces@1", "them.pieces@1", "occurrences/3@1",
       "codes.naive@2", "en_passant.always", "us.castling", "them.castling"},
      kMoverFrame, Order::kHwc));
  all.push_back(made_of({"white.pieces", "us.pieces", "black.pieces", "clock.capped/100"},
                        kMoverFrame, Order::kFlat));
  return all;
}

// A position and its history as encoding wants them.
struct Line {
  std::vector<State> states;
  Moment moment{};

  explicit Line(const Replay& r) : states(r.last_states(3)) {
    moment = {&states.back(), static_cast<int>(states.size()) - 1};
  }
};

TEST(Decode, EncodingWhatWasDecodedGivesTheSameTensor) {
  for (const Layout& l : many_layouts()) {
    for (Dtype dtype :
         {Dtype::kFloat32, Dtype::kFloat16, Dtype::kBFloat16, Dtype::kUint8, Dtype::kInt8}) {
      const auto plan = Plan::make(l, std::nullopt, dtype);
      if (!plan) continue;
      Decoder decoder(*plan);
      std::vector<State> again;
      test::for_random_positions(dtype == Dtype::kFloat32 ? 3'000 : 300, [&](const Replay& r) {
        const Line line(r);
        const auto tensor = encoded(*plan, line.moment);
        const auto plies = decoder.decode(tensor.data());
        ASSERT_TRUE(plies) << l.id << ' ' << to_fen(r.position()) << ' ' << plies.error().detail;
        ASSERT_FALSE(line_of(*plies, l, again)) << l.id << ' ' << to_fen(r.position());
        const Moment moment = layout::moment_of(std::span<const State>(again));
        ASSERT_EQ(tensor, encoded(*plan, moment)) << l.id << ' ' << to_fen(r.position());
      });
    }
  }
}

// Flags name a wing, not a rook: of two there the outer one is meant.
Bitboard outer_rooks(const Position& p) {
  Bitboard outer;
  for (Square rook : p.castling()) {
    const Color c = p.board().piece_at(rook)->color;
    const Bitboard rooks = p.board().pieces(c, kRook) & rank_squares(back_rank(c));
    outer.insert(outermost_rook(rooks, p.board().king(c), wing_of(p.board().king(c), rook)));
  }
  return outer;
}

bool shows_fact(const Layout& l, std::string_view name) {
  return std::any_of(l.features.begin(), l.features.end(),
                     [&](const layout::Feature& f) { return l.fact(f).name == name; });
}

// Some facts, some of them a few plies back, in any order, frame and type.
Layout random_layout(KeySequence& random) {
  const auto below = [&random](std::size_t n) {
    return static_cast<std::size_t>(random.next() % n);
  };
  Layout l{.id = "random",
           .catalogue = &catalogue(),
           .frame = static_cast<layout::FrameId>(below(2)),
           .order = static_cast<Order>(below(3)),
           .dtype = Dtype::kFloat32,
           .features = {}};
  const bool is_whole = below(2) == 0;
  if (is_whole) l.features = *layout::read_features(catalogue(), "codes.signed");
  const std::size_t size = 1 + below(12);
  while (l.features.size() < size) {
    const auto fact = static_cast<layout::FactId>(below(catalogue().facts.size()));
    const auto ago = static_cast<std::uint16_t>(below(3) == 0 ? below(3) : 0);
    l.features.push_back({fact, below(4) == 0 ? 7.0 : 1.0, ago});
  }
  return l;
}

TEST(Decode, EveryChoiceOfFactsIsReadBack) {
  KeySequence random(11);
  for (int i = 0; i < 600; ++i) {
    const Layout l = random_layout(random);
    const auto plan = Plan::make(l);
    ASSERT_TRUE(plan);
    Decoder decoder(*plan);
    const auto names = [&] {
      std::string all;
      for (const layout::Feature& f : l.features) all += name(l, f) + ' ';
      return all;
    };
    test::for_random_positions(60, [&](const Replay& r) {
      const Line line(r);
      const auto tensor = encoded(*plan, line.moment);
      const auto plies = decoder.decode(tensor.data(), r.position().turn());
      ASSERT_TRUE(plies) << to_fen(r.position()) << '\n' << names() << plies.error().detail;
      // Half a board cannot be encoded again, nor a ply that happens to show nothing.
      if (std::any_of(plies->begin(), plies->end(), [](auto& d) { return !d.position; })) return;
      if (static_cast<int>(plies->size()) <= std::min(l.history(), r.ply())) return;
      std::vector<State> states;
      ASSERT_FALSE(line_of(*plies, l, states));
      const Moment again{&states.back(), static_cast<int>(states.size()) - 1};
      ASSERT_EQ(tensor, encoded(*plan, again)) << to_fen(r.position()) << '\n' << names();
    });
    if (HasFatalFailure()) return;
  }
}

TEST(Decode, RestoresExactlyWhatTheLayoutKeeps) {
  for (const Layout& l : many_layouts()) {
    const auto plan = Plan::make(l);
    Decoder decoder(*plan);
    const auto keeps = [&](std::string_view name) {
      for (const layout::Part& part : catalogue().parts) {
        if (part.name == name) return layout::shows(l, part);
      }
      ADD_FAILURE() << name;
      return false;
    };
    test::for_random_positions(2'000, [&](const Replay& r) {
      const Position& p = r.position();
      const auto tensor = encoded(*plan, Line(r).moment);
      const auto plies = decoder.decode(tensor.data(), p.turn());
      ASSERT_TRUE(plies) << l.id << ' ' << to_fen(p) << ' ' << plies.error().detail;
      const Decoded& d = plies->front();
      chess::Setup expected = p.setup();
      ASSERT_TRUE(keeps("pieces"));
      if (!keeps("castling")) expected.castling = {};
      if (keeps("castling") && !keeps("castling.rooks")) expected.castling = outer_rooks(p);
      expected.en_passant = keeps("en_passant.raw")              ? expected.en_passant
                            : shows_fact(l, "en_passant.pseudo") ? p.en_passant(EnPassant::kPseudo)
                            : keeps("en_passant")                ? p.en_passant(EnPassant::kLegal)
                                                                 : kNoSquare;
      expected.clock = !keeps("clock")            ? 0
                       : !keeps("clock.over_100") ? std::min<std::uint16_t>(expected.clock, 100)
                                                  : std::min<std::uint16_t>(expected.clock, 255);
      if (!keeps("fullmove")) expected.fullmove = 1;
      expected.chess960 = d.setup.chess960;
      ASSERT_EQ(d.setup, expected) << l.id << ' ' << to_fen(p);
      ASSERT_EQ(d.occurrences, keeps("occurrences") ? std::min(r.occurrences(), 3) : 1);
    });
  }
}

TEST(Decode, OnlyBlackCanBeToMoveWhereWhiteWouldTakeTheKing) {
  const auto plan = Plan::make(chess_layout("chess/signed64"));
  const State state{read_fen("4k3/8/8/8/8/8/8/K3R3 b - - 0 1")->position};
  const auto tensor = encoded(*plan, {&state});
  Decoder decoder(*plan);
  EXPECT_EQ(decoder.decode(tensor.data())->front().setup.turn, kBlack);
  const auto refused = decoder.decode(tensor.data(), kWhite);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().detail,
            "plane 0 (codes.signed), row 0, column 4: the side that is not to move is in check");
}

TEST(Decode, TheMoverOfAMoverLayoutIsWhiteUnlessTheCallerKnows) {
  const auto plan = Plan::make(chess_layout("chess/canonical18"));
  const State state{Position{}.after(Move(kE2, kE4))};
  const auto tensor = encoded(*plan, {&state});
  Decoder decoder(*plan);
  EXPECT_EQ(to_fen(*decoder.decode(tensor.data(), kBlack)->front().position),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(to_fen(*decoder.decode(tensor.data())->front().position),
            "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  const auto absolute = Plan::make(chess_layout("chess/planes25"));
  const auto shown = encoded(*absolute, {&state});
  Decoder second(*absolute);
  const auto refused = second.decode(shown.data(), kWhite);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().detail, "the tensor shows black to move, not white");
}

TEST(Decode, LosesWhatTheSpecSays) {
  const auto lost = [](std::string_view id) {
    std::string names;
    for (const layout::Part* p : layout::losses(chess_layout(id)))
      names += std::string(p->name) + ' ';
    return names;
  };
  EXPECT_EQ(lost("chess/canonical18"),
            "turn castling.rooks en_passant.raw clock fullmove history ");
  EXPECT_EQ(lost("chess/observation839"),
            "castling.rooks en_passant.raw clock.over_100 occurrences history ");
  EXPECT_EQ(lost("chess/observation776"), lost("chess/observation839"));
  EXPECT_EQ(lost("chess/signed64"), "turn castling en_passant clock fullmove occurrences history ");
  EXPECT_EQ(lost("chess/naive64"), lost("chess/signed64"));
  EXPECT_EQ(lost("chess/planes25"), "castling.rooks clock fullmove occurrences history ");
  EXPECT_EQ(lost("chess/mailbox69"),
            "castling.rooks en_passant.raw clock fullmove occurrences history ");
}

// A canonical18 tensor with one element changed.
struct Change {
  std::size_t plane, row, column;
  float value;
  std::string_view expected;
};

TEST(Decode, NamesPlaneAndCellOfWhatIsNoPosition) {
  const auto plan = Plan::make(chess_layout("chess/canonical18"));
  const State state{read_fen("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 1")->position};
  Decoder decoder(*plan);
  // Black moves, so ranks are mirrored: our king is on row 7, column 4; the en passant square e3
  // on row 2, column 4.
  for (const Change& c : {
           Change{0, 7, 4, 1, "plane 5 (us.king), row 7, column 4: a second piece on this cell"},
           Change{5, 7, 4, 0, "plane 5 (us.king): Black needs exactly one king"},
           Change{5, 4, 0, 1, "plane 5 (us.king), row 7, column 4: Black needs exactly one king"},
           Change{0, 7, 6, 1, "plane 0 (us.pawn), row 7, column 6: a pawn on rank 1 or 8"},
           Change{0, 3, 3, 0.4F, "plane 0 (us.pawn), row 3, column 3: has 0.4"},
           Change{12, 5, 5, 1, "plane 12 (occurrences/3), row 5, column 5: has 1 where its first"},
           Change{12, 5, 5, std::nanf(""), "plane 12 (occurrences/3), row 5, column 5: has nan"},
           Change{13, 2, 4, 0, ""},  // no en passant: another position
           Change{13, 2, 3, 1, "plane 13 (en_passant.legal), row 2, column 3: is set, but not in"},
           Change{14, 0, 0, 1, "plane 14 (us.castling.kingside), row 0, column 1: has 0 where"},
           Change{11, 0, 4, -1, "plane 11 (them.king), row 0, column 4: has -1"},
       }) {
    auto tensor = encoded(*plan, {&state});
    const std::size_t at = (8 * c.row + c.column) * 18 + c.plane;
    std::memcpy(tensor.data() + 4 * at, &c.value, sizeof c.value);
    const auto plies = decoder.decode(tensor.data(), kBlack);
    if (c.expected.empty()) {
      EXPECT_TRUE(plies) << plies.error().detail;
      continue;
    }
    ASSERT_FALSE(plies) << c.expected;
    EXPECT_TRUE(plies.error().detail.starts_with(c.expected)) << plies.error().detail;
  }
}

TEST(Decode, EveryChangeOfOneElementIsAnotherStateOrRefused) {
  const auto plan = Plan::make(chess_layout("chess/canonical18"));
  Decoder decoder(*plan);
  for (std::string_view fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                               "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 1",
                               "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23"}) {
    const State state{read_fen(fen)->position};
    const auto tensor = encoded(*plan, {&state});
    const auto first = decoder.decode(tensor.data())->front();
    int refused = 0;
    for (std::size_t i = 0; i < plan->elements(); ++i) {
      float element;
      std::memcpy(&element, tensor.data() + 4 * i, sizeof element);
      for (float value : {1 - element, element + 1, -element - 1, 0.5F}) {
        if (value == element) continue;
        auto changed = tensor;
        std::memcpy(changed.data() + 4 * i, &value, sizeof value);
        const auto plies = decoder.decode(changed.data());
        if (!plies) {
          ++refused;
        } else {
          const Decoded& d = plies->front();
          ASSERT_TRUE(d.setup != first.setup || d.occurrences != first.occurrences) << fen << i;
        }
      }
    }
    EXPECT_GT(refused, 3'000);
  }
}

}  // namespace
}  // namespace intarsia::chess
