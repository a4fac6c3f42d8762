// What every row promises of its rules over records: what lines give.

#include <cstring>
#include <map>

#include <gtest/gtest.h>

#include "tests/support/any_game.h"

namespace intarsia::test {
namespace {

using game::Line;
using game::LinePtr;

class RowRules : public AnyGame {
 protected:
  using Bytes = std::vector<std::byte>;

  game::RecordType record_type() const { return type().record_type(size()); }

  static std::span<const std::byte> record(const Bytes& records, std::size_t bytes, int i) {
    return std::span(records).subspan(static_cast<std::size_t>(i) * bytes, bytes);
  }

  // The number in the records' field `move`.
  std::uint16_t move_in(std::span<const std::byte> record) const {
    std::size_t at = 0;
    for (const Field& f : record_type().fields) {
      if (f.name == "move") {
        std::uint16_t move = 0;
        EXPECT_LE(bytes_of(f), sizeof move);
        std::memcpy(&move, record.data() + at, bytes_of(f));
        return move;
      }
      at += bytes_of(f);
    }
    ADD_FAILURE() << "records have no field move";
    return 0;
  }

  // The position as its record has it: without what was before, and without options.
  LinePtr alone(std::span<const std::byte> record) const {
    auto line = type().unpack(size(), record);
    EXPECT_TRUE(line) << line.error().detail;
    return *std::move(line);
  }

  LinePtr after(const Line& line, std::string_view move) const {
    LinePtr next = line.copy();
    EXPECT_FALSE(next->play(move));
    return next;
  }

  // The number that records have for each legal move.
  std::map<std::uint16_t, std::string> numbered_moves(const Line& line) const {
    std::map<std::uint16_t, std::string> moves;
    Bytes packed(record_type().bytes);
    const game::RecordTargets none;
    for (const std::string& move : line.legal_moves()) {
      after(line, move)->pack(line.ply(), line.ply(), false, {&none, 1}, packed.data());
      EXPECT_TRUE(moves.emplace(move_in(packed), move).second) << move;
    }
    return moves;
  }
};

TEST_P(RowRules, GiveTheMovesAndSuccessorsOfAPosition) {
  const std::size_t bytes = record_type().bytes;
  const LinePtr whole = random_line(200);
  for (const int ply : some_plies(*whole, 6)) {
    const Bytes r = record_of(*whole->at(ply));
    const LinePtr line = alone(r);
    ASSERT_EQ(line->legal_moves(), whole->at(ply)->legal_moves());
    std::vector<std::uint32_t> first;
    std::vector<std::uint16_t> moves;
    type().rules.legal_moves(size(), r, first, moves);
    ASSERT_EQ(first, (std::vector<std::uint32_t>{0, static_cast<std::uint32_t>(moves.size())}));
    const auto numbered = numbered_moves(*line);
    ASSERT_EQ(moves.size(), numbered.size());
    Bytes same(moves.size() * bytes);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      std::copy(r.begin(), r.end(), same.begin() + static_cast<std::ptrdiff_t>(i * bytes));
    }
    Bytes successors(same.size());
    type().rules.successors(size(), same, moves, successors.data());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      ASSERT_TRUE(numbered.contains(moves[i])) << moves[i];
      const LinePtr next = after(*line, numbered.at(moves[i]));
      const Bytes successor(record(successors, bytes, static_cast<int>(i)).begin(),
                            record(successors, bytes, static_cast<int>(i)).end());
      ASSERT_EQ(alone(successor)->position_text(), next->position_text());
      ASSERT_EQ(successor, record_of(*next)) << next->position_text();
    }
  }
}

TEST_P(RowRules, GiveTheMovesOfManyPositions) {
  const std::size_t bytes = record_type().bytes;
  const LinePtr line = random_line(40);
  const Bytes records = records_of(*line);
  std::vector<std::uint32_t> first = {7};  // what stood there before is gone
  std::vector<std::uint16_t> moves = {7};
  type().rules.legal_moves(size(), records, first, moves);
  ASSERT_EQ(first.size(), records.size() / bytes + 1);
  ASSERT_EQ(first.back(), moves.size());
  for (int ply = 0; ply <= line->ply(); ++ply) {
    const auto i = static_cast<std::size_t>(ply);
    ASSERT_EQ(first[i + 1] - first[i], line->at(ply)->legal_moves().size()) << ply;
  }
}

TEST_P(RowRules, GiveTheIdentitiesAndEndsOfPositions) {
  const game::RecordType t = record_type();
  std::map<Key, Bytes> by_identity;
  for (int i = 0; i < kLines; ++i) {
    const LinePtr line = random_line(400);
    const Bytes records = records_of(*line);
    const std::size_t count = records.size() / t.bytes;
    std::vector<Key> identities(count);
    std::vector<Key> again(count);
    std::vector<game::End> ends(count);
    Bytes same(records.size());
    type().rules.identities(size(), records, identities.data());
    type().rules.identity_records(size(), records, same.data());
    type().rules.identities(size(), same, again.data());
    type().rules.ends(size(), records, ends.data());
    ASSERT_EQ(identities, again);
    for (int ply = 0; ply <= line->ply(); ++ply) {
      const auto at = static_cast<std::size_t>(ply);
      const LinePtr now = line->at(ply);
      const LinePtr stored = alone(record(records, t.bytes, ply));
      ASSERT_EQ(identities[at], stored->identity());
      ASSERT_TRUE(!game().options.all().empty() || identities[at] == now->identity());
      const auto r = record(same, t.bytes, ply);
      ASSERT_FALSE(t.check(size(), r));
      const auto known = by_identity.emplace(identities[at], Bytes(r.begin(), r.end())).first;
      ASSERT_TRUE(std::equal(r.begin(), r.end(), known->second.begin())) << now->position_text();
      const auto end = (*game().read(now->position_text()))->end().value_or(game::End{});
      ASSERT_EQ(ends[at].outcome, end.outcome) << now->position_text();
      ASSERT_EQ(ends[at].reason, end.reason);
    }
  }
}

INTARSIA_FOR_ALL_GAMES(RowRules);

}  // namespace
}  // namespace intarsia::test
