// Where the tests' data lies.

#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace intarsia::test {

inline std::string data_path(const std::string& name) { return INTARSIA_TEST_DATA "/" + name; }

// The lines of a file under tests/data, without blank lines and those that begin with '#'.
inline std::vector<std::string> data_lines(const std::string& name) {
  std::ifstream in(data_path(name));
  if (!in) throw std::runtime_error("missing test data: " + data_path(name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

}  // namespace intarsia::test
