"""Batches of which several are made as one. Imported by ia.torch alone."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import torch

from ._batches import Batch
from ._epochs import Turns


class _Group(NamedTuple):
    first: int  # turn
    batches: list[Batch | None]  # None: handed out, and not needed any more
    stream: int  # in which they were made


class Together(Turns):
    """Turns of which several are made at once: on a card starting the work costs more than it.

    What is handed out are parts of larger tensors, which live as long as one of them.
    """

    def __init__(self, together: int, *arguments: Any):
        super().__init__(*arguments)
        self._together = together
        self._group: _Group | None = None

    def _made(self, turn: int) -> Batch:
        group = self._group
        if group is None or not group.first <= turn < group.first + len(group.batches):
            group = self._group = None  # its memory may serve again
            group = self._group = self._make(turn)
        # The batch before was handed out; an interrupt may ask for this one again.
        if turn > group.first:
            group.batches[turn - group.first - 1] = None
        batch = group.batches[turn - group.first]
        assert batch is not None
        return self._filler.received(batch, group.stream)

    def _make(self, first: int) -> _Group:
        place, size = self._course.places(first)
        count = size * self._together
        if self._course.end is not None:
            count = min(count, self._course.end - place)
        batches = sum(map(self._course.has, range(first, first + self._together)))
        stream = self._filler.stream()
        # Those behind the first may be asked for when it is over.
        with torch.inference_mode(False):
            found = _cut(self._made_of(place, count), size, batches)
        return _Group(first, found, stream)


def _cut(whole: Batch, size: int, count: int) -> list[Batch | None]:
    numbers = _Numbers(whole._numbers)
    columns = [[None] * count if part is None else _parts_of(part, size, count) for part in whole]
    return [
        Batch(*(column[i] for column in columns)).numbered(
            functools.partial(numbers.rows, i * size, (i + 1) * size)
        )
        for i in range(count)
    ]


def _parts_of(whole: torch.Tensor, size: int, count: int) -> list[torch.Tensor]:
    """Not as views: one may be changed in place while another is learned from."""
    return [whole[i * size : (i + 1) * size].data for i in range(count)]


class _Numbers:
    """Those of a larger batch, worked out once somebody asks for a part of them."""

    def __init__(self, found: Any):
        self._found = found

    def rows(self, first: int, end: int) -> np.ndarray:
        found = self._found
        if callable(found):
            found = self._found = found()
        return found[first:end]
