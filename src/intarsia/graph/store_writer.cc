// Writing stored graphs: runs in order become table files, which the database takes in as they are.

#include <filesystem>

#include <rocksdb/sst_file_writer.h>

#include "intarsia/base/text.h"
#include "intarsia/graph/internal/database.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/folder.h"

namespace intarsia::graph {

struct StoreWriter::State {
  StoreOptions options;
  Kind kind;
  io::Folder folder;
  rocksdb::Options database = {};
  std::unique_ptr<rocksdb::DB> db = {};
  int runs = 0;
  std::uint64_t games = 0;
  std::uint64_t plies = 0;

  std::string path() const { return concat({options.folder, "/", internal::kNodesName}); }
  std::string run_path() const {
    return concat({options.folder, "/run-", std::to_string(runs), ".sst"});
  }
};

namespace {

Error stopped() { return {ErrorCode::kIo, 0, "it was stopped"}; }

// Names that a run which was killed may have left.
bool is_left_over(std::string_view name) {
  return name == internal::kNodesName || (name.starts_with("run-") && name.ends_with(".sst"));
}

std::optional<Error> remove_left_over(const io::Folder& folder) {
  const auto names = folder.names();
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (!is_left_over(name)) continue;
    std::error_code problem;
    std::filesystem::remove_all(concat({folder.path(), "/", name}), problem);
    if (problem) {
      return Error{ErrorCode::kIo, 0, concat({folder.path(), "/", name, ": ", problem.message()})};
    }
  }
  return std::nullopt;
}

}  // namespace

StoreWriter::StoreWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
StoreWriter::~StoreWriter() = default;

Result<std::unique_ptr<StoreWriter>> StoreWriter::create(const StoreOptions& options,
                                                         const Kind& kind) {
  auto folder = io::Folder::open(options.folder);
  if (!folder) return folder.error();
  const auto has_graph = folder->has(kGraphName);
  if (!has_graph) return has_graph.error();
  if (*has_graph && !options.may_replace) {
    return has_graph_already(options.folder);
  }
  // graph.json goes first: what is left of the old one is no graph any more.
  if (auto error = folder->remove(kGraphName)) return *std::move(error);
  if (auto error = folder->sync()) return *std::move(error);
  if (auto error = remove_left_over(*folder)) return *std::move(error);
  auto state = std::make_unique<State>(State{options, kind, *std::move(folder)});
  state->database = internal::database_options(kind, options.threads);
  rocksdb::DB* opened = nullptr;
  const auto status = rocksdb::DB::Open(state->database, state->path(), &opened);
  if (!status.ok()) return internal::error_of(options.folder, status);
  state->db.reset(opened);
  return std::unique_ptr<StoreWriter>(new StoreWriter(std::move(state)));
}

// The first run needs no merging; what comes after it is merged with what is there.
std::optional<Error> StoreWriter::add(const View& run, const std::function<bool()>& is_stopped) {
  State& s = *state_;
  if (!(run.kind() == s.kind)) {
    return Error{ErrorCode::kInvalid, 0, "graphs of different games or boards cannot be merged"};
  }
  constexpr std::uint64_t kLookedAt = 4096;
  const std::string path = s.run_path();
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), s.database);
  auto status = writer.Open(path);
  if (!status.ok()) return internal::error_of(path, status);
  std::string key;
  std::string value;
  std::uint64_t nodes = 0;
  auto error = run.for_each([&](const Node& node) -> std::optional<Error> {
    if (++nodes % kLookedAt == 0 && is_stopped && is_stopped()) return stopped();
    key.clear();
    value.clear();
    append_key(key, node.key, node.record);
    append_value(value, node);
    status = s.runs == 0 ? writer.Put(key, value) : writer.Merge(key, value);
    if (!status.ok()) return internal::error_of(path, status);
    s.games += node.starts;
    s.plies += node.counts().games();
    return std::nullopt;
  });
  if (error) return error;
  if (nodes == 0) return std::nullopt;  // a table must not be empty
  status = writer.Finish();
  if (!status.ok()) return internal::error_of(path, status);
  rocksdb::IngestExternalFileOptions taking;
  taking.move_files = true;
  status = s.db->IngestExternalFile({path}, taking);
  if (!status.ok()) return internal::error_of(path, status);
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  ++s.runs;
  return std::nullopt;
}

Result<About> StoreWriter::finish(std::string tool, std::string origin) {
  State& s = *state_;
  if (s.runs > 1) {
    rocksdb::CompactRangeOptions all;
    all.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
    all.max_subcompactions = s.options.threads;
    const auto status = s.db->CompactRange(all, nullptr, nullptr);
    if (!status.ok()) return internal::error_of(s.options.folder, status);
  }
  About about{.game = std::string(s.kind.type->name),
              .size = s.kind.size,
              .tool = std::move(tool),
              .games = s.games,
              .plies = s.plies,
              .origin = std::move(origin)};
  const auto nodes = internal::count_nodes(s.options.folder, *s.db);
  if (!nodes) return nodes.error();
  about.nodes = *nodes;
  const auto status = s.db->Close();
  if (!status.ok()) return internal::error_of(s.options.folder, status);
  s.db.reset();
  if (auto error = s.folder.put(kGraphName, {to_json(about)})) return *std::move(error);
  return about;
}

void StoreWriter::discard() {
  if (!state_) return;
  state_->db.reset();
  (void)remove_left_over(state_->folder);
}

}  // namespace intarsia::graph
