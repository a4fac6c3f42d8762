#include "intarsia/io/npy_reader.h"

#include <fstream>

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

TEST(NpyReader, ReadsRowByRow) {
  const std::string path = testing::TempDir() + "rows.npy";
  std::string file = to_npy_header("|u1", {3, 2});
  file += "abcdef";
  std::ofstream(path, std::ios::binary) << file;
  auto reader = NpyReader::open(path);
  ASSERT_TRUE(reader) << reader.error().detail;
  EXPECT_EQ(reader->header().shape, (std::vector<std::uint64_t>{3, 2}));
  std::byte row[2];
  for (char first : {'a', 'c', 'e'}) {
    ASSERT_EQ(reader->read(row), std::nullopt);
    EXPECT_EQ(static_cast<char>(row[0]), first);
  }
  EXPECT_TRUE(reader->read(row));
  std::ofstream(path, std::ios::binary) << file.substr(0, file.size() - 1);
  EXPECT_FALSE(NpyReader::open(path));
  EXPECT_EQ(NpyReader::open(path + ".none").error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace intarsia::io
