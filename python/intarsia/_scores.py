"""Score functions of users: batches in, numbers out, both checked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._arguments import kind_of
from ._layouts import Layout, LayoutLike, layout

_ALIGNMENT = 64
_UNUSED = 2  # references to an array that nobody else has: the attribute and the question


class Scorer:
    """Hands batches to a function. Their memory is used again, unless somebody has kept it."""

    def __init__(self, function: Callable[[Any], Any], chosen: Layout):
        self._function = function
        self._shape = chosen.shape
        self._dtype = chosen.numpy_dtype
        self._frame = "who moves" if chosen.frame == "mover" else chosen.frame
        self._memory = np.empty(0, np.uint8)

    def room(self, count: int) -> np.ndarray:
        """An array for so many positions, at a multiple of 64 bytes."""
        size = int(np.prod(self._shape)) * self._dtype.itemsize * count
        if len(self._memory) < size + _ALIGNMENT or sys.getrefcount(self._memory) > _UNUSED:
            self._memory = np.empty(size + _ALIGNMENT, np.uint8)
        start = -self._memory.ctypes.data % _ALIGNMENT
        return self._memory[start : start + size].view(self._dtype).reshape(count, *self._shape)

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        count = len(batch)
        found = _on_cpu(self._function(batch))
        expected = f"score: expected {count} numbers, one for each position of the batch"
        try:
            numbers = np.asarray(found)
        except (TypeError, ValueError):
            numbers = None
        if numbers is None or isinstance(found, (tuple, str)) or numbers.dtype.kind not in "fiu":
            raise TypeError(f"{expected}, not {kind_of(found)}")
        if numbers.shape not in ((count,), (count, 1)):
            raise ValueError(f"{expected}, not an array of shape {numbers.shape}")
        with np.errstate(over="ignore", invalid="ignore"):  # too large ones are refused below
            scores = np.ascontiguousarray(numbers.reshape(count), np.float32)
        wrong = np.flatnonzero(~(np.abs(scores) <= 1))  # NaN as well
        if len(wrong):
            raise ValueError(
                f"score: {numbers.reshape(count)[wrong[0]]} for position {wrong[0]} of the batch; "
                f"expected numbers from -1 to 1, as tanh has them: what the game is worth in the "
                f"view of {self._frame}"
            )
        return scores


def _on_cpu(found: Any) -> Any:
    """Tensors of torch may have gradients, or lie elsewhere."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(found, torch.Tensor):
        return found
    return found.detach().float().cpu().numpy()


def layout_of_score(score: Any, given: LayoutLike | None, passport: Any) -> Layout:
    """In which layout a function takes positions: as it is said, or as its passport says."""
    carried = _carried(score) if passport is None else passport
    if given is None and carried is None:
        raise TypeError("layout: say in which layout the score function takes positions")
    if carried is None:
        return layout(given)
    of_score = layout(_read(carried))
    if given is None:
        return of_score
    chosen = layout(given)
    if chosen._is_free and chosen.game == of_score.game:
        chosen = layout(chosen, size=of_score.size)
    _check(of_score, chosen)
    return chosen


def _carried(score: Any) -> Any:
    """The passport that a network carries, if it does."""
    for name in ("passport", "layout"):
        found = getattr(score, name, None)
        if isinstance(found, (str, Mapping, Layout)):
            return found
    return None


def _read(passport: Any) -> Any:
    if isinstance(passport, str) and passport.lstrip().startswith("{"):
        return json.loads(passport)
    if not isinstance(passport, (str, Mapping, Layout)):
        raise TypeError(f"passport: expected that of a layout, not {kind_of(passport)}")
    return passport


def _check(of_score: Layout, chosen: Layout) -> None:
    if of_score.game != chosen.game:
        raise ValueError(
            f"passport: the score function is for {of_score.id}, a layout of {of_score.game}, and "
            f"{chosen.id} is one of {chosen.game}"
        )
    if of_score._plan.hash != chosen._plan.hash:
        difference = of_score.difference(chosen).rstrip("\n")
        raise ValueError(
            f"passport: the score function is for another layout than {chosen.id} as it would be "
            f"given:\n{difference}"
        )
