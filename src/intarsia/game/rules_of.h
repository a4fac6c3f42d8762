// The rules over many records (GameType::rules), from a game's own types.
//
// A game adds to what typed.h asks of it: position_of(size, record), append_moves(position, moves),
// stored(move, size), from_stored(number, size), identity_position(position), end_of(position),
// pack_position(position, out).

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "intarsia/game/game_type.h"

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
      G::pack_position(G::identity_position(p), out + i * bytes);
    });
  }

  static void ends(int size, Records records, End* out) {
    each(size, records, [&](std::size_t i, const typename G::Position& p) {
      out[i] = G::end_of(p).value_or(End{});
    });
  }

  static constexpr Rules table() {
    return {legal_moves, successors, identities, identity_records, ends};
  }
};

}  // namespace intarsia::game
