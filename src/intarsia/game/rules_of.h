// The rules over many records (GameType::rules), from a game's own types.
//
// A game adds to what typed.h asks of it: position_of(size, record), append_moves(position, moves),
// from_stored(number, size), pack_identity(position, out), end_of(position), pack_position(position, out),
// ends_with_moves(position): whether the game is over though there are legal moves,
// stored_move(size, record): the move's number if one was played there,
// is_at(position, record): whether the record is one of that position,
// score_of(size, record): what it is worth at a glance.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/game/game_type.h"
#include "intarsia/game/typed.h"

namespace intarsia::game {

template <class G>
struct RulesOf {
  using Records = std::span<const std::byte>;

  template <class Visit>
  static void each(int size, Records records, Visit visit) {
    const std::size_t bytes = G::record_bytes(size);
    for (std::size_t i = 0; i * bytes < records.size(); ++i) {
      visit(i, G::position_of(size, records.data() + i * bytes));
    }
  }

  static void legal_moves(int size, Records records, std::vector<std::uint32_t>& first,
                          std::vector<std::uint16_t>& moves) {
    first.clear();
    moves.clear();
    each(size, records, [&](std::size_t, const typename G::Position& p) {
      first.push_back(static_cast<std::uint32_t>(moves.size()));
      G::append_moves(p, moves);
    });
    first.push_back(static_cast<std::uint32_t>(moves.size()));
  }

  static void successors(int size, Records records, std::span<const std::uint16_t> moves,
                         std::byte* out) {
    const std::size_t bytes = G::record_bytes(size);
    each(size, records, [&](std::size_t i, const typename G::Position& p) {
      G::pack_position(p.after(G::from_stored(moves[i], size)), out + i * bytes);
    });
  }

  static void identities(int size, Records records, Key* out) {
    each(size, records,
         [&](std::size_t i, const typename G::Position& p) { out[i] = G::identity_of(p); });
  }

  static void identity_records(int size, Records records, std::byte* out) {
    const std::size_t bytes = G::record_bytes(size);
    each(size, records, [&](std::size_t i, const typename G::Position& p) {
      G::pack_identity(p, out + i * bytes);
    });
  }

  static void ends(int size, Records records, End* out) {
    each(size, records, [&](std::size_t i, const typename G::Position& p) {
      out[i] = G::end_of(p).value_or(End{});
    });
  }

  // The identity of a position behind the others.
  static void append(const typename G::Position& p, std::size_t bytes, Identities& out) {
    out.keys.push_back(G::identity_of(p));
    out.records.resize(out.records.size() + bytes);
    G::pack_identity(p, out.records.data() + out.records.size() - bytes);
  }

  static void expand(int size, Records records, Expanded& out) {
    const std::size_t bytes = G::record_bytes(size);
    out.first.clear();
    out.moves.clear();
    out.children.clear();
    each(size, records, [&](std::size_t, const typename G::Position& p) {
      const std::size_t first = out.moves.size();
      out.first.push_back(static_cast<std::uint32_t>(first));
      if (G::ends_with_moves(p)) return;
      G::append_moves(p, out.moves);
      for (std::size_t i = first; i < out.moves.size(); ++i) {
        append(p.after(G::from_stored(out.moves[i], size)), bytes, out.children);
      }
    });
    out.first.push_back(static_cast<std::uint32_t>(out.moves.size()));
  }

  // A record is read only where the move before it does not lead to it: following the moves is several
  // times as fast.
  static void trace(int size, Records records, std::size_t most, Traced& out) {
    const std::size_t bytes = G::record_bytes(size);
    std::optional<typename G::Position> p;  // after the move before
    const auto add = [&] {
      append(*p, bytes, out.positions);
      return static_cast<std::uint32_t>(out.positions.size() - 1);
    };
    std::uint32_t now = 0;
    for (std::size_t i = 0; i * bytes < records.size(); ++i) {
      const std::byte* const record = records.data() + i * bytes;
      if (!p || !G::is_at(*p, record)) {
        p = G::position_of(size, record);
        now = add();
      }
      if (i == most) return;
      const std::optional<std::uint16_t> move = G::stored_move(size, record);
      if (!move) {
        p.reset();
        continue;
      }
      p = p->after(G::from_stored(*move, size));
      const std::uint32_t next = add();
      out.steps.push_back({now, next, *move});
      now = next;
    }
  }

  static void scores(int size, Records records, float* out) {
    const std::size_t bytes = G::record_bytes(size);
    for (std::size_t i = 0; i * bytes < records.size(); ++i) {
      out[i] = G::score_of(size, records.data() + i * bytes);
    }
  }

  static std::string move_text(int size, const std::byte* record, std::uint16_t move) {
    return G::move_text(G::position_of(size, record), G::from_stored(move, size));
  }

  static std::string move_notation(int size, const std::byte* record, std::uint16_t move) {
    return notation_of<G>(G::position_of(size, record), G::from_stored(move, size));
  }

  static constexpr Rules table() {
    return {legal_moves, successors, identities, identity_records, ends,
            expand,      trace,      scores,     move_text,        move_notation};
  }
};

}  // namespace intarsia::game
