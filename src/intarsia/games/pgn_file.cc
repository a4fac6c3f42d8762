#include "intarsia/games/pgn_file.h"

#include <utility>

namespace intarsia::games {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;  // stays in the cache between unpacking
                                                           // and parsing

}  // namespace

std::optional<Error> read_pgn(io::InputStream& in, chess::PgnVisitor& visitor,
                              const chess::PgnOptions& options,
                              const std::function<void(const io::InputStream&)>& progress) {
  chess::PgnParser parser(visitor, options);
  std::vector<char> block(kBlockBytes);
  while (true) {
    const auto n = in.read(block);
    if (!n || *n == 0) {
      parser.finish();
      return n ? std::nullopt : std::optional(n.error());
    }
    parser.feed({block.data(), *n});
    if (progress) progress(in);
  }
}

Result<PgnFile> PgnFile::open(const std::string& path, const chess::PgnOptions& options) {
  auto in = io::InputStream::open(path);
  if (!in) return std::move(in).error();
  return PgnFile(*std::move(in), options);
}

PgnFile::PgnFile(io::InputStream in, const chess::PgnOptions& options)
    : in_(std::move(in)), games_(options), block_(kBlockBytes) {}

Result<std::optional<chess::PgnGame>> PgnFile::next() {
  while (true) {
    if (auto game = games_.next()) return game;
    if (is_finished_) break;
    const auto n = in_.read(block_);
    if (!n) error_ = n.error();
    is_finished_ = !n || *n == 0;
    if (is_finished_) {
      games_.finish();
    } else {
      games_.feed({block_.data(), *n});
    }
  }
  if (error_) return *error_;
  return std::optional<chess::PgnGame>{};
}

}  // namespace intarsia::games
