#include "intarsia/io/lines.h"

#include <cstdio>
#include <fstream>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"

namespace intarsia::io {
namespace {

// A stream over a file that is gone at the end.
class Lines : public ::testing::Test {
 protected:
  InputStream stream_with(std::string_view text) {
    std::ofstream(path_, std::ios::binary) << text;
    return *InputStream::open(path_);
  }
  void TearDown() override { std::remove(path_.c_str()); }

  std::string path_ = ::testing::TempDir() + "lines_test";
};

TEST_F(Lines, EndsMarksAndPlaces) {
  InputStream in = stream_with("\xef\xbb\xbfone\r\n\ntwo\nthree");
  LineReader lines(in);
  EXPECT_EQ(lines.next(), "one");
  EXPECT_EQ(lines.offset(), 0U);
  EXPECT_EQ(lines.next(), "");
  EXPECT_EQ(lines.next(), "two");
  EXPECT_EQ(lines.offset(), 9U);
  EXPECT_EQ(lines.next(), "three");
  EXPECT_EQ(lines.number(), 4U);
  EXPECT_FALSE(lines.next());
  EXPECT_FALSE(lines.error());
}

TEST_F(Lines, ALongLineComesCutAndTheNextOneWhole) {
  InputStream in = stream_with(std::string(3 * kMaxLineBytes, 'x') + "\nnext");
  LineReader lines(in);
  EXPECT_EQ(lines.next()->size(), kMaxLineBytes);
  EXPECT_TRUE(lines.is_cut());
  EXPECT_EQ(lines.next(), "next");
  EXPECT_FALSE(lines.is_cut());
  EXPECT_EQ(lines.offset(), 3 * kMaxLineBytes + 1);
}

}  // namespace
}  // namespace intarsia::io
