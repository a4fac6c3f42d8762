// The pictures of a row (GameType), from a game's own types.
//
// A game adds to what typed.h asks of it:
//
//   board_of(line, frame, options)
//                                 the board as a layout's frame shows it: cell c of the picture is
//                                 cell c of its planes. The last move and the cells that won are
//                                 marked, as far as the line knows them
//   half_board(decoded, size, turn, frame)
//                                 the same of a tensor that shows no whole position; `decoded` is
//                                 null where it shows none at all

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "intarsia/draw/picture.h"
#include "intarsia/game/typed.h"

namespace intarsia::game {

// By cell the number of the move that ended there, 0 where none did: for games whose states say where
// the last man came to stand. A man that is gone leaves its number behind.
template <class G>
std::vector<int> numbers_by_last(const LineOf<G>& line) {
  std::vector<int> numbers(G::type().catalogue(line.size()).cells());
  for (int ply = 1; ply <= line.ply(); ++ply) {
    if (const auto cell = line.state(line.ply() - ply).last) numbers[*cell] = ply;
  }
  return numbers;
}

template <class G>
struct PictureOf {
  // As the board stands, which is a game's first frame.
  static draw::Picture board(const Line& line, PictureOptions options) {
    draw::Picture out{.title = "",
                      .position = line.position_text(),
                      .notes = {},
                      .shape = {},
                      .board = board_of(line, 0, options),
                      .planes = {}};
    add_notes(out, line, options);
    return out;
  }

  // In float32, whatever the layout's type: what is shown are the values.
  static Result<draw::Picture> planes(const Line& line, const layout::Layout& l,
                                      PictureOptions options) {
    const auto plan = layout::Plan::make(l, std::nullopt, layout::Dtype::kFloat32);
    if (!plan) return plan.error();
    EncoderOf<G> encoder(*plan);
    encoder.add(line, line.ply());
    std::vector<float> values(plan->elements());
    encoder.encode(std::as_writable_bytes(std::span(values)).data(), 0, layout::Stores::kBySize);
    auto out = draw::picture_of(l, line.position_text(), board_of(line, l.frame, options), values);
    if (l.history() > 0) out.notes.push_back(draw::history_note(l, line.ply()));
    add_notes(out, line, options);
    return out;
  }

  // A tensor as it is, whether or not it is a position: the board is what can be read from it, and a
  // note says why where nothing can.
  static draw::Picture tensor(const layout::Plan& plan, const std::byte* tensor, Turn turn) {
    const layout::Layout& l = plan.layout();
    const auto picture = [&](std::string text, draw::Board board) {
      return draw::picture_of(l, std::move(text), std::move(board), values_of(plan, tensor));
    };
    DecoderOf<G> decoder(plan);
    if (const auto error = decoder.decode(tensor, turn)) {
      auto out = picture("no position", G::half_board(nullptr, decoder.size(), turn, l.frame));
      out.notes.push_back({"fault", error->detail});
      return out;
    }
    if (const LinePtr line = decoder.line(0)) {
      return picture(line->position_text(), board_of(*line, l.frame, {}));
    }
    return picture(decoder.text(0, {}),
                   G::half_board(&decoder.ply(0), decoder.size(), turn, l.frame));
  }

 private:
  static draw::Board board_of(const Line& line, layout::FrameId frame, PictureOptions options) {
    return G::board_of(LineOf<G>::of(line), frame, options);
  }

  static void add_notes(draw::Picture& picture, const Line& line, PictureOptions options) {
    if (options.has_numbers && line.ply() == 0) picture.notes.push_back(draw::no_numbers_note());
  }
};

}  // namespace intarsia::game
