// graph.json: what a stored graph is, with the hash of everything before as its last key.

#include "intarsia/base/json_reader.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/small_file.h"

namespace intarsia::graph {

namespace {

constexpr std::string_view kFormat = "intarsia graph";
constexpr std::string_view kHashKey = ",\n  \"xxh3\": \"";
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

Error bad(std::string detail) {
  return {ErrorCode::kInvalid, 0, concat({kGraphName, ": ", detail})};
}

std::string path_of(const std::string& folder) { return concat({folder, "/", kGraphName}); }

bool is_whole(std::string_view text) {
  const std::size_t at = text.rfind(kHashKey);
  return at != text.npos &&
         text.substr(at) == concat({kHashKey, hex16(io::xxh3(text.substr(0, at))), "\"\n}\n"});
}

}  // namespace

std::string to_json(const About& a) {
  JsonText out(/*is_open=*/true);
  out.begin_object();
  out.key("format").value(kFormat);
  out.key("version").value(kGraphVersion);
  out.key("game").value(a.game);
  out.key("size").value(a.size);
  out.key("tool").value(a.tool);
  out.key("nodes").value(a.nodes);
  out.key("games").value(a.games);
  out.key("plies").value(a.plies);
  out.key("origin").json(a.origin);
  out.end_object();
  // The closing bracket goes behind the hash.
  constexpr std::string_view kEnd = "\n}";
  const std::string_view text =
      std::string_view(out.text()).substr(0, out.text().size() - kEnd.size());
  return concat({text, kHashKey, hex16(io::xxh3(text)), "\"\n}\n"});
}

Result<About> read_about(std::string_view text) {
  if (!is_whole(text)) return bad("its hash is not that of its text: it was changed or cut");
  JsonReader in(text);
  About a;
  in.begin_object();
  in.key("format");
  if (in.text() != kFormat) return bad("another format");
  in.key("version");
  if (in.number() != kGraphVersion) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({kGraphName, ": another version of the format"})};
  }
  in.key("game");
  a.game = in.text();
  in.key("size");
  const std::uint64_t size = in.number();
  if (size > 0xffff) in.fail("no size");
  a.size = static_cast<int>(size & 0xffff);
  in.key("tool");
  a.tool = in.text();
  in.key("nodes");
  a.nodes = in.number();
  in.key("games");
  a.games = in.number();
  in.key("plies");
  a.plies = in.number();
  in.key("origin");
  a.origin = in.skip();
  in.key("xxh3");
  in.text();
  in.end_object();
  in.end();
  if (const auto& e = in.error()) {
    return bad(concat({e->detail, " at byte ", std::to_string(e->offset)}));
  }
  return a;
}

Result<About> read_about_of(const std::string& folder) {
  const auto has_graph = is_graph(folder);
  if (!has_graph) return has_graph.error();
  if (!*has_graph) {
    const auto begun = io::kind_of(concat({folder, "/nodes"}));
    const bool is_begun = begun && *begun == io::FileKind::kFolder;
    return Error{ErrorCode::kNotFound, 0,
                 concat({folder, is_begun ? " holds a graph that was not completed: build it again"
                                          : " holds no graph (graph.json)"})};
  }
  const auto text = io::read_small_file(path_of(folder), kMaxBytes);
  if (!text) return text.error();
  auto about = read_about(*text);
  if (about) return about;
  return Error{about.error().code, 0, concat({folder, "/", about.error().detail})};
}

Result<bool> is_graph(const std::string& folder) {
  const auto kind = io::kind_of(path_of(folder));
  if (!kind) return kind.error();
  return *kind == io::FileKind::kFile;
}

Error no_store() {
  return {ErrorCode::kUnsupported, 0,
          "stored graphs need RocksDB, without which this was built: apt-get install "
          "librocksdb-dev, and build again"};
}

Error has_graph_already(const std::string& folder) {
  return {ErrorCode::kIo, 0, concat({folder, " holds a graph already; --force replaces it"})};
}

}  // namespace intarsia::graph
