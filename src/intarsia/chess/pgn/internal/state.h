// What the parser of PGN knows between two tokens. Borders of games and tags: pgn.cc; moves, variations
// and comments: pgn_moves.cc; what is reported of faults: pgn_faults.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/chess/pgn/internal/header.h"
#include "intarsia/chess/pgn/internal/scanner.h"
#include "intarsia/chess/pgn/internal/tail.h"
#include "intarsia/chess/pgn/parser.h"

namespace intarsia::chess {

class PgnParser::State {
 public:
  State(PgnVisitor& visitor, const PgnOptions& options, PgnPlace first)
      : visitor_(visitor),
        options_(options),
        scanner_(first.offset, first.line),
        is_start_(first.offset == 0),
        number_(first.game - 1) {
    scanner_.set_wants_comments(options.evals || options.clocks || options.comments);
  }

  void feed(std::string_view chunk);
  void finish();
  bool is_border() const;
  PgnPlace next_place();

 private:
  enum Phase : std::uint8_t {
    kBetween,  // no game has begun
    kTags,
    kMoves,
    kRest,  // what follows until the game's end is not read: skipped or refused
  };

  // Takes what is complete; returns how many bytes.
  std::size_t run(std::string_view window, bool is_last);
  void take_all();
  // The first bytes of the input: a byte order mark, or an encoding that is none of ours. False
  // while more bytes are needed.
  bool take_start(std::string_view window, bool is_last);
  // False if the window ends inside it.
  bool take(const internal::PgnToken& token);

  bool take_bracket(const internal::PgnToken& token);
  bool take_tag(std::uint64_t offset);
  // Tags that follow on tags without moves between: another game's, if they begin anew.
  bool is_next_game(std::string_view name, bool is_after_blank) const;
  void begin_game(std::uint64_t offset);
  void begin_game_at(PgnPlace place);
  void end_tags();
  // `marker`: the result behind the moves, at `at`.
  void end_game(std::optional<Outcome> marker, std::uint64_t end, std::uint64_t at = 0);

  // Most of what there is, without the detour over tokens and tolerance.
  void take_plain_moves();
  void take_main_line(const internal::PgnToken& token);
  void take_move(const internal::PgnToken& token);
  void take_other(const internal::PgnToken& token, const Error& as_move);
  void take_null_move(const internal::PgnToken& token);
  void play(Move m);
  bool has_room(std::uint64_t offset);
  void open_variation(std::uint64_t offset);
  void close_variation(std::uint64_t offset);
  void take_comment(const internal::PgnToken& token);
  void take_commands(std::string_view comment);
  void count_passed();
  const Position& position() const { return positions_[ply_ % 2]; }

  void refuse(ErrorCode code, std::uint64_t offset, std::string detail);
  void refuse_at(ErrorCode code, PgnPlace place, std::string detail);
  void refuse_tag(const internal::PgnTag& tag);
  void refuse_open_comment();
  void refuse_open_variation();
  void note(ErrorCode code, std::uint64_t offset, std::string detail);
  void note_at(ErrorCode code, PgnPlace place, std::string detail);
  void note_comment(ErrorCode code, std::string detail);
  PgnPlace comment_place();

  PgnVisitor& visitor_;
  PgnOptions options_;
  internal::PgnScanner scanner_;
  internal::PgnTail tail_;

  Phase phase_ = kBetween;
  bool is_start_;
  bool is_unreadable_ = false;
  bool is_refused_ = false;
  bool is_skipped_ = false;
  int notes_ = 0;
  int ply_ = 0;
  std::uint64_t depth_ = 0;  // of variations
  std::uint64_t number_;
  PgnPlace variation_;
  PgnUnkept unkept_;
  internal::PgnHeader header_;
  Position positions_[2];  // by turns: that after `ply_` moves, and the one before or after
};

}  // namespace intarsia::chess
