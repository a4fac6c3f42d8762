#include "intarsia/io/open_files.h"

#include <thread>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace intarsia::io {
namespace {

std::string content(OpenFiles& files, std::size_t id) {
  const auto file = files.get(id);
  if (!file) return file.error().detail;
  std::string text((*file)->size(), '\0');
  const auto error = (*file)->read(0, std::as_writable_bytes(std::span(text)));
  return error ? error->detail : text;
}

TEST(OpenFiles, ReadsAnyNumberOfFilesThroughFewDescriptors) {
  const test::TempFolder folder;
  OpenFiles files(3);
  for (int i = 0; i < 20; ++i)
    files.add(folder.file(std::to_string(i), "text " + std::to_string(i)));
  for (std::size_t step : {1U, 7U, 13U}) {
    for (std::size_t i = 0, id = 0; i < 60; ++i, id = (id + step) % 20) {
      ASSERT_EQ(content(files, id), "text " + std::to_string(id));
      ASSERT_LE(files.open_count(), 3U);
    }
  }
}

TEST(OpenFiles, KeepsWhatWasUsedLast) {
  const test::TempFolder folder;
  OpenFiles files(2);
  for (const char* name : {"a", "b", "c"}) files.add(folder.file(name, name));
  const auto a = files.get(0);
  ASSERT_TRUE(a);
  ASSERT_TRUE(files.get(1));
  ASSERT_EQ(*files.get(0), *a) << "still the same";
  ASSERT_TRUE(files.get(2)) << "in the place of b";
  EXPECT_EQ(*files.get(0), *a);
}

TEST(OpenFiles, RefusesAFileThatChangedItsSizeMeanwhile) {
  const test::TempFolder folder;
  OpenFiles files(1);
  files.add(folder.file("a", "long text"));
  files.add(folder.file("b", "b"));
  ASSERT_EQ(content(files, 0), "long text");
  ASSERT_EQ(content(files, 1), "b");
  folder.file("a", "text");
  EXPECT_FALSE(files.get(0));
  EXPECT_EQ(content(files, 1), "b");
}

TEST(OpenFiles, ServesThreadsTogether) {
  const test::TempFolder folder;
  OpenFiles files(2);
  for (int i = 0; i < 8; ++i) files.add(folder.file(std::to_string(i), std::to_string(i)));
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&files, t] {
      for (std::size_t i = 0; i < 400; ++i) {
        const std::size_t id = (i * (t + 1) + t) % 8;
        EXPECT_EQ(content(files, id), std::to_string(id));
      }
    });
  }
}

}  // namespace
}  // namespace intarsia::io
