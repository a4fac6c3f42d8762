"""Batches made on a card, of a data set whose records lie there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._along import column_of
from ._batches import Batch, Filler
from ._bits import is_bits
from ._cuda_array import Array, record_use
from ._cuda_device import stream_here
from ._dtypes import NUMPY_TYPES

if TYPE_CHECKING:
    from ._cuda_set import DeviceSet
    from ._orders import Epochs

_MOST_TOGETHER = 8
_BYTES_TOGETHER = 64 << 20  # of planes
_OF_THREADS = 0  # the stream of a thread that makes batches ahead: CUDA's default one


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
        self.policy_type = "int32"  # or int64, which losses of torch ask for

    def prefetches(self, wanted: int, shuffle: str) -> int:
        """Only where records are collected one by one has the processor anything to do."""
        records = self.ds._on.records
        has_work = not records.is_whole and not self._has_lanes_of_shards(shuffle)
        return wanted if has_work else 0

    def together(self, size: int, shuffle: str) -> int:
        if shuffle == "lanes" or not self.ds._on.records.is_whole:
            return 1  # rows of a batch are listed lane by lane
        bytes_ = size * math.prod(self.layout.shape) * NUMPY_TYPES[self.layout.dtype].itemsize
        return max(1, min(_MOST_TOGETHER, _BYTES_TOGETHER // max(1, bytes_)))

    def look_ahead(self, epochs: Epochs, place: int) -> None:
        if self._has_lanes_of_shards(epochs.shuffle):
            self._batches.follow(epochs.order_behind(place))

    def _has_lanes_of_shards(self, shuffle: str) -> bool:
        return shuffle == "lanes" and self.ds._on.records.has_shards

    def received(self, batch: Batch) -> Batch:
        here = stream_here(self._card.number)
        if here == _OF_THREADS:
            return batch
        self._card.order(_OF_THREADS, here)
        for part in batch:
            if isinstance(part, Array):
                part.use_in(here)
            elif part is not None:
                record_use(part, here)
        return batch

    def buffers(self, count: int) -> Batch:
        width = self.targets.value_width
        card, here = self._card, stream_here(self._card.number)
        empty = Array.empty
        return Batch(
            empty(card, (count, *self.layout.shape), self.layout.dtype, here),
            empty(card, (count,), self.policy_type, here) if self.has_policy else None,
            empty(card, (count,) if width == 1 else (count, width), "float32", here)
            if width
            else None,
        )

    def fill_numbers(self, numbers: np.ndarray) -> Batch:
        out = self.buffers(len(numbers))
        in_set = np.ascontiguousarray(self.ds._numbers.in_set(numbers), np.uint64)
        self._batches.fill_numbers(stream_here(self._card.number), in_set, *self._addresses(out))
        return out.numbered(numbers)

    def fill_rows(self, rows: _core.BatchRows, out: Batch, keys: list[int]) -> Batch:
        choice = self.ds._on.choice_of(self.ds)
        here = stream_here(self._card.number)
        shown = keys if self.is_augmented else []
        self._batches.fill_rows(here, rows, choice, *self._addresses(out), shown)
        return out

    def _addresses(self, out: Batch) -> tuple[int, int, bool, int]:
        planes, policy, value, _ = out
        return (
            planes.address,
            0 if policy is None else policy.address,
            self.policy_type == "int64",
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
