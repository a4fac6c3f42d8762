#include "intarsia/data/pipeline.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "intarsia/base/text.h"
#include "intarsia/data/ordered_queue.h"
#include "intarsia/data/splitter.h"

namespace intarsia::data {

namespace {

// `p`, reported by a parser that counted lines and games from its own first ones.
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

// Feeds the text from a byte on, as far as a batch may grow; returns to which byte.
std::size_t feed(Parsing& parsing, std::string_view text, std::size_t from) {
  constexpr std::size_t kStep = std::size_t{32} << 10;
  while (from < text.size() && !parsing.games.is_full()) {
    const std::string_view part = text.substr(from, kStep);
    parsing.parser->feed(part);
    from += part.size();
  }
  return from;
}

// Ends the parser behind the chunk, if all of it was fed, and a game begins there or nothing follows.
void finish_if_due(game::GameParser& parser, Chunk& chunk) {
  const bool is_due = chunk.is_last || (chunk.ends_at_start && parser.is_border());
  if (chunk.fed < chunk.text.size() || !is_due) return;
  if (!chunk.is_last) chunk.next = parser.next_place();
  parser.finish();
  chunk.is_finished = true;
}

// Takes parsed chunks in order, feeds on the parsers whose chunk did not end between games, and
// hands the games to the sink.
class Collector {
 public:
  Collector(BatchSink& sink, const PipelineOptions& options) : sink_(sink), options_(options) {
    if (sink.resumed()) base_ = sink.resumed()->place;
  }

