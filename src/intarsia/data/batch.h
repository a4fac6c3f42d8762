// Games on their way from a parser to the shards: records, rows, refusals, in the source's order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/filters.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/rules.h"

namespace intarsia::data {

// Why a game was refused, and where.
struct Refusal {
  ErrorCode code;
  Place place;
  int ply = 0;
  std::string detail;
  bool is_damage = false;  // of the source: it was not read to its end
};

struct Entry {
  enum class Kind : std::uint8_t { kAccepted, kDropped, kRejected };
  Kind kind;
  Place place;               // where the game begins
  std::uint64_t games = 1;   // dropped ones in a row are one entry
  GameRow row = {};          // accepted
  std::size_t bytes_at = 0;  // its records in the batch
  std::size_t bytes = 0;
  std::size_t chosen_at = 0;  // its chosen plies in the batch
  std::size_t chosen = 0;
  std::string_view filter = {};  // dropped: by this
  std::size_t refusal = 0;       // rejected: its number in the batch
  std::string_view mended = {};  // accepted: the name of the first fault that was put right
};

struct Batch {
  std::vector<Entry> games;
  std::vector<std::byte> records;
  std::span<const std::byte> lent;  // the records, if they lie elsewhere: until the batch is taken
  std::vector<std::uint32_t> chosen;
  std::vector<Refusal> refusals;

  std::span<const std::byte> records_of(const Entry& e) const {
    return (lent.empty() ? std::span(records) : lent).subspan(e.bytes_at, e.bytes);
  }

  void clear() {
    games.clear();
    records.clear();
    lent = {};
    chosen.clear();
    refusals.clear();
  }
};

// A batch that has grown beyond this is handed on before more is parsed: texts of tiny or broken games
// take a hundred times their size.
inline constexpr std::size_t kMaxBatchBytes = std::size_t{4} << 20;

// Fills a batch with the games that a parser reports: filters and choices are asked here.
class BatchBuilder : public game::GameSink {
 public:
  // Games of another type are refused. Both must outlive it.
  BatchBuilder(const Rules& rules, const game::GameType& type) : rules_(rules), type_(type) {}

  bool wants_moves(const game::GameType& type, const GameFacts& facts) override;
  void take(game::ParsedGame& game) override;
  bool is_full() const override;
  // What was filled since the last call.
  Batch take_batch();
  // Fills this one from here on: fresh memory costs a tenth of the time of parsing.
  void reuse(Batch used);

 private:
  void drop(const Place& place, std::string_view filter);
  void reject(const Place& place, Refusal refusal);
  void accept(game::ParsedGame& game);
  void choose(const game::ParsedGame& game);

  const Rules& rules_;
  const game::GameType& type_;
  Batch batch_;
  std::size_t detail_bytes_ = 0;  // of its refusals
};

}  // namespace intarsia::data
