"""An epoch of a data set in batches, in an order that depends on the seed alone."""

from __future__ import annotations

import functools
import os
import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import kind_of
from ._batches import Batch, Filler, numbers_at, shaped
from ._policies import _whole
from ._prefetch import Ahead

if TYPE_CHECKING:
    from ._data import DataSet

_MASK64 = (1 << 64) - 1
_SHUFFLES = ("auto", "global", "blocks")


class Batches:
    """The batches of an epoch, one after the other: `DataSet.batches` makes it.

    `len` is their number, whatever has been taken already.
    """

    def __init__(
        self,
        filler: Filler,
        batch_size: int,
        seed: int,
        epoch: int,
        shuffle: str | bool | None,
        partition: tuple[int, int],
        drop_last: bool,
        reuse: bool,
        prefetch: int,
        named: DataSet,
    ):
        """`named` is the data set in which records are numbered for the caller."""
        ds = filler.ds
        self._filler = filler
        self._renamed = None if ds is named else (ds._numbers, named._numbers)
        self._batch_size = _positive(batch_size, "batch_size")
        self._size = len(ds)
        worker, workers = _partition_in(partition)
        last = self._size // self._batch_size
        if not drop_last and self._size % self._batch_size:
            last += 1
        self._numbers = range(worker, last, workers)
        self._next = 0
        self.shuffle = _shuffle_in(shuffle, ds)
        bits = _whole(seed, "seed") & _MASK64
        self._key = (bits * 0x9E3779B97F4A7C15 + _whole(epoch, "epoch")) & _MASK64
        self._order = _core.Order(
            self._size, bits, _whole(epoch, "epoch") & _MASK64, self.shuffle, ds._set.record_bytes
        )
        count = _whole(prefetch, "prefetch")
        if count < 0:
            raise ValueError(f"prefetch: expected 0 or more, not {count}")
        # With `reuse` as many buffers as batches can be on their way, and the caller's.
        on_their_way = (count + 2 if count else 1) if reuse else 0
        self._buffers = [filler.buffers(self._batch_size) for _ in range(on_their_way)]
        self._ahead = Ahead(count) if count else None
        self._lock = threading.Lock()  # threads may share the batches between them
        self._process = os.getpid()

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Batches:
        return self

    def __next__(self) -> Batch:
        if self._process != os.getpid():  # forked, perhaps while a thread held the lock
            self._lock, self._process = threading.Lock(), os.getpid()
        with self._lock:
            turn = self._next
            if turn >= len(self._numbers):
                raise StopIteration
            batch = self._ahead.get(self, turn) if self._ahead else self._made(turn)
            self._next += 1
            return batch

    def indices(self, batch: int) -> np.ndarray:
        """The numbers of the records in a batch of this iterator, counted from 0."""
        return self._numbers_of(range(len(self))[batch])()

    def _numbers_of(self, turn: int) -> Callable[[], np.ndarray]:
        """What works out the numbers: it holds the order, and neither buffers nor the set."""
        return functools.partial(numbers_at, self._order, *self._places(turn), self._renamed)

    def _places(self, turn: int) -> tuple[int, int]:
        first = self._numbers[turn] * self._batch_size
        return first, min(self._batch_size, self._size - first)

    def _made(self, turn: int) -> Batch:
        first, count = self._places(turn)
        if not self._buffers:
            out = self._filler.buffers(count)
        else:
            whole = self._buffers[turn % len(self._buffers)]
            out = Batch(*(part if part is None else part[:count] for part in whole))
        self._filler.fill_places(self._order, first, out, self._key)
        return shaped(out).numbered(self._numbers_of(turn))

    def __repr__(self) -> str:
        return (
            f"<Batches of {self._filler.layout.id}: {self._next} of {len(self)}, "
            f"{self._batch_size} records each, shuffle={self.shuffle!r}>"
        )


def _shuffle_in(shuffle: Any, ds: DataSet) -> str:
    if shuffle is None or shuffle is False:
        return "none"
    name = "auto" if shuffle is True else shuffle
    if name not in _SHUFFLES:
        raise ValueError(f"shuffle: expected 'global', 'blocks', 'auto' or None, not {shuffle!r}")
    if name != "auto":
        return name
    if not _core.exceeds_half_of_memory(len(ds) * ds._set.record_bytes):
        return "global"
    warnings.warn(
        f"{ds.path} exceeds half of the memory: blocks are shuffled; shuffle='global' is exact and "
        "reads every record from the disk by itself",
        stacklevel=4,
    )
    return "blocks"


def _partition_in(partition: Any) -> tuple[int, int]:
    try:
        worker, workers = partition
    except (TypeError, ValueError):
        raise TypeError(
            f"partition: expected (worker, workers), not {kind_of(partition)}"
        ) from None
    worker, workers = _whole(worker, "partition"), _positive(workers, "partition")
    if not 0 <= worker < workers:
        raise ValueError(f"partition: there is no worker {worker} of {workers}; they count from 0")
    return worker, workers


def _positive(number: Any, name: str) -> int:
    found = _whole(number, name)
    if found < 1:
        raise ValueError(f"{name}: expected 1 or more, not {found}")
    return found
