"""Batches of a data set one after the other, in an order that depends on the seed alone."""

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
from ._batches import Batch, Filler
from ._orders import Course, Epochs, numbers_of
from ._policies import _whole
from ._prefetch import Ahead

if TYPE_CHECKING:
    from ._data import DataSet


class Turns:
    """Batches one after the other, made when they are asked for or ahead."""

    def __init__(
        self,
        filler: Filler,
        epochs: Epochs,
        course: Course,
        reuse: bool,
        prefetch: int,
        named: DataSet,
        finish: Callable[[Batch], Any] | None = None,
    ):
        """`named` is the data set in which records are numbered for the caller; `finish` makes of a
        batch what is handed out, in the thread that made it.
        """
        self._filler = filler
        self._epochs = epochs
        self._course = course
        self._renamed = None if epochs.ds is named else (epochs.ds._numbers, named._numbers)
        self._finish = finish
        self._next = 0
        self._prefetch = _whole(prefetch, "prefetch")
        if self._prefetch < 0:
            raise ValueError(f"prefetch: expected 0 or more, not {self._prefetch}")
        self._prefetch = filler.prefetches(self._prefetch, epochs.shuffle, course.most_rows)
        # With `reuse` as many buffers as batches can be on their way, and the caller's.
        ahead = self._prefetch + 2 if self._prefetch else 1
        self._buffer_count = ahead if reuse else 0
        self._start()
        self._lock = threading.Lock()  # threads may share the batches between them
        self._process = os.getpid()
        if epochs.shuffle == "lanes":
            _warn_of_shared_lanes(course)

    def _start(self) -> None:
        """With memory and a thread of its own: those of another start may still be at work."""
        self._renew_buffers()
        self._ahead = Ahead(self._prefetch) if self._prefetch else None

    def _renew_buffers(self) -> None:
        rows = self._course.most_rows
        self._buffers = [self._filler.buffers(rows) for _ in range(self._buffer_count)]

    @property
    def shuffle(self) -> str:
        """The order's name."""
        return self._epochs.shuffle

    def __iter__(self):
        return self

    def __next__(self) -> Batch:
        with self._locked():
            turn = self._next
            if not self._has(turn):
                raise StopIteration
            if self._ahead:
                batch = self._filler.received(self._ahead.get(self, turn))
            else:
                batch = self._made(turn)
            self._next += 1
            return batch

    def _locked(self) -> threading.Lock:
        if self._process != os.getpid():  # forked, perhaps while a thread held the lock
            self._lock, self._process = threading.Lock(), os.getpid()
        return self._lock

    def _has(self, turn: int) -> bool:
        return self._course.has(turn)

    def _rows(self, place: int, count: int) -> _core.BatchRows:
        return self._epochs.rows(place, count, *self._course.share(count))

    def _numbers_of(self, turn: int) -> Callable[[], np.ndarray]:
        """What works out the numbers: it holds the order, and neither buffers nor the set."""
        rows = self._rows(*self._course.places(turn))
        return functools.partial(numbers_of, rows, self._renamed)

    def _made(self, turn: int) -> Any:
        place, count = self._course.places(turn)
        buffers = self._buffers[turn % len(self._buffers)] if self._buffers else None
        return self._made_of(place, count, buffers)

    def _made_of(self, place: int, count: int, buffers: Batch | None = None) -> Any:
        rows = self._rows(place, count)
        if buffers is None:
            out = self._filler.buffers(len(rows))
        else:
            out = Batch(*(part if part is None else part[: len(rows)] for part in buffers))
        self._filler.look_ahead(self._epochs, place + count - 1)
        made = self._filler.fill_rows(rows, out, self._epochs.keys(place, count))
        batch = made.numbered(functools.partial(numbers_of, rows, self._renamed))
        return batch if self._finish is None else self._finish(batch)


class Batches(Turns):
    """The batches of an epoch, one after the other: `DataSet.batches` makes it.

    `len` is their number, whatever has been taken already.
    """

    def __len__(self) -> int:
        turns = self._course.turns
        assert turns is not None  # an epoch has an end
        return turns

    def indices(self, batch: int) -> np.ndarray:
        """The numbers of the records in a batch of this iterator, counted from 0."""
        return self._numbers_of(range(len(self))[batch])()

    def __repr__(self) -> str:
        return (
            f"<Batches of {self._filler.layout.id}: {self._next} of {len(self)}, "
            f"{self._course.batch_size} records each, shuffle={self.shuffle!r}>"
        )


def one_epoch(
    epochs: Epochs,
    epoch: Any,
    batch_size: Any,
    partition: Any,
    rank: Any,
    world: Any,
    drop_last: bool,
) -> Course:
    """A rank's share of an epoch, or a worker's."""
    if tuple(partition) != (0, 1) if isinstance(partition, (tuple, list)) else True:
        worker, workers = _partition_in(partition)
        if rank or world != 1:
            raise ValueError("partition: shares batches out; rank= and world= their rows: take one")
    else:
        worker, workers = 0, 1
    first = _whole(epoch, "epoch") * epochs.size
    size = positive(batch_size, "batch_size")
    ranks = ranks_in(rank, world)
    return Course(first, first + epochs.size, size, *ranks, worker, workers, drop_last)


def ranks_in(rank: Any, world: Any) -> tuple[int, int]:
    """A rank and how many there are, checked."""
    number, ranks = _whole(rank, "rank"), positive(world, "world")
    if not 0 <= number < ranks:
        raise ValueError(f"rank: there is no rank {number} of {ranks}; they count from 0")
    return number, ranks


def _partition_in(partition: Any) -> tuple[int, int]:
    try:
        worker, workers = partition
    except (TypeError, ValueError):
        raise TypeError(
            f"partition: expected (worker, workers), not {kind_of(partition)}"
        ) from None
    worker, workers = _whole(worker, "partition"), positive(workers, "partition")
    if not 0 <= worker < workers:
        raise ValueError(f"partition: there is no worker {worker} of {workers}; they count from 0")
    return worker, workers


def positive(number: Any, name: str) -> int:
    """A whole number from 1 on."""
    found = _whole(number, name)
    if found < 1:
        raise ValueError(f"{name}: expected 1 or more, not {found}")
    return found


def _warn_of_shared_lanes(course: Course) -> None:
    size, lanes, world = course.batch_size, _core.LANES, course.world
    if world > 1 and (size % lanes or lanes % world):
        warnings.warn(
            f"{world} ranks share lanes in batches of {size:,}, so that some shards are read by "
            f"two of them: none is if {lanes} divides the batch and {world} ranks divide {lanes}",
            stacklevel=4,
        )
