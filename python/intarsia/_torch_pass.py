"""An iteration of the loader of ia.torch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._batches import Batch
from ._orders import Course

if TYPE_CHECKING:
    from ._torch_loader import Loader


class Pass:
    """An iteration: what DataLoader makes, counted as it is handed out."""

    def __init__(self, loader: Loader, course: Course, made: Iterator[Any]):
        self._loader = loader
        self._course = course
        self._made: Iterator[Any] | None = made
        self._turn = 0
        self._copies = loader.dataset.copies
        # Workers fill memory, from which this process sends: one batch ahead.
        self._sends = self._copies is not None and loader.num_workers > 0
        self._ahead: Any = None

    def __iter__(self) -> Iterator[Batch]:
        return self

    def __len__(self) -> int:
        return len(self._loader)

    def __next__(self) -> Batch:
        found = self._next()
        if self._copies is not None:
            found = self._copies.receive(found)
        self._turn += 1
        place, _ = self._course.places(self._turn)
        is_last = not self._course.has(self._turn)
        self._loader._handed_out(self, self._course.end if is_last else place)
        return found

    def end(self) -> None:
        """Nothing comes any more, and the thread that made it ends."""
        self._made = self._ahead = None

    def _next(self) -> Any:
        if not self._sends:
            return self._next_made()
        found = self._ahead or self._copies.send(self._next_made())
        try:
            self._ahead = self._copies.send(self._next_made())
        except StopIteration:
            self._ahead = None
        return found

    def _next_made(self) -> Any:
        if self._made is None:
            raise StopIteration
        return next(self._made)
