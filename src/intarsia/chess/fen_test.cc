#include "intarsia/chess/fen.h"

#include <gtest/gtest.h>

#include "intarsia/chess/movegen.h"
#include "tests/support/random_play.h"

namespace intarsia::chess {
namespace {

std::vector<std::string> fault_names(std::string_view fen) {
  std::vector<std::string> names;
  for (const PlacedFault& f : find_faults(fen)) names.emplace_back(info(f.fault).name);
  return names;
}

TEST(Fen, WritingAReadFenIsIdempotentForEveryConvention) {
  for (EnPassant meaning : {EnPassant::kAlways, EnPassant::kPseudo, EnPassant::kLegal}) {
    for (bool shredder : {false, true}) {
      const FenStyle style{meaning, shredder};
      test::for_random_positions(5'000, [&](const Replay& r) {
        const std::string fen = to_fen(r.position(), style);
        const auto again = read_fen(fen, r.position().is_chess960());
        ASSERT_TRUE(again) << fen;
        ASSERT_TRUE(again->faults.empty()) << fen;
        ASSERT_EQ(to_fen(again->position, style), fen);
        if (meaning == EnPassant::kAlways && r.position().is_chess960()) {
          ASSERT_EQ(again->position, r.position()) << fen;
        }
      });
    }
  }
}

TEST(Fen, RestoresEveryFieldOfAStandardPosition) {
  const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34";
  const Position p = read_fen(fen)->position;
  EXPECT_EQ(p.turn(), kBlack);
  EXPECT_EQ(p.castling(), squares(kH1) | squares(kA8));
  EXPECT_EQ(p.clock(), 12);
  EXPECT_EQ(p.fullmove(), 34);
  EXPECT_FALSE(p.is_chess960());
  EXPECT_EQ(to_fen(p), fen);
}

TEST(Fen, RecognisesChess960ByLettersAndByRights) {
  const auto is_960 = [](std::string_view fen) { return read_fen(fen)->position.is_chess960(); };
  EXPECT_FALSE(is_960(kStartFen));
  EXPECT_TRUE(read_fen(kStartFen, true)->position.is_chess960());
  EXPECT_TRUE(is_960("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"));
  EXPECT_TRUE(is_960("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1"));
}

TEST(Fen, WritesXFenAndShredderFen) {
  const auto both = [](std::string_view fen) {
    const Position p = read_fen(fen)->position;
    const std::string x = to_fen(p);
    const std::string s = to_fen(p, {.shredder = true});
    return x.substr(x.find(" w ") + 3, 2) + s.substr(s.find(" w ") + 3, 2);
  };
  EXPECT_EQ(both("4k3/8/8/8/8/8/8/R1RK3R w KQ - 0 1"), "KQHA");
  // The inner rook holds the right: X-FEN needs the file letter.
  EXPECT_EQ(both("3k4/8/8/8/8/8/8/RR1K4 w B - 0 1"), "B B ");
}

TEST(Fen, RefusesWithAllFaultsAndTheirPlaces) {
  const auto r = read_fen("kk6/8/8/8/8/8/8/P6K w - - 0 1");
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(r.error().offset, 1U);
  EXPECT_NE(r.error().detail.find("black_kings at 1"), std::string::npos) << r.error().detail;
  EXPECT_NE(r.error().detail.find("pawn_on_edge at 16"), std::string::npos) << r.error().detail;
}

TEST(Fen, NamesEveryUnreadableField) {
  EXPECT_EQ(fault_names("9/8/8/8/8/8/8/8 x KX e9 a b c"),
            (std::vector<std::string>{"placement", "turn", "castling_text", "en_passant_text",
                                      "clock_text", "fullmove_text", "extra_field"}));
  const auto r = read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1");
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, ErrorCode::kSyntax);
  EXPECT_EQ(r.error().offset, 48U);  // the x
}

TEST(Fen, NamesTheBoardsFaultsBesideUnreadableFields) {
  EXPECT_EQ(fault_names("kk6/8/8/8/8/8/8/KK5p z - - 0 1"),
            (std::vector<std::string>{"turn", "white_kings", "black_kings", "pawn_on_edge"}));
}

TEST(Fen, ForgetsWhatItReadBefore) {
  // A rank that is missing at the end must not be filled from an earlier call.
  ASSERT_TRUE(read_fen("4k3/8/8/8/8/8/4K3/8 w - - 0 1"));
  EXPECT_FALSE(read_fen("4k3/8/8/8/8/8/4K3/ w - - 0 1"));
  EXPECT_FALSE(read_fen("4k3/8/8/8/8/8/4K3 w - - 0 1"));
}

TEST(Fen, PointsAtTheCastlingLetter) {
  const auto place = [](std::string_view fen) { return find_faults(fen).at(0).offset; };
  EXPECT_EQ(place("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"), 24U);
  EXPECT_EQ(place("4k3/8/8/8/8/8/8/4K2R w KK - 0 1"), 24U);
  EXPECT_EQ(place("4k3/8/8/8/8/8/8/4K2R w QK - 0 1"), 23U);
}

