"""Games of self-play into a data set, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from . import _core
from ._arguments import kind_of
from ._filters import count_in, some_text
from ._layouts import board_size
from ._policies import _whole
from ._settings import shares


class Writer:
    """Appends games to a data set, with what a search says of their positions.

    >>> with ia.Writer("selfplay", game="chess") as writer:  # doctest: +SKIP
    ...     writer.add(moves=["e4", "e5"], outcome="1-0", visits=[{"e4": 7, "d4": 1}, {"e5": 8}])

    The folder is made if it is not there. Records, hashes and splits are those that `ia.build`
    makes of a file of the same games; visits become the column `visits`. Shards that are full are
    safe whatever happens afterwards (`kill -9`), and so is everything before a `flush()`. A writer
    that is opened again on the folder, with the same arguments, goes on behind what is there:
    `writer.games` says how many games that is. `force=True` begins anew. A second writer is
    refused as long as the first lives.

    `close()`, and the end of a `with` block, complete the set; a block that ends with an exception
    flushes what was added and leaves the set open for the next run. `split`, `seed`, `final` and
    `shard_records` are as in `ia.build`; `size` is that of the boards of games that are given
    without a start. Threads may share a writer.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        game: str,
        *,
        size: int | str | None = None,
        split: str | Mapping[str, float] | None = None,
        seed: int = 0,
        final: bool = False,
        shard_records: int = _core.SHARD_RECORDS,
        force: bool = False,
    ):
        if not isinstance(game, str):
            raise TypeError(f"game: expected a name, not {kind_of(game)}")
        self.path = os.path.abspath(os.fspath(folder))
        self.game = _core.game_type(game).name
        self._size = board_size(size)
        self._writer: _core.GameWriter | None = _core.GameWriter.open(
            self.path,
            self.game,
            some_text(split, "split") if isinstance(split, str) else shares(split),
            _whole(seed, "seed") & ((1 << 64) - 1),
            bool(final),
            count_in(shard_records, "shard_records", 1, _core.MAX_SHARD_RECORDS),
            bool(force),
        )

    @property
    def _open(self) -> _core.GameWriter:
        if self._writer is None:
            raise ValueError(f"the writer of {self.path} is closed")
        return self._writer

    @property
    def games(self) -> int:
        """The games of the set, those that were there included."""
        return self._open.games

    @property
    def positions(self) -> int:
        """The records of the set, likewise."""
        return self._open.positions

    def add(
        self,
        game: Any = None,
        *,
        start: Any = None,
        moves: Iterable[Any] = (),
        outcome: str | None = None,
        evals: Iterable[int | None] | None = None,
        visits: Iterable[Mapping[Any, float] | None] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        """Adds a game: `game` (an `ia.Game`, or text that names one), or `moves` from `start`.

        `outcome` is a word of the game ("1-0", "blue"); else the game's own, or the board's.
        `evals` are centipawns in the first player's view, one for each position, [0] being the
        start's; `visits` dicts of moves (as text, as python-chess has them, or as numbers of
        records) to counts or shares, one for each position from which a move was played. Both may
        be shorter than the game, and have None where there is nothing. `tags` fill the games table
        as those of a file do (`WhiteElo`, `Date`, …).

        A game that cannot be stored raises an error and is not added.
        """
        if game is not None and (start is not None or tuple(moves)):
            raise TypeError("game: say a game, or its start and moves")
        self._open.add(game, start, tuple(moves), self._size, outcome, evals, visits, tags)

    def flush(self) -> None:
        """Writes what was added to the disk, in shards that may be small."""
        self._open.flush()

    def close(self) -> None:
        """Completes the set. A closed writer stays closed."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.finish()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            self.close()
        elif self._writer is not None:
            writer, self._writer = self._writer, None
            writer.flush()

    def __repr__(self) -> str:
        if self._writer is None:
            return f"<ia.Writer({self.path!r}, {self.game!r}): closed>"
        return f"<ia.Writer({self.path!r}, {self.game!r}): {self.games:,} games>"
