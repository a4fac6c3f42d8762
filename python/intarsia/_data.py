"""Data sets: records on disk, read one by one, as arrays, or as batches."""

from __future__ import annotations

import functools
import json
import operator
import os
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _core
from ._arguments import kind_of
from ._batches import Batch, Batches, Filler, check_numbers
from ._layouts import LayoutLike, board_size
from ._policies import Policy
from ._records import GAME_ROW, bytes_of, record_dtype
from ._report import Report, report_of

_CACHE_BYTES = 1 << 30
_GAME = np.dtype([*GAME_ROW.descr, ("shard", "<u4")])


class DataSetWarning(UserWarning):
    """Something about a data set that is worth knowing."""


class DataSet:
    """A data set, or a split of one: `ia.open` and `ia.build` make it.

    `len(ds)` counts its records. `ds[i]` is one of them, as NumPy has it (`ds[i]["move"]`, and
    `ia.Position(ds[i])` or `ia.encode(ds[i], layout)` takes it); `ds[a:b]` and `ds[numbers]` are
    arrays. It can be pickled, and goes along into processes that are forked or spawned.
    """

    def __init__(
        self,
        folder: str,
        split: str | None,
        size: int | str | None,
        all_records: bool,
        cache_bytes: int,
    ):
        self._arguments = (folder, split, size, all_records, cache_bytes)
        self._report: Report | None = None
        self._records: np.ndarray | None = None
        self._open()
        self._manifest = json.loads(self._set.manifest)

    def _open(self) -> None:
        folder, split, size, all_records, cache_bytes = self._arguments
        self._set = _core.Set.open(folder, split or "", size, all_records, cache_bytes)
        self._process = os.getpid()

    @property
    def _core_set(self) -> _core.Set:
        """In a forked child a set of its own: another thread may have held the parent's locks."""
        if self._process != os.getpid():
            self._open()
        return self._set

    @property
    def path(self) -> str:
        """Its folder."""
        return self._arguments[0]

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
        return {name: round(share, 6) for name, share in self._manifest["split"].items()}

    @property
    def manifest(self) -> dict[str, Any]:
        """What `manifest.json` says: shards, sources, filters, counts."""
        return json.loads(self._set.manifest)

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
    def records(self) -> np.ndarray:
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
    def games(self) -> np.ndarray:
        """The games, one row each: where its records lie and what is known of it.

        The fields are those of the files games-*.npy (docs/formats.md) and `shard`, in which
        `first` counts. With a split those of the split.
        """
        rows = [self._games_of(shard) for shard in range(len(self._manifest["shards"]))]
        if not rows:
            return np.empty(0, _GAME)
        found = np.concatenate(rows)
        if self.split is not None:
            found = found[found["split"] == list(self.splits).index(self.split) + 1]
        size = self._row.size(self._arguments[2])
        return found if size is None else found[found["size"] == size]

    def _games_of(self, shard: int) -> np.ndarray:
        table = np.frombuffer(self._core_set.games(shard), GAME_ROW)
        rows = np.empty(len(table), _GAME)
        rows["shard"] = shard
        for name in GAME_ROW.names:
            rows[name] = table[name]
        return rows

    def trace(self, index: int) -> dict[str, Any]:
        """Whence a record came: file, byte, game and ply."""
        return self._core_set.trace(self._number(index))

    def __len__(self) -> int:
        return self._set.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._take(np.arange(*index.indices(len(self)), dtype=np.int64))
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            bytes_ = self._core_set.record(self._number(index))
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

    def _take(self, numbers: np.ndarray) -> np.ndarray:
        records = np.empty(len(numbers), self.dtype)
        self._core_set.read(np.ascontiguousarray(numbers, np.uint64), bytes_of(records))
        return records

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
                f"choose one with ia.open({self.path!r}, size=…)"
            )
        return sizes[0]

    def batches(
        self,
        layout: LayoutLike,
        batch_size: int = 4096,
        *,
        policy: str | Policy | None = None,
        value: str | None = None,
        mask: bool | None = None,
        view: str | None = None,
        seed: int = 0,
        epoch: int = 0,
        shuffle: str | bool | None = "auto",
        partition: tuple[int, int] = (0, 1),
        drop_last: bool = False,
        order: str | None = None,
        dtype: Any = None,
        augment: str | None = None,
        threads: int | None = None,
        reuse: bool = False,
        prefetch: int = 0,
    ) -> Batches:
        """One epoch as batches: an iterator of `Batch(planes, policy, value, mask)`.

        >>> ds = ia.build("games.pgn", "data", force=True)  # doctest: +SKIP
        >>> for b in ds.batches("chess/canonical18", 4096, policy="chess/az4672"):  # doctest: +SKIP
        ...     b.planes, b.policy

        Every record comes once an epoch, in an order that depends on `seed` and `epoch` alone.
        `shuffle` is "global" (exact), "blocks" (runs of 64 KiB, mixed in pools of 256: for sets
        that are larger than the memory) or None (the order of the files); "auto" is global, or
        blocks, with a notice, if the set exceeds half of the memory. `partition=(i, n)` gives every
        n-th batch from the i-th on: n workers share an epoch. `drop_last` leaves a short last
        batch out.

        `policy` is a code (`ia.policies()`): the number of the move played, int32, -1 for none.
        `value` is "outcome", "wdl", "eval", "mix:0.7", in Hex also "training": float32, NaN for
        unknown. `mask` marks the legal moves in the numbers of `policy`, uint8; `mask=False` leaves
        it out, which is faster. They follow the layout's frame; `view` takes another, which is
        refused where the planes do not say who moves. What is not asked for is None.
        `augment="symmetries"` shows each record in one of the symmetries of its game (Hex has
        four), by the seed, targets and all.

        Arrays are new for every batch unless `reuse=True`: then they are filled again, and a batch
        is good until the next one is asked for. `prefetch=n` fills up to n batches ahead in a
        thread. `order`, `dtype` and `threads` are as in ia.encode.
        """
        filler = Filler(self, layout, order, dtype, policy, value, mask, view, augment, threads)
        return Batches(
            filler, batch_size, seed, epoch, shuffle, partition, drop_last, reuse, prefetch
        )

    def take(
        self,
        indices: Any,
        layout: LayoutLike,
        *,
        policy: str | Policy | None = None,
        value: str | None = None,
        mask: bool | None = None,
        view: str | None = None,
        order: str | None = None,
        dtype: Any = None,
        threads: int | None = None,
    ) -> Batch:
        """The records with these numbers as one batch, history included."""
        filler = Filler(self, layout, order, dtype, policy, value, mask, view, None, threads)
        numbers = check_numbers(indices, len(self)).astype(np.uint64)
        return filler.fill_numbers(numbers)

    def __reduce__(self):
        return DataSet, self._arguments

    def __repr__(self) -> str:
        folder, split, size, *_ = self._arguments
        named = "".join(
            f", {name}={value!r}"
            for name, value in (("split", split), ("size", size))
            if value is not None
        )
        counts = f"{len(self):,} records of {self.game}, {self._manifest['games']:,} games"
        state = "" if self._manifest["complete"] else ", not complete"
        return f"<ia.open({folder!r}{named}): {counts} in all{state}>"


