// Writing stored graphs: runs in order are merged into tables, which the database takes in as they are. So
// a node is written twice, once in its run and once in its table, however many runs there are.

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <rocksdb/db.h>
#include <rocksdb/sst_file_writer.h>

#include "intarsia/base/text.h"
#include "intarsia/graph/internal/database.h"
#include "intarsia/graph/internal/merge_runs.h"
#include "intarsia/graph/internal/run_file.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/open_files.h"
#include "intarsia/io/parallel.h"

namespace intarsia::graph {

struct StoreWriter::State {
  StoreOptions options;
  Kind kind;
  bool is_new;  // the folder was not there before
  io::Folder folder;
  io::Folder work;  // in that folder: runs, tables, and the database until it is whole
  std::vector<internal::Run> runs = {};
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  bool is_replacing = false;  // what was there before is being replaced
};

namespace {

constexpr std::string_view kRunPrefix = "run-";
constexpr std::string_view kTablePrefix = "table-";
constexpr std::string_view kOldName = "old-nodes";

// Bytes of runs that make a table, at least: so many tables that all cores have some to write, but few
// files. Shards are never cut.
constexpr std::uint64_t kTableBytes = std::uint64_t{24} << 20;

// Nodes between two looks at whether it is to be stopped.
constexpr std::uint64_t kLookedAt = 4096;

std::optional<Error> stopped(std::uint64_t nodes, const StoreWriter::IsStopped& is_stopped) {
  if (nodes % kLookedAt != 0 || !is_stopped || !is_stopped()) return std::nullopt;
  return Error{ErrorCode::kIo, 0, "it was stopped"};
}

std::string in(const std::string& folder, std::string_view name) {
  return concat({folder, "/", name});
}
std::string in(const io::Folder& folder, std::string_view name) { return in(folder.path(), name); }

// With all that is in it; a link is removed itself.
std::optional<Error> remove_all(const std::string& path) {
  std::error_code problem;
  std::filesystem::remove_all(path, problem);
  if (!problem) return std::nullopt;
  return Error{ErrorCode::kIo, 0, concat({path, ": ", problem.message()})};
}

std::optional<Error> move_to(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return std::nullopt;
  return Error{ErrorCode::kIo, 0, concat({to, ": ", std::strerror(errno)})};
}

// Shards whose nodes come into one table.
struct Table {
  std::string path;
  std::uint32_t first_shard;
  std::uint32_t last_shard;
  std::uint64_t nodes = 0;
  std::uint64_t content = 0;  // the sum of their hashes
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
                                 std::span<const internal::Run> runs,
                                 const StoreWriter::IsStopped& is_stopped) {
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), internal::database_options());
  auto status = writer.Open(table.path);
  if (!status.ok()) return internal::error_of(table.path, status);
  for (std::uint32_t shard = table.first_shard; shard <= table.last_shard; ++shard) {
    const auto put = [&](std::string_view key, std::string_view value) -> std::optional<Error> {
      if (auto error = stopped(++table.nodes, is_stopped)) return error;
      table.content += content_hash(key, value);
      status = writer.Put({key.data(), key.size()}, {value.data(), value.size()});
      return status.ok() ? std::nullopt : std::optional(internal::error_of(table.path, status));
    };
    if (auto error = internal::merge_runs(kind, files, runs, shard, put)) return error;
  }
  status = writer.Finish();
  return status.ok() ? std::nullopt : std::optional(internal::error_of(table.path, status));
}

// Makes a database whose files the tables become.
std::optional<Error> make_database(const std::vector<Table>& tables, const std::string& path) {
  rocksdb::DB* opened = nullptr;
  auto status = rocksdb::DB::Open(internal::database_options(), path, &opened);
  const std::unique_ptr<rocksdb::DB> db(opened);
  std::vector<std::string> paths;
  paths.reserve(tables.size());
  for (const Table& t : tables) paths.push_back(t.path);
  rocksdb::IngestExternalFileOptions taking;
  taking.move_files = true;
  if (status.ok() && !paths.empty()) status = db->IngestExternalFile(paths, taking);
  if (status.ok()) status = db->Close();
  return status.ok() ? std::nullopt : std::optional(internal::error_of(path, status));
}

}  // namespace

