// What a user names as inputs, as files: folders are walked, lists are read.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/io/byte_source.h"

namespace intarsia::io {

struct InputPath {
  std::string path;
  bool is_named = true;   // by the user; else it was found in a folder, and may be something else
  std::string name = {};  // what the source is called, if not by its path
  StreamOpener stream = {};  // reads it, where it is no file of this machine

  const std::string& shown() const { return name.empty() ? path : name; }
};

struct InputPaths {
  std::vector<InputPath> paths;
  std::vector<std::string> twice;    // files that are named again
  std::vector<std::string> skipped;  // in folders: links to folders or to nowhere, pipes, devices
};

// A folder stands for the files in it and in its folders, by the order of their names; hidden ones are
// left out. "@list.txt" stands for the lines of that file, but for blank ones and those with "#". "-"
// is standard input, and what is not there is left for those who open it.
Result<InputPaths> find_inputs(std::span<const std::string> arguments);

}  // namespace intarsia::io
