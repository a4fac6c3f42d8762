#include "intarsia/games/export.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/uci.h"
#include "intarsia/io/npz.h"

namespace intarsia::games {

namespace {

constexpr std::uint64_t kBatch = 4096;

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
  for (int size : set.board_sizes()) append_number(detail += ' ', size);
  return Error{ErrorCode::kUnsupported, 0, std::move(detail)};
}

void append_plain(std::string& out, const chess::Position& p, const chess::Targets& t) {
  constexpr int kNoValue = 32'002;
  const bool is_black = p.turn() == chess::kBlack;
  const int score = t.eval == chess::kNoEval ? kNoValue : is_black ? -t.eval : t.eval;
  const int white = t.score == chess::Score::kWhite ? 1 : t.score == chess::Score::kBlack ? -1 : 0;
  out += "fen ";
  chess::append_fen(out, p);
  out += "\nmove ";
  chess::append_uci(out, p, t.move);
  append_number(out += "\nscore ", score);
  append_number(out += "\nply ", 2 * (p.fullmove() - 1) + (is_black ? 1 : 0));
  append_number(out += "\nresult ", is_black ? -white : white);
  out += "\ne\n";
}

}  // namespace

Result<ExportReport> export_npz(data::Set& set, const ExportSink& sink) {
  if (auto error = need_one_type(set)) return *std::move(error);
  io::NpzWriter out(sink);
  std::size_t at = 0;
  std::string column;
  for (const data::Field& f : set.type().fields) {
    std::vector<std::uint64_t> shape = {set.size()};
    if (f.count != 0) shape.push_back(f.count);
    out.begin(std::string(f.name), f.type, shape);
    const std::size_t bytes = data::bytes_of(f);
    const auto flush = [&] {
      out.write(column);
      column.clear();
    };
    const auto add = [&](const std::byte* record) -> std::optional<Error> {
      column.append(reinterpret_cast<const char*>(record) + at, bytes);
      if (column.size() >= std::size_t{1} << 20) flush();
      return std::nullopt;
    };
    if (auto error = for_each_record(set, add)) return *std::move(error);
    flush();
    at += bytes;
  }
  out.finish();
  return ExportReport{.written = set.size(), .unit = "positions"};
}

Result<ExportReport> export_plain(data::Set& set, const ExportSink& sink) {
  if (set.manifest().game != "chess") {
    return Error{ErrorCode::kUnsupported, 0, "plain is Stockfish's text, for chess alone"};
  }
  ExportReport report{.unit = "positions", .why = "no move or no known outcome"};
  std::string text;
  const auto add = [&](const std::byte* bytes) -> std::optional<Error> {
    chess::Record r;
    std::memcpy(&r, bytes, sizeof r);
    const auto u = chess::unpack(r);
    if (!u) return u.error();
    if (!u->targets.has_next || u->targets.score == chess::Score::kUnknown) {
      ++report.left_out;
      return std::nullopt;
    }
    ++report.written;
    append_plain(text, u->position, u->targets);
    if (text.size() >= std::size_t{1} << 20) {
      sink(text);
      text.clear();
    }
    return std::nullopt;
  };
  if (auto error = for_each_record(set, add)) return *std::move(error);
  sink(text);
  return report;
}

}  // namespace intarsia::games