StoreWriter::StoreWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
StoreWriter::~StoreWriter() = default;

Result<std::unique_ptr<StoreWriter>> StoreWriter::create(const StoreOptions& options,
                                                         const Kind& kind) {
  const auto before = io::kind_of(options.folder);
  if (!before) return before.error();
  auto folder = io::Folder::open(options.folder);
  if (!folder) return folder.error();
  // Asked while nobody else writes there.
  if (auto error = refuse_folder(options.folder, options.may_replace)) return *std::move(error);
  const auto has_graph = is_graph(options.folder);
  if (!has_graph) return has_graph.error();
  // Nodes that a killed run has left go before the folder by which they are known as its own.
  if (!*has_graph) {
    if (auto error = remove_all(in(*folder, kNodesName))) return *std::move(error);
  }
  const std::string path = in(*folder, kWorkName);
  if (auto error = remove_all(path)) return *std::move(error);
  auto work = io::Folder::open(path);
  if (!work) return work.error();
  return std::unique_ptr<StoreWriter>(new StoreWriter(std::make_unique<State>(
      State{options, kind, *before == io::FileKind::kNone, *std::move(folder), *std::move(work)})));
}

std::optional<Error> StoreWriter::add(const View& run, const IsStopped& is_stopped) {
  State& s = *state_;
  if (!(run.kind() == s.kind)) {
    return Error{ErrorCode::kInvalid, 0, "graphs of different games or boards cannot be merged"};
  }
  auto writer =
      internal::RunWriter::open(s.work, concat({kRunPrefix, std::to_string(s.runs.size())}));
  if (!writer) return writer.error();
  std::string key;
  std::string value;
  std::uint64_t nodes = 0;
  auto error = run.for_each([&](const Node& node) -> std::optional<Error> {
    if (auto stop = stopped(++nodes, is_stopped)) return stop;
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

Result<About> StoreWriter::finish(std::string tool, std::string origin,
                                  const IsStopped& is_stopped) {
  State& s = *state_;
  io::OpenFiles files;
  for (const internal::Run& run : s.runs) files.add(in(s.work, run.name));
  std::vector<Table> tables = tables_of(s.runs, in(s.work, kTablePrefix));
  io::in_parallel(tables.size(), s.options.threads, [&](std::size_t i) {
    tables[i].error = write_table(tables[i], s.kind, files, s.runs, is_stopped);
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
    about.content += t.content;
  }
  if (auto error = make_database(tables, in(s.work, kNodesName))) return *std::move(error);
  if (auto error = replace(about)) return *std::move(error);
  return about;
}

// graph.json goes first and comes last: between them the folder holds no graph, never half of one. All
// that needs room on the disk or in memory is done before, so only names change.
std::optional<Error> StoreWriter::replace(const About& about) {
  State& s = *state_;
  if (auto error = s.work.put(kGraphName, {to_json(about)})) return error;
  const std::string nodes = in(s.folder, kNodesName);
  const std::string old_nodes = in(s.work, kOldName);
  const std::string new_nodes = in(s.work, kNodesName);
  const std::string graph = in(s.folder, kGraphName);
  const std::string new_graph = in(s.work, kGraphName);
  const auto old = io::kind_of(nodes);
  if (!old) return old.error();
  s.is_replacing = true;
  if (auto error = s.folder.remove(kGraphName)) return error;
  if (auto error = s.folder.sync()) return error;
  if (*old != io::FileKind::kNone) {
    if (auto error = move_to(nodes, old_nodes)) return error;
  }
  if (auto error = move_to(new_nodes, nodes)) return error;
  if (auto error = s.folder.sync()) return error;
  if (auto error = move_to(new_graph, graph)) return error;
  if (auto error = s.folder.sync()) return error;
  return remove_all(s.work.path());
}

void StoreWriter::discard() {
  // What is half replaced is known by the folder in which it was made.
  if (!state_ || state_->is_replacing) return;
  (void)remove_all(state_->work.path());
  std::error_code ignored;
  if (state_->is_new) std::filesystem::remove(state_->folder.path(), ignored);  // if it is empty
}

}  // namespace intarsia::graph
