"""Batches made before they are asked for."""

from __future__ import annotations

import _thread
import atexit
import contextlib
import itertools
import os
import time
import weakref
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._batches import Batch
    from ._epochs import Turns

_LOOK_AGAIN = 0.1  # seconds until a thread asks whether its iterator is still there
_PATIENCE = 5.0  # seconds that the end of the interpreter waits for threads

# The threads at work and those about to begin: of which process, and what lives as long as they do.
# Python up to 3.13 kills those that are left when it ends, wherever they stand: in code of others,
# such as PyTorch, the process is aborted; one that has not begun finds its memory gone. So they are
# asked to end before, and waited for.
_at_work: dict[int, tuple[int, weakref.ref[_Alive]]] = {}
_is_ending = False


@atexit.register
def _end_threads() -> None:
    global _is_ending
    _is_ending = True
    end = time.monotonic() + _PATIENCE
    while any(_are_at_work()) and time.monotonic() < end:
        time.sleep(0.001)


def _are_at_work() -> list[bool]:
    """Of this process; one that was interrupted before it began has nothing that lives."""
    here = os.getpid()
    return [of == here and worker() is not None for of, worker in list(_at_work.values())]


class _Alive:
    """Lives as long as somebody wants batches, or a thread makes them."""

    __slots__ = ("__weakref__",)


class Ahead:
    """Makes batches before they are asked for, in a thread of its own.

    The thread holds no reference to the iterator, so that a loop that is left early ends it. In a
    forked child there is no such thread: batches are made when they are asked for.

    Ctrl-C may come between any two steps, and must neither be lost nor make a noise. So nothing of
    Python's runs when an iterator is dropped, where it would be: `_alive` goes, and the thread sees
    that. And what threads share are SimpleQueues and a bare thread, since the locks of `threading`
    and `queue` are Python's code, which an interrupt leaves half done.
    """

    def __init__(self, count: int):
        self._count = count
        self._alive: _Alive | None = _Alive()  # None: there is no thread
        self._made: SimpleQueue[Any] = SimpleQueue()
        self._taken_one: SimpleQueue[None] = SimpleQueue()  # a hint that there is room again
        self._process = os.getpid()
        self._is_starting = self._is_started = False
        self._worker: weakref.ref[_Alive]
        self._error: BaseException | None = None  # nothing comes after it
        self._taken: tuple[int, Batch | None] | None = None  # out of the queue, and not handed on

    def get(self, batches: Turns, turn: int) -> Batch:
        if not self._is_started:
            self._start(batches, turn)
        if self._alive is None or self._process != os.getpid():
            return batches._made(turn)
        if self._error is not None:
            raise self._error
        if self._taken is None:
            self._taken = self._next_made()
        # An interrupt may come between taking a batch and handing it on: then it is made again.
        if self._taken is None or self._taken[0] != turn:
            return batches._made(turn)
        batch, self._taken = self._taken[1], None
        return batch

    def _start(self, batches: Turns, turn: int) -> None:
        if self._is_starting:
            # Interrupted there: perhaps a thread fills the buffers, perhaps not. We go on alone.
            batches._renew_buffers()
            self._alive = None
        else:
            self._is_starting = True
            shadow = object.__new__(type(batches))
            shadow.__dict__.update(batches.__dict__, _ahead=None)
            worker = _Alive()
            self._worker = weakref.ref(worker)
            alive = weakref.ref(self._alive)
            task = [shadow, turn, self._made, self._taken_one, self._count, alive]
            _at_work[id(worker)] = (os.getpid(), self._worker)
            try:
                _thread.start_new_thread(_work, (task, worker))
            except RuntimeError:  # no more threads are to be had
                del _at_work[id(worker)]
                self._alive = None
        self._is_started = True

    def _next_made(self) -> tuple[int, Batch | None] | None:
        while True:
            try:
                number, batch, self._error = self._made.get(timeout=_LOOK_AGAIN)
            except Empty:
                if self._worker() is None and self._made.empty():
                    return None
                continue
            self._taken_one.put(None)
            if self._error is not None:
                raise self._error
            return number, batch


def _work(task: list[Any], worker: _Alive) -> None:
    """Makes batches ahead. At the end the thread holds nothing whose end takes time."""
    try:
        _make_ahead(*task)
    finally:
        task.clear()
        _at_work.pop(id(worker), None)


def _make_ahead(
    batches: Turns,
    first: int,
    made: SimpleQueue[Any],
    taken_one: SimpleQueue[None],
    count: int,
    alive: weakref.ref[_Alive],
) -> None:
    for turn in itertools.takewhile(batches._has, itertools.count(first)):
        if not _is_wanted(alive):
            return
        try:
            item = (turn, batches._made(turn), None)
        except BaseException as error:
            item = (turn, None, error)
        while made.qsize() >= count and _is_wanted(alive):
            with contextlib.suppress(Empty):
                taken_one.get(timeout=_LOOK_AGAIN)
        if not _is_wanted(alive):
            return
        made.put(item)
        if item[2] is not None:
            return


def _is_wanted(alive: weakref.ref[_Alive]) -> bool:
    return alive() is not None and not _is_ending
