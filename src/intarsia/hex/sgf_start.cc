#include "intarsia/hex/internal/sgf_start.h"

#include <array>
#include <optional>
#include <string>

#include "intarsia/base/text.h"
#include "intarsia/hex/turn.h"

namespace intarsia::hex::internal {

namespace {

using Stones = std::array<Cells, kColors>;

Error at(const SgfProperty& p, ErrorCode code, std::initializer_list<std::string_view> detail) {
  return Error{code, p.offset, concat(detail)};
}

std::optional<Error> set_up(const SgfProperty& p, int n, Stones& stones) {
  const auto cell = read_sgf_cell(p, n);
  if (!cell) return cell.error();
  for (Color c : {kBlue, kRed}) {
    const bool is_this = p.name == (c == kBlue ? "AB" : "AW");
    if (is_this && stones[index(!c)].contains(*cell)) {
      return at(p, ErrorCode::kInvalid, {"a second stone on ", cell_name(*cell, n)});
    }
    if (is_this) stones[index(c)].insert(*cell);
    if (p.name == "AE") stones[index(c)].erase(*cell);
  }
  return std::nullopt;
}

std::optional<Color> player_of(std::string_view raw) {
  std::string text(trimmed(raw));
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (text == "b" || text == "black" || text == "1") return kBlue;
  if (text == "w" || text == "white" || text == "2") return kRed;
  return std::nullopt;
}

Result<Color> counted_turn(const Stones& stones, std::size_t offset, std::vector<Error>& notes) {
  const auto counted = color_of(infer_turn(stones[0].size(), stones[1].size()));
  if (!counted) {
    return Error{ErrorCode::kAmbiguous, offset,
                 "PL is missing, and the stones do not tell who moves"};
  }
  if (!(stones[0] | stones[1]).empty()) {
    notes.push_back(
        {ErrorCode::kInvalid, offset,
         concat({"PL is missing: by the number of stones ", title(*counted), " moves"})});
  }
  return *counted;
}

}  // namespace

Color sgf_color(const SgfProperty& move, bool is_white_blue) {
  return (move.name == "W") == is_white_blue ? kBlue : kRed;
}

Result<Cell> read_sgf_cell(const SgfProperty& p, int n) {
  const std::string_view text = trimmed(p.raw);
  TextCursor in(text);
  if (text.size() == 2 && text[1] >= 'a' && text[1] <= 'z') {
    const int column = text[0] - 'a';
    const int row = text[1] - 'a';
    if (column >= 0 && column < n && row < n) return cell_at(row, column, n);
    return at(p, ErrorCode::kInvalid, {"the cell ", in_quotes(text), " is not on the board"});
  }
  auto cell = read_cell(in, n);
  if (!cell) return at(p, cell.error().code, {cell.error().detail, ", not ", in_quotes(text)});
  if (!in.at_end()) return at(p, ErrorCode::kSyntax, {"no cell: ", in_quotes(text)});
  return cell;
}

Result<SgfStart> read_sgf_start(std::span<const SgfProperty* const> setup, const SgfProperty* first,
                                const SgfBoard& board) {
  Stones stones;
  const SgfProperty* player = nullptr;
  for (const SgfProperty* p : setup) {
    if (p->name == "PL") {
      player = p;
    } else if (auto error = set_up(*p, board.size, stones)) {
      return *std::move(error);
    }
  }
  if (player != nullptr && !player_of(player->raw)) {
    return at(*player, ErrorCode::kSyntax, {"PL: expected B or W, not ", in_quotes(player->raw)});
  }
  const bool is_white_blue =
      !board.is_hexgui && setup.empty() && first != nullptr && first->name == "W";
  std::vector<Error> notes;
  Result<Color> turn = kBlue;
  if (first != nullptr) {
    turn = sgf_color(*first, is_white_blue);
    if (player != nullptr && *player_of(player->raw) != *turn) {
      notes.push_back(at(*player, ErrorCode::kInvalid,
                         {"PL says ", title(!*turn), ", but ", title(*turn), " moves first"}));
    }
  } else if (player != nullptr) {
    turn = *player_of(player->raw);
  } else {
    turn = counted_turn(stones, board.offset, notes);
  }
  if (!turn) return turn.error();
  auto position = Position::from_stones(board.size, stones[0], stones[1], *turn, kBlue, board.rule);
  if (!position) return position.error();
  return SgfStart{*std::move(position), is_white_blue, std::move(notes)};
}

}  // namespace intarsia::hex::internal