TEST(Fen, PointsAtTheFirstBadByteOfThePlacement) {
  const auto bad_byte = [](std::string_view fen) { return read_fen(fen).error().offset; };
  EXPECT_EQ(bad_byte("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 17U);
  EXPECT_EQ(bad_byte("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 19U);
  EXPECT_EQ(bad_byte("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1"), 34U);
  EXPECT_EQ(bad_byte("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1"), 43U);
}

TEST(Fen, RefusesEveryByteThatIsNotOfAPlacement) {
  constexpr std::string_view kPlacementLetters = "PNBRQKpnbrqk12345678/ \t";
  constexpr std::size_t kPlacementSize = 43;
  for (std::size_t at = 0; at < kPlacementSize; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      const char c = static_cast<char>(byte);
      if (kPlacementLetters.find(c) != std::string_view::npos) continue;
      std::string fen(kStartFen);
      fen[at] = c;
      const auto r = read_fen(fen);
      ASSERT_FALSE(r) << at << ' ' << byte;
      ASSERT_EQ(r.error().offset, at) << byte;
      fen.insert(at, 1, kStartFen[at]);
      fen[at + 1] = c;
      ASSERT_FALSE(read_fen(fen)) << at << ' ' << byte;
    }
  }
}

TEST(Fen, CleansAndReportsWhatCannotBe) {
  const auto cleaned_to = [](std::string_view fen) {
    const auto r = read_fen(fen);
    return r ? to_fen(r->position, {.en_passant = EnPassant::kAlways}) : r.error().detail;
  };
  constexpr std::string_view kBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  const std::string board(kBoard);
  EXPECT_EQ(cleaned_to("4k3/8/8/8/8/8/8/4K2R w Q - 0 1"), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_EQ(cleaned_to(board + " w KQkq e4 0 1"), kStartFen);
  EXPECT_EQ(cleaned_to(board + " w KQkq e3 0 1"), kStartFen);
  EXPECT_EQ(cleaned_to(board + " w KQkq - -1 0"), kStartFen);
  EXPECT_EQ(cleaned_to(board + " w KQkq - 99999999999999999999 1"), board + " w KQkq - 65535 1");
  EXPECT_EQ(cleaned_to(board + " w KQkq -"), kStartFen);
  EXPECT_EQ(fault_names(board + " w KQkq - -1 0"), (std::vector<std::string>{"clock", "fullmove"}));
  EXPECT_EQ(fault_names(board + " w KQkq -"), (std::vector<std::string>{"missing_counters"}));
  EXPECT_EQ(fault_names(board + " w KKkq - 0 1"), (std::vector<std::string>{"castling"}));
  EXPECT_EQ(fault_names(board + " w KKqQ - 0 1"),
            (std::vector<std::string>{"castling", "castling_order"}));
  for (const char* order : {"kqKQ", "QKkq", "KQqk"}) {
    EXPECT_EQ(fault_names(board + " w " + order + " - 0 1"),
              (std::vector<std::string>{"castling_order"}));
  }
  for (const char* order : {"KQkq", "HAha", "AHah", "Kq", "Qk", "Kk"}) {
    EXPECT_TRUE(fault_names(board + " w " + order + " - 0 1").empty()) << order;
  }
}

TEST(Fen, HasALengthLimit) {
  const std::string fen =
      std::string(kStartFen) + std::string(kMaxFenBytes - kStartFen.size(), ' ');
  EXPECT_TRUE(read_fen(fen));
  const auto r = read_fen(fen + " ");
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, ErrorCode::kLimit);
  EXPECT_EQ(r.error().offset, kMaxFenBytes);
}

TEST(Fen, AnyBytesGiveAPositionOrAnError) {
  KeySequence random(3);
  int accepted = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string fen(kStartFen);
    for (int changes = static_cast<int>(random.next() % 4) + 1; changes > 0; --changes) {
      const std::size_t at = random.next() % fen.size();
      switch (random.next() % 3) {
        case 0:
          fen[at] = static_cast<char>(random.next());
          break;
        case 1:
          fen[at] = "pnbrqkPNBRQK12345678/ -wabcdefgh"[random.next() % 32];
          break;
        default:
          fen.erase(at, 1);
      }
    }
    const auto r = read_fen(fen);
    if (r) {
      ++accepted;
      ASSERT_TRUE(faults_of(r->position.setup()).empty()) << fen;
      ASSERT_LE(legal_moves(r->position).size(), MoveList::kCapacity);
    } else {
      ASSERT_LE(r.error().offset, fen.size());
      ASSERT_FALSE(r.error().detail.empty());
    }
  }
  EXPECT_GT(accepted, 1'000);
}

}  // namespace
}  // namespace intarsia::chess
