#include "intarsia/io/lines.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

// A file that is gone when nobody holds it.
File file_with(std::string_view text) {
  File f(std::tmpfile());
  std::fwrite(text.data(), 1, text.size(), f.get());
  std::rewind(f.get());
  return f;
}

TEST(Lines, EndsMarksAndPlaces) {
  const File f = file_with("\xef\xbb\xbfone\r\n\ntwo\nthree");
  LineReader lines(f.get());
  EXPECT_EQ(lines.next(), "one");
  EXPECT_EQ(lines.offset(), 0U);
  EXPECT_EQ(lines.next(), "");
  EXPECT_EQ(lines.next(), "two");
  EXPECT_EQ(lines.offset(), 9U);
  EXPECT_EQ(lines.next(), "three");
  EXPECT_EQ(lines.number(), 4U);
  EXPECT_FALSE(lines.next());
  EXPECT_FALSE(lines.has_failed());
}

TEST(Lines, ALongLineComesCutAndTheNextOneWhole) {
  const File f = file_with(std::string(3 * kMaxLineBytes, 'x') + "\nnext");
  LineReader lines(f.get());
  EXPECT_EQ(lines.next()->size(), kMaxLineBytes);
  EXPECT_TRUE(lines.is_cut());
  EXPECT_EQ(lines.next(), "next");
  EXPECT_FALSE(lines.is_cut());
  EXPECT_EQ(lines.offset(), 3 * kMaxLineBytes + 1);
}

TEST(Lines, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(open_file("/no/such/file").error().code, ErrorCode::kIo);
  const std::string folder = std::filesystem::temp_directory_path();
  EXPECT_EQ(open_file(folder).error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace intarsia::io
