// A graph of positions that can be asked and gone through, be it in memory or on a disk.
//
//   const auto node = view.find(*line);
//   view.for_each([](const Node& n) { … return std::nullopt; });

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/game_type.h"
#include "intarsia/graph/node.h"

namespace intarsia::graph {

// Of which game and board a graph is. Keys are looked at through a mask: fewer bits than all make
// collisions, for tests.
struct Kind {
  const game::GameType* type = nullptr;
  int size = 0;
  Key key_mask = ~Key{0};

  std::size_t record_bytes() const { return type->record_type(size).bytes; }
  friend bool operator==(const Kind&, const Kind&) = default;
};

// A position as a graph knows it.
struct Identity {
  Key key;
  std::vector<std::byte> record;
};

class View {
 public:
  virtual ~View() = default;

  const Kind& kind() const { return kind_; }
  const game::GameType& type() const { return *kind_.type; }
  int size() const { return kind_.size; }

  // Nothing if it is not there.
  virtual Result<std::optional<Node>> find(const Identity& identity) const = 0;
  // The position of a line, whatever its history. An error if the line is of another game or board.
  Result<std::optional<Node>> find(const game::Line& line) const;

  // Every node, by key and then by record. An error of `visit` ends it.
  using Visit = std::function<std::optional<Error>(const Node& node)>;
  [[nodiscard]] virtual std::optional<Error> for_each(const Visit& visit) const = 0;

  // The identity of a line's position. An error if the line is of another game or board.
  Result<Identity> identity_of(const game::Line& line) const;
  // What is wrong with a node of a graph that somebody else may have written: a record that is no position,
  // moves that are not legal there. The rules take nothing else.
  [[nodiscard]] std::optional<Error> check(const Node& node) const;
  // The positions to which the edges of a node lead, from its record and their moves; an error if `check`
  // finds one.
  Result<game::Identities> children_of(const Node& node) const;

 protected:
  // Whether this program has made its nodes itself, so that they need no check.
  virtual bool is_own() const { return false; }

  explicit View(const Kind& kind) : kind_(kind) {}
  View(const View&) = default;
  View& operator=(const View&) = default;
  View(View&&) = default;
  View& operator=(View&&) = default;

  Kind kind_;
};

struct Statistics {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t terminal = 0;    // nodes at which the game has ended
  std::uint64_t explored = 0;    // nodes with all their moves
  std::uint64_t collisions = 0;  // nodes with the key of another
  std::uint64_t games = 0;       // that were added
  std::uint64_t plies = 0;       // of those

  // Counts a node; `shares_key`: with the one before it.
  void add(const Node& node, bool shares_key);
  friend bool operator==(const Statistics&, const Statistics&) = default;
};

// Goes through all of it. `progress` is called now and then with the number of nodes so far.
Result<Statistics> statistics_of(const View& view,
                                 const std::function<void(std::uint64_t nodes)>& progress = {});

// A text that is the same for the same graph, whatever it was built from and wherever it lies: a line
// for each node, and one for each of its edges.
Result<std::string> dump(const View& view);

}  // namespace intarsia::graph
