"""The records of a data set: opened, read one by one or as arrays, traced, and narrowed to some."""

from __future__ import annotations

import functools
import json
import operator
import os
from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from . import _core
from ._cache import Cache, Remote
from ._filters import Span, Words, filters
from ._numbers import Numbers, check_numbers
from ._records import GAME_ROW, bytes_of, record_dtype
from ._report import Report, report_of
from ._tables import Table, table

_GAME = np.dtype([*GAME_ROW.descr, ("shard", "<u4")])


def _fetching(caches: list[Cache]) -> tuple[Any, Any]:
    """What brings files of these sets here, and what is told of those that will be wanted."""
    if not caches:
        return None, None

    def cache_of(path: str) -> Cache | None:
        return next((c for c in caches if path.startswith(f"{c.path}/")), None)

    def fetch(path: str, bytes_: int, seal: str) -> None:
        cache = cache_of(path)
        if cache is None:
            raise FileNotFoundError(path)
        cache.fetch(path, bytes_, seal)

    def announce(path: str, bytes_: int, seal: str) -> None:
        cache = cache_of(path)
        if cache is not None:
            cache.announce(path, bytes_, seal)

    return fetch, announce


class Records:
    """What `DataSet` is beneath its batches and columns: an array of records, with their games."""

    def __init__(
        self,
        folders: tuple[str | Remote, ...],
        split: str | None,
        size: int | str | None,
        all_records: bool,
        cache_bytes: int,
        chosen: np.ndarray | None = None,
    ):
        self._arguments = (folders, split, size, all_records, cache_bytes)
        self._report: Report | None = None
        self._records: Table | None = None
        self._unknown: dict[str, np.ndarray] = {}  # by kind: records without a value
        self._open()
        self._numbers = Numbers(self._set.size, chosen)

    def _open(self) -> None:
        folders, split, size, all_records, cache_bytes = self._arguments
        caches = {f: Cache(f) for f in folders if isinstance(f, Remote)}
        here = [caches[f].path if isinstance(f, Remote) else f for f in folders]
        self._caches = list(caches.values())
        fetch, announce = _fetching(self._caches)
        self._set = _core.Set.open(
            here, split or "", size, all_records, cache_bytes, fetch, announce
        )
        self._process = os.getpid()

    @property
    def _core_set(self) -> _core.Set:
        """In a forked child a set of its own: another thread may have held the parent's locks."""
        if self._process != os.getpid():
            self._open()
        return self._set

    @property
    def path(self) -> str:
        """Its folder; of several sets the folders of all, for people to read."""
        return ", ".join(self.paths)

    @property
    def paths(self) -> tuple[str, ...]:
        """The folders of the sets that are opened as one; as a rule it is one."""
        return tuple(map(str, self._arguments[0]))

    @property
    def _remotes(self) -> list[Remote]:
        """Those of its folders that lie elsewhere."""
        return [folder for folder in self._arguments[0] if isinstance(folder, Remote)]

    @property
    def split(self) -> str | None:
        """The split that was opened, if one was."""
        return self._arguments[1]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._set.game

    @property
    def sizes(self) -> list[int | str]:
        """The sizes of the boards, as the game writes them."""
        return [self._row.size_shown(size) for size in sorted(self._set.board_sizes)]

    @property
    def _row(self) -> _core.GameType:
        """Of a set that holds nothing the first game's."""
        return _core.game_type(self.game) if self.game else _core.games()[0]

    @property
    def splits(self) -> dict[str, float]:
        """The named shares of the games."""
        return {name: round(share, 6) for name, share in self._set.splits}

    @property
    def manifest(self) -> dict[str, Any]:
        """What `manifest.json` says: shards, sources, filters, counts.

        Of several sets, and of a collection, all together, with the `folder` of each shard.
        """
        found = json.loads(self._set.manifest)
        if self._set.members > 1:
            for i, shard in enumerate(found["shards"]):
                shard["folder"], number = self._set.place_of(i)
                shard["name"], shard["games_name"] = (
                    f"{kind}-{number:05}.npy" for kind in ("shard", "games")
                )
        return found

    @functools.cached_property
    def _manifest(self) -> dict[str, Any]:
        """Read when it is first asked for: that of a large collection takes a while."""
        return self.manifest

    @property
    def report(self) -> Report:
        """What was read, dropped and rejected when it was built."""
        if self._report is None:
            self._report = report_of(self.path, self._manifest)
        return self._report

    @property
    def dtype(self) -> np.dtype:
        """Of its records: ia.record_dtype(game, size)."""
        return record_dtype(self._row.name, self._one_size())

    @property
    def records(self) -> Table:
        """All records as one structured array, in order.

        It is read into memory (32 bytes a record in chess) when it is first asked for, and kept;
        of sets that are larger than the memory take slices, `ds[a:b]`. For NumPy's own maps of
        the files: `np.load("data/shard-00000.npy", mmap_mode="r")`.
        """
        if self._records is None:
            records = self[:]
            records.flags.writeable = False
            self._records = records
        return self._records

    @property
    def games(self) -> Table:
        """The games, one row each: where its records lie and what is known of it.

        The fields are those of the files games-*.npy (docs/formats.md) and `shard`, in which
        `first` counts. With a split those of the split; of a set that was narrowed, those that have
        records in it.
        """
        rows = self._all_games()
        return rows[self._game_rows(rows)]

    def _all_games(self) -> Table:
        rows = [self._games_of(shard) for shard in range(len(self._manifest["shards"]))]
        return table(np.concatenate(rows) if rows else np.empty(0, _GAME))

    def _game_rows(self, rows: Table) -> np.ndarray:
        """Which of all games are here."""
        if self._numbers.chosen is not None:
            return np.unique(self._games_of_records())
        is_here = np.ones(len(rows), bool)
        if self.split is not None:
            is_here &= rows["split"] == list(self.splits).index(self.split) + 1
        size = self._row.size(self._arguments[2])
        if size is not None:
            is_here &= rows["size"] == size
        return np.flatnonzero(is_here)

    def _games_of_records(self) -> np.ndarray:
        """Of every record its game's row among all games."""
        games = np.frombuffer(self._core_set.games_of_records(), np.uint32)
        chosen = self._numbers.chosen
        return games if chosen is None else games[chosen]

    def _games_of(self, shard: int) -> np.ndarray:
        table = np.frombuffer(self._core_set.games(shard), GAME_ROW)
        rows = np.empty(len(table), _GAME)
        rows["shard"] = shard
        for name in GAME_ROW.names:
            rows[name] = table[name]
        return rows

    def trace(self, index: int) -> dict[str, Any]:
        """Whence a record came and what it says: all that `intarsia info --record` knows.

        File, byte, game and ply; the players' ratings and the date; and `state`, the record in
        words: its position, the move played, outcome and evaluation.
        """
        number = self._number(index)
        found = self._core_set.trace(self._in_set(number))
        return {**found, "record": number, "state": json.loads(found["state"])}

    def where(
        self,
        *,
        min_elo: int = 0,
        max_elo: int = 0,
        time_control: Words = None,
        termination: Words = None,
        outcome: Words = None,
        date: Span = None,
        variant: Words = None,
        has_eval: bool = False,
        length: Span | range = None,
        max_elo_difference: int | None = None,
        ply: Span | range = None,
        every: int = 1,
        sample: float = 1.0,
        result: Words = None,
    ) -> Self:
        """The part of the data set that filters keep, by the names and words of `ia.build`.

        >>> strong = ds.where(min_elo=2200, outcome=["1-0", "0-1"], ply="8..")  # doctest: +SKIP

        Filters look at what the games table says; what it does not say is kept (an unrated game by
        `min_elo`), as in `build`. `ply`, `every` and `sample` choose among the positions. Records
        are counted anew from 0; history layouts see the plies before all the same, and so does the
        order of batches depend on the seed alone.
        """
        numbers = self._numbers_where(
            min_elo=min_elo,
            max_elo=max_elo,
            time_control=time_control,
            termination=termination,
            outcome=outcome,
            date=date,
            variant=variant,
            has_eval=has_eval,
            length=length,
            max_elo_difference=max_elo_difference,
            ply=ply,
            every=every,
            sample=sample,
            result=result,
        )
        return self._narrowed(numbers)

    def select(self, chosen: Any) -> Self:
        """The part with these records: a mask or numbers; or a mask of the games in `ds.games`.

        Records keep the order of the set.

        >>> rated = ds.select(ds.games["ratings"].min(axis=1) > 0)  # doctest: +SKIP
        >>> won = ds.select(ds.records["eval"] > 300)  # doctest: +SKIP
        """
        mask = np.asarray(chosen)
        if mask.dtype == bool and mask.shape != (len(self),):
            return self._narrowed(self._numbers_of_games(mask))
        numbers = np.sort(check_numbers(mask, len(self)))
        again = numbers[1:][numbers[1:] == numbers[:-1]]
        if len(again):
            raise ValueError(f"select: record {again[0]} is named twice; a part has it once")
        return self._narrowed(numbers)

    def _numbers_where(self, **wanted: Any) -> np.ndarray:
        """The numbers of the records that filters keep."""
        rules = filters(**wanted) | {"final": bool(self.manifest["options"].get("final"))}
        found = np.frombuffer(self._core_set.where(rules), np.uint64)
        return self._numbers.of_set(found)

    def _numbers_of_games(self, mask: np.ndarray) -> np.ndarray:
        rows = self._all_games()
        here = self._game_rows(rows)
        if mask.shape != here.shape:
            raise ValueError(
                f"select: expected a mask of {len(self)} records or of {len(here)} games, not of "
                f"shape {mask.shape}"
            )
        is_wanted = np.zeros(len(rows), bool)
        is_wanted[here[mask]] = True
        return np.flatnonzero(is_wanted[self._games_of_records()])

    def _narrowed(self, numbers: np.ndarray) -> Self:
        """With the files, and what was read of them, in common."""
        part = object.__new__(type(self))
        part.__dict__.update(self.__dict__, _records=None, _unknown={})
        part._numbers = self._numbers.narrowed(numbers)
        return part

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._take(np.arange(*index.indices(len(self)), dtype=np.int64))
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            bytes_ = self._core_set.record(self._in_set(self._number(index)))
            return np.frombuffer(bytes_, self._dtype_of(bytes_))[0]
        return self._take(check_numbers(index, len(self)))

    def __iter__(self) -> Iterator[np.void]:
        for first in range(0, len(self), 4096):
            yield from self[first : first + 4096]

    def _dtype_of(self, bytes_: bytes) -> np.dtype:
        return self._dtypes[len(bytes_)]

    @functools.cached_property
    def _dtypes(self) -> dict[int, np.dtype]:
        """Of records by their length; some small boards of two sizes have the same."""
        records = [record_dtype(self.game, size) for size in reversed(self.sizes)]
        return {record.itemsize: record for record in records}

    def _take(self, numbers: np.ndarray) -> Table:
        records = np.empty(len(numbers), self.dtype)
        self._core_set.read(self._numbers.in_set(numbers), bytes_of(records))
        return table(records)

    def _in_set(self, number: int) -> int:
        return int(self._numbers.in_set(np.array([number]))[0])

    def _number(self, index: Any) -> int:
        number = operator.index(index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"record {number} of {len(self)}")
        return number % len(self)

    def _one_size(self) -> int:
        """The size of the boards as a number; the usual one if there are no boards."""
        sizes = self._set.board_sizes or [self._row.usual_size]
        if len(sizes) != 1:
            sizes = ", ".join(map(str, self.sizes))
            raise ValueError(
                f"{self.path} has boards of several sizes: {sizes}; "
                "choose one with ia.open(…, size=…)"
            )
        return sizes[0]
