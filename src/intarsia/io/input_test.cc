#include "intarsia/io/input.h"

#include <filesystem>
#include <fstream>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/io/input_paths.h"

namespace intarsia::io {
namespace {

using Write = int (*)(archive*);
using Files = std::vector<std::pair<std::string, std::string>>;

// A folder of its own, gone with the test.
class InputTest : public testing::Test {
 protected:
  InputTest() : folder_(testing::TempDir() + "input_test_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~InputTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  std::string folder_;
};

std::string packed(Write format, Write filter, const Files& files) {
  std::string out(std::size_t{4} << 20, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  format(a);
  filter(a);
  archive_write_open_memory(a, out.data(), out.size(), &used);
  for (const auto& [name, text] : files) {
    archive_entry* e = archive_entry_new();
    archive_entry_set_pathname(e, name.c_str());
    archive_entry_set_filetype(e, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_size(e, static_cast<la_int64_t>(text.size()));
    archive_write_header(a, e);
    archive_write_data(a, text.data(), text.size());
    archive_entry_free(e);
  }
  archive_write_close(a);
  archive_write_free(a);
  out.resize(used);
  return out;
}

std::string raw(Write filter, const std::string& text) {
  return packed(archive_write_set_format_raw, filter, {{"x", text}});
}

struct Read {
  Files files;
  std::vector<std::string> errors;
};

Read read_all(const std::string& path) {
  Read out;
  auto input = Input::open(path);
  if (!input) return {{}, {input.error().detail}};
  while (true) {
    auto source = input->next();
    if (!source) {
      out.errors.push_back(source.error().detail);
      continue;
    }
    if (!*source) return out;
    out.files.emplace_back((*source)->name, "");
    std::vector<char> block(1000);
    while (true) {
      const auto n = (*source)->in.read(block);
      if (!n) out.errors.push_back(n.error().detail);
      if (!n || *n == 0) break;
      out.files.back().second.append(block.data(), *n);
    }
  }
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 10007) + " e4\n";
  return text;
}

struct Kind {
  const char* name;
  Write format, filter;
};
constexpr Kind kArchives[] = {
    {"a.zip", archive_write_set_format_zip, archive_write_add_filter_none},
    {"a.tar", archive_write_set_format_ustar, archive_write_add_filter_none},
    {"a.tar.gz", archive_write_set_format_pax, archive_write_add_filter_gzip},
    {"a.tar.bz2", archive_write_set_format_gnutar, archive_write_add_filter_bzip2},
    {"a.tar.xz", archive_write_set_format_v7tar, archive_write_add_filter_xz},
    {"a.tar.zst", archive_write_set_format_pax, archive_write_add_filter_zstd}};

TEST_F(InputTest, ArchivesAreTheirMembers) {
  const Files files = {{"folder/", ""},
                       {"folder/one.pgn", long_text()},
                       {"__MACOSX/._one.pgn", "junk"},
                       {"empty.pgn", ""},
                       {"../two.pgn", "1. e4 *"}};
  for (const Kind& kind : kArchives) {
    const std::string file = write(kind.name, packed(kind.format, kind.filter, files));
    const Read read = read_all(file);
    EXPECT_TRUE(read.errors.empty()) << file << ": " << read.errors.front();
    const Files expected = {{file + "!folder/one.pgn", long_text()},
                            {file + "!empty.pgn", ""},
                            {file + "!../two.pgn", "1. e4 *"}};
    EXPECT_EQ(read.files, expected) << file;
  }
}

TEST_F(InputTest, ACutArchiveIsAnErrorWhereverItIsCut) {
  const Files files = {{"one.pgn", long_text().substr(0, 3000)}, {"two.pgn", "1. e4 *\n"}};
  for (const Kind& kind : kArchives) {
    const std::string whole = packed(kind.format, kind.filter, files);
    // The table at the end of a zip file says nothing that its members did not; tar is padded.
    const bool is_zip = std::string_view(kind.name).ends_with("zip");
    const std::size_t end = is_zip ? whole.find("PK\1\2") : whole.size() - 1;
    for (std::size_t bytes = 7; bytes < end; bytes += bytes < 1500 ? 13 : 101) {
      const bool is_padding = std::string_view(kind.name) == "a.tar" && bytes > 512 &&
                              whole.find_first_not_of('\0', bytes - 512) == std::string::npos;
      if (is_padding) continue;
      const Read read = read_all(write(kind.name, whole.substr(0, bytes)));
      const bool is_text =
          !read.files.empty() && read.files[0].first.find("!") == std::string::npos;
      EXPECT_TRUE(!read.errors.empty() || is_text) << kind.name << " cut at " << bytes;
    }
  }
}

TEST_F(InputTest, PackedFilesAreTheirText) {
  const std::string text = long_text();
  const auto bzip2 = raw(archive_write_add_filter_bzip2, text);
  const auto xz = raw(archive_write_add_filter_xz, text);
  EXPECT_EQ(read_all(write("a.bz2", bzip2)).files[0].second, text);
  EXPECT_EQ(read_all(write("a.xz", xz)).files[0].second, text);
  EXPECT_EQ(read_all(write("a.bz2", bzip2 + bzip2)).files[0].second, text + text);
  EXPECT_EQ(read_all(write("a.xz", xz + xz)).files[0].second, text + text);
  for (const auto& [name, whole] : {std::pair("a.bz2", bzip2), std::pair("a.xz", xz)}) {
    EXPECT_FALSE(read_all(write(name, whole + "junk")).errors.empty()) << name;
    for (std::size_t bytes = 8; bytes < whole.size(); bytes += whole.size() / 50 + 1) {
      EXPECT_FALSE(read_all(write(name, whole.substr(0, bytes))).errors.empty())
          << name << " cut at " << bytes;
    }
    std::string flipped = whole;
    flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 4);
    EXPECT_FALSE(read_all(write(name, flipped)).errors.empty()) << name;
  }
  EXPECT_EQ(read_all(write("b.xz", raw(archive_write_add_filter_xz, ""))).files[0].second, "");
  EXPECT_FALSE(read_all(write("plain.bz2", "1. e4")).errors.empty());
}

TEST_F(InputTest, WhatCannotBeReadIsNamedWithTheProgramThatCan) {
  const auto error = read_all(write("a.7z", "7z\xbc\xaf\x27\x1c and more")).errors.at(0);
  EXPECT_NE(error.find("7z x -so " + path("a.7z")), std::string::npos) << error;
  const std::string inner =
      packed(archive_write_set_format_zip, archive_write_add_filter_none, {{"x.pgn", "1. e4 *"}});
  const Read read = read_all(
      write("outer.zip", packed(archive_write_set_format_zip, archive_write_add_filter_none,
                                {{"in.zip", inner}, {"y.pgn", "*"}})));
  ASSERT_EQ(read.errors.size(), 1U);
  EXPECT_NE(read.errors[0].find("outer.zip!in.zip is an archive in an archive"), std::string::npos);
  ASSERT_EQ(read.files.size(), 1U) << "what comes behind it is read";
}

TEST_F(InputTest, DamageInOneMemberOfAZipFileLeavesTheOthers) {
  std::string whole = packed(archive_write_set_format_zip, archive_write_add_filter_none,
                             {{"one.pgn", long_text()}, {"two.pgn", "1. e4 *"}});
  whole[whole.find("PK\3\4") + 200] ^= 1;
  const Read read = read_all(write("a.zip", whole));
  EXPECT_FALSE(read.errors.empty());
}

TEST_F(InputTest, TooManyMembersAreRefused) {
  Files files;
  for (std::uint64_t i = 0; i <= kMaxMembers; ++i) files.emplace_back("a", "");
  const Read read = read_all(write("many.tar.zst", packed(archive_write_set_format_ustar,
                                                          archive_write_add_filter_zstd, files)));
  ASSERT_EQ(read.errors.size(), 1U);
  EXPECT_NE(read.errors[0].find("more than 100000 members"), std::string::npos) << read.errors[0];
  EXPECT_EQ(read.files.size(), kMaxMembers);
}

TEST_F(InputTest, FoldersAndListsAreTheirFiles) {
  write("games/b/x.pgn", "x");
  write("games/a.pgn", "a");
  write("games/.hidden/y.pgn", "y");
  write("games/z.pgn", "z");
  const std::string list = write(
      "list.txt", concat({"# mine\n\n", path("games/z.pgn"), "\n  ", path("games/a.pgn"), " \n"}));
  const auto found =
      find_inputs(std::vector<std::string>{path("games"), concat({"@", list}), "-", "no.pgn"});
  ASSERT_TRUE(found) << found.error().detail;
  std::vector<std::string> paths;
  for (const InputPath& p : found->paths) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{path("games/a.pgn"), path("games/b/x.pgn"),
                                             path("games/z.pgn"), path("games/z.pgn"),
                                             path("games/a.pgn"), "-", "no.pgn"}));
  EXPECT_FALSE(found->paths[0].is_named);
  EXPECT_TRUE(found->paths[3].is_named);
  EXPECT_EQ(found->twice, (std::vector<std::string>{path("games/z.pgn"), path("games/a.pgn")}));
  std::filesystem::create_directories(path("nothing"));
  EXPECT_FALSE(find_inputs(std::vector<std::string>{path("nothing")}));
  EXPECT_FALSE(find_inputs(std::vector<std::string>{concat({"@", path("missing.txt")})}));
  const std::string wrong = write("wrong.txt", "\nno such file\n");
  EXPECT_NE(find_inputs(std::vector<std::string>{concat({"@", wrong})})
                .error()
                .detail.find("wrong.txt:2"),
            std::string::npos);
}

}  // namespace
}  // namespace intarsia::io
