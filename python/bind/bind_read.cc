// Files of games, one by one: ia.read stands on them.

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "intarsia/base/text.h"
#include "intarsia/games/game_files.h"
#include "intarsia/games/registry.h"
#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using games::GameFile;
using games::GameItem;

// code, detail, line, column, offset, is_refused
nb::tuple fault_tuple(const game::Fault& fault) {
  const std::string_view code = fault.code();
  return nb::make_tuple(nb::str(code.data(), code.size()), fault.error.detail, fault.place.line,
                        fault.column, fault.place.offset, fault.is_refusal);
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

// (game or None, number, faults), or None at the end.
nb::object next(GameFile& self) {
  std::optional<GameItem> item;
  {
    const Unlocked unlocked;
    item = self.next();
  }
  if (!item) {
    if (const auto& error = self.error()) raise_os(*error);
    return nb::none();
  }
  nb::list faults;
  for (const game::Fault& fault : item->read.faults) faults.append(fault_tuple(fault));
  return nb::make_tuple(object_of(*item), item->place.game, faults);
}

std::unique_ptr<GameFile> open_games(const std::string& path, const std::string& format,
                                     const nb::dict& options) {
  auto opened = GameFile::open(
      path, {.format = format, .notes = true, .game = options_in(options, games::all_games())});
  if (!opened) raise_os(in_python_words(opened.error()));
  return *std::move(opened);
}

}  // namespace

void bind_read(nb::module_& m) {
  nb::class_<GameFile>(m, "GameFile", "The games of a file: ia.Reader stands on one.")
      .def("next", next, nb::sig("def next(self) -> tuple[Game | None, int, list[tuple]] | None"));
  m.def("open_games", open_games, nb::arg("path"), nb::arg("format"), nb::arg("options"));
}

}  // namespace intarsia::bind
