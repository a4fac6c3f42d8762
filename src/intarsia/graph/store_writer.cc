// Writing stored graphs: runs in order are merged into tables, which the database takes in as they are. So
// a node is written twice, once in its run and once in its table, however many runs there are.

#include <filesystem>

#include <rocksdb/sst_file_writer.h>

#include "intarsia/base/text.h"
#include "intarsia/graph/internal/database.h"
#include "intarsia/graph/internal/merge_runs.h"
#include "intarsia/graph/internal/run_file.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/open_files.h"
#include "intarsia/io/parallel.h"

namespace intarsia::graph {

struct StoreWriter::State {
  StoreOptions options;
  Kind kind;
  io::Folder folder;
  std::unique_ptr<rocksdb::DB> db = {};  // empty until the runs are merged
  std::vector<internal::Run> runs = {};
  std::uint64_t games = 0;
  std::uint64_t plies = 0;

  std::string path(std::string_view name) const { return concat({options.folder, "/", name}); }
};

namespace {

constexpr std::string_view kRunPrefix = "run-";
constexpr std::string_view kTablePrefix = "table-";

// Bytes of runs that make a table, at least: so many tables that all cores have some to write, but few
// files. Shards are never cut.
constexpr std::uint64_t kTableBytes = std::uint64_t{24} << 20;

Error stopped() { return {ErrorCode::kIo, 0, "it was stopped"}; }

// Names that a run which was killed may have left.
bool is_left_over(std::string_view name) {
  return name == internal::kNodesName || name.starts_with(kRunPrefix) ||
         name.starts_with(kTablePrefix);
}

enum class Keep : std::uint8_t { kNothing, kNodes };
std::optional<Error> remove_left_over(const io::Folder& folder, Keep keep = Keep::kNothing) {
  const auto names = folder.names();
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (!is_left_over(name)) continue;
    if (keep == Keep::kNodes && name == internal::kNodesName) continue;
    std::error_code problem;
    std::filesystem::remove_all(concat({folder.path(), "/", name}), problem);
    if (problem) {
      return Error{ErrorCode::kIo, 0, concat({folder.path(), "/", name, ": ", problem.message()})};
    }
  }
  return std::nullopt;
}

// Shards whose nodes come into one table.
struct Table {
  std::string path;
  std::uint32_t first_shard;
  std::uint32_t last_shard;
  std::uint64_t nodes = 0;
  std::optional<Error> error = {};
};

std::vector<Table> tables_of(const std::vector<internal::Run>& runs, const std::string& prefix) {
  std::vector<Table> tables;
  std::uint64_t bytes = 0;
  for (std::uint32_t shard = 0, first = 0; shard < kShards; ++shard) {
    for (const internal::Run& run : runs) bytes += run.bytes_of(shard);
    if (bytes < kTableBytes && !(shard + 1 == kShards && bytes > 0)) continue;
    tables.push_back({concat({prefix, std::to_string(tables.size())}), first, shard});
    first = shard + 1;
    bytes = 0;
  }
  return tables;
}

std::optional<Error> write_table(Table& table, const Kind& kind, io::OpenFiles& files,
                                 std::span<const internal::Run> runs) {
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), internal::database_options());
  auto status = writer.Open(table.path);
  if (!status.ok()) return internal::error_of(table.path, status);
  for (std::uint32_t shard = table.first_shard; shard <= table.last_shard; ++shard) {
    const auto put = [&](std::string_view key, std::string_view value) -> std::optional<Error> {
      ++table.nodes;
      status = writer.Put({key.data(), key.size()}, {value.data(), value.size()});
      return status.ok() ? std::nullopt : std::optional(internal::error_of(table.path, status));
    };
    if (auto error = internal::merge_runs(kind, files, runs, shard, put)) return error;
  }
  status = writer.Finish();
  return status.ok() ? std::nullopt : std::optional(internal::error_of(table.path, status));
}

// Hands the tables to a database, whose files they become.
std::optional<Error> hand_over(const std::vector<Table>& tables, rocksdb::DB& db) {
  if (tables.empty()) return std::nullopt;
  std::vector<std::string> paths;
  paths.reserve(tables.size());
  for (const Table& t : tables) paths.push_back(t.path);
  rocksdb::IngestExternalFileOptions taking;
  taking.move_files = true;
  const auto status = db.IngestExternalFile(paths, taking);
  return status.ok() ? std::nullopt : std::optional(internal::error_of(db.GetName(), status));
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
  rocksdb::DB* opened = nullptr;
  const auto status =
      rocksdb::DB::Open(internal::database_options(), state->path(internal::kNodesName), &opened);
  if (!status.ok()) return internal::error_of(options.folder, status);
  state->db.reset(opened);
  return std::unique_ptr<StoreWriter>(new StoreWriter(std::move(state)));
}

std::optional<Error> StoreWriter::add(const View& run, const std::function<bool()>& is_stopped) {
  State& s = *state_;
  if (!(run.kind() == s.kind)) {
    return Error{ErrorCode::kInvalid, 0, "graphs of different games or boards cannot be merged"};
  }
  constexpr std::uint64_t kLookedAt = 4096;
  auto writer =
      internal::RunWriter::open(s.folder, concat({kRunPrefix, std::to_string(s.runs.size())}));
  if (!writer) return writer.error();
  std::string key;
  std::string value;
  std::uint64_t nodes = 0;
  auto error = run.for_each([&](const Node& node) -> std::optional<Error> {
    if (++nodes % kLookedAt == 0 && is_stopped && is_stopped()) return stopped();
    key.clear();
    value.clear();
    append_key(key, node.key, node.record);
    append_value(value, node);
    s.games += node.starts;
    s.plies += node.counts().games();
    return writer->add(key, value);
  });
  if (error) return error;
  auto written = writer->finish();
  if (!written) return written.error();
  s.runs.push_back(*std::move(written));
  return std::nullopt;
}

Result<About> StoreWriter::finish(std::string tool, std::string origin) {
  State& s = *state_;
  io::OpenFiles files;
  for (const internal::Run& run : s.runs) files.add(s.path(run.name));
  std::vector<Table> tables = tables_of(s.runs, s.path(kTablePrefix));
  io::in_parallel(tables.size(), s.options.threads, [&](std::size_t i) {
    tables[i].error = write_table(tables[i], s.kind, files, s.runs);
  });
  About about{.game = std::string(s.kind.type->name),
              .size = s.kind.size,
              .tool = std::move(tool),
              .games = s.games,
              .plies = s.plies,
              .origin = std::move(origin)};
  for (Table& t : tables) {
    if (t.error) return *std::move(t.error);
    about.nodes += t.nodes;
  }
  if (auto error = hand_over(tables, *s.db)) return *std::move(error);
  const auto status = s.db->Close();
  if (!status.ok()) return internal::error_of(s.options.folder, status);
  s.db.reset();
  if (auto error = remove_left_over(s.folder, Keep::kNodes)) return *std::move(error);
  if (auto error = s.folder.put(kGraphName, {to_json(about)})) return *std::move(error);
  return about;
}

void StoreWriter::discard() {
  if (!state_) return;
  state_->db.reset();
  (void)remove_left_over(state_->folder);
}

}  // namespace intarsia::graph
