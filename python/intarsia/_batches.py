"""A batch of a data set, and what fills it: planes and targets of some of its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._along import Along, SparsePolicy, column_of
from ._arguments import (
    aligned,
    as_bits,
    kind_of,
    layout_for,
    new_bytes,
    numpy_type,
    thread_count,
)
from ._bits import Bits, arrays_out, empty_bits, is_bits, layers_plan
from ._columns import Ragged
from ._layouts import Layout, LayoutLike
from ._policies import Policy

if TYPE_CHECKING:
    from ._data import DataSet
    from ._orders import Epochs


class _Batch(NamedTuple):
    planes: np.ndarray | Bits
    policy: np.ndarray | None = None
    value: np.ndarray | None = None
    mask: np.ndarray | None = None


class Batch(_Batch):
    """Planes and targets of some records, a row each; what was not asked for is None.

    It unpacks: `planes, policy, value, mask = batch`. `numbers` are those of the records in the
    data set that made it: `ds[batch.numbers]`, `ds.trace(batch.numbers[0])`. `extra` has the rows
    of the columns that were asked for by `extra=`, by name; it is no part of what unpacks.
    """

    _numbers: Any = None  # an array, or a function that makes it
    _extra: dict[str, Any] | None = None

    @property
    def numbers(self) -> np.ndarray | None:
        """The number of each row's record; worked out when it is first asked for."""
        if callable(self._numbers):
            self._numbers = self._numbers()
        return self._numbers

    def numbered(self, numbers: Any) -> Batch:
        """The same rows with their numbers."""
        batch = Batch(*self)
        batch._numbers = numbers
        batch._extra = self._extra
        return batch

    @property
    def extra(self) -> dict[str, Any]:
        """The rows of other columns by name, where `extra=` asks for them."""
        return self._extra or {}

    def with_extra(self, extra: dict[str, Any] | None) -> Batch:
        """The same rows with those of columns."""
        batch = self.numbered(self._numbers)
        batch._extra = extra
        return batch

    def each(self, change: Callable[[Any], Any]) -> Batch:
        """With every array or tensor of it changed, those of columns included."""
        extra = {name: changed(rows, change) for name, rows in self.extra.items()}
        parts = (changed(part, change) for part in self)
        return Batch(*parts).numbered(self._numbers).with_extra(extra)

    def __reduce__(self):
        return _numbered, (tuple(self), self.numbers, self._extra)

    def pin_memory(self) -> Batch:
        """The same of tensors in memory that a device reads: what torch's DataLoader asks for."""
        return self.each(lambda part: part.pin_memory())


def changed(part: Any, change: Callable[[Any], Any]) -> Any:
    """A part of a batch, or each of those that it consists of. Rows that are no tensors stay."""
    if part is None or isinstance(part, Ragged):
        return part
    if isinstance(part, SparsePolicy):
        return SparsePolicy(*map(change, part))
    return part if isinstance(part, np.ndarray) else change(part)


def _numbered(parts: tuple[Any, ...], numbers: Any, extra: dict[str, Any] | None = None) -> Batch:
    return Batch(*parts).numbered(numbers).with_extra(extra)


