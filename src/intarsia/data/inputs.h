// The inputs of a run, looked at before anything is written.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/game_sources.h"
#include "intarsia/io/input_paths.h"

namespace intarsia::data {

class Inputs {
 public:
  Inputs(std::vector<io::InputPath> paths, FindFormat find);

  std::size_t size() const { return paths_.size(); }
  const std::string& path(std::size_t i) const { return paths_[i].path; }
  const std::string& shown(std::size_t i) const { return paths_[i].shown(); }

  // Whether all can be opened and hold games. A pipe can be opened once only: it stays open. Archives
  // in which nothing can be read may be left to whoever reads them. Of streams from elsewhere only the
  // first is opened before it is read.
  [[nodiscard]] std::optional<Error> check(bool skips_damage = false);
  // Once for each.
  Result<GameSources> open(std::size_t i);
  // The files in folders and members of archives that hold no games, of those that were closed.
  const std::vector<std::string>& skipped() const { return skipped_; }
  void close(const GameSources& sources);

 private:
  std::vector<io::InputPath> paths_;
  FindFormat find_;
  std::map<std::size_t, GameSources> open_;  // by their numbers
  std::vector<std::string> skipped_;
};

}  // namespace intarsia::data
