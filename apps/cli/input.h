// What the words on the command line stand for: files, standard input, positions.

#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::cli {

inline constexpr std::size_t kMaxLineBytes = 1 << 20;

// Reads lines of any file in constant memory.
class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) {}

  // The next line without its end (LF, CRLF); nothing at the end of the file. A line beyond
  // kMaxLineBytes comes cut, with `is_cut` set, and is skipped to its end.
  std::optional<std::string_view> next();
  bool is_cut() const { return is_cut_; }
  std::size_t number() const { return number_; }  // from 1
  bool has_failed() const { return std::ferror(file_) != 0; }

 private:
  std::FILE* file_;
  std::string line_;
  std::size_t number_ = 0;
  bool is_cut_ = false;
};

// One position as text, and where it came from.
struct PositionText {
  std::string_view text;
  std::string_view source;                    // file name, "-", or empty for an argument
  std::size_t line;                           // from 1
  std::optional<Error> error = std::nullopt;  // the text itself cannot be taken
};

// Calls visit for every position that an argument stands for: an existing path is a file with one
// a line (blank lines and lines that begin with "# " are skipped), "-" is standard input, anything
// else is a position. Answers an error if a file cannot be read.
std::optional<Error> for_each_position(const std::string& argument,
                                       const std::function<void(const PositionText&)>& visit);

// The lines of a file or of standard input alone.
std::optional<Error> for_each_line(const std::string& file,
                                   const std::function<void(const PositionText&)>& visit);

// One line on stderr: place, kind and words of the error.
void report(const PositionText& item, const Error& e);

// The same for a position that was refused; answers the exit code. A word that cannot be a position
// was meant as a file's name: then both guesses, and kUsage.
int report_refused(const PositionText& item, const Error& e, std::string_view verb);

}  // namespace intarsia::cli
