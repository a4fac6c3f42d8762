// Files of games, one by one: ia.read stands on them.

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "intarsia/base/text.h"
#include "intarsia/games/game_files.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/input_paths.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using games::GameFile;
using games::GameItem;

// The games of all files that a path stands for: a file, a folder, "@list".
class GameFiles {
 public:
  GameFiles(io::InputPaths found, games::GameFileOptions options)
      : paths_(std::move(found.paths)),
        options_(std::move(options)),
        skipped_(std::move(found.skipped)) {}

  // Nothing at the end. An error is that of one file: the next call goes on behind it.
  Result<std::optional<GameItem>> next() {
    while (file_ != nullptr || at_ < paths_.size()) {
      if (file_ == nullptr) {
        if (auto error = open_next()) return *std::move(error);
      }
      if (auto item = file_->next()) return item;
      const auto file = std::move(file_);
      skipped_.insert(skipped_.end(), file->skipped().begin(), file->skipped().end());
      if (file->error()) return *file->error();
    }
    return std::optional<GameItem>();
  }

  std::optional<Error> open_next() {
    auto file = GameFile::open(paths_[at_++], options_);
    if (!file) return file.error();
    file_ = *std::move(file);
    return std::nullopt;
  }

  const std::vector<std::string>& skipped() const { return skipped_; }

 private:
  std::vector<io::InputPath> paths_;
  games::GameFileOptions options_;
  std::size_t at_ = 0;  // of the path that comes next
  std::unique_ptr<GameFile> file_;
  std::vector<std::string> skipped_;
};

// line, column, offset, code, detail, is_refused
nb::tuple fault_tuple(const game::Fault& fault) {
  const std::string_view code = fault.code();
  return nb::make_tuple(fault.place.line, fault.column, fault.place.offset,
                        nb::str(code.data(), code.size()), fault.error.detail, fault.is_refusal);
}

// Older files are in Latin-1, in which every byte is a letter.
nb::object text_of(std::string_view bytes) {
  const auto size = static_cast<Py_ssize_t>(bytes.size());
  PyObject* text = PyUnicode_DecodeUTF8(bytes.data(), size, nullptr);
  if (text == nullptr) {
    PyErr_Clear();
    text = PyUnicode_DecodeLatin1(bytes.data(), size, nullptr);
  }
  if (text == nullptr) throw nb::python_error();
  return nb::steal(text);
}

// Names in their order. Of a tag that comes twice the first counts, as it does for readers.
nb::dict tags_of(const GameType& type, const std::vector<game::Tag>& found) {
  const auto own = classes_of(type).tag_text;
  nb::dict tags;
  for (const auto& [name, value] : found) {
    const nb::object key = text_of(name);
    if (!tags.contains(key)) tags[key] = own == nullptr ? text_of(value) : own(value);
  }
  return tags;
}

std::string utf8_text(std::string_view bytes) { return nb::cast<std::string>(text_of(bytes)); }

std::shared_ptr<const Notes> notes_of(game::Recorded& r) {
  Notes notes{std::move(r.evals), std::move(r.clocks), std::move(r.comments)};
  if (notes.is_empty()) return nullptr;
  for (auto& [ply, text] : notes.comments) text = utf8_text(text);
  return std::make_shared<const Notes>(std::move(notes));
}

// A position alone is a game that goes on from there.
nb::object object_of(GameItem& item) {
  if (item.is_refused() || item.read.line == nullptr) return nb::none();
  game::ReadGame& read = item.read;
  nb::dict tags = tags_of(*item.type, read.recorded.tags);
  // Named for the position and not played: EPD's bm.
  if (!read.is_game && read.line->ply() > read.shown) {
    tags["move"] = read.line->moves()[static_cast<std::size_t>(read.shown)];
  }
  return to_game({.line = read.is_game ? std::move(read.line) : read.line->at(read.shown),
                  .recorded = read.recorded.outcome,
                  .has_swapped_sides = read.recorded.has_swapped_sides,
                  .tags = std::move(tags),
                  .notes = notes_of(read.recorded)});
}

// (game or None, source, number, faults), or None at the end.
nb::object next(GameFiles& self) {
  Result<std::optional<GameItem>> found = std::optional<GameItem>();
  {
    const Unlocked unlocked;
    found = self.next();
  }
  if (!found) raise_os(found.error());
  if (!*found) return nb::none();
  GameItem& item = **found;
  nb::list faults;
  for (const game::Fault& fault : item.read.faults) faults.append(fault_tuple(fault));
  return nb::make_tuple(object_of(item), as_utf8(*item.source), item.place.game, faults);
}

// The first file is opened at once, so that a wrong name is found where it is said.
std::unique_ptr<GameFiles> open_games(const std::string& path, const std::string& format,
                                      const nb::dict& options) {
  auto found = io::find_inputs({&path, 1});
  if (!found) raise_os(found.error());
  auto files = std::make_unique<GameFiles>(
      *std::move(found),
      games::GameFileOptions{
          .format = format, .notes = true, .game = options_in(options, games::all_games())});
  if (const auto error = files->open_next()) raise_os(*error);
  return files;
}

}  // namespace

void bind_read(nb::module_& m) {
  nb::class_<GameFiles>(m, "GameFiles", "The games of files: ia.Reader stands on them.")
      .def("next", next,
           nb::sig("def next(self) -> tuple[Game | None, str, int, list[tuple]] | None"))
      .def("skipped", &GameFiles::skipped, "Files in folders and archives that hold no games.");
  m.def("open_games", open_games, nb::arg("path"), nb::arg("format"), nb::arg("options"));
}

}  // namespace intarsia::bind
