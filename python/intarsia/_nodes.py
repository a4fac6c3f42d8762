"""Positions of a graph: what is known of them and of the moves from them."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _core
from ._arguments import kind_of
from ._errors import PositionNotFound

if TYPE_CHECKING:
    import pandas as pd

_MOST_MOVES = 20  # that are shown


class _Counted:
    """What has games by their outcomes, in the game's words: `.white`, `.draws`, `.black`."""

    __slots__ = ("_outcomes",)
    _outcomes: dict[str, int]

    @property
    def games(self) -> int:
        """The games in all, those whose outcome nobody knows among them."""
        return sum(self._outcomes.values())

    @property
    def outcomes(self) -> dict[str, int]:
        """The games by their outcomes: the players' wins, draws, and those that are unknown."""
        return dict(self._outcomes)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._outcomes:
            return self._outcomes[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._outcomes]


def _by_outcome(node: _core.GraphNode, counts: tuple[int, int, int, int]) -> dict[str, int]:
    first, second = _core.game_type(node.game).players
    return dict(zip((first, "draws", second, "unknown"), counts, strict=True))


class GraphMove(_Counted):
    """A move from a position of a graph, and the games in which it was played.

    >>> graph = ia.Graph("hex", 2)
    >>> move = graph.explore(depth=1).moves[0]
    >>> move.move, move.games, move.blue, move.points
    ('a1', 0, 0, None)
    """

    __slots__ = ("_fields", "_from", "_number")

    def __init__(self, node: _core.GraphNode, found: tuple[Any, ...]):
        self._from = node
        self._number, move, notation, counts, share, points, rating, end = found
        self._outcomes = _by_outcome(node, counts)
        self._fields = (move, notation, share, points, rating, end)

    @property
    def move(self) -> str:
        """The move as positions write it: e2e4."""
        return self._fields[0]

    @property
    def notation(self) -> str:
        """The move as books write it: e4."""
        return self._fields[1]

    @property
    def share(self) -> float:
        """Of the games in which some move was played here."""
        return self._fields[2]

    @property
    def points(self) -> float | None:
        """What the mover scored, 1 for a win and 0.5 for a draw; None where nobody knows."""
        return self._fields[3]

    @property
    def rating(self) -> int | None:
        """The players' average rating; None where no game says one."""
        return self._fields[4]

    @property
    def end(self) -> _core.Outcome | None:
        """How the move ends the game by its rules; None while it goes on."""
        return self._fields[5]

    @property
    def node(self) -> GraphNode:
        """What the graph says now of the position after it."""
        found = self._from.child(self._number)
        if found is None:
            raise PositionNotFound(f"the position after {self.notation} is not in the graph")
        return GraphNode(found)

    def __repr__(self) -> str:
        games = f"{self.games} game{'' if self.games == 1 else 's'}"
        known = {word: n for word, n in self._outcomes.items() if n}
        return f"<{self.notation}: {', '.join([games, *(f'{w} {n}' for w, n in known.items())])}>"


class GraphNode(_Counted):
    """What a graph says of a position, as it was when it was asked.

    >>> graph = ia.Graph("hex", 2)
    >>> node = graph.explore(depth=2)
    >>> node["a1"]["swap"].end is None, sorted(node["a1"].move_names)
    (True, ['a2', 'b1', 'b2', 'swap'])
    """

    __slots__ = ("_core", "_moves")

    def __init__(self, found: _core.GraphNode):
        self._core = found
        self._outcomes = _by_outcome(found, found.outcomes)
        self._moves: list[GraphMove] | None = None

    @property
    def position(self) -> _core.AnyPosition:
        """The position, without what was played before it."""
        return self._core.position()

    @property
    def text(self) -> str:
        """The position as text."""
        return self._core.text

    @property
    def identity(self) -> int:
        """The key of what counts as the same position, as `Position.identity` has it."""
        return self._core.identity

    @property
    def end(self) -> _core.Outcome | None:
        """How the game ended here by its rules; None while it goes on."""
        return self._core.end

    @property
    def is_explored(self) -> bool:
        """Whether every legal move is among the moves."""
        return self._core.is_explored

    @property
    def stopped(self) -> int:
        """The games whose last position it is; `games` counts those that went on."""
        return self._core.finishes

    @property
    def rating(self) -> int | None:
        """The average rating over all moves; None where no game says one."""
        return self._core.rating

    @property
    def moves(self) -> list[GraphMove]:
        """The moves that the graph knows: those played most come first."""
        if self._moves is None:
            self._moves = [GraphMove(self._core, found) for found in self._core.moves()]
        return list(self._moves)

    @property
    def move_names(self) -> list[str]:
        """The moves as positions write them."""
        return [each.move for each in self.moves]

    def move(self, move: Any) -> GraphMove:
        """One of the moves: as positions or as books write it, or another library's."""
        for each in self.moves:
            if move in (each.move, each.notation):
                return each
        played = self.position.after(move).moves[-1]
        for each in self.moves:
            if each.move == played:
                return each
        raise PositionNotFound(f"{played} was not played from here: {self.text}")

    def __getitem__(self, move: Any) -> GraphNode:
        return self.move(move).node

    def __contains__(self, move: object) -> bool:
        return any(move in (each.move, each.notation) for each in self.moves)

    def __iter__(self) -> Iterator[GraphMove]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return True  # without moves too

    def to_pandas(self) -> pd.DataFrame:
        """The moves as a DataFrame, a row each."""
        return _pandas().DataFrame([_row(each) for each in self.moves], columns=self._columns())

    def _columns(self) -> list[str]:
        return ["move", "notation", "games", *self._outcomes, "share", "points", "rating", "end"]

    def table(self, most: int = _MOST_MOVES) -> str:
        """The explorer's table as text, with at most so many moves."""
        if isinstance(most, bool) or not isinstance(most, int):
            raise TypeError(f"most: expected a number of moves, not {kind_of(most)}")
        return self._core.table(max(most, 0))

    def __repr__(self) -> str:
        return self.table().rstrip("\n")

    def _repr_html_(self) -> str:
        names = self._columns()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        rows = "".join(
            f"<tr>{''.join(f'<td>{_shown(value)}</td>' for value in _row(each).values())}</tr>"
            for each in self.moves[:_MOST_MOVES]
        )
        left = len(self.moves) - _MOST_MOVES
        more = f"and {left} move{'' if left == 1 else 's'} more" if left > 0 else ""
        end = f", {html.escape(str(self.end))}" if self.end else ""
        said = f"<b>{html.escape(self.text)}</b>{end}"
        return f"{said}<table><tr>{head}</tr>{rows}</table>{more}"


def _row(move: GraphMove) -> dict[str, Any]:
    return {
        "move": move.move,
        "notation": move.notation,
        "games": move.games,
        **move.outcomes,
        "share": move.share,
        "points": move.points,
        "rating": move.rating,
        "end": move.end and move.end.reason,
    }


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.1%}" if isinstance(value, float) else html.escape(str(value))


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas needs pandas: pip install pandas") from None
    return pandas
