#include "intarsia/data/column_manifest.h"

#include <algorithm>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/plan.h"
#include "intarsia/data/seal.h"
#include "intarsia/io/npy.h"

namespace intarsia::data {

namespace {

constexpr std::string_view kFormat = "intarsia column";
constexpr std::string_view kTurnedNames[] = {"kept", "negated", "reversed"};
constexpr std::size_t kMaxText = 4'096;  // of a meaning or a view

Error bad(ErrorCode code, std::size_t offset, std::string_view what) {
  return Error{code, offset, concat({"a column's manifest: ", what})};
}

bool is_letter_or_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t element_bytes(std::string_view dtype) {
  return dtype == kVisitType ? sizeof(Visit) : static_cast<std::size_t>(dtype.back() - '0');
}

// The type that a known name says; nothing for a name of the user's.
std::optional<ColumnType> type_of(std::string_view name) {
  if (name == kVisitsName) return ColumnType{std::string(kVisitType), {}, true};
  if (name == kWdlName) return ColumnType{"<f2", {3}, false};
  if (name == kClockName) return ColumnType{"<u4", {}, false};
  return std::nullopt;
}

void add_file(JsonText& out, const ColumnManifest& m, std::size_t shard) {
  const ColumnFile& f = m.shards[shard];
  out.begin_object();
  out.key("name").value(m.values_name(shard));
  out.key("records").value(f.records);
  out.key("shard_xxh3").value(hex16(f.shard_hash));
  out.key("rows").value(f.rows);
  out.key("bytes").value(f.bytes);
  out.key("xxh3").value(hex16(f.hash));
  if (m.type.is_ragged) {
    out.key("offsets_name").value(m.offsets_name(shard));
    out.key("offsets_bytes").value(f.offsets_bytes);
    out.key("offsets_xxh3").value(hex16(f.offsets_hash));
  }
  out.end_object();
}

std::string text(JsonReader& in, std::string_view key) {
  in.key(key);
  std::string found = in.text();
  if (found.size() > kMaxText) in.fail(concat({"the text of ", in_quotes(key), " is too long"}));
  return found;
}

void fixed(JsonReader& in, std::string_view key, std::string_view value) {
  if (text(in, key) != value) in.fail(concat({"expected ", in_quotes(value)}));
}

std::uint64_t number(JsonReader& in, std::string_view key) {
  in.key(key);
  return in.number();
}

std::uint64_t hash(JsonReader& in, std::string_view key) {
  in.key(key);
  return in.hash();
}

ColumnType read_type(JsonReader& in) {
  ColumnType type{.dtype = text(in, "dtype")};
  in.key("shape");
  for (in.begin_list(); in.next_item();) {
    type.shape.push_back(in.number());
    if (type.shape.size() > kMaxColumnAxes) in.fail("a row of too many axes");
  }
  in.key("ragged");
  type.is_ragged = in.truth();
  return type;
}

Turned read_turned(JsonReader& in) {
  const std::string word = text(in, "turned");
  const auto* const found = std::find(std::begin(kTurnedNames), std::end(kTurnedNames), word);
  if (found != std::end(kTurnedNames)) return static_cast<Turned>(found - kTurnedNames);
  in.fail("expected kept, negated or reversed");
  return Turned::kKept;
}

bool has_right_lengths(const ColumnFile& f, const ColumnType& type) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;  // what can be counted
  if (f.rows > kMost / type.row_bytes()) return false;
  const bool is_right = f.bytes == values_header(type, f.rows).size() + f.rows * type.row_bytes();
  const std::uint64_t offsets = f.records + 1;
  return is_right && (!type.is_ragged || f.offsets_bytes == offsets_header(f.records).size() +
                                                                offsets * sizeof(std::uint64_t));
}

ColumnFile read_file(JsonReader& in, const ColumnManifest& m, std::size_t shard) {
  const ColumnType& type = m.type;
  ColumnFile f;
  in.begin_object();
  fixed(in, "name", m.values_name(shard));
  f.records = number(in, "records");
  f.shard_hash = hash(in, "shard_xxh3");
  f.rows = number(in, "rows");
  f.bytes = number(in, "bytes");
  f.hash = hash(in, "xxh3");
  if (type.is_ragged) {
    fixed(in, "offsets_name", m.offsets_name(shard));
    f.offsets_bytes = number(in, "offsets_bytes");
    f.offsets_hash = hash(in, "offsets_xxh3");
  } else if (f.rows != f.records) {
    in.fail("as many rows as records are needed");
  }
  if (f.records > UINT32_MAX) in.fail("more records than a shard has");
  in.end_object();
  if (!in.error() && !has_right_lengths(f, type)) in.fail("lengths that do not fit the rows");
  return f;
}

}  // namespace

