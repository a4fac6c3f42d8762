"""Walks through graphs of positions."""

from __future__ import annotations

from typing import Any

from . import _core
from ._nodes import GraphMove, GraphNode


class GraphWalker:
    """A walk through a graph: moves from a start, as a stack. `graph.walker(position)` makes one.

    Every legal move may be walked, whether the graph knows it or not.

    >>> graph = ia.Graph("chess")
    >>> root = graph.explore(depth=1)
    >>> walker = graph.walker("startpos")
    >>> walker.push("e4"); walker.push("e5")
    >>> walker.path, walker.node is None
    (['e2e4', 'e7e5'], True)
    >>> walker.pop()
    'e7e5'
    >>> walker.node.games
    0
    """

    __slots__ = ("_core",)

    def __init__(self, graph: _core.Graph, position: Any):
        self._core = _core.GraphWalker.start(graph, position)

    def push(self, move: Any) -> None:
        """Play a legal move, as the game or as books write it, another library's, or a `GraphMove`.

        One of those is refused where it is from another position.
        """
        if isinstance(move, GraphMove):
            if move._from.identity != self.identity:
                raise ValueError(
                    f"move: {move.notation} is from another position: {move._from.text}"
                )
            move = move.move
        self._core.push(move)

    def pop(self) -> str:
        """Take back the last move, and answer it; IndexError at the start."""
        path = self._core.path
        if not self._core.pop():
            raise IndexError("the walk is at its start")
        return path[-1]

    @property
    def path(self) -> list[str]:
        """The moves since the start."""
        return self._core.path

    @property
    def position(self) -> _core.AnyPosition:
        """The position here, with the moves that led to it."""
        return self._core.position()

    @property
    def identity(self) -> int:
        """The key by which the graph knows the position here."""
        return self._core.identity

    @property
    def node(self) -> GraphNode | None:
        """What the graph says of the position here; None if it is not there."""
        found = self._core.node()
        return None if found is None else GraphNode(found)

    def __len__(self) -> int:
        return len(self._core)

    def __bool__(self) -> bool:
        return True  # at the start too

    def __repr__(self) -> str:
        return f"<ia.GraphWalker at {self.position.text}>"
