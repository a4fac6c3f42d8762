#include "intarsia/data/pipeline.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "intarsia/base/text.h"
#include "intarsia/data/conveyor.h"
#include "intarsia/data/cutter.h"

namespace intarsia::data {

namespace {

// `p`, told by a parser that counted lines and games from its own first ones.
void move_by(Place& p, const Place& base) {
  p.line += base.line - 1;
  p.game += base.game - 1;
}

void move_by(Batch& batch, const Place& base) {
  for (Entry& e : batch.games) {
    move_by(e.place, base);
    e.row.number = e.place.game;
  }
  for (Refusal& r : batch.refusals) move_by(r.place, base);
}

// Feeds the text from a byte on, as far as a batch may grow; answers to which byte.
std::size_t feed(GameParser& parser, std::string_view text, std::size_t from) {
  constexpr std::size_t kStep = std::size_t{32} << 10;
  while (from < text.size() && !parser.is_full()) {
    const std::string_view part = text.substr(from, kStep);
    parser.feed(part);
    from += part.size();
  }
  return from;
}

// Ends the parser behind the piece, if all of it was fed, and a game begins there or nothing follows.
void finish_if_due(GameParser& parser, Piece& piece) {
  const bool is_due = piece.is_last || (piece.ends_at_start && parser.is_border());
  if (piece.fed < piece.text.size() || !is_due) return;
  if (!piece.is_last) piece.next = parser.next_place();
  parser.finish();
  piece.is_finished = true;
}

// Takes parsed pieces in order, feeds on the parsers whose piece did not end between games, and
// hands the games to the writer.
class Collector {
 public:
  Collector(Writer& writer, const PipelineOptions& options) : writer_(writer), options_(options) {
    if (writer.resumed()) base_ = writer.resumed()->place;
  }

  [[nodiscard]] std::optional<Error> add(Piece& piece) {
    if (piece.source != source_) begin_source(piece.source);
    writer_.note_read(piece.content, piece.content_hash, as_utf8(piece.name));
    if (piece.format != nullptr) {
      if (auto error = writer_.set_game(piece.format->game)) return located(piece, *error);
      if (auto error = add_text(piece)) return error;
    }
    if (piece.error && !(piece.is_damage && options_.skip_damage)) {
      Error e = located(piece, *piece.error);
      if (piece.is_damage) e.detail += "; --lenient keeps what comes before, and goes on behind it";
      return e;
    }
    if (piece.error) {
      if (auto error = note_damage(piece)) return error;
    }
    if (piece.is_last && parser_ != nullptr) return located(piece, lost("the last game"));
    if ((piece.is_last || piece.error) && !writer_.has_enough()) {
      writer_.end_source(
          {as_utf8(piece.name), piece.file_bytes, piece.content, piece.content_hash});
    } else if (writer_.has_enough()) {
      writer_.end_source({as_utf8(piece.name), 0, 0, 0});
    }
    return std::nullopt;
  }

 private:
  // A fault of our own. A set that lost a game must never be called complete.
  static Error lost(std::string_view what) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({what,
                         " was read and not stored: a fault of this program; the data set is "
                         "not complete, please report it"})};
  }

  void begin_source(std::uint32_t source) {
    if (source_) base_ = Place{};
    source_ = source;
    parser_.reset();
  }

  std::optional<Error> add_text(Piece& piece) {
    if (parser_) {  // left open, it takes the text instead of the piece's own
      piece.batch.clear();
      piece.parser = std::move(parser_);
      piece.fed = 0;
      piece.is_finished = false;
    } else {
      reported_ = 0;
    }
    if (auto error = add_batch(piece.batch)) return error;
    if (piece.parser) {
      if (auto error = parse_rest(piece)) return error;
    }
    if (!piece.is_finished) {
      parser_ = std::move(piece.parser);
      return std::nullopt;
    }
    if (piece.parser->begun() != reported_) return located(piece, lost("a game"));
    move_by(piece.next, base_);
    base_ = piece.next;
    return std::nullopt;
  }

  // The last piece of a source may be empty, and ends its parser all the same.
  std::optional<Error> parse_rest(Piece& piece) {
    GameParser& parser = *piece.parser;
    while (!piece.is_finished) {
      piece.fed = feed(parser, piece.text, piece.fed);
      finish_if_due(parser, piece);
      if (auto error = add_batch(parser.take())) return error;
      if (piece.fed == piece.text.size()) break;
    }
    return piece.is_finished ? add_what_follows(parser) : std::nullopt;
  }

