"""Counting what is in a data set, shard by shard, with as much memory as is said."""

from __future__ import annotations

import importlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._description import Description
from ._filters import count_in
from ._progress import RecordsLine, is_shown
from ._records import bytes_of
from ._shards import Shard, shards_of

if TYPE_CHECKING:
    from ._data import DataSet

EXACT_RECORDS = 1 << 24
_RATINGS = 100  # in a bin
_TIMES = ((1, 1), (2, 2), (3, 9), (10, 99), (100, 999), (1000, None))


def describe(ds: DataSet, exact_records: int, progress: bool | None) -> Description:
    exact = count_in(exact_records, "exact_records", 1)
    counting = _Counting(ds, exact)
    line = RecordsLine(int(ds._manifest["positions"])) if is_shown(progress) else None
    try:
        for shard in shards_of(ds):
            counting.add(shard)
            if line is not None:
                line(len(shard.records))
    finally:
        if line is not None:
            line.clear()
    return counting.description()


class _Counting:
    """The sums so far; and the keys of positions, of large sets of some positions only."""

    def __init__(self, ds: DataSet, exact: int):
        self._ds = ds
        # Keys are spread evenly, so those that begin with so many zeros are one position in 2 ** n,
        # with all records that show it.
        self._zeros = max((len(ds) - 1) // exact, 0).bit_length()
        first, second = ds._row.players
        self._outcomes = ("unknown", first, "draw", second)  # as games tables number them
        self._ply = np.zeros(0, np.int64)
        self._counts: dict[str, Counter[Any]] = {
            name: Counter() for name in ("outcome", "rating", "material", "advantage")
        }
        self._splits: dict[int, dict[str, int]] = {}
        self._keys: dict[int, list[np.ndarray]] = {}
        self._material = _material_of(ds.game) if len(ds) else None

    def add(self, shard: Shard) -> None:
        game = np.repeat(np.arange(len(shard.rows)), shard.rows["records"])[shard.chosen]
        rows = shard.rows[game]  # one for each record
        records = shard.records[shard.chosen]
        ply = np.flatnonzero(shard.chosen) - rows["first"]
        self._add_plies(np.bincount(ply.astype(np.int64)))
        self._add("outcome", rows["outcome"], lambda n: self._outcomes[n])
        self._add("rating", _ratings(rows), lambda n: int(n) if n >= 0 else "unknown")
        if self._material is not None:
            first, second = self._material(records)
            self._add("material", first + second, int)
            self._add("advantage", first - second, int)
        self._add_splits(shard, rows["split"], records)

    def _add_plies(self, counts: np.ndarray) -> None:
        longer, shorter = sorted((self._ply, counts), key=len, reverse=True)
        self._ply = longer.copy()
        self._ply[: len(shorter)] += shorter

    def _add(self, name: str, values: np.ndarray, named: Any) -> None:
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            self._counts[name][named(value)] += int(count)

    def _add_splits(self, shard: Shard, splits: np.ndarray, records: np.ndarray) -> None:
        raw = _core.identity_keys(
            self._ds.game, shard.size, bytes_of(np.ascontiguousarray(records))
        )
        keys = np.frombuffer(raw, np.uint64)
        is_looked_at = keys >> np.uint64(64 - self._zeros) == 0 if self._zeros else None
        for number in np.unique(shard.rows["split"]).tolist():
            is_in = splits == number
            sums = self._splits.setdefault(number, {"records": 0, "games": 0})
            sums["records"] += int(is_in.sum())
            sums["games"] += int((shard.rows["split"] == number).sum())
            taken = is_in if is_looked_at is None else is_in & is_looked_at
            self._keys.setdefault(number, []).append(keys[taken])

    def description(self) -> Description:
        names = [None, *self._ds.splits]
        found = {number: _positions(self._keys.pop(number)) for number in sorted(self._keys)}
        numbers = [n for n in found if self._splits[n]["records"]]
        has_splits = len(names) > 1
        return Description(
            name=self._ds._call(),
            game=self._ds.game,
            records=len(self._ds),
            games=sum(sums["games"] for sums in self._splits.values()),
            splits=[{"name": names[n], **self._splits[n]} for n in numbers] if has_splits else [],
            ply=[{"value": i, "records": int(n)} for i, n in enumerate(self._ply) if n],
            outcome=self._counted("outcome"),
            rating=self._counted("rating"),
            material=None
            if self._material is None
            else {name: self._counted(name) for name in ("material", "advantage")},
            duplicates=self._duplicates(list(found.values())),
            leakage=[self._leak(names, a, b, found) for a in numbers for b in numbers if a != b],
            one_in=1 << self._zeros,
        )

    def _counted(self, name: str) -> list[dict[str, Any]]:
        counts = self._counts[name]
        numbers = sorted(value for value in counts if isinstance(value, int))
        words = [value for value in (*self._outcomes[1:], "unknown") if value in counts]
        return [{"value": value, "records": counts[value]} for value in (*numbers, *words)]

    def _duplicates(self, found: list[tuple[np.ndarray, np.ndarray]]) -> dict[str, Any]:
        """Of all splits together."""
        keys, times = _joined(found)
        scale = 1 << self._zeros
        return {
            "positions": len(keys) * scale,
            "repeats": int((times - 1).sum()) * scale,
            "times": [
                {"from": low, "to": high, "positions": int(is_in.sum()) * scale}
                for low, high in _TIMES
                for is_in in ((times >= low) & (times <= (high or np.iinfo(np.int64).max)),)
            ],
        }

    def _leak(
        self, names: list[str | None], a: int, b: int, found: dict[int, Any]
    ) -> dict[str, Any]:
        """How many records of one split show a position that the other shows as well."""
        (keys, times), (others, _) = found[a], found[b]
        at = np.minimum(np.searchsorted(others, keys), max(len(others) - 1, 0))
        is_there = others[at] == keys if len(others) else np.zeros(len(keys), bool)
        return {
            "split": names[a],
            "stands_in": names[b],
            "records": int(times[is_there].sum()) << self._zeros,
            "of": self._splits[a]["records"],
        }


def _material_of(game: str) -> Any:
    """What the game's own module counts, if it does."""
    try:
        return importlib.import_module(f"{__package__}.{game}")._material
    except (ImportError, AttributeError):
        return None


def _ratings(rows: np.ndarray) -> np.ndarray:
    """The mean of both players, rounded down; -1 where one is unknown."""
    ratings = rows["ratings"].astype(np.int64)
    mean = ratings.sum(axis=1) // 2 // _RATINGS * _RATINGS
    return np.where((ratings == 0).any(axis=1), -1, mean)


def _positions(keys: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Different keys, sorted, and how often each comes."""
    return np.unique(np.concatenate(keys), return_counts=True)


def _joined(found: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """The same of several such lists."""
    if not found:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    if len(found) == 1:
        return found[0]
    keys = np.concatenate([keys for keys, _ in found])
    order = np.argsort(keys, kind="stable")
    keys, times = keys[order], np.concatenate([times for _, times in found])[order]
    is_new = np.r_[True, keys[1:] != keys[:-1]] if len(keys) else np.zeros(0, bool)
    starts = np.flatnonzero(is_new)
    return keys[starts], np.add.reduceat(times, starts) if len(starts) else times
