#include "intarsia/games/export.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "intarsia/base/text.h"
#include "intarsia/games/build.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/npz.h"

namespace intarsia::games {

namespace {

constexpr std::uint64_t kBatch = 4096;
constexpr std::size_t kTextBytes = std::size_t{1} << 20;  // handed on at once

// Calls visit(record) for all records, which must be of one type.
template <class Visit>
std::optional<Error> for_each_record(data::Set& set, Visit visit) {
  if (auto error = set.check_all()) return error;
  std::vector<std::uint64_t> indices;
  data::Window window;
  for (std::uint64_t first = 0; first < set.size(); first += kBatch) {
    indices.resize(std::min(kBatch, set.size() - first));
    std::iota(indices.begin(), indices.end(), first);
    if (auto error = set.read(indices, 0, window)) return error;
    for (const layout::RecordMoment& m : window.moments) {
      if (auto error = visit(m.now)) return error;
    }
  }
  return std::nullopt;
}

std::optional<Error> need_one_type(const data::Set& set) {
  if (set.size() == 0) return Error{ErrorCode::kInvalid, 0, "there are no records"};
  if (set.has_one_type()) return std::nullopt;
  std::string detail = "records of several boards do not fit one array; sizes:";
  const GameType& type = **find_game(set.manifest().game);
  for (int size : set.board_sizes()) detail += concat({" ", type.sizes.to_text(size)});
  return Error{ErrorCode::kUnsupported, 0, std::move(detail)};
}

}  // namespace

Result<ExportReport> export_npz(data::Set& set, const ExportSink& sink) {
  if (auto error = need_one_type(set)) return *std::move(error);
  io::NpzWriter out(sink);
  std::size_t at = 0;
  std::string column;
  for (const Field& f : set.type().fields) {
    std::vector<std::uint64_t> shape = {set.size()};
    if (f.count != 0) shape.push_back(f.count);
    out.begin(std::string(f.name), f.type, shape);
    const std::size_t bytes = bytes_of(f);
    const auto flush = [&] {
      out.write(column);
      column.clear();
    };
    const auto add = [&](const std::byte* record) -> std::optional<Error> {
      column.append(reinterpret_cast<const char*>(record) + at, bytes);
      if (column.size() >= kTextBytes) flush();
      return std::nullopt;
    };
    if (auto error = for_each_record(set, add)) return *std::move(error);
    flush();
    at += bytes;
  }
  out.finish();
  return ExportReport{.written = set.size(), .unit = "position"};
}

namespace {

Result<const game::Writer*> find_writer(const data::Set& set, std::string_view format) {
  const auto type = find_game(set.manifest().game);
  if (!type) return type.error();
  std::string known;
  for (const game::Writer& w : (*type)->writers) {
    if (w.name == format) return &w;
    known += concat({known.empty() ? "" : ", ", w.name});
  }
  return Error{ErrorCode::kUnsupported, 0,
               concat({"games of ", set.manifest().game, " are not written as ", format,
                       "; there are ", known})};
}

Result<ExportReport> export_records(data::Set& set, const game::Writer& writer,
                                    const ExportSink& sink, const game::Options& options) {
  if (auto error = need_one_type(set)) return *std::move(error);
  ExportReport report{.unit = "position", .why = writer.left_out};
  std::string text;
  const auto add = [&](const std::byte* bytes) -> std::optional<Error> {
    const std::span record(bytes, set.type().bytes);
    if (auto error = set.type().check(set.type().size, record)) return error;
    ++(writer.append_record(set.type().size, record, options, text) ? report.written
                                                                    : report.left_out);
    if (text.size() >= kTextBytes) {
      sink(text);
      text.clear();
    }
    return std::nullopt;
  };
  if (auto error = for_each_record(set, add)) return *std::move(error);
  sink(text);
  return report;
}

Error about_game(const game::GameRow& row, std::size_t record_bytes, const Error& e) {
  return Error{
      ErrorCode::kInvalid, 0,
      concat({"game ", std::to_string(row.number), " of source ", std::to_string(row.source),
              ", ply ", std::to_string(e.offset / record_bytes), ": ", e.detail,
              "; `intarsia verify` finds all that is wrong"})};
}

Result<ExportReport> export_games(data::Set& set, const game::Writer& writer,
                                  const ExportSink& sink, const game::Options& options) {
  const GameType& type = **find_game(set.manifest().game);
  ExportReport report{.unit = "game"};
  const auto visit = [&](const game::GameRow& row,
                         std::span<const std::byte> records) -> std::optional<Error> {
    const auto game = type.unpack_game(row, records, options);
    if (!game) return about_game(row, records.size() / row.records, game.error());
    const auto text = writer.write_game(*game, options);
    if (!text) return text.error();
    ++report.written;
    sink(*text);
    return std::nullopt;
  };
  if (auto error = set.for_each_game(visit)) return *std::move(error);
  return report;
}

}  // namespace

Result<ExportReport> export_text(data::Set& set, std::string_view format, const ExportSink& sink,
                                 const game::Options& writing) {
  const auto writer = find_writer(set, format);
  if (!writer) return writer.error();
  game::Options options = game_options_of(set.manifest());
  for (const auto& [name, value] : writing.all()) options.set(name, value);
  return (*writer)->write_game != nullptr ? export_games(set, **writer, sink, options)
                                          : export_records(set, **writer, sink, options);
}

}  // namespace intarsia::games
