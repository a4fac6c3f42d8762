#include "intarsia/io/input_stream.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace intarsia::io {
namespace {

std::string zstd(const std::string& text, bool has_checksum = true, int window_log = 0) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, has_checksum ? 1 : 0);
  if (window_log > 0) ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  // Streamed, so that the frame names its window and not its size.
  ZSTD_inBuffer from{text.data(), text.size(), 0};
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  ZSTD_compressStream2(context, &to, &from, ZSTD_e_continue);
  while (ZSTD_compressStream2(context, &to, &from, ZSTD_e_end) != 0) {
  }
  ZSTD_freeCCtx(context);
  out.resize(to.pos);
  return out;
}

std::string skippable(const std::string& payload) {
  std::string frame("\x5e\x2a\x4d\x18", 4);
  for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(payload.size() >> shift);
  return frame + payload;
}

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// A text that does not compress to nothing.
std::string some_text(std::size_t bytes) {
  std::string text;
  unsigned state = 1;
  while (text.size() < bytes) {
    state = state * 1664525 + 1013904223;
    text += std::to_string(state >> 12) + (state >> 30 == 0 ? "\n" : " ");
  }
  text.resize(bytes);
  return text;
}

struct Read {
  std::string text;
  std::optional<Error> error;
};

class InputStreamTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Read read(const std::string& bytes, const std::string& ending = ".pgn",
            std::size_t piece = 1 << 16, bool is_peeked = false) {
    path_ = testing::TempDir() + "stream" + std::to_string(getpid()) + ending;
    std::ofstream(path_, std::ios::binary) << bytes;
    Read out;
    auto in = InputStream::open(path_);
    if (!in) return {{}, in.error()};
    if (is_peeked) {
      EXPECT_LE(in->peek().size(), InputStream::kPeekBytes);
    }
    std::vector<char> block(piece);
    while (true) {
      const auto n = in->read(block);
      if (!n) {
        out.error = n.error();
        EXPECT_FALSE(in->read(block)) << "an error stays";
        return out;
      }
      if (*n == 0) break;
      out.text.append(block.data(), *n);
    }
    EXPECT_EQ(in->bytes_taken(), bytes.size());
    EXPECT_EQ(in->bytes_total(), bytes.size());
    return out;
  }

 private:
  std::string path_;
};

TEST_F(InputStreamTest, GivesTheSameBytesFromEveryPacking) {
  for (const std::size_t size : {0, 1, 3, 4, 1000, 700'000}) {
    const std::string text = some_text(size);
    const std::string half = text.substr(0, size / 2);
    const std::string rest = text.substr(size / 2);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{777}, std::size_t{1} << 20}) {
      if (piece == 1 && size > 1000) continue;
      EXPECT_EQ(read(text, ".pgn", piece).text, text);
      EXPECT_EQ(read(zstd(text), ".pgn.zst", piece).text, text);
      EXPECT_EQ(read(gzip(text), ".pgn.gz", piece).text, text);
      EXPECT_EQ(read(zstd(half) + zstd(rest, false), ".zst", piece).text, text);
      EXPECT_EQ(
          read(skippable("xy") + zstd(half) + skippable("") + zstd(rest) + skippable("z")).text,
          text);
      EXPECT_EQ(read(gzip(half) + gzip(rest), ".gz", piece).text, text);
    }
  }
}

TEST_F(InputStreamTest, LooksAtTheBytesAndNotAtTheName) {
  EXPECT_EQ(read(zstd("e4"), ".pgn").text, "e4");
  EXPECT_EQ(read(gzip("e4"), ".pgn").text, "e4");
  EXPECT_TRUE(read("1. e4 e5 *", ".pgn.zst").error);
  EXPECT_TRUE(read("1. e4 e5 *", ".pgn.gz").error);
  EXPECT_TRUE(read("", ".pgn.zst").error);
}

TEST_F(InputStreamTest, APeekTakesNothingAway) {
  for (const std::size_t size : {0, 10, 4096, 10'000}) {
    const std::string text = some_text(size);
    for (const std::string& packed : {text, zstd(text), gzip(text)}) {
      EXPECT_EQ(read(packed, ".pgn", 1'000, true).text, text);
    }
  }
}

TEST_F(InputStreamTest, SomeBytesComeBeforeAPipeIsFull) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "startpos\n", 9), 9);
  auto in = InputStream::open("/dev/fd/" + std::to_string(ends[0]));
  ASSERT_TRUE(in);
  EXPECT_EQ(in->peek(), "startpos\n");
  std::vector<char> block(100);
  const auto n = in->read_some(block);  // would wait for ever otherwise
  ASSERT_TRUE(n);
  EXPECT_EQ(*n, 9U);
  EXPECT_FALSE(in->bytes_total());
  close(ends[0]);
  close(ends[1]);
}

TEST_F(InputStreamTest, FindsEveryTruncation) {
  const std::string text = some_text(600);
  for (const std::string& packed : {zstd(text), zstd(text, false), gzip(text)}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      const Read r = read(packed.substr(0, size));
      ASSERT_TRUE(r.error) << size;
      ASSERT_TRUE(text.starts_with(r.text));
    }
  }
}

TEST_F(InputStreamTest, FindsEveryFlippedBitOfACheckedStream) {
  const std::string text = some_text(100);
  const std::string packed = zstd(text);
  for (std::size_t bit = 32; bit < 8 * packed.size(); ++bit) {
    std::string bytes = packed;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
    const Read r = read(bytes);
    // The frame header has one bit that says nothing.
    ASSERT_TRUE(r.error || r.text == text) << bit;
  }
}

TEST_F(InputStreamTest, RefusesJunkAfterTheLastFrameOnceTheBytesAreOut) {
  for (const std::string& junk : {std::string("x"), std::string("junk!"), std::string(8, '\0')}) {
    const Read z = read(zstd("1. e4 *") + junk);
    EXPECT_TRUE(z.error);
    EXPECT_EQ(z.text, "1. e4 *");
    const Read g = read(gzip("1. e4 *") + junk);
    EXPECT_TRUE(g.error);
    EXPECT_EQ(g.text, "1. e4 *");
  }
}

TEST_F(InputStreamTest, RefusesAWindowBeyondTheLimit) {
  const Read r = read(zstd(some_text(100), true, kMaxZstdWindowLog + 1));
  ASSERT_TRUE(r.error);
  EXPECT_EQ(r.error->code, ErrorCode::kLimit);
  EXPECT_FALSE(read(zstd(some_text(100), true, kMaxZstdWindowLog)).error);
}

TEST_F(InputStreamTest, NamesAFileThatCannotBeRead) {
  const auto missing = InputStream::open("/nowhere/games.pgn");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_NE(missing.error().detail.find("/nowhere/games.pgn"), std::string::npos);
  EXPECT_FALSE(InputStream::open(testing::TempDir()));
}

}  // namespace
}  // namespace intarsia::io
