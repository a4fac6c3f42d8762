// Folders in which parts are made until they are whole.
//
//   auto attempt = Attempt::begin("set", 7);       // set/.attempt-00007-…, or a dead one's, to go on with
//   build into attempt->path();
//   attempt->publish();                            // from now on set/part-00007 is there
//
// Every attempt has a folder of its own, so that an orphan of a killed worker disturbs nobody, and two who
// make the same part meet only at the end: the first gives it its name by one rename, the second finds
// the same bytes there. Locks are asked on one host only, for what dead attempts have left.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

inline constexpr std::string_view kAttemptPrefix = ".attempt-";

class Attempt {
 public:
  // One that a dead process of this host has left is taken over, if `may_take_over`.
  static Result<Attempt> begin(const std::string& folder, std::size_t part, bool may_take_over);

  const std::string& path() const { return path_; }
  bool is_taken_over() const { return is_taken_over_; }

  // Gives it the part's name. Whether it was there already with the same files, by the text of `mark`:
  // then this one is removed. Other ones are an error: then bytes depend on something that they must not.
  Result<bool> publish(const std::string& mark) const;
  // Removes it, as far as its files are ours.
  void remove() const;

 private:
  Attempt(std::string folder, std::string name, std::size_t part, bool is_taken_over);

  std::string folder_, name_, path_;
  std::size_t part_;
  bool is_taken_over_;
};

// Whether another process, or another thread, writes in the folder.
bool is_locked(const std::string& path);

// The attempts in a folder; those of them that nobody works at any more, as far as can be seen from here.
std::vector<std::string> attempts_in(const std::string& folder);

// Removes attempts that no process of this host holds and that are older than a day; how many.
std::size_t remove_old_attempts(const std::string& folder);

// Where one folder of a data set is not like another with the same options: a file's name and why.
std::string first_difference(const Manifest& a, const Manifest& b);

}  // namespace intarsia::data
