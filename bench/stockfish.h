// Debian's Stockfish as the peer: a running engine whose `go perft` is timed.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "bench/measure.h"

namespace intarsia::bench {

class Stockfish {
 public:
  Stockfish() {
    int to_engine[2];
    int from_engine[2];
    if (pipe(to_engine) != 0 || pipe(from_engine) != 0) std::abort();
    child_ = fork();
    if (child_ == 0) {
      dup2(to_engine[0], STDIN_FILENO);
      dup2(from_engine[1], STDOUT_FILENO);
      for (int fd : {to_engine[0], to_engine[1], from_engine[0], from_engine[1]}) close(fd);
      execlp("stockfish", "stockfish", nullptr);
      execl("/usr/games/stockfish", "stockfish", nullptr);
      _exit(127);
    }
    close(to_engine[0]);
    close(from_engine[1]);
    in_ = fdopen(to_engine[1], "w");
    out_ = fdopen(from_engine[0], "r");
    send("isready\n");
    wait_for("readyok");
  }
  Stockfish(const Stockfish&) = delete;
  Stockfish& operator=(const Stockfish&) = delete;
  ~Stockfish() {
    send("quit\n");
    std::fclose(in_);
    std::fclose(out_);
    waitpid(child_, nullptr, 0);
  }

  // Nodes per second of `go perft depth`.
  double perft_rate(const std::string& fen, int depth) {
    send("position fen " + fen + "\nisready\n");
    wait_for("readyok");
    return rate_of([&] {
      send("go perft " + std::to_string(depth) + "\n");
      const std::string reply = wait_for("Nodes searched: ");
      return std::strtoull(reply.c_str() + std::strlen("Nodes searched: "), nullptr, 10);
    });
  }

 private:
  void send(const std::string& text) {
    std::fputs(text.c_str(), in_);
    std::fflush(in_);
  }

  std::string wait_for(const char* start) {
    char line[4096];
    while (std::fgets(line, sizeof line, out_) != nullptr) {
      if (std::strncmp(line, start, std::strlen(start)) == 0) return line;
    }
    std::fputs("bench: no stockfish; install it with apt-get install stockfish\n", stderr);
    std::exit(1);
  }

  pid_t child_;
  std::FILE* in_;
  std::FILE* out_;
};

}  // namespace intarsia::bench
