#include "intarsia/data/equal_games.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "intarsia/data/files.h"
#include "intarsia/data/repeats.h"
#include "intarsia/io/open_files.h"

namespace intarsia::data {

namespace {

struct StoredGame {
  GameRow row;
  std::vector<std::byte> records;
};

// Single games by their numbers through all shards.
class GameFinder {
 public:
  static Result<GameFinder> over(const Set& sets) {
    GameFinder finder;
    for (const Set::Member& set : sets.sets()) {
      const auto shards = sets.shards_of(set);
      for (std::size_t i = 0; i < shards.size(); ++i) {
        auto type = sets.type_of(set.shards_before + i);
        if (!type) return type.error();
        const ArrayFile rows = games_file(set.named.folder, i, shards[i]);
        const ArrayFile records = shard_file(set.named.folder, i, shards[i], *type);
        finder.shards_.push_back(
            {finder.games_, *std::move(type), finder.add(rows), finder.add(records)});
        finder.games_ += shards[i].games;
      }
    }
    return finder;
  }

  std::uint64_t games() const { return games_; }

  const RecordType& type_of(std::uint64_t game) const { return shard_of(game).type; }

  Result<StoredGame> read(std::uint64_t number) {
    const Shard& shard = shard_of(number);
    StoredGame game;
    const auto row = std::as_writable_bytes(std::span(&game.row, 1));
    if (auto error = read(shard.rows, number - shard.first, sizeof(GameRow), row)) {
      return *std::move(error);
    }
    game.records.resize(game.row.records * shard.type.bytes);
    if (auto error = read(shard.records, game.row.first, shard.type.bytes, game.records)) {
      return *std::move(error);
    }
    return game;
  }

 private:
  struct File {
    std::size_t id;       // among the open ones
    std::size_t data_at;  // its first element
  };
  struct Shard {
    std::uint64_t first;  // number of its first game
    RecordType type;
    File rows, records;
  };

  File add(const ArrayFile& file) {
    return {files_->add(file.path), file.bytes() - file.count * file.element_bytes};
  }

  const Shard& shard_of(std::uint64_t game) const {
    const auto after =
        std::upper_bound(shards_.begin(), shards_.end(), game,
                         [](std::uint64_t wanted, const Shard& s) { return wanted < s.first; });
    return *(after - 1);
  }

  std::optional<Error> read(const File& file, std::uint64_t element, std::size_t element_bytes,
                            std::span<std::byte> out) {
    const auto open = files_->get(file.id);
    if (!open) return open.error();
    return (*open)->read(file.data_at + element * element_bytes, out);
  }

  std::unique_ptr<io::OpenFiles> files_ = std::make_unique<io::OpenFiles>();
  std::vector<Shard> shards_;
  std::uint64_t games_ = 0;
};

// The bytes of the field of that name in a record.
std::span<const std::byte> field_of(const RecordType& type, std::string_view name,
                                    std::span<const std::byte> record) {
  std::size_t at = 0;
  for (const Field& f : type.fields) {
    if (f.name == name) return record.subspan(at, bytes_of(f));
    at += bytes_of(f);
  }
  return {};
}

bool has_same_moves(const RecordType& type, const StoredGame& a, const StoredGame& b) {
  if (a.records.size() != b.records.size()) return false;
  for (std::size_t at = 0; at < a.records.size(); at += type.bytes) {
    const auto move = [&](const StoredGame& game) {
      return field_of(type, "move", std::span(game.records).subspan(at, type.bytes));
    };
    if (!std::ranges::equal(move(a), move(b))) return false;
  }
  return true;
}

bool are_equal(const RecordType& type, const StoredGame& a, const StoredGame& b,
               const SameStart& same_start) {
  const auto start = [&](const StoredGame& game) {
    return std::span(game.records).first(type.bytes);
  };
  return a.row.hash == b.row.hash && a.row.size == b.row.size && has_same_moves(type, a, b) &&
         same_start(type.size, start(a), start(b));
}

}  // namespace

Result<std::vector<bool>> find_equal_games(const Set& sets, const std::string& folder,
                                           std::uint64_t memory, const SameStart& same_start) {
  auto finder = GameFinder::over(sets);
  if (!finder) return finder.error();
  auto repeats = Repeats::open(folder, {.keys = finder->games(), .memory = memory});
  if (!repeats) return repeats.error();
  std::uint64_t number = 0;
  for (std::size_t shard = 0; shard < sets.manifest().shards.size(); ++shard) {
    const auto rows = sets.games(shard);
    if (!rows) return rows.error();
    for (const GameRow& row : *rows) {
      if (auto error = (*repeats)->add(row.hash, number++)) return *std::move(error);
    }
  }
  if (auto error = (*repeats)->finish()) return *std::move(error);
  std::vector<bool> is_equal(finder->games());
  while (true) {
    const auto repeat = (*repeats)->next();
    if (!repeat) return repeat.error();
    if (!*repeat) return is_equal;
    const auto first = finder->read((*repeat)->first);
    if (!first) return first.error();
    const auto again = finder->read((*repeat)->number);
    if (!again) return again.error();
    is_equal[(*repeat)->number] =
        are_equal(finder->type_of((*repeat)->number), *first, *again, same_start);
  }
}

}  // namespace intarsia::data
