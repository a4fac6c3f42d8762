#include "intarsia/data/inputs.h"

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/io/file_kind.h"

namespace intarsia::data {

Inputs::Inputs(std::vector<io::InputPath> paths, FindFormat find)
    : paths_(std::move(paths)), find_(std::move(find)) {}

std::optional<Error> Inputs::check(bool skips_damage) {
  bool has_games = false;
  std::string other;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (paths_[i].stream && i > 0) {
      has_games = true;
      continue;
    }
    auto sources = GameSources::open(paths_[i], find_);
    if (!sources) return sources.error();
    auto error = sources->check();
    const bool is_skipped = error && skips_damage && sources->is_archive();
    if (error && !is_skipped) return error;
    has_games = has_games || sources->has_games() || is_skipped;
    if (!sources->skipped().empty()) other = sources->skipped().front();
    const auto kind = paths_[i].stream ? io::FileKind::kOther : io::kind_of(path(i));
    const bool is_file = kind && *kind == io::FileKind::kFile;
    if (!is_file) open_.emplace(i, *std::move(sources));
  }
  if (has_games) return std::nullopt;
  return Error{
      ErrorCode::kNotFound, 0,
      concat({"nothing to read: no input holds games", other.empty() ? "" : ", as ", other})};
}

Result<GameSources> Inputs::open(std::size_t i) {
  const auto kept = open_.find(i);
  if (kept == open_.end()) return GameSources::open(paths_[i], find_);
  GameSources sources = std::move(kept->second);
  open_.erase(kept);
  return sources;
}

void Inputs::close(const GameSources& sources) {
  skipped_.insert(skipped_.end(), sources.skipped().begin(), sources.skipped().end());
}

}  // namespace intarsia::data
