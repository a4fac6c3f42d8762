"""Graphs of positions: explored, or from games; in memory, or stored in a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import kind_of, thread_count
from ._errors import PositionNotFound
from ._filters import count_in
from ._graph_build import (
    GraphReport,
    Inputs,
    bytes_in,
    bytes_or_half,
    folder_in,
    names_in,
    one_split,
    run_build,
    settings_of,
    why_nothing,
)
from ._layouts import board_size
from ._nodes import GraphMove, GraphNode, _pandas
from ._progress import NodesLine, is_shown
from ._walker import GraphWalker

if TYPE_CHECKING:
    import pandas as pd

_TAKEN = 256  # positions that are asked for at once

__all__ = ["Graph", "GraphMove", "GraphNode", "GraphStatistics", "build_graph"]


class GraphStatistics(NamedTuple):
    """What there is in a graph.

    `terminal` positions end the game, `explored` ones have all their moves, `collisions` share the
    key of another and are kept apart; `games` and `plies` are those of the games that were added.
    """

    nodes: int
    edges: int
    terminal: int
    explored: int
    collisions: int
    games: int
    plies: int


class Graph:
    """Positions by identity, with the moves between them and the games in which they were played.

    A position is a node without its history: positions that transpose into each other meet. A new
    graph is in memory and empty; `path` opens a stored one, which is read-only and asked on the
    disk. `graph[position]` takes whatever `ia.encode` takes for one position.

    >>> graph = ia.Graph("chess")
    >>> root = graph.explore("startpos", depth=2)
    >>> len(graph), len(graph["startpos"].moves), "startpos moves e4 e5" in graph
    (421, 20, True)
    >>> graph.statistics.edges
    420

    Several threads may ask it together; who changes it has it alone meanwhile.
    """

    def __init__(
        self,
        game: str | None = None,
        size: int | str | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
    ):
        self._report: GraphReport | None = None
        if path is None:
            if not isinstance(game, str):
                names = ", ".join(repr(row.name) for row in _core.games())
                raise TypeError(f"game: expected one of {names}, or path=…, not {kind_of(game)}")
            self._core = _core.Graph.in_memory(game, board_size(size))
            return
        if game is not None or size is not None:
            raise TypeError("path: a stored graph knows its game and size; name the path alone")
        self._core = _core.Graph.open(folder_in(path))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Graph:
        """A stored graph: the same as `ia.Graph(path=path)`."""
        return cls(path=path)

    @classmethod
    def _of(cls, core: _core.Graph) -> Graph:
        self = cls.__new__(cls)
        self._report = None
        self._core = core
        return self

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._core.game

    @property
    def size(self) -> int | str:
        """The board's size, as the game writes it."""
        return _core.game_type(self.game).size_shown(self._core.size)

    @property
    def path(self) -> str | None:
        """The folder of a stored graph; None of one in memory."""
        return self._core.folder

    @property
    def report(self) -> GraphReport | None:
        """What became of the games that `ia.build_graph` or `add_games` read last."""
        return self._report

    @property
    def origin(self) -> dict[str, Any] | None:
        """Of a stored graph how it was made: inputs, filters, counts."""
        return None if self._core.origin is None else json.loads(self._core.origin)

    @property
    def statistics(self) -> GraphStatistics:
        """Counts over all of it, for which it is gone through."""
        return GraphStatistics(*self._core.statistics())

    def __len__(self) -> int:
        return len(self._core)

    def __contains__(self, position: object) -> bool:
        return self._core.find(position) is not None

    def __getitem__(self, position: Any) -> GraphNode:
        found = self._core.find(position)
        if found is None:
            text = _core.position_of(_core.game_type(self.game), position).text
            raise PositionNotFound(f"{text} is not in this graph of {len(self):,} positions")
        return GraphNode(found)

    def get(self, position: Any, default: Any = None) -> Any:
        """The node of a position, or `default` if it is not there.

        >>> ia.Graph("hex", 5).get("hex 5") is None
        True
        """
        found = self._core.find(position)
        return default if found is None else GraphNode(found)

    def __iter__(self) -> Iterator[GraphNode]:
        """The nodes by their identity: of a graph in memory those that are there now."""
        if self.path is not None:
            cursor = self._core.cursor()
            while nodes := cursor.take(_TAKEN):
                yield from map(GraphNode, nodes)
            return
        positions = self._core.positions()
        for first in range(0, len(positions), _TAKEN):
            yield from map(GraphNode, positions.take(first, _TAKEN))

    def add(self, position: Any) -> GraphNode:
        """The node of a position, which is added if it is new.

        >>> ia.Graph("chess").add("startpos moves e4").is_explored
        False
        """
        return GraphNode(self._core.add(position))

    def explore(
        self,
        position: Any = None,
        depth: int | None = None,
        nodes: int | None = None,
        *,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: bool | None = None,
    ) -> GraphNode:
        """All moves from a position and from those that they lead to; answers its node.

        >>> graph = ia.Graph("hex", 3)
        >>> graph.explore(depth=2)["b2"].is_explored, len(graph)
        (True, 91)

        So many moves deep (`depth`), or until the graph has about so many positions (`nodes`),
        breadth first; one of them is needed. Without a position it is the start of the game. Ctrl-C
        ends it, and so does a MemoryError where it takes more than about so much `memory` ("4GB";
        half of the machine's without it). What was found stays.
        """
        if depth is None and nodes is None:
            raise ValueError("explore: say how far: depth=4, or nodes=1_000_000")
        most = None if depth is None else count_in(depth, "depth", 0, (1 << 31) - 1)
        until = None if nodes is None else count_in(nodes, "nodes", 1, (1 << 63) - 1)
        room = bytes_or_half(memory)
        if position is None:
            position = self._start()
        line = NodesLine() if is_shown(progress) else None
        try:
            found = self._core.explore(position, most, until, room, thread_count(threads), line)
        finally:
            if line is not None:
                line.clear()
        return GraphNode(found)

    def add_games(
        self,
        inputs: Inputs,
        *,
        max_ply: int | None = None,
        limit: int | None = None,
        split: str | None = None,
        format: str | None = None,
        lenient: bool = False,
        threads: int | None = None,
        progress: bool | None = None,
        **filters: Any,
    ) -> GraphReport:
        """Add the moves of games, with their outcomes and ratings; says what became of the games.

        >>> graph = ia.Graph("chess")
        >>> graph.add_games("games.pgn.zst", min_elo=2000, max_ply=30)  # doctest: +SKIP

        Inputs are files, folders and lists as `ia.build` takes them, folders of data sets, and data
        sets that were opened (`ia.open("data", split="train")`; of others `split` names one).
        Which games: the filters of `ia.build` (`min_elo`, `time_control`, `date`, `outcome`, …) and
        its options of games; of each so many moves (`max_ply`), and so many games (`limit`). Games
        on other boards are dropped. What was added before an error or Ctrl-C stays.
        """
        names, opened = names_in(inputs)
        for name in names:
            if os.path.isfile(os.path.join(name, _core.GRAPH_NAME)):
                raise ValueError(f"inputs: {name} is a graph: graph.merge({name!r}) adds it")
        settings, options = settings_of(
            filters,
            one_split(split, opened),
            max_ply=max_ply,
            limit=limit,
            format=format,
            lenient=lenient,
            threads=threads,
        )

        def work(line: Any) -> dict[str, Any]:
            return self._core.add_games(names, settings, options, line)

        self._report = run_build(work, names, None, progress)
        return self._report

    def walker(self, position: Any = None) -> GraphWalker:
        """A walk through it from a position, or from the start of the game.

        >>> ia.Graph("hex", 5).walker().path
        []
        """
        return GraphWalker(self._core, self._start() if position is None else position)

    def _start(self) -> _core.Game:
        return _core.Game(self.game, size=self.size)

    def merge(self, other: Graph | str | os.PathLike[str]) -> None:
        """Add everything of another graph of the game: positions, moves, and counts, which add up.

        `other` is a graph or the folder of a stored one. What was added before Ctrl-C stays.

        >>> both = ia.Graph("hex", 2)
        >>> one = ia.Graph("hex", 2)
        >>> node = one.explore(depth=1)
        >>> both.merge(one)
        >>> len(both)
        5
        """
        self._core.merge(_graph_in(other)._core)

    def load(self) -> Graph:
        """A copy in memory, which can be changed."""
        return Graph._of(self._core.load())

    def save(
        self, folder: str | os.PathLike[str], *, force: bool = False, threads: int | None = None
    ) -> Graph:
        """Store it in a folder; answers the stored graph.

        A folder that holds a graph is refused unless `force`, which replaces it.

        >>> book = ia.Graph("chess").save("book")  # doctest: +SKIP
        """
        out = folder_in(folder)
        self._core.save(out, bool(force), thread_count(threads))
        return Graph(path=out)

    def verify(self) -> list[str]:
        """Everything that it says against the rules, or that its files say against its checksums.

        None of it: an empty list. Every position, move, end and count is looked at.

        >>> ia.Graph("chess").verify()
        []
        """
        faults, more = self._core.verify()
        return [*faults, f"and {more} faults more"] if more else faults

    def to_pandas(self, *, min_games: int = 0, positions: bool = False) -> pd.DataFrame:
        """All moves as a DataFrame, a row each: from which identity, to which, and their games.

        `min_games` leaves out moves that were played less often. With `positions` each row has the
        text of its position, which takes longer. `rating` is the average, NaN where none is known.
        """
        count = count_in(min_games, "min_games", 0, (1 << 63) - 1)
        found = self._core.edges(count, bool(positions))
        pandas = _pandas()
        of_texts = pandas.Categorical.from_codes
        first, second = _core.game_type(self.game).players
        rated = found["rated"]
        columns = {"identity": found["identity"]}
        if positions:
            columns["position"] = of_texts(found["position"], found["positions"])
        columns["move"] = of_texts(found["move"], found["moves"])
        columns["child"] = found["child"]
        columns["games"] = sum(found[name] for name in ("first", "draws", "second", "unknown"))
        columns[first] = found["first"]
        columns["draws"] = found["draws"]
        columns[second] = found["second"]
        columns["unknown"] = found["unknown"]
        columns["rating"] = np.divide(
            found["rating_sum"], rated, out=np.full(len(rated), np.nan), where=rated > 0
        )
        return pandas.DataFrame(columns)

    def __reduce__(self):
        if self.path is None:
            raise TypeError("a graph in memory is not pickled: save it, and open it by its path")
        return Graph.open, (self.path,)

    def __repr__(self) -> str:
        count = f"{len(self):,} position{'' if len(self) == 1 else 's'}"
        if self.path is not None:
            return f"<ia.Graph(path={self.path!r}): {count} of {self.game}>"
        row = _core.game_type(self.game)
        size = "" if row.has_one_size else f", {self.size!r}"
        return f"<ia.Graph({self.game!r}{size}): {count} in memory>"


