"""Batches made on a card, of a data set whose records lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._along import column_of
from ._batches import Batch, Filler
from ._bits import is_bits
from ._cuda_array import Array
from ._cuda_device import stream_here

if TYPE_CHECKING:
    from ._cuda_set import DeviceSet


class DeviceFiller(Filler):
    """Fills batches on the card: the same records, the same numbers as on the CPU."""

    ds: DeviceSet

    def __init__(
        self,
        ds: DeviceSet,
        layout: Any,
        order: str | None,
        dtype: Any,
        policy: Any,
        value: str | None,
        mask: bool | None,
        view: str | None,
        augment: str | None,
        threads: int | None,
        policy_form: str = "played",
        extra: Any = None,
    ):
        _refuse(dtype, value, mask, policy_form, extra)
        super().__init__(ds, layout, order, dtype, policy, value, False, view, augment, threads)
        on = ds._on
        self._card = on.card
        encoder = _core.CudaEncoder.make(on.card, self._plan, self.targets)
        if self.has_policy:
            on.check_moves(encoder, self.targets)
        self._batches = _core.CudaBatches.make(on.records, encoder, ds._core_set)
        self._stream = stream_here(on.card.number)

    def prefetches(self, wanted: int) -> int:
        """Nothing is won by a thread where the processor has nothing to do."""
        return 0 if self.ds._on.records.is_whole else wanted

    def buffers(self, count: int) -> Batch:
        width = self.targets.value_width
        return Batch(
            self._empty((count, *self.layout.shape), self.layout.dtype),
            self._empty((count,), "int32") if self.has_policy else None,
            self._empty((count,) if width == 1 else (count, width), "float32") if width else None,
        )

    def _empty(self, shape: tuple[int, ...], dtype: str) -> Array:
        return Array.empty(self._card, shape, dtype, stream_here(self._card.number))

    def fill_numbers(self, numbers: np.ndarray) -> Batch:
        out = self.buffers(len(numbers))
        in_set = np.ascontiguousarray(self.ds._numbers.in_set(numbers), np.uint64)
        self._batches.fill_numbers(stream_here(self._card.number), in_set, *_addresses(out))
        return out.numbered(numbers)

    def fill_rows(self, rows: _core.BatchRows, out: Batch, keys: list[int]) -> Batch:
        choice = self.ds._on.choice_of(self.ds)
        here = stream_here(self._card.number)
        shown = keys if self.is_augmented else []
        self._batches.fill_rows(here, rows, choice, *_addresses(out), shown)
        return out


def _addresses(out: Batch) -> tuple[int, int, int]:
    planes, policy, value, _ = out
    return (
        planes.address,
        0 if policy is None else policy.address,
        0 if value is None else value.address,
    )


def _refuse(dtype: Any, value: Any, mask: Any, policy_form: str, extra: Any) -> None:
    """What a card cannot make yet, by name, and what can be done."""
    if mask:
        raise ValueError("mask: legal moves are not made on a card yet; pass mask=False")
    if is_bits(dtype):
        raise ValueError("dtype: bits are for the way to a card; this set is there: ask for planes")
    if policy_form != "played":
        raise ValueError(
            f"policy_form: columns are not on the card, so policy_form={policy_form!r} needs the "
            "data set on the CPU"
        )
    if extra or (value is not None and column_of(value)):
        raise ValueError("columns are not on the card: ask the data set on the CPU for them")