def open(
    path: str | os.PathLike[str],
    split: str | None = None,
    *,
    size: int | str | None = None,
    all_records: bool = False,
    cache_bytes: int = _CACHE_BYTES,
) -> DataSet:
    """The data set in a folder, or one split of it.

    >>> ds = ia.open("data", split="train")  # doctest: +SKIP

    With splits present and none named it is all records, and a warning says so. `size` takes the
    boards of one size, where a game has several. A choice among positions (`ia.build(…, every=4)`)
    is followed unless `all_records`. Shards are kept in memory up to `cache_bytes`; what is larger
    is read from the files record by record. Files are never mapped: one that is cut meanwhile is an
    error.
    """
    folder = os.path.abspath(os.fspath(path))
    if split is not None and not isinstance(split, str):
        raise TypeError(f"split: expected a name, not {kind_of(split)}")
    if not isinstance(cache_bytes, (int, np.integer)) or not 0 <= cache_bytes < 1 << 63:
        raise ValueError(f"cache_bytes: expected a number of bytes, not {cache_bytes!r}")
    ds = DataSet(folder, split, board_size(size), bool(all_records), int(cache_bytes))
    known = sorted({shard["size"] for shard in ds._manifest["shards"]})
    if size is not None and known and _number(size, ds._row) not in known:
        listed = ", ".join(str(ds._row.size_shown(n)) for n in known)
        raise ValueError(f"size: {os.fspath(path)} has boards of size {listed}, not {size}")
    if split is None and ds.splits:
        warnings.warn(
            f"{os.fspath(path)} has the splits {', '.join(ds.splits)}, and none was named: these "
            f"are all {len(ds):,} records; ia.open(…, split={next(iter(ds.splits))!r}) opens one",
            DataSetWarning,
            stacklevel=2,
        )
    return ds


def _number(size: Any, row: _core.GameType) -> int | None:
    return row.size(size) if isinstance(size, str) else int(size)


def _open_quietly(path: str) -> DataSet:
    """All records, without a word about splits."""
    return DataSet(os.path.abspath(path), None, None, False, _CACHE_BYTES)
