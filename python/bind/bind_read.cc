// Files of games, one by one: ia.read stands on them.

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "intarsia/base/text.h"
#include "intarsia/games/game_files.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/hex_line.h"
#include "python/bind/line.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using games::GameFile;
using games::GameItem;

// code, detail, line, column, offset, is_refused
nb::tuple fault_tuple(const games::PlacedError& fault) {
  const std::string_view code = name(fault.error.code);
  return nb::make_tuple(nb::str(code.data(), code.size()), fault.error.detail, fault.place.line,
                        fault.place.column, fault.place.offset, fault.is_refusal);
}

// Names in their order. Of a tag that comes twice the first counts, as it does for readers.
// Older files are in Latin-1, in which every byte is a letter.
nb::object text_of(const std::string& bytes) {
  const auto size = static_cast<Py_ssize_t>(bytes.size());
  PyObject* text = PyUnicode_DecodeUTF8(bytes.data(), size, nullptr);
  if (text == nullptr) {
    PyErr_Clear();
    text = PyUnicode_DecodeLatin1(bytes.data(), size, nullptr);
  }
  if (text == nullptr) throw nb::python_error();
  return nb::steal(text);
}

nb::dict tags_of(const chess::PgnGame& game) {
  nb::dict tags;
  for (const auto& [name, text] : game.tags) {
    const nb::object key = text_of(name);
    if (!tags.contains(key)) tags[key] = text_of(text);
  }
  return tags;
}

GameObject object_of(const chess::PgnGame& game) {
  chess::Replay replay(game.start);
  for (const chess::Move m : game.moves) replay.play(m);
  return {Line(std::move(replay)), game.score, tags_of(game)};
}

nb::object object_of(const GameItem& item) {
  if (item.is_refused()) return nb::none();
  if (const auto* hex = std::get_if<hex::Reading>(&item.record)) {
    return nb::cast(bind::object_of(hex->game));
  }
  if (const auto* pgn = std::get_if<chess::PgnGame>(&item.record)) {
    return nb::cast(object_of(*pgn));
  }
  const auto* line = std::get_if<chess::PositionLine>(&item.record);
  return line == nullptr ? nb::none() : nb::cast(GameObject{Line(line->replay)});
}

// (game or None, number, faults), or None at the end.
nb::object next(GameFile& self) {
  std::optional<GameItem> item;
  {
    const Unlocked unlocked;
    item = self.next();
  }
  if (!item) {
    if (const auto error = self.error()) raise_os(*error);
    return nb::none();
  }
  nb::list faults;
  for (const auto& fault : item->faults) faults.append(fault_tuple(fault));
  return nb::make_tuple(object_of(*item), item->number, faults);
}

}  // namespace

void bind_read(nb::module_& m) {
  nb::class_<GameFile>(m, "GameFile", "The games of a file: ia.Reader stands on one.")
      .def("next", next,
           nb::sig("def next(self) -> tuple[ChessGame | HexGame | None, int, list[tuple]] | None"));
  m.def(
      "open_games",
      [](const std::string& path, std::string_view swap, bool chess960) {
        auto opened =
            games::open_games(path, {.hex = {swap_rule_in(swap)}, .pgn = {.chess960 = chess960}});
        if (!opened) raise_os(opened.error());
        return *std::move(opened);
      },
      nb::arg("path"), nb::arg("swap"), nb::arg("chess960"));
}

}  // namespace intarsia::bind
