// A folder that one writer fills file by file.
//
//   auto folder = Folder::open("data");          // made if it is not there, and locked
//   folder->put("shard-00000.npy", {header, records});
//
// A file appears whole under its name or not at all: a temporary name, sync, rename, sync of the
// folder. Links inside the folder are not followed. A second writer is refused as long as the first
// lives. Threads may write different files together.

#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"

namespace intarsia::io {

// Before the name of a file that is being written, or between a name and what sets two apart.
inline constexpr std::string_view kTemporaryPrefix = ".tmp-";

// What the error of a lock that another holds says.
inline constexpr std::string_view kIsLocked = "another program is writing there";

// The names in any folder, sorted.
Result<std::vector<std::string>> names_in(const std::string& folder);

class Folder {
 public:
  // Asked before every call of the system that changes something: an answer other than 0 is the
  // errno with which the call fails instead. What tests of full and broken disks use.
  using Fault = std::function<int(std::string_view call)>;

  // Who else may write there as long as this one lives: nobody, those who agree to share it, or nobody
  // after waiting for those who do now.
  enum class Lock : std::uint8_t { kAlone, kShared, kAwaited };

  static Result<Folder> open(const std::string& path, Fault fault = {}, Lock lock = Lock::kAlone);
  // A folder in this one, made if it is not there. A link is refused.
  Result<Folder> inside(const std::string& name, Lock lock = Lock::kAlone) const;

  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&&) = delete;
  ~Folder();

  const std::string& path() const { return path_; }

  // Writes the parts one after the other. A file of that name is replaced. Of several files the names
  // may be made safe together, by `sync`.
  enum class Names : std::uint8_t { kSafe, kSafeLater };
  [[nodiscard]] std::optional<Error> put(const std::string& name,
                                         std::initializer_list<std::string_view> parts,
                                         Names names = Names::kSafe) const;
  [[nodiscard]] std::optional<Error> sync() const;

  // Removes the entry itself, a link included; none of that name is no error.
  [[nodiscard]] std::optional<Error> remove(const std::string& name) const;
  // Removes a folder with the files in it whose names are ours; any other entry stays, and is an error.
  // None of that name is no error.
  using IsOurs = bool (*)(std::string_view name);
  [[nodiscard]] std::optional<Error> remove_folder(const std::string& name, IsOurs is_ours) const;

  // Gives an entry another name, which is not taken. Exchanges two entries at once: not every file
  // system can. Both are safe when it returns.
  [[nodiscard]] std::optional<Error> rename(const std::string& from, const std::string& to) const;
  [[nodiscard]] std::optional<Error> exchange(const std::string& a, const std::string& b) const;

  // All entries, sorted. One that cannot be listed is an error: it might hold anything.
  Result<std::vector<std::string>> names() const;
  // Whether there is an entry of that name, be it a link to nowhere.
  Result<bool> has(const std::string& name) const;

 private:
  friend class LogFile;

  Folder(std::string path, int fd, Fault fault)
      : path_(std::move(path)), fd_(fd), fault_(std::move(fault)) {}

  bool may(std::string_view call) const;
  static std::optional<Error> lock(int fd, const std::string& path, Lock kind);
  int create(const std::string& name) const;
  bool write_all(int fd, std::string_view bytes) const;
  bool write_parts(const std::string& name, std::initializer_list<std::string_view> parts) const;
  bool sync_names() const;
  Error failure(std::string_view name) const;

  std::string path_;
  int fd_;
  Fault fault_;
  std::unique_ptr<std::mutex> asking_ =
      std::make_unique<std::mutex>();  // `fault_` is not for two threads
};

// A file of a folder that grows at its end. The folder must outlive it.
class LogFile {
 public:
  // Keeps the first bytes of what is there and forgets the rest; fewer are an error.
  static Result<LogFile> open(const Folder& folder, std::string name, std::uint64_t keep);

  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&&) = delete;
  ~LogFile();

  [[nodiscard]] std::optional<Error> append(std::string_view bytes);
  [[nodiscard]] std::optional<Error> sync() const;

 private:
  LogFile(const Folder& folder, std::string name, int fd)
      : folder_(&folder), name_(std::move(name)), fd_(fd) {}

  const Folder* folder_;
  std::string name_;
  int fd_;
};

}  // namespace intarsia::io