  std::optional<Error> add_what_follows(GameParser& parser) {
    while (parser.go_on()) {
      if (auto error = add_batch(parser.take())) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_batch(Batch&& batch) { return add_batch(batch); }
  std::optional<Error> add_batch(Batch& batch) {
    for (const Entry& e : batch.games) reported_ += e.games;
    move_by(batch, base_);
    return writer_.add(batch);
  }

  // The game that the damage cut is told as one that it refused.
  std::optional<Error> note_damage(const Piece& piece) {
    if (parser_) {
      const auto parser = std::move(parser_);
      parser->abandon();
      if (auto error = add_batch(parser->take())) return error;
      if (auto error = add_what_follows(*parser)) return error;
      if (parser->begun() - reported_ > 1) return located(piece, lost("a game"));
      base_.game += reported_;
    }
    const Error e = located(piece, *piece.error);
    options_.skip_damage(e);
    Batch batch;
    const Place place{piece.source, piece.content, base_.line, base_.game};
    batch.games.push_back({.kind = Entry::Kind::kRejected, .place = place});
    batch.refusals.push_back({e.code, place, 0, e.detail, /*is_damage=*/true});
    return writer_.add(batch);
  }

  static Error located(const Piece& piece, Error e) {
    if (e.detail.find(piece.name) == std::string::npos) {
      e.detail = concat({piece.name, ": ", e.detail});
    }
    return e;
  }

  Writer& writer_;
  const PipelineOptions& options_;
  std::optional<std::uint32_t> source_;
  std::unique_ptr<GameParser> parser_;  // of a game that the last piece did not end
  std::uint64_t reported_ = 0;          // games that it, or the last piece's, has reported
  Place base_;
};

std::size_t pieces_for(unsigned threads) {
  return std::clamp<std::size_t>(std::size_t{3} * threads, 4, kMaxPieces);
}

}  // namespace

void parse(Piece& piece) {
  if (!piece.begins_game || piece.format == nullptr) return;
  auto parser = piece.format->make_parser({piece.source, piece.offset, 1, 1});
  parser->reuse(std::move(piece.batch));
  piece.fed = feed(*parser, piece.text, 0);
  finish_if_due(*parser, piece);
  piece.batch = parser->take();
  piece.parser = std::move(parser);
}

namespace {

// Reads and parses on threads of its own until it goes out of scope.
class Workers {
 public:
  Workers(Cutter& cutter, unsigned threads, Conveyor& conveyor) : conveyor_(conveyor) {
    threads_.reserve(threads + 1);
    try {
      start([&cutter] { cutter.run(); });
      for (unsigned i = 0; i < threads; ++i) start_parser(i);
    } catch (...) {
      conveyor_.stop();
      throw;
    }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { conveyor_.stop(); }

 private:
  // What a thread throws, the collector throws.
  template <class Work>
  void start(Work work) {
    threads_.emplace_back([this, work] {
      try {
        work();
      } catch (...) {
        conveyor_.fail(std::current_exception());
      }
    });
  }

  // Of several parsers all but the first may be missing, if the system has no more threads.
  void start_parser(unsigned number) {
    const auto work = [this] {
      while (Piece* piece = conveyor_.take()) {
        parse(*piece);
        conveyor_.mark_done(piece);
      }
    };
    try {
      start(work);
    } catch (const std::system_error&) {
      if (number == 0) throw;
    }
  }

  Conveyor& conveyor_;
  std::vector<std::jthread> threads_;  // joined when they go out of scope
};

}  // namespace

Result<bool> run_pipeline(const std::vector<std::string>& paths, const FindFormat& find_format,
                          Writer& writer, const PipelineOptions& options) {
  Conveyor conveyor(pieces_for(options.threads));
  Cutter cutter(paths, find_format, writer.resumed(), options.piece_bytes, conveyor);
  cutter.set_skips_damage(static_cast<bool>(options.skip_damage));
  std::optional<Workers> workers;
  try {
    workers.emplace(cutter, options.threads, conveyor);
  } catch (const std::system_error& e) {
    return Error{ErrorCode::kIo, 0, concat({"cannot start a thread: ", e.code().message()})};
  }
  Collector collector(writer, options);
  const auto leave = [&](Result<bool> answer) -> Result<bool> {
    conveyor.stop();
    if (auto error = writer.leave()) return *std::move(error);
    return answer;
  };
  while (auto piece = conveyor.collect()) {
    if (auto error = collector.add(*piece)) return leave(*std::move(error));
    if (options.stop != nullptr && options.stop->load()) return leave(false);
    if (options.progress) {
      options.progress({cutter.bytes_taken(), writer.accepted(), writer.positions(),
                        writer.manifest().rejected_games()});
    }
    if (writer.has_enough()) break;
    conveyor.give_back(std::move(piece));
  }
  conveyor.stop();
  if (auto error = writer.finish()) return *std::move(error);
  return true;
}

}  // namespace intarsia::data
