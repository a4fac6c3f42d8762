"""Which records come when: the epochs of a data set, one behind the other without end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._cache import needed_bytes, refuse_small
from ._policies import _whole

if TYPE_CHECKING:
    from ._data import DataSet
    from ._numbers import Numbers

_MASK64 = (1 << 64) - 1
_SHUFFLES = ("auto", "global", "blocks", "lanes")
_RUN_BYTES = 1 << 16  # of blocks


class Epochs:
    """The records of a data set in the orders of its epochs.

    Place p, counted from the start of epoch 0, is place p % size of epoch p // size.
    """

    def __init__(self, ds: DataSet, seed: Any, shuffle: Any):
        self.ds = ds
        self.size = len(ds)
        self.seed = _whole(seed, "seed") & _MASK64
        self._record_bytes = ds._set.record_bytes
        self.shuffle = _shuffle_in(shuffle, self.size * self._record_bytes)
        self._shards = _records_by_shard(ds)
        self._orders: dict[int, _core.Order] = {}
        self._refuse_small_caches()

    def _refuse_small_caches(self) -> None:
        """What is read side by side must fit into the cache of a set that lies elsewhere."""
        for remote in self.ds._remotes:
            shards = self.ds._manifest["shards"]
            bytes_ = [shard["records"] * self._record_bytes for shard in shards]
            refuse_small(remote, needed_bytes(self.shuffle, bytes_))

    @property
    def parameters(self) -> dict[str, int]:
        """What the order depends on beside its name."""
        if self.shuffle == "lanes":
            return {"lanes": _core.LANES}
        return {"run": _RUN_BYTES // self._record_bytes} if self.shuffle == "blocks" else {}

    def rows(self, place: int, count: int, begin: int, end: int) -> _core.BatchRows:
        """Rows `begin` up to `end` of the `count` places from there on."""
        first = place % self.size if self.size else 0
        orders = [self._order(e) for e in self._epochs_of(place, count)]
        return _core.BatchRows(orders, first, count, begin, end)

    def keys(self, place: int, count: int) -> list[int]:
        """What the symmetries of each epoch are drawn by."""
        epochs = self._epochs_of(place, count)
        return [(self.seed * 0x9E3779B97F4A7C15 + epoch) & _MASK64 for epoch in epochs]

    def order_behind(self, place: int) -> _core.Order:
        """That of the epoch behind the one that a place lies in."""
        return self._order(place // self.size + 1)

    def _epochs_of(self, place: int, count: int) -> range:
        if not count:
            return range(0)
        return range(place // self.size, (place + count - 1) // self.size + 1)

    def _order(self, epoch: int) -> _core.Order:
        # Kept, since making one of lanes takes a moment. Threads may make it twice.
        order = self._orders.get(epoch)
        if order is None:
            order = _core.Order(
                self._shards, self.seed, epoch & _MASK64, self.shuffle, self._record_bytes
            )
            self._orders = {**dict(list(self._orders.items())[-1:]), epoch: order}
        return order


@dataclass(frozen=True)
class Course:
    """The batches that a rank makes, or one of its workers: those between two places."""

    place: int
    end: int | None  # None: it has none
    batch_size: int  # of all ranks together
    rank: int = 0
    world: int = 1
    worker: int = 0  # every `workers`-th batch
    workers: int = 1
    drop_last: bool = False

    @property
    def batches(self) -> int | None:
        """How many there are of all workers; None: there is no end."""
        if self.end is None:
            return None
        whole, rest = divmod(self.end - self.place, self.batch_size)
        return whole + (rest > 0 and not self.drop_last)

    @property
    def turns(self) -> int | None:
        """How many of them are ours."""
        batches = self.batches
        return None if batches is None else len(range(self.worker, batches, self.workers))

    def has(self, turn: int) -> bool:
        """Whether there are so many."""
        turns = self.turns
        return turns is None or turn < turns

    def places(self, turn: int) -> tuple[int, int]:
        """Where the global batch of a turn begins, and how many rows it has."""
        first = self.place + (self.worker + turn * self.workers) * self.batch_size
        if self.end is None:
            return first, self.batch_size
        return first, min(self.batch_size, self.end - first)

    def share(self, count: int) -> tuple[int, int]:
        """Which of that many rows are ours: from and up to."""
        return count * self.rank // self.world, count * (self.rank + 1) // self.world

    @property
    def most_rows(self) -> int:
        """Of a batch of ours."""
        return -(-self.batch_size // self.world)


def numbers_of(rows: _core.BatchRows, renamed: tuple[Numbers, Numbers] | None = None) -> np.ndarray:
    """The numbers of the records in rows; `renamed`: from those of one choice to another's."""
    found = np.empty(len(rows), np.uint64)
    rows.numbers(found)
    numbers = found.astype(np.int64)
    if renamed is None:
        return numbers
    in_set = renamed[0].in_set(numbers)
    by_size = np.argsort(in_set)
    numbers[by_size] = renamed[1].of_set(in_set[by_size])
    return numbers


def _records_by_shard(ds: DataSet) -> np.ndarray:
    counts = np.array(ds._set.records_by_shard, np.uint64)
    if ds._numbers.chosen is None:
        return counts
    ends = np.searchsorted(ds._numbers.chosen, np.cumsum(counts))
    return np.ascontiguousarray(np.diff(ends, prepend=0), np.uint64)


def _shuffle_in(shuffle: Any, record_bytes: int) -> str:
    if shuffle is None or shuffle is False:
        return "none"
    name = "auto" if shuffle is True else shuffle
    if name not in _SHUFFLES:
        raise ValueError(
            f"shuffle: expected 'global', 'lanes', 'blocks', 'auto' or None, not {shuffle!r}"
        )
    return _core.suggested_shuffle(record_bytes) if name == "auto" else name
