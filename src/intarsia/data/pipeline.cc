#include "intarsia/data/pipeline.h"

#include <algorithm>
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

bool is_due(const GameParser& parser, const Piece& piece) {
  return piece.is_last || (piece.ends_at_start && parser.is_border());
}

// Ends the parser behind the piece, if a game begins there or nothing follows.
bool finish_if_due(GameParser& parser, const Piece& piece, Place& next) {
  if (!is_due(parser, piece)) return false;
  if (!piece.is_last) next = parser.next_place();
  parser.finish();
  return true;
}

// Takes parsed pieces in order, feeds on the parsers whose piece did not end between games, and
// hands the games to the writer.
class Collector {
 public:
  Collector(Writer& writer, const std::optional<Next>& resumed) : writer_(writer) {
    if (resumed) base_ = resumed->place;
  }

  [[nodiscard]] std::optional<Error> add(Piece& piece) {
    if (piece.source != source_) begin_source(piece.source);
    writer_.note_read(piece.content, piece.content_hash, as_utf8(piece.name));
    if (piece.format != nullptr) {
      if (auto error = writer_.set_game(piece.format->game)) return located(piece, *error);
      if (auto error = add_text(piece)) return error;
    }
    if (piece.error) return located(piece, *piece.error);
    if (piece.is_last && !writer_.has_enough()) {
      writer_.end_source(
          {as_utf8(piece.name), piece.file_bytes, piece.content, piece.content_hash});
    } else if (writer_.has_enough()) {
      writer_.end_source({as_utf8(piece.name), 0, 0, 0});
    }
    return std::nullopt;
  }

 private:
  void begin_source(std::uint32_t source) {
    if (source_) base_ = Place{};
    source_ = source;
    parser_.reset();
  }

  // A parser that was left open takes the text instead of the piece's own.
  std::optional<Error> add_text(Piece& piece) {
    Place next = piece.next;
    if (parser_) {
      parser_->feed(piece.text);
      const bool is_done = finish_if_due(*parser_, piece, next);
      piece.batch = parser_->take();
      piece.parser = is_done ? nullptr : std::move(parser_);
    }
    parser_ = std::move(piece.parser);
    move_by(piece.batch, base_);
    if (!parser_) {
      move_by(next, base_);
      base_ = next;
    }
    return writer_.add(piece.batch);
  }

  static Error located(const Piece& piece, Error e) {
    if (e.detail.find(piece.name) == std::string::npos) {
      e.detail = concat({piece.name, ": ", e.detail});
    }
    return e;
  }

  Writer& writer_;
  std::optional<std::uint32_t> source_;
  std::unique_ptr<GameParser> parser_;
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
  parser->feed(piece.text);
  const bool is_done = finish_if_due(*parser, piece, piece.next);
  piece.batch = parser->take();
  if (!is_done) piece.parser = std::move(parser);
}

Result<bool> run_pipeline(const std::vector<std::string>& paths, const FindFormat& find_format,
                          Writer& writer, const PipelineOptions& options) {
  Conveyor conveyor(pieces_for(options.threads));
  Cutter cutter(paths, find_format, writer.resumed(), conveyor);
  std::vector<std::jthread> threads;  // joined when they go out of scope
  threads.emplace_back([&] { cutter.run(); });
  for (unsigned i = 0; i < options.threads; ++i) {
    threads.emplace_back([&conveyor] {
      while (Piece* piece = conveyor.take()) {
        parse(*piece);
        conveyor.mark_done(piece);
      }
    });
  }
  Collector collector(writer, writer.resumed());
  const auto leave = [&](Result<bool> answer) -> Result<bool> {
    conveyor.stop();
    if (auto error = writer.settle()) return *std::move(error);
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
