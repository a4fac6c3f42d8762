// The files of a data set: what the manifest says of them, and whether that is so.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/fetch.h"
#include "intarsia/data/manifest.h"
#include "intarsia/game/record_type.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/memory.h"
#include "intarsia/io/random_file.h"

namespace intarsia::data {

// A file of more than `most` bytes is an error.
Result<std::string> read_whole(const std::string& path, std::uint64_t most);

// The hash of the first bytes, which must be there; `kept` goes on from it. Constant memory.
Result<std::uint64_t> hash_of(const std::string& path, std::uint64_t bytes,
                              io::Hasher* kept = nullptr);

// An array of ours in a file, as the manifest describes it.
struct ArrayFile {
  std::string path;
  std::string type;  // NumPy's
  std::size_t element_bytes;
  std::uint64_t count;
  std::uint64_t hash;  // of the whole file

  std::uint64_t bytes() const;  // of the whole file
};
FetchedFile fetched(const ArrayFile& f);
ArrayFile shard_file(const std::string& folder, const Manifest& m, std::size_t shard,
                     const RecordType& type);
ArrayFile shard_file(const std::string& folder, std::size_t number, const ShardEntry& e,
                     const RecordType& type);
ArrayFile games_file(const std::string& folder, const Manifest& m, std::size_t shard);
ArrayFile games_file(const std::string& folder, std::size_t number, const ShardEntry& e);
ArrayFile selection_file(const std::string& folder, const SelectionEntry& e);

// The byte of its first element, if header and length are those of such an array.
Result<std::size_t> find_data(const ArrayFile& f, const io::RandomFile& file);

Error changed_bytes();  // what is said of a file whose hash is another

// Why header and length of the file are not those of the array, if it is so.
[[nodiscard]] std::optional<Error> check_length(const ArrayFile& f);

// Why the bytes of the file are not those that were written, if it is so. Constant memory.
[[nodiscard]] std::optional<Error> check_hash(const ArrayFile& f);

// The whole file, its bytes being those that were written.
struct Array {
  io::Memory memory;  // at least as large
  std::size_t size = 0;
  std::size_t data_at = 0;
  std::string_view bytes() const;
  std::string_view rows() const { return bytes().substr(data_at); }
};
// Into `spare` if it is large enough: fresh memory costs more than reading what the system has cached.
Result<Array> read_array(const ArrayFile& f, io::Memory spare = {});

// The error as one about that file, with what to do next.
Error about_file(const std::string& path, Error e);

// The manifest of the data set in a folder.
Result<Manifest> read_manifest_of(const std::string& folder);

}  // namespace intarsia::data
