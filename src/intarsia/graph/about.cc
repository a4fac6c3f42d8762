// graph.json: what a stored graph is, with the hash of everything before as its last key.

#include <initializer_list>

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

Error bad(std::string detail) {
  return {ErrorCode::kInvalid, 0, concat({kGraphName, ": ", detail})};
}

std::string path_of(const std::string& folder) { return concat({folder, "/", kGraphName}); }

bool is_whole(std::string_view text) {
  const std::size_t at = text.rfind(kHashKey);
  return at != text.npos &&
         text.substr(at) == concat({kHashKey, hex16(io::xxh3(text.substr(0, at))), "\"\n}\n"});
}

// What a folder is that holds no graph, and what to do about it.
std::string no_graph_in(const std::string& folder) {
  const auto kind = io::kind_of(folder);
  if (kind && *kind == io::FileKind::kNone) return concat({folder, ": there is no such folder"});
  if (kind && *kind == io::FileKind::kFile) {
    return concat(
        {folder, " is a file, and a graph is a folder: `intarsia graph build` makes one"});
  }
  const auto begun = io::kind_of(concat({folder, "/", kWorkName}));
  if (begun && *begun == io::FileKind::kFolder) {
    return concat({folder, " holds a graph that was not completed: build it again"});
  }
  return concat({folder, " holds no graph (", kGraphName, "): `intarsia graph build` makes one"});
}

// Whether a graph.json is one of ours, be it damaged or not.
Result<bool> is_ours(const std::string& folder) {
  const auto text = io::read_small_file(path_of(folder), kMaxAbout);
  if (!text) return text.error();
  return text->empty() || text->find(kFormat) != std::string::npos;
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
  out.key("content").value(hex16(a.content));
  out.key("origin").json(a.origin.size() <= kMaxOrigin ? a.origin : "{}");
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
  in.key("content");
  a.content = in.hash();
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
  if (!*has_graph) return Error{ErrorCode::kNotFound, 0, no_graph_in(folder)};
  const auto text = io::read_small_file(path_of(folder), kMaxAbout);
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

std::optional<Error> refuse_as_input(const std::string& path) {
  const auto has_graph = is_graph(path);
  if (!has_graph || !*has_graph) return std::nullopt;
  return Error{ErrorCode::kUnsupported, 0,
               concat({path,
                       " is a graph, which keeps no games: graphs are asked and merged "
                       "(`intarsia graph`)"})};
}

std::optional<Error> refuse_folder(const std::string& folder, bool may_replace) {
  const auto refused = [&](std::initializer_list<std::string_view> why) {
    return Error{ErrorCode::kIo, 0, concat({folder, concat(why)})};
  };
  const auto has_graph = is_graph(folder);
  if (!has_graph) return has_graph.error();
  if (*has_graph) {
    const auto ours = is_ours(folder);
    if (!ours) return ours.error();
    if (!*ours) {
      return refused({" holds a ", kGraphName, " that is not of a graph: choose another folder"});
    }
    if (!may_replace) return refused({" holds a graph already; --force replaces it"});
    return std::nullopt;
  }
  // A run that was killed while it put the new graph in the place of the old one has left both.
  const auto nodes = io::kind_of(concat({folder, "/", kNodesName}));
  if (!nodes) return nodes.error();
  const auto work = io::kind_of(concat({folder, "/", kWorkName}));
  if (!work) return work.error();
  if (*nodes != io::FileKind::kNone && *work == io::FileKind::kNone) {
    return refused(
        {" holds something called ", kNodesName, " that is not of a graph: choose another folder"});
  }
  return std::nullopt;
}

}  // namespace intarsia::graph
