// Games from the pipeline and from data sets into a graph, in memory or stored in runs.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/batch_sink.h"
#include "intarsia/game/game_type.h"
#include "intarsia/games/graph_build.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/store.h"

namespace intarsia::games {

class GraphSink final : public data::BatchSink {
 public:
  // The options must outlive it.
  explicit GraphSink(const GraphBuildOptions& options);

  // As BatchSink has them. Several pipelines may end here, one after the other.
  const data::Manifest& manifest() const override { return manifest_; }
  const std::optional<data::Next>& resumed() const override { return resumed_; }
  bool has_enough() const override { return options_.limit != 0 && accepted_ >= options_.limit; }
  std::uint64_t accepted() const override { return accepted_; }
  std::uint64_t positions() const override { return positions_; }
  [[nodiscard]] std::optional<Error> set_game(std::string_view game) override;
  void note_read(std::uint64_t, std::uint64_t, std::string) override {}
  [[nodiscard]] std::optional<Error> add(const data::Batch& batch) override;
  void end_source(data::SourceEntry source) override;
  [[nodiscard]] std::optional<Error> finish() override { return flush_games(); }
  [[nodiscard]] std::optional<Error> leave() override { return std::nullopt; }

  // A game that comes from somewhere else; `drop` one that a filter refused.
  [[nodiscard]] std::optional<Error> add_game(const game::GameRow& row,
                                              std::span<const std::byte> records);
  void drop(std::string_view filter, std::uint64_t games = 1);

  // Once, when all sources were read: stores the graph, or leaves no trace of it. `origin` is a JSON
  // object.
  [[nodiscard]] std::optional<Error> store(const std::string& tool, const std::string& origin);
  void discard();

  // What is known of the graph so far.
  void report(GraphBuildReport& out) const;

 private:
  // Games wait here until there are enough of them for all threads.
  struct Waiting {
    std::vector<game::GameRow> rows;
    std::vector<std::size_t> ends;  // of each game's records
    std::vector<std::byte> records;
  };

  [[nodiscard]] std::optional<Error> begin(int size);
  bool has_moves(int size, std::span<const std::byte> records) const;
  bool is_stopped() const;
  [[nodiscard]] std::optional<Error> flush_games();
  [[nodiscard]] std::optional<Error> flush_graph();

  const GraphBuildOptions& options_;
  const game::GameType* type_ = nullptr;
  std::optional<int> size_;
  std::unique_ptr<graph::Graph> own_;
  graph::Graph* graph_ = nullptr;  // that games are added to
  std::unique_ptr<graph::StoreWriter> writer_;
  Waiting waiting_;
  data::Manifest manifest_;
  std::optional<data::Next> resumed_;  // never: there is nothing to go on from
  graph::About about_;
  std::uint64_t accepted_ = 0;
  std::uint64_t positions_ = 0;
  int runs_ = 0;
};

}  // namespace intarsia::games