class Filler:
    """Fills batches of a data set: everything about them but which records they hold."""

    def __init__(
        self,
        ds: DataSet,
        layout: LayoutLike,
        order: str | None,
        dtype: Any,
        policy: str | Policy | None,
        value: str | None,
        mask: bool | None,
        view: str | None,
        augment: str | None,
        threads: int | None,
        policy_form: str = "played",
        extra: str | Iterable[str] | None = None,
    ):
        self.ds = ds
        self.has_bits = is_bits(dtype)
        element = None if self.has_bits else dtype
        self.layout = _layout_for(ds, layout, order, element)
        self.numpy_dtype = numpy_type(element, self.layout)
        self._plan = layers_plan(self.layout) if self.has_bits else self.layout._plan
        code = policy.id if isinstance(policy, Policy) else policy or ""
        if not isinstance(code, str):
            raise TypeError(f"policy: expected a name or a Policy, not {kind_of(policy)}")
        if mask and not code:
            raise ValueError("mask: goes with a policy, whose numbers it marks")
        for name, text in (("value", value), ("view", view)):
            if text is not None and not isinstance(text, str):
                raise TypeError(f"{name}: expected a name, not {kind_of(text)}")
        stored = "" if column_of(value) else value or ""
        self.targets = _core.Targets.make(self.layout._plan, code, stored, view or "")
        if isinstance(policy, Policy):
            policy._check_fits(self.layout, view, self.targets.policy_size)
        self.threads = thread_count(threads)
        self.along = Along(ds, self.layout, self.targets, policy_form, value, extra, self.threads)
        self.has_policy = bool(code) and policy_form == "played"
        self.has_mask = bool(code) if mask is None else bool(mask)
        if augment not in (None, "symmetries"):
            raise ValueError(f"augment: expected 'symmetries' or None, not {augment!r}")
        row = _core.game_type(self.layout.game)
        if augment and not row.symmetries:
            raise ValueError(f"augment: {row.title} has no symmetries that keep its rules")
        self.is_augmented = augment is not None
        self.allocate: Callable[[int], np.ndarray] = new_bytes

    def prefetches(self, wanted: int, shuffle: str, rows: int) -> int:
        """How many batches of so many rows are made ahead in that order, where some are wanted."""
        return wanted

    def ask_for_torch(self) -> None:
        """Targets are to be as its losses want them, where that costs nothing."""

    def together(self, size: int, shuffle: str) -> int:
        """How many batches of that size are best made as one, in that order."""
        return 1

    def look_ahead(self, epochs: Epochs, place: int) -> None:
        """What comes behind the epoch of a batch's last place."""

    def stream(self) -> int:
        """Of a card: the caller's."""
        return 0

    def received(self, batch: Any, made_in: int = 0) -> Any:
        """A batch where it is handed out: another thread made it, or another stream."""
        return batch

    def buffers(self, count: int) -> Batch:
        width = self.targets.value_width
        moves = self.targets.policy_size
        try:
            return Batch(
                self._empty_planes(count),
                aligned((count,), np.dtype(np.int32), self.allocate) if self.has_policy else None,
                aligned((count, width), np.dtype(np.float32), self.allocate) if width else None,
                aligned((count, moves), np.dtype(np.uint8), self.allocate)
                if self.has_mask
                else None,
            )
        except MemoryError as error:
            raise MemoryError(f"{error}, in a batch of {count} records") from None

    def _empty_planes(self, count: int) -> np.ndarray | Bits:
        if self.has_bits:
            return empty_bits(self.layout, count, self.allocate)
        return aligned((count, *self.layout.shape), self.numpy_dtype, self.allocate)

    def fill_numbers(self, numbers: np.ndarray) -> Batch:
        """The records with these numbers in the data set."""
        out = self.buffers(len(numbers))
        in_set = self.ds._numbers.in_set(numbers)
        self._fill(None, in_set, None, out, [])
        return self._with_columns(shaped(out), in_set, None).numbered(numbers)

    def fill_rows(self, rows: _core.BatchRows, out: Batch, keys: list[int]) -> Batch:
        """The records in these rows of the data set's order; `keys` are those of its epochs."""
        choice = self.ds._numbers.chosen
        self._fill(rows, None, choice, out, keys if self.is_augmented else [])
        if self.along.is_none:
            return shaped(out)
        numbers = np.empty(len(rows), np.uint64)
        rows.numbers(numbers)
        in_set = self.ds._numbers.in_set(numbers)
        return self._with_columns(
            shaped(out), in_set, _keys_of(rows, keys) if self.is_augmented else None
        )

    def _with_columns(self, batch: Batch, in_set: np.ndarray, keys: np.ndarray | None) -> Batch:
        """With what is read along; `keys` draw the symmetry of each row."""
        along, ds = self.along, self.ds
        if along.is_none:
            return batch
        planes, policy, value, mask = batch
        soft = along.policy(ds, in_set, keys)
        told = along.value(ds, in_set, keys)
        whole = Batch(
            planes, policy if soft is None else soft, value if told is None else told, mask
        )
        return whole.with_extra(along.extra(ds, in_set, keys))

    def _fill(
        self,
        rows: _core.BatchRows | None,
        numbers: np.ndarray | None,
        choice: np.ndarray | None,
        out: Batch,
        keys: list[int],
    ) -> None:
        planes, *targets = out
        self.ds._core_set.fill(
            self._plan,
            self.targets,
            rows,
            numbers,
            choice,
            arrays_out(planes, self.layout, False) if self.has_bits else as_bits(planes),
            *targets,
            self.threads,
            keys,
        )


def _keys_of(rows: _core.BatchRows, keys: list[int]) -> np.ndarray:
    """What the symmetry of each row is drawn by."""
    epochs = np.empty(len(rows), np.uint64)
    rows.epochs(epochs)
    return np.array(keys, np.uint64)[epochs]


def _layout_for(ds: DataSet, layout: LayoutLike, order: str | None, dtype: Any) -> Layout:
    chosen = layout_for(layout, order, dtype, Counter())
    if chosen.game != ds.game and len(ds):
        raise ValueError(
            f"layout: {chosen.id} is a layout of {chosen.game}, but {ds.path} holds records of "
            f"{ds.game}"
        )
    if not chosen._plan.has_sizes or not len(ds):
        return chosen
    return layout_for(layout, order, dtype, Counter({ds._one_size(): 1}))


def shaped(batch: Batch) -> Batch:
    """A value of one number has no axis of its own."""
    value = batch.value
    is_single = value is not None and value.shape[1] == 1
    return Batch(batch.planes, batch.policy, value[:, 0], batch.mask) if is_single else batch