def _graph_in(source: Graph | str | os.PathLike[str]) -> Graph:
    if isinstance(source, Graph):
        return source
    if isinstance(source, (str, os.PathLike)):
        return Graph(path=source)
    raise TypeError(f"other: expected a Graph or the folder of one, not {kind_of(source)}")


def build_graph(
    inputs: Inputs,
    folder: str | os.PathLike[str],
    *,
    max_ply: int | None = None,
    memory: int | str = _core.GRAPH_MEMORY,
    size: int | str | None = None,
    limit: int | None = None,
    split: str | None = None,
    format: str | None = None,
    force: bool = False,
    lenient: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
    **filters: Any,
) -> Graph:
    """Build an opening explorer from games in a folder, and open it; `graph.report` says the rest.

    >>> book = ia.build_graph("games.pgn.zst", "book", min_elo=2000)  # doctest: +SKIP
    >>> book["startpos moves e4"].moves[0].games  # doctest: +SKIP

    Inputs, filters and options are those of `Graph.add_games`. About so much `memory` ("4GB", or a
    number of bytes) is taken; what is more goes to the disk and is merged at the end, so that there
    may be any number of games. `size` is the board's; without it that of the first game. A folder
    that holds a graph is refused unless `force`, which replaces it when the new one is whole. After
    Ctrl-C or an error it is as it was before.
    """
    names, opened = names_in(inputs)
    out = folder_in(folder)
    settings, options = settings_of(
        filters,
        one_split(split, opened),
        max_ply=max_ply,
        limit=limit,
        format=format,
        lenient=lenient,
        threads=threads,
    )
    settings |= {"memory": bytes_in(memory), "force": bool(force)}

    def work(line: Any) -> dict[str, Any]:
        return _core.build_graph(names, out, settings, options, board_size(size), line)

    report = run_build(work, names, out, progress)
    if not report["games"]:
        raise ValueError(f"{out}: nothing was written: {why_nothing(report)}")
    graph = Graph(path=out)
    graph._report = report
    return graph