std::size_t ColumnType::row_bytes() const {
  std::size_t bytes = element_bytes(dtype);
  for (const std::uint64_t n : shape) bytes *= n;
  return bytes;
}

bool is_column_name(std::string_view name) {
  const auto is_good = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= kMaxColumnName && is_letter_or_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), is_good);
}

std::optional<Error> refuse_column_name(std::string_view name) {
  if (is_column_name(name)) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               concat({in_quotes(as_utf8(name)), " names no column: expected 1 to ",
                       std::to_string(kMaxColumnName), " letters, digits, - and _"})};
}

std::optional<Error> refuse_column(std::string_view name, const ColumnType& type) {
  const auto refused = [](std::string detail) {
    return Error{ErrorCode::kInvalid, 0, std::move(detail)};
  };
  if (auto error = refuse_column_name(name)) return error;
  const bool is_number = std::find(std::begin(kColumnTypes), std::end(kColumnTypes), type.dtype) !=
                         std::end(kColumnTypes);
  if (!is_number && type.dtype != kVisitType) {
    return refused(concat({"a column has no elements of ", in_quotes(as_utf8(type.dtype))}));
  }
  if (type.shape.size() > kMaxColumnAxes) return refused("a row of a column has at most 4 axes");
  std::size_t bytes = element_bytes(type.dtype);
  for (const std::uint64_t n : type.shape) {
    if (n == 0 || n > kMaxColumnRow / bytes) {
      return refused("a row of a column has 1 to 1,048,576 bytes");
    }
    bytes *= n;
  }
  const auto known = type_of(name);
  if (!known || *known == type) return std::nullopt;
  return refused(concat({"the column ", name, " has another type: docs/formats.md says which"}));
}

std::optional<Error> refuse_turned(const ColumnManifest& m) {
  const bool can_be = m.turned == Turned::kNegated    ? m.type.dtype.starts_with("<f")
                      : m.turned == Turned::kReversed ? !m.type.shape.empty()
                                                      : true;
  const bool has_view = m.turned == Turned::kKept || !m.view.empty();
  if (can_be && has_view && (m.turned == Turned::kKept || !m.type.is_ragged)) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               concat({"the rows of the column ", m.name,
                       " cannot be turned: negated are floats, reversed are rows of several "
                       "numbers, and both are told in somebody's view"})};
}

std::optional<Error> refuse_column(const ColumnManifest& column, const Manifest& set) {
  const auto refused = [&](std::string_view why) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"the column ", column.name, " is not of this data set: ", why,
                         "; make it again, or drop it"})};
  };
  if (set.is_complete && column.shards.size() > set.shards.size()) {
    return refused("it has more shards");
  }
  for (std::size_t i = 0; i < set.shards.size(); ++i) {
    if (i >= column.shards.size()) {
      return refused(concat({"it has nothing for ", numbered_name("shard", i)}));
    }
    const ColumnFile& f = column.shards[i];
    if (f.shard_hash != set.shards[i].hash || f.records != set.shards[i].records) {
      return refused(concat({"it was made for another ", numbered_name("shard", i)}));
    }
  }
  return std::nullopt;
}

