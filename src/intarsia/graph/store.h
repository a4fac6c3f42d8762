// A graph on a disk: asked, gone through and merged without being loaded.
//
//   auto writer = StoreWriter::create({.folder = "book"}, kind);
//   (*writer)->add(graph);          // a run in order; what several runs say of a position is merged
//   (*writer)->finish(tool, origin);  // from now on it can be opened
//   auto book = Store::open("book", find_game);
//   (*book)->find(*line);
//
// The folder holds `graph.json`, which says what it is, and `nodes`, a RocksDB. A new graph is made in a
// folder of its own beside them, and takes their place when it is whole: a run that fails or is killed
// leaves what was there, and the next one starts clean. Where the library was built without RocksDB
// (`Store::is_available`), opening and creating are errors that say so.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph {

inline constexpr char kGraphName[] = "graph.json";
inline constexpr char kNodesName[] = "nodes";
inline constexpr char kWorkName[] = ".intarsia-graph";  // where a new graph is made
inline constexpr int kGraphVersion = 1;
// Bytes of graph.json that are read; and of an origin. A longer origin is left out: {}.
inline constexpr std::size_t kMaxAbout = std::size_t{1} << 20;
inline constexpr std::size_t kMaxOrigin = kMaxAbout / 2;

// What graph.json says.
struct About {
  std::string game = {};
  int size = 0;
  std::string tool = {};
  std::uint64_t nodes = 0;
  std::uint64_t games = 0;  // that were added
  std::uint64_t plies = 0;
  std::uint64_t content = 0;  // the sum of content_hash over all nodes
  std::string origin = "{}";  // how it was made: a JSON object
  friend bool operator==(const About&, const About&) = default;
};
std::string to_json(const About& about);
Result<About> read_about(std::string_view text);
// That of the graph in a folder, and whether there is one.
Result<About> read_about_of(const std::string& folder);
Result<bool> is_graph(const std::string& folder);

using FindGame = std::function<Result<const game::GameType*>(std::string_view name)>;

class Store final : public View {
 public:
  static bool is_available();

  // A folder without a graph, or with one that is not whole, is an error.
  static Result<std::unique_ptr<Store>> open(const std::string& folder, const FindGame& find,
                                             Key key_mask = ~Key{0});
  ~Store() override;

  const About& about() const { return about_; }
  const std::string& folder() const { return folder_; }

  using View::find;
  // Threads may ask together.
  Result<std::optional<Node>> find(const Identity& identity) const override;
  [[nodiscard]] std::optional<Error> for_each(const Visit& visit) const override;
  // The same from a position on, be it there or not.
  [[nodiscard]] std::optional<Error> for_each_from(const Identity& first, const Visit& visit) const;
  // Compares the checksums of all blocks, of those too that no answer depends on.
  [[nodiscard]] std::optional<Error> check_blocks() const;

 private:
  struct Database;
  Store(const Kind& kind, std::string folder, About about, std::unique_ptr<Database> database);

  std::string folder_;
  About about_;
  std::unique_ptr<Database> database_;
};

struct StoreOptions {
  std::string folder = {};
  bool may_replace = false;
  unsigned threads = 1;
};

class StoreWriter {
 public:
  // A folder that `refuse_folder` refuses is an error; what a killed run has left is cleared away. The
  // folder is this writer's alone.
  static Result<std::unique_ptr<StoreWriter>> create(const StoreOptions& options, const Kind& kind);
  ~StoreWriter();

  // Ends `add` and `finish` early, as an error; asked now and then, by all threads.
  using IsStopped = std::function<bool()>;

  // Everything of a graph of that kind. Memory is constant, whatever its size.
  [[nodiscard]] std::optional<Error> add(const View& run, const IsStopped& is_stopped = {});
  // Merges the runs and makes it a graph. Returns what graph.json says.
  Result<About> finish(std::string tool, std::string origin, const IsStopped& is_stopped = {});
  // Leaves what was there before.
  void discard();

 private:
  struct State;
  // Puts the finished database in the place of what was there.
  [[nodiscard]] std::optional<Error> replace(const About& about);
  explicit StoreWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A stored graph holds no games or positions to read: the error for a path that is one.
[[nodiscard]] std::optional<Error> refuse_as_input(const std::string& path);

// The error of a library without RocksDB.
Error no_store();
// Why no graph can be stored in a folder: it holds one that may not be replaced, or files of somebody else
// where those of a graph would be.
[[nodiscard]] std::optional<Error> refuse_folder(const std::string& folder, bool may_replace);

}  // namespace intarsia::graph