  [[nodiscard]] std::optional<Error> add(Chunk& chunk) {
    if (chunk.source != source_) begin_source(chunk.source);
    sink_.note_read(chunk.content, chunk.content_hash, as_utf8(chunk.name));
    if (chunk.format != nullptr) {
      if (auto error = sink_.set_game(chunk.format->type->name)) return located(chunk, *error);
      if (auto error = add_text(chunk)) return error;
    }
    if (chunk.error && !(chunk.is_damage && options_.skip_damage)) {
      Error e = located(chunk, *chunk.error);
      if (chunk.is_damage) e.detail += "; --lenient keeps what comes before, and goes on behind it";
      return e;
    }
    if (chunk.error) {
      if (auto error = note_damage(chunk)) return error;
    }
    if (chunk.is_last && parsing_ != nullptr) return located(chunk, lost("the last game"));
    if ((chunk.is_last || chunk.error) && !sink_.has_enough()) {
      sink_.end_source({as_utf8(chunk.name), chunk.file_bytes, chunk.content, chunk.content_hash});
    } else if (sink_.has_enough()) {
      sink_.end_source({as_utf8(chunk.name), 0, 0, 0});
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
    parsing_.reset();
  }

  std::optional<Error> add_text(Chunk& chunk) {
    if (parsing_) {  // left open, it takes the text instead of the chunk's own
      chunk.batch.clear();
      chunk.parsing = std::move(parsing_);
      chunk.fed = 0;
      chunk.is_finished = false;
    } else {
      reported_ = 0;
    }
    if (auto error = add_batch(chunk.batch)) return error;
    if (chunk.parsing) {
      if (auto error = parse_rest(chunk)) return error;
    }
    if (!chunk.is_finished) {
      parsing_ = std::move(chunk.parsing);
      return std::nullopt;
    }
    if (chunk.parsing->parser->begun() != reported_) return located(chunk, lost("a game"));
    move_by(chunk.next, base_);
    base_ = chunk.next;
    return std::nullopt;
  }

  // The last chunk of a source may be empty, and ends its parser all the same.
  std::optional<Error> parse_rest(Chunk& chunk) {
    Parsing& parsing = *chunk.parsing;
    while (!chunk.is_finished) {
      chunk.fed = feed(parsing, chunk.text, chunk.fed);
      finish_if_due(*parsing.parser, chunk);
      if (auto error = add_batch(parsing.games.take_batch())) return error;
      if (chunk.fed == chunk.text.size()) break;
    }
    return chunk.is_finished ? add_what_follows(parsing) : std::nullopt;
  }

  std::optional<Error> add_what_follows(Parsing& parsing) {
    while (parsing.parser->go_on()) {
      if (auto error = add_batch(parsing.games.take_batch())) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_batch(Batch&& batch) { return add_batch(batch); }
  std::optional<Error> add_batch(Batch& batch) {
    for (const Entry& e : batch.games) reported_ += e.games;
    move_by(batch, base_);
    return sink_.add(batch);
  }

  // The game that the damage cut is reported as one that it refused.
  std::optional<Error> note_damage(const Chunk& chunk) {
    if (parsing_) {
      const auto parsing = std::move(parsing_);
      parsing->parser->abandon();
      if (auto error = add_batch(parsing->games.take_batch())) return error;
      if (auto error = add_what_follows(*parsing)) return error;
      if (parsing->parser->begun() - reported_ > 1) return located(chunk, lost("a game"));
      base_.game += reported_;
    }
    const Error e = located(chunk, *chunk.error);
    options_.skip_damage(e);
    Batch batch;
    const Place place{chunk.source, chunk.content, base_.line, base_.game};
    batch.games.push_back({.kind = Entry::Kind::kRejected, .place = place});
    batch.refusals.push_back({e.code, place, 0, e.detail, /*is_damage=*/true});
    return sink_.add(batch);
  }

  static Error located(const Chunk& chunk, Error e) {
    if (e.detail.find(chunk.name) == std::string::npos) {
      e.detail = concat({chunk.name, ": ", e.detail});
    }
    return e;
  }

  BatchSink& sink_;
  const PipelineOptions& options_;
  std::optional<std::uint32_t> source_;
  std::unique_ptr<Parsing> parsing_;  // of a game that the last chunk did not end
  std::uint64_t reported_ = 0;        // games that it, or the last chunk's, has reported
  Place base_;
};

std::size_t chunks_for(unsigned threads) {
  return std::clamp<std::size_t>(std::size_t{3} * threads, 4, kMaxChunks);
}

}  // namespace

Parsing::Parsing(const Rules& rules, const game::Options& options, const FoundFormat& found,
                 const Place& first)
    : games(rules, *found.type),
      parser(found.format.make_parser({.game = options,
                                       .wants_records = true,
                                       .with_final = rules.with_final,
                                       .wants_quiet = rules.choices.quiet,
                                       .tags = rules.filters.tags},
                                      first, games)) {}

void parse(Chunk& chunk, const Rules& rules, const game::Options& options) {
  if (!chunk.begins_game || chunk.format == nullptr) return;
  auto parsing = std::make_unique<Parsing>(rules, options, *chunk.format,
                                           Place{chunk.source, chunk.offset, 1, 1});
  parsing->games.reuse(std::move(chunk.batch));
  chunk.fed = feed(*parsing, chunk.text, 0);
  finish_if_due(*parsing->parser, chunk);
  chunk.batch = parsing->games.take_batch();
  chunk.parsing = std::move(parsing);
}

namespace {

// Reads and parses on threads of its own until it goes out of scope.
class Workers {
 public:
  Workers(Splitter& splitter, const PipelineOptions& options, OrderedQueue& queue)
      : options_(options), queue_(queue) {
    threads_.reserve(options.threads + 1);
    try {
      start([&splitter] { splitter.run(); });
      for (unsigned i = 0; i < options.threads; ++i) start_parser(i);
    } catch (...) {
      queue_.stop();
      throw;
    }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { queue_.stop(); }

 private:
  // What a thread throws, the collector throws.
  template <class Work>
  void start(Work work) {
    threads_.emplace_back([this, work] {
      try {
        work();
      } catch (...) {
        queue_.fail(std::current_exception());
      }
    });
  }

  // Of several parsers all but the first may be missing, if the system has no more threads.
  void start_parser(unsigned number) {
    const auto work = [this] {
      while (Chunk* chunk = queue_.take()) {
        parse(*chunk, *options_.rules, options_.game);
        queue_.mark_done(chunk);
      }
    };
    try {
      start(work);
    } catch (const std::system_error&) {
      if (number == 0) throw;
    }
  }

  const PipelineOptions& options_;
  OrderedQueue& queue_;
  std::vector<std::jthread> threads_;  // joined when they go out of scope
};

}  // namespace

Result<bool> run_pipeline(Inputs& inputs, BatchSink& sink, const PipelineOptions& options) {
  OrderedQueue queue(chunks_for(options.threads));
  Splitter splitter(inputs, sink.manifest().sources, sink.resumed(), options.chunk_bytes, queue);
  splitter.set_skips_damage(static_cast<bool>(options.skip_damage));
  splitter.set_trusts_done(options.trusts_done);
  std::optional<Workers> workers;
  try {
    workers.emplace(splitter, options, queue);
  } catch (const std::system_error& e) {
    return Error{ErrorCode::kIo, 0, concat({"cannot start a thread: ", e.code().message()})};
  }
  Collector collector(sink, options);
  const auto leave = [&](Result<bool> answer) -> Result<bool> {
    queue.stop();
    if (auto error = sink.leave()) return *std::move(error);
    return answer;
  };
  while (auto chunk = queue.collect()) {
    if (auto error = collector.add(*chunk)) return leave(*std::move(error));
    if (options.stop != nullptr && options.stop->load()) return leave(false);
    if (options.progress) {
      options.progress({splitter.bytes_taken(), sink.accepted(), sink.positions(),
                        sink.manifest().rejected_games()});
    }
    if (sink.has_enough()) break;
    queue.give_back(std::move(chunk));
  }
  queue.stop();
  auto error = sink.finish();
  if (error && options.stop != nullptr && options.stop->load()) return leave(false);
  if (error) return *std::move(error);
  return true;
}

}  // namespace intarsia::data