ColumnManifest::Place ColumnManifest::place_of(std::size_t shard) const {
  if (part_shards.empty()) return {"", shard};
  std::size_t part = 0;
  while (part + 1 < part_shards.size() && shard >= part_shards[part]) shard -= part_shards[part++];
  return {part_name(part), shard};
}

std::string ColumnManifest::values_name(std::size_t shard) const {
  const Place place = place_of(shard);
  return concat(
      {place.folder, place.folder.empty() ? "" : "/", numbered_name("shard", place.number)});
}

std::string ColumnManifest::offsets_name(std::size_t shard) const {
  const Place place = place_of(shard);
  return concat({place.folder, place.folder.empty() ? "" : "/", data::offsets_name(place.number)});
}

std::string offsets_name(std::size_t shard) {
  constexpr std::string_view kEnding = ".npy";
  const std::string name = numbered_name("shard", shard);
  return concat({std::string_view(name).substr(0, name.size() - kEnding.size()), ".offsets.npy"});
}

std::string values_header(const ColumnType& type, std::uint64_t rows) {
  std::vector<std::uint64_t> shape = {rows};
  shape.insert(shape.end(), type.shape.begin(), type.shape.end());
  return io::to_npy_header(type.dtype, shape);
}

std::string offsets_header(std::uint64_t records) {
  return io::to_npy_header("<u8", {records + 1});
}

std::string to_json(const ColumnManifest& m) {
  JsonText out(/*is_open=*/true);
  out.begin_object();
  out.key("format").value(kFormat);
  out.key("version").value(kColumnVersion);
  out.key("column").value(m.name);
  out.key("dtype").value(m.type.dtype);
  out.key("shape").begin_list();
  for (const std::uint64_t n : m.type.shape) out.value(n);
  out.end_list();
  out.key("ragged").value(m.type.is_ragged);
  out.key("meaning").value(m.meaning);
  out.key("view").value(m.view);
  out.key("turned").value(kTurnedNames[static_cast<std::size_t>(m.turned)]);
  out.key("made_by").json(m.made_by);
  out.key("set_xxh3").value(hex16(m.set));
  if (!m.part_shards.empty()) {
    out.key("part_shards").begin_list();
    for (const std::uint64_t n : m.part_shards) out.value(n);
    out.end_list();
  }
  out.key("shards").begin_list();
  for (std::size_t i = 0; i < m.shards.size(); ++i) add_file(out, m, i);
  out.end_list();
  return sealed(out);
}

Result<ColumnManifest> read_column_manifest(std::string_view file) {
  if (!seal_of(file)) {
    return bad(ErrorCode::kInvalid, 0, "its hash is not that of its text: it was changed or cut");
  }
  JsonReader in(file);
  ColumnManifest m;
  in.begin_object();
  fixed(in, "format", kFormat);
  if (number(in, "version") != kColumnVersion && !in.error()) {
    return bad(ErrorCode::kUnsupported, 0, "another version of the format");
  }
  m.name = text(in, "column");
  m.type = read_type(in);
  if (!in.error()) {
    if (auto error = refuse_column(m.name, m.type)) return *std::move(error);
  }
  m.meaning = text(in, "meaning");
  m.view = text(in, "view");
  m.turned = read_turned(in);
  if (!in.error()) {
    if (auto error = refuse_turned(m)) return *std::move(error);
  }
  in.key("made_by");
  m.made_by = in.skip();
  if (!m.made_by.starts_with('{')) in.fail("what made it is no object");
  m.set = hash(in, "set_xxh3");
  if (in.has_key("part_shards")) {
    for (in.begin_list(); in.next_item();) m.part_shards.push_back(in.number());
  }
  in.key("shards");
  for (in.begin_list(); in.next_item();) {
    m.shards.push_back(read_file(in, m, m.shards.size()));
  }
  hash(in, "xxh3");
  in.end_object();
  in.end();
  if (const auto& e = in.error()) {
    return bad(ErrorCode::kInvalid, e->offset,
               concat({e->detail, " at byte ", std::to_string(e->offset)}));
  }
  return m;
}

}  // namespace intarsia::data
