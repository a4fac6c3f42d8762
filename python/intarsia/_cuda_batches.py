"""Batches made on a card, of a data set whose records lie there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._along import column_of
from ._batches import Batch, Filler
from ._bits import is_bits
from ._cuda_array import Array
from ._cuda_device import stream_here
from ._cuda_memory import record_use
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
        self.policy_type = "int32"

    def ask_for_torch(self) -> None:
        self.policy_type = "int64"  # made so, which saves a kernel

    def prefetches(self, wanted: int, shuffle: str, rows: int) -> int:
        """Only where records are collected one by one has the processor anything to do."""
        lanes = min(rows, _core.LANES)
        # Each lane stands in a shard, and has the next one sent.
        has_shards = shuffle == "lanes" and self.ds._on.records.slots >= 2 * lanes
        return 0 if self.ds._on.records.is_whole or has_shards else wanted

    def together(self, size: int, shuffle: str) -> int:
        if shuffle == "lanes" or not self.ds._on.records.is_whole:
            # Lanes list the rows of each batch lane by lane; what is streamed is collected ahead.
            return 1
        bytes_ = size * math.prod(self.layout.shape) * NUMPY_TYPES[self.layout.dtype].itemsize
        return max(1, min(_MOST_TOGETHER, _BYTES_TOGETHER // max(1, bytes_)))

    def look_ahead(self, epochs: Epochs, place: int) -> None:
        if epochs.shuffle == "lanes" and self.ds._on.records.slots:
            self._batches.follow(epochs.order_behind(place))

    def stream(self) -> int:
        return stream_here(self._card.number)

    def received(self, batch: Batch, made_in: int = _OF_THREADS) -> Batch:
        here = self.stream()
        parts = [part for part in batch if part is not None]
        for part in parts:
            if isinstance(part, Array):
                part.use_in(here)
        tensors = [part for part in parts if not isinstance(part, Array)]
        if tensors and here != made_in:
            self._card.order(made_in, here)
            for tensor in tensors:
                record_use(tensor, here)
        return batch

    def buffers(self, count: int) -> Batch:
        width = self.targets.value_width
        card, here, empty = self._card, self.stream(), Array.empty
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
        self._batches.fill_numbers(self.stream(), in_set, *self._addresses(out))
        return out.numbered(numbers)

    def fill_rows(self, rows: _core.BatchRows, out: Batch, keys: list[int]) -> Batch:
        choice = self.ds._on.choice_of(self.ds)
        here = self.stream()
        for part in out:
            if part is not None:  # used again, it waits for the stream in which it was handed out
                part.use_in(here)
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
