#include "intarsia/games/graph_sink.h"

#include <thread>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

constexpr std::string_view kAnotherBoard = "another size of board";
constexpr std::string_view kNoMoves = "no moves";  // as the pipeline calls it

}  // namespace

GraphSink::GraphSink(const GraphBuildOptions& options) : options_(options), size_(options.size) {
  if (options_.into == nullptr) return;
  graph_ = options_.into;
  type_ = &graph_->type();
  size_ = graph_->size();
  manifest_.game = type_->name;
}

std::optional<Error> GraphSink::set_game(std::string_view game) {
  if (type_ == nullptr) {
    const auto type = find_game(game);
    if (!type) return type.error();
    if (size_ && !(*type)->sizes.contains(*size_)) return (*type)->wrong_size(*size_);
    type_ = *type;
    manifest_.game = game;
  }
  if (manifest_.game == game) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0,
               concat({"a graph holds one game: ", manifest_.game, " here, ", game, " there"})};
}

// The first game says on which board the graph is.
std::optional<Error> GraphSink::begin(int size) {
  if (!size_) size_ = size;
  if (graph_ != nullptr || *size_ != size) return std::nullopt;
  const graph::Kind kind{type_, size};
  auto writer = graph::StoreWriter::create(
      {.folder = options_.folder, .may_replace = options_.force, .threads = options_.run.threads},
      kind);
  if (!writer) return writer.error();
  writer_ = *std::move(writer);
  own_ = std::make_unique<graph::Graph>(kind);
  graph_ = own_.get();
  return std::nullopt;
}

// A position alone, or a game of which only the final one was stored, says nothing about moves.
bool GraphSink::has_moves(int size, std::span<const std::byte> records) const {
  if (records.size() > type_->record_type(size).bytes) return true;
  game::Traced traced;
  type_->rules.trace(size, records, 1, traced);
  return !traced.steps.empty();
}

void GraphSink::drop(std::string_view filter, std::uint64_t games) {
  manifest_.read += games;
  manifest_.dropped[std::string(filter)] += games;
}

void GraphSink::end_source(data::SourceEntry source) {
  manifest_.sources.push_back(std::move(source));
}

std::optional<Error> GraphSink::add_game(const game::GameRow& row,
                                         std::span<const std::byte> records) {
  if (size_.value_or(row.size) != row.size) {
    drop(kAnotherBoard);
    return std::nullopt;
  }
  if (!has_moves(row.size, records)) {
    drop(kNoMoves);
    return std::nullopt;
  }
  if (auto error = begin(row.size)) return error;
  ++manifest_.read;
  ++accepted_;
  positions_ += row.records;
  waiting_.rows.push_back(row);
  waiting_.records.insert(waiting_.records.end(), records.begin(), records.end());
  waiting_.ends.push_back(waiting_.records.size());
  if (waiting_.records.size() < options_.group_records * graph_->kind().record_bytes()) {
    return std::nullopt;
  }
  return flush_games();
}

std::optional<Error> GraphSink::add(const data::Batch& batch) {
  for (const data::Entry& e : batch.games) {
    if (has_enough()) break;
    switch (e.kind) {
      case data::Entry::Kind::kDropped:
        drop(e.filter, e.games);
        break;
      case data::Entry::Kind::kRejected:
        manifest_.read += e.games;
        data::count_rejected(manifest_, batch.refusals[e.refusal]);
        break;
      case data::Entry::Kind::kAccepted: {
        const std::uint64_t before = accepted_;
        const auto records = batch.records_of(e);
        if (auto error = add_game(e.row, records)) return error;
        if (accepted_ != before) data::count_mended(manifest_, e);
        break;
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> GraphSink::flush_games() {
  if (waiting_.rows.empty()) return std::nullopt;
  std::vector<graph::PlayedGame> games;
  games.reserve(waiting_.rows.size());
  std::size_t at = 0;
  for (std::size_t i = 0; i < waiting_.rows.size(); ++i) {
    games.push_back(
        {&waiting_.rows[i], std::span(waiting_.records).subspan(at, waiting_.ends[i] - at)});
    at = waiting_.ends[i];
  }
  const bool is_stored = writer_ != nullptr;
  // What a graph in memory can hold at all is asked before, so that a stored one goes on in a new run.
  const std::uint64_t plies = waiting_.records.size() / graph_->kind().record_bytes();
  if (is_stored && graph_->plies() + plies > graph::Graph::kMaxPlies) {
    if (auto error = flush_graph()) return error;
  }
  if (auto error = graph_->add_games(games, options_.run.threads, options_.max_ply)) return error;
  waiting_.rows.clear();
  waiting_.ends.clear();
  waiting_.records.clear();
  if (is_stored && graph_->memory() > options_.memory) return flush_graph();
  return std::nullopt;
}

bool GraphSink::is_stopped() const {
  return options_.run.stop != nullptr && options_.run.stop->load();
}

std::optional<Error> GraphSink::flush_graph() {
  if (auto error = writer_->add(*graph_, [this] { return is_stopped(); })) return error;
  ++runs_;
  const graph::Kind kind = graph_->kind();
  own_.reset();  // before the new one
  own_ = std::make_unique<graph::Graph>(kind);
  graph_ = own_.get();
  return std::nullopt;
}

std::optional<Error> GraphSink::store(const std::string& tool, const std::string& origin) {
  manifest_.games = accepted_;
  manifest_.positions = positions_;
  if (auto error = data::refuse_unbalanced(manifest_, options_.folder)) return error;
  if (writer_ == nullptr) return std::nullopt;
  if (auto error = flush_graph()) return error;
  if (options_.merging) options_.merging();
  const auto is_told_to_stop = [this, caller = std::this_thread::get_id()] {
    if (options_.merging && std::this_thread::get_id() == caller) options_.merging();
    return is_stopped();
  };
  auto about = writer_->finish(tool, origin, is_told_to_stop);
  if (!about) return about.error();
  about_ = *std::move(about);
  return std::nullopt;
}

void GraphSink::discard() {
  if (writer_ != nullptr) writer_->discard();
}

void GraphSink::report(GraphBuildReport& out) const {
  out.manifest = manifest_;
  if (accepted_ > 0) out.size = size_;
  out.about = about_;
  out.runs = runs_;
}

}  // namespace intarsia::games
