"""A data set whose records lie in the memory of a card: `DataSet.to` makes it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from . import _core
from ._arguments import kind_of, thread_count
from ._cuda_batches import DeviceFiller
from ._cuda_device import card
from ._data import DataSet

_CHOICES = 4  # parts of a set whose numbers stay on the card
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_UNITS |= {f"{unit}i": 1 << (10 * i) for i, unit in enumerate("KMGT", 1)}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]i?|)B?\s*$")


class OnCard:
    """The records on the card, and what was sent there beside them. Narrowed sets share it."""

    def __init__(self, ds: DataSet, device: Any, limit: Any, stream: bool, threads: int | None):
        self.card = card(device)
        chosen = ds._numbers.chosen
        self.records = _core.CudaRecords.upload(
            self.card,
            ds._core_set,
            _bytes_in(limit),
            bool(stream),
            None if chosen is None else np.ascontiguousarray(chosen, np.uint64),
            thread_count(threads) or 8,
        )
        self._choices: list[tuple[np.ndarray, _core.CudaChoice]] = []
        self._checked: set[tuple[str, str]] = set()

    def choice_of(self, ds: DataSet) -> _core.CudaChoice | None:
        """The numbers of a set that was narrowed, on the card."""
        chosen = ds._numbers.chosen
        if chosen is None:
            return None
        for known, choice in self._choices:
            if known is chosen:
                return choice
        choice = _core.CudaChoice.upload(self.card, np.ascontiguousarray(chosen, np.uint64))
        self._choices = [*self._choices[1 - _CHOICES :], (chosen, choice)]
        return choice

    def check_moves(self, encoder: _core.CudaEncoder, targets: _core.Targets) -> None:
        """Looks at all moves once for a code, since a kernel cannot raise an error."""
        kind = targets.policy_key
        if kind in self._checked:
            return
        found = self.records.find_bad_move(encoder)
        if found is not None:
            raise ValueError(
                f"policy: the move of a record is no move (number {found} of those on the card); "
                "`intarsia verify` finds it"
            )
        self._checked.add(kind)


class DeviceSet(DataSet):
    """A data set on a card: `ds.to("cuda")`.

    Everything that the set on the CPU has is here; `batches`, `stream` and `take` make their
    batches on the card, of the same records with the same bits. `where` and `select` narrow it
    without copying records.
    """

    _on: OnCard

    @classmethod
    def of(
        cls, ds: DataSet, device: Any, limit: Any, stream: bool, threads: int | None
    ) -> DeviceSet:
        found = object.__new__(cls)
        found.__dict__.update(ds.__dict__)
        found._on = OnCard(ds, device, limit, stream, threads)
        return found

    @property
    def device(self) -> str:
        """The card on which it is."""
        return f"cuda:{self._on.card.number}"

    @property
    def nbytes(self) -> int:
        """Bytes of the card's memory that its records take, with the tables beside them."""
        return self._on.records.size

    @property
    def is_streamed(self) -> bool:
        """Whether only a part of it fits onto the card."""
        return not self._on.records.is_whole

    def _filler(self, *arguments: Any, **more: Any) -> DeviceFiller:
        return DeviceFiller(self, *arguments, **more)

    def __reduce__(self):
        raise TypeError(
            "a data set on a card stays in its process: send the one on the CPU, and call "
            '.to("cuda") there'
        )

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, {self.nbytes:,} bytes on {self.device}>"


def _bytes_in(limit: Any) -> int:
    """A number of bytes, or a text such as 40GB or 1.5GiB; None is 0: as much as is free."""
    if limit is None:
        return 0
    if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0:
        return limit
    found = _SIZE.match(limit) if isinstance(limit, str) else None
    if found is None:
        shown = repr(limit) if isinstance(limit, (str, int)) else kind_of(limit)
        raise ValueError(f"limit: expected bytes, as a number or as '40GB', not {shown}")
    return int(float(found[1]) * _UNITS[found[2]])
