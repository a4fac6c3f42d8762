"""Files of games, one by one."""

from __future__ import annotations

import os
import pathlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from . import _core
from ._errors import IllegalError, ParseError

# By the ending of the name: what opens such a file. It answers an object whose next() gives the
# game or None, its number and its faults, or None at the end.
_FORMATS: dict[str, Callable[[str, str], Any]] = {
    ".trmph": _core.hex_games,
    ".sgf": _core.hex_games,
    ".hsgf": _core.hex_games,
}

_MOST_FAULTS = 10_000  # kept; all are counted


class Fault(NamedTuple):
    """What is wrong with a game of a file, and where."""

    source: str
    game: int  # its number in the file, from 1
    line: int
    column: int
    offset: int  # byte of the file
    code: str
    detail: str
    is_refused: bool  # else it was put right

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.code}: {self.detail}"


class GameWarning(UserWarning):
    """A game of a file that cannot be read."""


class Reader:
    """The games of a file; `ia.read` makes one.

    `faults` lists what was wrong so far, refused games and those that were put right; `games` and
    `refused` count.
    """

    def __init__(self, path: str, errors: str, games: Any):
        self.path = path
        self.faults: list[Fault] = []
        self.games = 0
        self.refused = 0
        self._errors = errors
        self._games = games

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        while (item := self._games.next()) is not None:
            game, number, found = item
            faults = [self._fault(number, game is None, *fault) for fault in found]
            self.faults += faults[: _MOST_FAULTS - len(self.faults)]
            if game is not None:
                self.games += 1
                return game
            self.refused += 1
            self._refuse(faults[0])
        raise StopIteration

    def _fault(
        self, number: int, refused: bool, code: str, detail: str, line: int, column: int, at: int
    ) -> Fault:
        return Fault(self.path, number, line, column, at, code, detail, refused)

    def _refuse(self, fault: Fault) -> None:
        if self._errors == "raise":
            kind = IllegalError if fault.code == "illegal" else ParseError
            raise kind(str(fault), fault.offset, fault.game - 1)
        if self._errors == "report":
            warnings.warn(str(fault), GameWarning, stacklevel=3)

    def __repr__(self) -> str:
        return f"<Reader {self.path!r}: {self.games} games, {self.refused} refused so far>"


def read(path: str | os.PathLike[str], *, errors: str = "report", swap: str = "pieces") -> Reader:
    """The games of a file, one by one: .trmph (one a line, HexWorld links too), .sgf or .hsgf.

    >>> for game in ia.read("games.trmph"):  # doctest: +SKIP
    ...     print(game.tags, game.moves, game.outcome, len(game.positions()))

    A game that cannot be read is left out and reading goes on: with errors="report" a warning says
    where and why, "skip" is silent, "raise" ends with ParseError. All faults are in the reader's
    `faults`, with line and column. TRMPH is read in constant memory. `swap="literal"` is for files
    in which a swap changes the owner of the stone alone.
    """
    file = pathlib.Path(os.fspath(path))
    if errors not in ("report", "skip", "raise"):
        raise ValueError(f"errors: expected 'report', 'skip' or 'raise', not {errors!r}")
    if file.suffix not in _FORMATS:
        known = ", ".join(_FORMATS)
        raise ValueError(f"read: expected a name that ends in {known}, not {file.name!r}")
    return Reader(str(file), errors, _FORMATS[file.suffix](str(file), swap))
