"""One move as what it changes, in any game."""

from __future__ import annotations

import importlib
import json
from typing import Any

from . import _core
from ._arguments import kind_of
from ._errors import IllegalError

Edit = tuple[str, str | None, str | None]


def _own_class(game: str) -> Any:
    """A game may have transitions that say more."""
    try:
        module = importlib.import_module(f"{__package__}.{game}")
    except ImportError:
        return None
    return getattr(module, "Transition", None)


class _AnyGame(type):
    """Makes a game's own transitions, which count as such."""

    def __call__(cls, position: Any, move: Any) -> Any:
        row = _core.find_game(position) or _core.games()[0]  # whose error says what is expected
        own = _own_class(row.name)
        return super().__call__(row, position, move) if own is None else own(position, move)

    def __instancecheck__(cls, thing: Any) -> bool:
        own = (_own_class(row.name) for row in _core.games())
        return type.__instancecheck__(cls, thing) or isinstance(thing, tuple(filter(None, own)))

    def __getattr__(cls, name: str) -> Any:
        """What only one game's transitions can do: `ia.Transition.from_tuple`."""
        for row in _core.games():
            found = getattr(_own_class(row.name), name, None)
            if found is not None and not name.startswith("_"):
                return found
        raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")


class Transition(metaclass=_AnyGame):
    """What one move changes, as edits that can be applied and undone; of any game.

    >>> p = ia.HexPosition("hex 5 moves b1")
    >>> t = ia.Transition(p, "swap")
    >>> t.edits
    [('b1', 'blue', None), ('a2', None, 'red')]
    >>> t.undo(t.apply(p)) == p
    True

    That of chess is `ia.chess.Transition`, which also has a step's twelve numbers (`tuple`,
    `from_tuple`) and the null move.
    """

    def __init__(self, row: _core.GameType, position: Any, move: Any):
        self._before = _core.position_of(row, position)
        self._after = self._before.after(move)
        self._move = self._after.moves[-1]
        self._said = json.loads(_core.describe_move(self._before, self._move))

    @property
    def move(self) -> str:
        """The move as the game writes it."""
        return self._move

    @property
    def before(self) -> Any:
        """The position that it starts from."""
        return self._before

    @property
    def after(self) -> Any:
        """The position that it leads to."""
        return self._after

    @property
    def edits(self) -> list[Edit]:
        """(cell, what stood there, what stands there now) for each that changes."""
        return [
            (edit["cell"], edit["before"] or None, edit["after"] or None)
            for edit in self._said["edits"]
        ]

    def apply(self, position: Any) -> Any:
        """The position after the step."""
        if not _is_same(position, self._before):
            raise IllegalError("a transition is applied to the position that it is of")
        return position.after(self._move)

    def undo(self, position: Any) -> Any:
        """The position before the step."""
        if not _is_same(position, self._after):
            raise IllegalError("a transition is undone from the position it leads to")
        if not position.moves or position.moves[-1] != self._move:
            return self._before
        game = _core.Game(position.game, position)
        game.pop()
        return game.position if _is_same(game.position, self._before) else self._before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Transition):
            return NotImplemented
        return self._move == other.move and _is_same(self._before, other.before)

    def __hash__(self) -> int:
        return hash((self._before.identity, self._move))

    def __reduce__(self):
        return Transition, (self._before, self._move)

    def __repr__(self) -> str:
        return f"ia.Transition({self._before!r}, {self._move!r})"


def _is_same(position: Any, other: Any) -> bool:
    """Whether the same stands on the board, however it came about."""
    if not isinstance(position, _core.AnyPosition):
        raise TypeError(f"position: expected a position, not {kind_of(position)}")
    return (position.game, position.size, position.identity) == (
        other.game,
        other.size,
        other.identity,
    )
