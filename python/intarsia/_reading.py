"""Files of games, one by one."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import _core
from ._errors import IllegalError, ParseError

_MOST_FAULTS = 10_000  # kept; all are counted


class Fault(NamedTuple):
    """What is wrong with a game of a file, and where."""

    source: str
    game: int  # its number in the file, from 1
    line: int
    column: int  # 0 if it is not known
    offset: int  # byte of the file, unpacked
    code: str
    detail: str
    is_refused: bool  # else it was put right

    def __str__(self) -> str:
        column = f":{self.column}" if self.column else ""
        return f"{self.source}:{self.line}{column}: {self.code}: {self.detail}"


class GameWarning(UserWarning):
    """A game that cannot be read, or whose text was put right: moves after a win are cut,
    castling rights that cannot be are dropped."""


def warn_of_mended(found: tuple[int, int, int, str] | None, rows: int) -> None:
    """Of texts that were read together, for whoever has called our caller."""
    if found is None:
        return
    count, row, offset, detail = found
    place = f"row {row}: " if rows > 1 else ""
    more = f" (and in {count - 1} more row{'s' if count > 2 else ''})" if count > 1 else ""
    warnings.warn(f"{place}byte {offset}: {detail}{more}", GameWarning, stacklevel=3)


def noted_game(make: Any, arguments: tuple[Any, ...], *notes: Any) -> Any:
    """A game with what a file says move by move, as pickle makes it again."""
    return _core.noted_game(make, arguments, *notes)


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
        self.skipped: list[str] = []  # at the end: what holds no games
        self._errors = errors
        self._games = games
        self._lock = threading.Lock()  # threads may share the games between them

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        while True:
            with self._lock:
                game, faults = self._taken()
            if game is not None:
                return game
            self._refuse(next(fault for fault in faults if fault.is_refused))

    def _taken(self) -> tuple[Any, list[Fault]]:
        """The next game, counted; None for one that is refused."""
        item = self._games.next()
        if item is None:
            self._end()
            raise StopIteration
        game, source, number, found = item
        faults = [Fault(source, number, *fault) for fault in found]
        self.faults += faults[: _MOST_FAULTS - len(self.faults)]
        if game is None:
            self.refused += 1
        else:
            self.games += 1
        return game, faults

    def _end(self) -> None:
        skipped, self.skipped = self.skipped, self._games.skipped()
        if self.skipped != skipped and self._errors == "report":
            names = ", ".join(self.skipped[:3]) + (", …" if len(self.skipped) > 3 else "")
            warnings.warn(f"not read, since without games: {names}", GameWarning, stacklevel=4)

    def _refuse(self, fault: Fault) -> None:
        if self._errors == "raise":
            kind = IllegalError if fault.code == "illegal" else ParseError
            raise kind(str(fault), fault.offset, fault.game - 1)
        if self._errors == "report":
            warnings.warn(str(fault), GameWarning, stacklevel=3)

    def __repr__(self) -> str:
        return f"<Reader {self.path!r}: {self.games} games, {self.refused} refused so far>"


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    errors: str = "report",
    **options: Any,
) -> Reader:
    """The games of files, one by one, in any format that `ia.build` reads, packed or not.

    >>> for game in ia.read("games.pgn.zst"):  # doctest: +SKIP
    ...     print(game.tags, game.moves, game.outcome, len(game.positions()))

    PGN, TRMPH, SGF, games of Connect Four (.c4), EPD, plain, and lines that are positions, perhaps
    with `| centipawns | outcome`: the file's name and its first bytes say which it is, or `format`
    does; .zst, .gz, .bz2, .xz, .zip and .tar are unpacked. A folder is walked in the order of its
    names, and "@list.txt" is a file that names files. Games are ChessGames, HexGames, or
    Games; a position alone is a game that goes on from there, and a move that the file names for it
    (EPD's bm, plain's move) is `tags["move"]`. One that cannot be read is left out and reading goes
    on: with errors="report" a warning says where and why, "skip" is silent, "raise" ends with
    ParseError. All faults are in the reader's `faults`, with their line. All but SGF are read in
    constant memory.

    Options are those of the games: `swap="literal"` is for files of Hex in which a swap changes the
    owner of the stone alone; `chess960=True` takes every game of chess as Chess960.
    """
    file = os.fspath(path)
    if errors not in ("report", "skip", "raise"):
        raise ValueError(f"errors: expected 'report', 'skip' or 'raise', not {errors!r}")
    if format is not None and not isinstance(format, str):
        raise TypeError(f"format: expected a name, not {type(format).__name__}")
    return Reader(file, errors, _core.open_games(file, format or "", options))
