"""Which records of a set on disk a data set has, and under which numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arguments import kind_of


class Numbers:
    """The records 0 to size - 1 of a set, or some of them: then those are counted anew from 0."""

    __slots__ = ("_chosen", "_size")

    def __init__(self, size: int, chosen: np.ndarray | None = None):
        self._size = size
        # In order, and in as few bytes as there may be: it has a number for every record.
        small = np.uint32 if size <= 1 << 32 else np.uint64
        self._chosen = None if chosen is None else np.ascontiguousarray(chosen, small)

    def __len__(self) -> int:
        return self._size if self._chosen is None else len(self._chosen)

    @property
    def chosen(self) -> np.ndarray | None:
        """Their numbers in the set; None: all."""
        return self._chosen

    def in_set(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers of ours as those of the set, as C++ takes them."""
        found = numbers if self._chosen is None else self._chosen[numbers]
        return np.ascontiguousarray(found, np.uint64)

    def of_set(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers of the set, in order, as ours; those that are not there are left out."""
        if self._chosen is None:
            return numbers.astype(np.int64)
        at = np.searchsorted(self._chosen, numbers)
        is_there = at < len(self._chosen)
        is_there[is_there] = self._chosen[at[is_there]] == numbers[is_there]
        return at[is_there]

    def narrowed(self, numbers: np.ndarray) -> Numbers:
        """Some of ours, in order."""
        return Numbers(self._size, self.in_set(numbers))


def check_numbers(indices: Any, size: int) -> np.ndarray:
    """Numbers of records, from the end where they are negative."""
    numbers = np.asarray(indices)
    if numbers.dtype == bool and numbers.shape == (size,):
        return np.flatnonzero(numbers)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise TypeError(
            f"records: expected a number, a slice or a list of numbers, not {kind_of(indices)}"
        )
    numbers = numbers.astype(np.int64)
    numbers = np.where(numbers < 0, numbers + size, numbers)
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < size):
        raise IndexError(f"records: numbers from 0 to {size - 1} are there")
    return numbers
