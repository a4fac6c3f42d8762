#include "intarsia/data/refusals.h"

#include <algorithm>
#include <set>
#include <utility>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/random_file.h"

namespace intarsia::data {

namespace {

// A reason is the name of a kind of error, perhaps with what it is about.
ErrorCode code_in(std::string_view reason) {
  const std::string_view kind = reason.substr(0, reason.find(':'));
  for (int i = 0; i <= static_cast<int>(ErrorCode::kIo); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    if (name(code) == kind) return code;
  }
  return ErrorCode::kInvalid;  // of damage, which has a reason of its own
}

// Which source of the set a line is about: lines are in the order of the sources, of which several may
// have one name.
class SourceFinder {
 public:
  explicit SourceFinder(const Manifest& m) : m_(m) {}

  std::uint32_t find(const RefusalLine& line) {
    const Place& place = line.refusal.place;
    const auto said = m_.rejected.find(line.reason);
    if (said != m_.rejected.end() && seen_.insert(line.reason).second) {
      at_ = said->second.first.source;  // the first for its reason has its place in the manifest
    } else if (!is_at(line.source) || place.game < game_) {
      const auto has_name = [&](const SourceEntry& s) { return s.name == line.source; };
      const auto from = m_.sources.begin() + static_cast<std::ptrdiff_t>(
                                                 std::min<std::size_t>(at_ + 1, m_.sources.size()));
      const auto found = std::find_if(from, m_.sources.end(), has_name);
      if (found != m_.sources.end()) {
        at_ = static_cast<std::uint32_t>(found - m_.sources.begin());
      }
    }
    game_ = place.game;
    return at_;
  }

 private:
  bool is_at(std::string_view name) const {
    return at_ < m_.sources.size() && m_.sources[at_].name == name;
  }

  const Manifest& m_;
  std::set<std::string> seen_;  // reasons
  std::uint32_t at_ = 0;
  std::uint64_t game_ = 0;  // of the line before
};

// The lines of a text that comes in blocks.
template <class Visit>
std::optional<Error> for_each_line(std::string& text, Visit visit) {
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    if (auto error = visit(std::string_view(text).substr(begin, end - begin))) return error;
  }
  text.erase(0, begin);
  return std::nullopt;
}

std::optional<Error> hand_on(RefusalLine line, std::uint32_t source, BatchSink& sink) {
  Refusal& r = line.refusal;
  r.place.source = source;
  sink.note_read(0, 0, std::move(line.source));
  Batch batch;
  batch.games.push_back({.kind = Entry::Kind::kRejected, .place = r.place});
  batch.refusals.push_back(std::move(r));
  return sink.add(batch);
}

}  // namespace

std::string to_line(const Refusal& r, std::string_view reason, std::string_view source) {
  JsonText out;
  out.begin_object();
  out.key("source").value(source);
  out.key("offset").value(r.place.offset);
  out.key("line").value(r.place.line);
  out.key("game").value(r.place.game);
  out.key("ply").value(r.ply);
  out.key("reason").value(reason);
  out.key("detail").value(as_utf8(r.detail));
  out.end_object();
  return out.text() + "\n";
}

Result<RefusalLine> read_refusal(std::string_view line) {
  JsonReader in(line);
  RefusalLine out{.refusal = {ErrorCode::kInvalid, {}, 0, {}}, .reason = {}, .source = {}};
  const auto number = [&in](std::string_view key) {
    in.key(key);
    return in.number();
  };
  const auto text = [&in](std::string_view key) {
    in.key(key);
    return in.text();
  };
  in.begin_object();
  out.source = text("source");
  out.refusal.place.offset = number("offset");
  out.refusal.place.line = number("line");
  out.refusal.place.game = number("game");
  out.refusal.ply = static_cast<int>(number("ply"));
  out.reason = text("reason");
  out.refusal.detail = text("detail");
  in.end_object();
  in.end();
  if (in.error()) return *in.error();
  out.refusal.code = code_in(out.reason);
  out.refusal.is_damage = out.reason == kDamageReason;
  return out;
}

std::optional<Error> add_refusals(const NamedManifest& set, std::size_t sources_before,
                                  BatchSink& sink) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 20;
  const std::string path = concat({set.folder, "/", kRejectedName});
  const auto file = io::RandomFile::open(path);
  if (!file) return file.error();
  SourceFinder sources(set.manifest);
  io::Hasher hasher;
  std::string text;
  std::string block;
  const std::uint64_t bytes = set.manifest.rejected_bytes;
  for (std::uint64_t at = 0; at < bytes; at += block.size()) {
    block.resize(std::min(kBlock, bytes - at));
    if (auto error = file->read(at, std::as_writable_bytes(std::span(block)))) return error;
    hasher.add(block);
    text += block;
    auto error = for_each_line(text, [&](std::string_view line) -> std::optional<Error> {
      auto refusal = read_refusal(line);
      if (!refusal) return about_file(path, refusal.error());
      const auto source = static_cast<std::uint32_t>(sources_before + sources.find(*refusal));
      return hand_on(*std::move(refusal), source, sink);
    });
    if (error) return error;
  }
  if (hasher.value() == set.manifest.rejected_hash) return std::nullopt;
  return about_file(path, changed_bytes());
}

}  // namespace intarsia::data
