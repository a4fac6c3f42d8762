// Data sets of which a byte was changed, by accident or by somebody who put the hashes right again: every
// reader answers with an error or with values that are some, and none reads beyond its memory (the
// sanitizers look on).

#include <fstream>

#include <gtest/gtest.h>

#include "intarsia/base/text.h"
#include "intarsia/data/files.h"
#include "intarsia/games/export.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/games/set_encode.h"
#include "intarsia/io/hash.h"
#include "tests/support/data_set.h"

namespace intarsia {
namespace {

using games::BuildOptions;

constexpr unsigned char kBytes[] = {0, 1, 127, 128, 255};

void write(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// The layouts that look at most: history, masks, moves.
std::string_view layout_json(std::string_view game) {
  return game == "hex" ? R"({"id": "my/x", "game": "hex", "frame": "mover", "size": 3, "features":
                             ["us.stones", "last_move", {"last": 3, "features": ["them.stones"]}]})"
                       : R"({"id": "my/x", "game": "chess", "frame": "mover", "features":
                             ["us.pieces", "castling.bits", "en_passant.legal", "occurrences", "us.attacks",
                              {"last": 3, "features": ["them.pieces"]}]})";
}

void encode_all(data::Set& set, const layout::Plan& plan) {
  if (games::refuse_layout(set, plan.layout()) || set.parts() == 0) return;
  const auto targets =
      games::Targets::make(plan.layout(), games::usual_targets(games::game_of(plan.layout())));
  ASSERT_TRUE(targets) << targets.error().detail;
  games::SetEncoder encoder(set, plan, *targets, /*symmetry_key=*/3);
  std::vector<std::byte> planes(plan.bytes());
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(targets->policy().size));
  std::int32_t policy = 0;
  float value = 0;
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    const auto error = encoder.fill(
        {&i, 1}, {.planes = planes.data(),
                  .stride = static_cast<std::ptrdiff_t>(plan.bytes()),
                  .targets = {.policy = &policy, .value = &value, .mask = mask.data()}});
    EXPECT_TRUE(!error || !error->detail.empty());
  }
}

void export_all(data::Set& set) {
  std::size_t bytes = 0;
  const auto sink = [&](std::string_view text) { bytes += text.size(); };
  const auto is_told = [](const Result<games::ExportReport>& r) {
    return r || !r.error().detail.empty();
  };
  EXPECT_TRUE(is_told(games::export_npz(set, sink)));
  for (const games::GameType* type : games::all_games()) {
    for (const game::Writer& w : type->writers) {
      EXPECT_TRUE(is_told(games::export_text(set, w.name, sink)));
    }
  }
}

void read_everything(const std::string& folder, const layout::Plan& plan) {
  for (const std::uint64_t cache_bytes : {std::uint64_t{0}, std::uint64_t{1} << 20}) {
    for (const char* split : {"", "a"}) {
      const auto set = data::Set::open(folder, games::find_record_type,
                                       {.split = split, .cache_bytes = cache_bytes});
      if (!set) continue;
      encode_all(**set, plan);
      export_all(**set);
      for (std::uint64_t i = 0; i < (*set)->size(); ++i) {
        if (const auto t = (*set)->trace(i)) {
          EXPECT_LT(t->ply, t->game.records);
        }
        (void)(*set)->record(i);
      }
    }
  }
  const auto v = data::verify(folder, games::find_record_type);
  EXPECT_TRUE(v || !v.error().detail.empty());
}

// The manifest with this content of one of its files, whose hash is right.
std::string with_right_hash(data::Manifest m, const std::string& name, std::string_view bytes) {
  const std::uint64_t hash = io::xxh3(bytes);
  if (name == data::kRejectedName) m.rejected_hash = hash;
  for (std::size_t i = 0; i < m.shards.size(); ++i) {
    if (name == data::numbered_name("shard", i)) m.shards[i].hash = hash;
    if (name == data::numbered_name("games", i)) m.shards[i].games_hash = hash;
    for (auto& s : m.shards[i].selections) {
      if (name == s.name()) s.hash = hash;
    }
  }
  return data::to_json(m, games::find_record_type);
}

// A manifest of changed text, whose last key is its hash again.
std::string sealed(const std::string& text) {
  constexpr std::size_t kTail = 16 + 4;  // the digits, and what closes the object
  constexpr std::size_t kKey = std::string_view(",\n  \"xxh3\": \"").size();
  if (text.size() < kTail + kKey) return text;
  const std::size_t digits = text.size() - kTail;
  std::string out = text;
  return out.replace(digits, 16, hex16(io::xxh3(std::string_view(text).substr(0, digits - kKey))));
}

void change_every_byte(const std::string& input, std::string_view game) {
  const test::TempFolder folder;
  const std::string out = folder / "set";
  BuildOptions o{.inputs = {input}, .folder = out};
  o.rules.splits = *data::read_splits("a=0.6,b=0.4");
  o.rules.choices = {.every = 2};
  o.rules.with_final = true;
  ASSERT_TRUE(test::made(o));
  const auto plan = games::read_layout(layout_json(game), std::nullopt);
  ASSERT_TRUE(plan) << plan.error().detail;
  const auto files = test::files_of(out);
  const auto manifest = data::read_manifest_of(out);
  ASSERT_TRUE(manifest);
  for (const auto& [name, bytes] : files) {
    const std::string path = concat({out, "/", name});
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned char value : kBytes) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(value);
        if (changed == bytes) continue;
        if (name == data::kManifestName) {
          write(path, sealed(changed));
        } else {
          write(path, changed);
          const auto v =
              data::verify(out, games::find_record_type, {.depth = data::Depth::kHashes});
          ASSERT_FALSE(v->differences.empty()) << name << " byte " << at;
          write(out + "/manifest.json", with_right_hash(*manifest, name, changed));
        }
        read_everything(out, *plan);
        if (testing::Test::HasFailure()) FAIL() << name << " byte " << at << " is " << int{value};
      }
    }
    write(path, bytes);
    write(out + "/manifest.json", files.at("manifest.json"));
  }
}

TEST(DataSet, IsReadSafelyWhateverByteOfChessIsChanged) {
  const test::TempFolder folder;
  change_every_byte(
      folder.file("games.pgn",
                  "[WhiteElo \"2000\"]\n[Date \"2020.01.02\"]\n\n1. e4 {[%eval 0.2]} c5 "
                  "2. e5 d5 1-0\n\n[Termination \"normal\"]\n\n1. Nf3 *\n\n1. Ke4 *\n"),
      "chess");
}

TEST(DataSet, IsReadSafelyWhateverByteOfHexIsChanged) {
  const test::TempFolder folder;
  change_every_byte(folder.file("games.trmph", "#3,a1a1b2 r\n#3,b2a1 b\n#3,z9\n"), "hex");
}

}  // namespace
}  // namespace intarsia
