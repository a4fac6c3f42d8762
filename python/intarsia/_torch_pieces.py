"""Batches that are made as one, and handed out one by one. Imported by ia.torch alone."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._batches import Batch


class Pieces:
    """Batches of `size` rows out of larger ones: on a card starting the work costs more than it.

    What is handed out are views of a larger batch's tensors, which live as long as one of them.
    """

    def __init__(self, made: Iterator[Batch], size: int, drops_last: bool):
        self._made = made
        self._size = size
        self._drops_last = drops_last
        self._waiting: deque[Batch] = deque()

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __next__(self) -> Batch:
        if not self._waiting:
            self._waiting = self._cut(next(self._made))
        if not self._waiting:
            raise StopIteration
        return self._waiting.popleft()

    def _cut(self, whole: Batch) -> deque[Batch]:
        count = whole.planes.shape[0]
        short = count % self._size if self._drops_last else 0
        starts = range(0, count - short, self._size)
        columns = [
            [None] * len(starts) if part is None else part.split(self._size) for part in whole
        ]
        numbers = _Numbers(whole._numbers)
        return deque(
            Batch(*(column[i] for column in columns)).numbered(
                functools.partial(numbers.rows, start, start + self._size)
            )
            for i, start in enumerate(starts)
        )


class _Numbers:
    """Those of a larger batch, worked out once somebody asks for a part of them."""

    def __init__(self, found: Any):
        self._found = found

    def rows(self, first: int, end: int) -> np.ndarray:
        if callable(self._found):
            self._found = self._found()
        return self._found[first:end]
