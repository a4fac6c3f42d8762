// Games of self-play into a data set, one after the other, with what a search says of their positions.
//
//   auto writer = GameWriter::open({.folder = "data", .game = "hex"});
//   writer->add({.line = *line, .outcome = Outcome::kFirst, .visits = visits});
//   writer->finish();
//
// What is written is what `build` makes of a file of the same games. Shards that are full stay whatever
// happens afterwards; a writer that is opened again goes on behind them.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/pipeline_options.h"
#include "intarsia/data/rules.h"
#include "intarsia/data/visits_writer.h"
#include "intarsia/game/game_type.h"
#include "intarsia/io/folder.h"

namespace intarsia::data {
class Writer;
}

namespace intarsia::games {

struct GameWriterOptions {
  std::string folder = {};
  std::string game = {};
  std::vector<data::Split> splits = {};
  std::uint64_t seed = 0;
  bool with_final = false;  // the last position of each game too
  std::uint64_t shard_records = data::kDefaultShardRecords;
  bool may_replace = false;      // else games come behind those that a writer has left there
  io::Folder::Fault fault = {};  // for tests
};

// A game as it was played. Lists by position may be shorter than the game.
struct WrittenGame {
  const game::Line& line;
  Outcome outcome = Outcome::kUnknown;                    // unknown: as the board says, if it does
  std::span<const std::int16_t> evals = {};               // by position, the first player's view
  std::span<const std::vector<data::Visit>> visits = {};  // by position
  std::span<const game::Tag> tags = {};
};

class GameWriter {
 public:
  static Result<std::unique_ptr<GameWriter>> open(const GameWriterOptions& options);
  ~GameWriter();

  // A game without a position to be stored, of another kind, or with visits of moves that are not legal,
  // is an error and is not added.
  [[nodiscard]] std::optional<Error> add(const WrittenGame& game);
  // What was added is on the disk, in shards that may be small.
  [[nodiscard]] std::optional<Error> flush();
  // The set is complete.
  [[nodiscard]] std::optional<Error> finish();

  const game::GameType& type() const { return type_; }
  // With those that were there.
  std::uint64_t games() const;
  std::uint64_t positions() const;

 private:
  GameWriter(const GameWriterOptions& options, const game::GameType& type);

  game::Place next_place() const;
  std::optional<Error> refuse_visits(const WrittenGame& game,
                                     std::span<const std::byte> records) const;

  const game::GameType& type_;
  data::Rules rules_;
  data::VisitsWriter visits_;  // before the writer, which it must outlive
  std::unique_ptr<data::Writer> writer_;
};

}  // namespace intarsia::games
