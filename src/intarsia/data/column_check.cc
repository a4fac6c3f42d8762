#include "intarsia/data/column_check.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "intarsia/base/text.h"
#include "intarsia/data/column.h"
#include "intarsia/data/files.h"
#include "intarsia/data/plan.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/parallel.h"

namespace intarsia::data {

namespace {

Error wrong(std::string detail) { return Error{ErrorCode::kInvalid, 0, std::move(detail)}; }

std::string name_in(const std::string& column, std::string_view file) {
  return concat({kColumnsName, "/", column, "/", file});
}

template <class T>
std::vector<T> elements_of(const io::Memory& bytes) {
  std::vector<T> out(bytes.size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}

// The files of one shard.
class FileCheck {
 public:
  FileCheck(const std::string& set_folder, const Manifest& set, const ColumnManifest& column,
            std::size_t shard, const FindRecordType& find)
      : set_folder_(set_folder), set_(set), column_(column), shard_(shard), find_(find) {}

  Verified run(Depth depth) {
    const std::string folder = column_folder(set_folder_, column_.name);
    const std::string name = column_.values_name(shard_);
    const auto values = read(name, values_file(folder, column_, shard_), depth);
    if (!column_.type.is_ragged) return std::move(found_);
    const std::string beside = column_.offsets_name(shard_);
    const auto offsets = read(beside, offsets_file(folder, column_, shard_), depth);
    if (depth == Depth::kLengths || !values || !offsets) return std::move(found_);
    const auto numbers = elements_of<std::uint64_t>(*offsets);
    if (auto error = check_offsets(numbers, column_.shards[shard_].rows)) {
      note(beside, *std::move(error));
    } else if (depth == Depth::kAll && column_.name == kVisitsName && shard_ < set_.shards.size()) {
      if (auto fault = check_all_visits(elements_of<Visit>(*values), numbers)) {
        note(name, *std::move(fault));
      }
    }
    return std::move(found_);
  }

 private:
  void note(std::string_view file, Error e) {
    found_.add({name_in(column_.name, file), std::move(e)});
  }

  // Nothing if the file is wrong, or if only its length was asked for.
  std::optional<io::Memory> read(const std::string& name, const ColumnArray& array, Depth depth) {
    ++found_.files;
    found_.bytes += array.bytes;
    if (depth == Depth::kLengths) {
      const auto file = io::RandomFile::open(array.path);
      auto error = file ? check_array(array, *file) : std::optional(file.error());
      if (error) note(name, *std::move(error));
      return std::nullopt;
    }
    auto data = read_array(array);
    if (data) return *std::move(data);
    note(name, data.error());
    return std::nullopt;
  }

  // A shard that is not sound is told where it is verified itself.
  std::optional<Error> check_all_visits(std::span<const Visit> visits,
                                        std::span<const std::uint64_t> offsets) const {
    const auto type = find_(set_.game, set_.shards[shard_].size);
    if (!type) return std::nullopt;
    ArrayFile file = shard_file(set_folder_, set_, shard_, *type);
    file.path =
        concat({set_folder_, "/", column_.values_name(shard_)});  // which the shard has, too
    const auto records = read_array(file);
    if (!records) return std::nullopt;
    const auto bytes = std::as_bytes(std::span(records->rows()));
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const auto record = bytes.subspan(i * type->bytes, type->bytes);
      const auto some = visits.subspan(offsets[i], offsets[i + 1] - offsets[i]);
      if (type->check(type->size, record)) return std::nullopt;
      if (auto error = check_visits(*type, record, some)) {
        return wrong(concat({"record ", std::to_string(i), ": ", error->detail}));
      }
    }
    return std::nullopt;
  }

  const std::string& set_folder_;
  const Manifest& set_;
  const ColumnManifest& column_;
  std::size_t shard_;
  const FindRecordType& find_;
  Verified found_;
};

void find_left_over(const std::string& folder, const ColumnManifest& column, Verified& found) {
  std::set<std::string> known = {kManifestName};
  for (std::size_t i = 0; i < column.shards.size(); ++i) {
    known.insert(column.values_name(i));
    if (column.type.is_ragged) known.insert(column.offsets_name(i));
  }
  const auto look = [&](const std::string& inside) {
    const auto names = io::names_in(column_folder(folder, concat({column.name, "/", inside})));
    if (!names) return found.add({concat({kColumnsName, "/", column.name}), names.error()});
    for (const std::string& name : *names) {
      const std::string path = concat({inside, inside.empty() ? "" : "/", name});
      const bool is_part = !column.part_shards.empty() && name.starts_with("part-");
      if (!is_part && !known.contains(path)) found.left_over.push_back(name_in(column.name, path));
    }
  };
  look("");
  for (std::size_t part = 0; part < column.part_shards.size(); ++part) {
    if (column.part_shards[part] != 0) look(part_name(part));
  }
}

void join(Verified& all, Verified&& part) {
  all.files += part.files;
  all.bytes += part.bytes;
  for (Difference& d : part.differences) all.add(std::move(d));
}

void check_column(const std::string& folder, const Manifest& m, const std::string& name,
                  const FindRecordType& find, const VerifyOptions& options, Verified& found) {
  ++found.files;
  const auto column = read_column_manifest_of(folder, name);
  const auto note = [&](Error e) { found.add({name_in(name, kManifestName), std::move(e)}); };
  if (!column && column.error().code == ErrorCode::kNotFound && !m.is_complete) {
    return found.left_over.push_back(concat({kColumnsName, "/", name}));
  }
  if (!column) return note(column.error());
  if (auto error = refuse_column(*column, m)) return note(*std::move(error));
  // Of a set that is not complete a column may know shards that no manifest names yet.
  std::vector<Verified> parts(std::min(column->shards.size(), m.shards.size()));
  io::in_parallel(parts.size(), options.threads, [&](std::size_t i) {
    parts[i] = FileCheck(folder, m, *column, i, find).run(options.depth);
  });
  for (Verified& part : parts) join(found, std::move(part));
  find_left_over(folder, *column, found);
}

}  // namespace

std::optional<Error> check_visits(const RecordType& type, std::span<const std::byte> record,
                                  std::span<const Visit> visits) {
  if (visits.empty()) return std::nullopt;
  std::vector<std::byte> played(record.begin(), record.end());
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const std::string move = concat({"the move ", std::to_string(visits[i].move)});
    if (i > 0 && visits[i].move <= visits[i - 1].move) return wrong(move + " is out of order");
    if (!type.set_move(played.data(), visits[i].move)) return wrong(move + " is none");
    if (const auto error = type.check(type.size, played)) {
      return wrong(concat({move, ": ", error->detail}));
    }
    sum += visits[i].weight;
  }
  if (sum == Visit::kAll) return std::nullopt;
  return wrong(concat(
      {"the weights sum up to ", std::to_string(sum), ", not to ", std::to_string(Visit::kAll)}));
}

std::optional<Error> check_columns(const std::string& folder, const Manifest& m,
                                   const FindRecordType& find, const VerifyOptions& options,
                                   Verified& found) {
  auto names = io::names_in(concat({folder, "/", kColumnsName}));
  if (!names && names.error().code == ErrorCode::kNotFound) return std::nullopt;
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (is_column_name(name)) {
      check_column(folder, m, name, find, options, found);
    } else if (name.starts_with(io::kTemporaryPrefix)) {
      found.left_over.push_back(concat({kColumnsName, "/", name}));
    }
  }
  return std::nullopt;
}

}  // namespace intarsia::data
