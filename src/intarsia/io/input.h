// The texts in a file that a user names: the file itself, or each member of an archive.
//
//   auto input = Input::open("games.zip");
//   while (true) {
//     auto source = input->next();
//     if (!source) report(source.error());     // of one member: the next call goes on behind it
//     else if (!*source) break;
//     else use((*source)->name, (*source)->in);
//   }
//
// Zip and tar, packed or not, are read as streams: memory stays constant, pipes serve as well, and
// names of members are shown and never used as paths.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::io {

inline constexpr std::uint64_t kMaxMembers = 100'000;  // of an archive

struct Source {
  std::string name;      // "games.pgn", "games.zip!2024/may.pgn"
  InputStream in;        // of a member: until the next one is asked for
  bool is_link = false;  // in an archive, or a device: it has no bytes of its own
};

namespace internal {
class Archive;
}

// How the names of packed files and of archives that can be read end, for people: ".zst, .gz, …".
std::string packed_endings();

class Input {
 public:
  // "-" is standard input. What can be unpacked by other programs only is refused with their names.
  // `name` is what the source is called, if not by its path.
  static Result<Input> open(const std::string& path, const std::string& name = {});
  static Result<Input> open(const std::string& name, OpenStream stream);

  bool is_archive() const { return archive_ != nullptr; }
  // Nothing at the end. Folders in an archive are passed over, and so is what macOS adds.
  Result<std::optional<Source>> next();

  // Of the file as it lies on disk, for progress; `last` is the stream that `next` returned last.
  std::uint64_t bytes_taken(const InputStream& last) const;

 private:
  Input() = default;
  static Result<Input> open(const std::string& name, InputStream in);

  std::optional<Source> file_;  // until it is handed out
  std::shared_ptr<internal::Archive> archive_;
};

}  // namespace intarsia::io
