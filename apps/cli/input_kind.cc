#include "apps/cli/input_kind.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "apps/cli/tensor_input.h"
#include "intarsia/base/text.h"
#include "intarsia/data/manifest.h"
#include "intarsia/data/plan.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/random_file.h"

namespace intarsia::cli {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// No text begins with this byte.
bool has_tensors_on_stdin() {
  const int first = std::getc(stdin);
  if (first != EOF) std::ungetc(first, stdin);
  return first == static_cast<unsigned char>(kMagic[0]);
}

Result<bool> has_tensors(const std::string& path) {
  const auto file = io::RandomFile::open(path);
  if (!file) return file.error();
  std::string start(std::min<std::uint64_t>(file->size(), kMagic.size()), '\0');
  if (auto error = file->read(0, std::as_writable_bytes(std::span(start)))) {
    return *std::move(error);
  }
  return start == kMagic;
}

}  // namespace

Result<InputKind> kind_of_input(const std::string& path) {
  if (path == "-") return has_tensors_on_stdin() ? InputKind::kTensors : InputKind::kPositions;
  const auto kind = io::kind_of(path);
  if (!kind) return kind.error();
  if (*kind == io::FileKind::kFolder) {
    const auto manifest = io::kind_of(concat({path, "/", data::kManifestName}));
    if (!manifest) return manifest.error();
    const auto plan = io::kind_of(concat({path, "/", data::kPlanName}));
    if (!plan) return plan.error();
    const bool is_set = *manifest != io::FileKind::kNone || *plan != io::FileKind::kNone;
    return is_set ? InputKind::kDataSet : InputKind::kPositions;
  }
  bool is_tensors = false;
  if (*kind == io::FileKind::kFile) {
    const auto found = has_tensors(path);
    if (!found) return found.error();
    is_tensors = *found;
  } else if (*kind == io::FileKind::kNone && path.ends_with(".npy")) {
    // Perhaps the name of bits, which are two files of other names.
    const auto passport = io::kind_of(passport_path(path));
    if (!passport) return passport.error();
    is_tensors = *passport != io::FileKind::kNone;
  }
  return is_tensors ? InputKind::kTensors : InputKind::kPositions;
}

}  // namespace intarsia::cli
