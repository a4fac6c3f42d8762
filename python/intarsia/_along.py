"""Columns read along with batches: visits as policies, values, and whatever else is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import aligned, kind_of
from ._columns import Column, Ragged

if TYPE_CHECKING:
    from ._data import DataSet
    from ._layouts import Layout

POLICY_FORMS = ("played", "visits", "visits-sparse")
_COLUMN = "column:"


class SparsePolicy(NamedTuple):
    """The moves that a search has looked at, as numbers of the code, and their shares.

    A row for each record, as wide as the longest in the batch: `indices` (int32) end with -1,
    `weights` (float32) with 0. The weights of a row sum up to 1, or to 0 where there are no visits.
    """

    indices: np.ndarray
    weights: np.ndarray


def column_of(value: str | None) -> str | None:
    """The column that is asked for as a value."""
    is_column = isinstance(value, str) and value.startswith(_COLUMN)
    return value[len(_COLUMN) :] if is_column else None


class Along:
    """What a batch takes from columns, in the frame of its targets."""

    def __init__(
        self,
        ds: DataSet,
        layout: Layout,
        targets: _core.Targets,
        policy_form: str,
        value: str | None,
        extra: str | Iterable[str] | None,
        threads: int,
    ):
        if policy_form not in POLICY_FORMS:
            raise ValueError(
                f"policy_form: expected one of {', '.join(POLICY_FORMS)}, not {policy_form!r}"
            )
        if policy_form != "played" and not targets.policy_size:
            raise ValueError("policy_form: goes with a policy, in whose numbers visits are told")
        self._targets = targets
        self._threads = threads
        self._is_sparse = policy_form == "visits-sparse"
        self._visits = None if policy_form == "played" else _column(ds, "visits")
        name = column_of(value)
        self._value = None if name is None else _column(ds, name)
        self._extra = {name: _column(ds, name) for name in _names(extra)}
        for column in (self._value, *self._extra.values()):
            if column is not None:
                column._column.refuse_view(layout._plan, targets)
        if self._value is not None and (
            self._value.is_ragged or len(self._value.shape) > 1 or self._value.dtype.kind != "f"
        ):
            raise ValueError(f"value: the rows of the column {name!r} are no values")

    @property
    def is_none(self) -> bool:
        """Whether nothing is asked for."""
        return self._visits is None and self._value is None and not self._extra

    def policy(self, ds: DataSet, in_set: np.ndarray, keys: np.ndarray | None) -> Any:
        """The visits, or None where they are not asked for."""
        if self._visits is None:
            return None
        column = self._visits._column
        if self._is_sparse:
            return _padded(*column.sparse_policy(ds._core_set, self._targets, in_set, keys))
        out = aligned((len(in_set), self._targets.policy_size), np.dtype(np.float32))
        column.fill_policy(ds._core_set, self._targets, in_set, out, self._threads, keys)
        return out

    def value(self, ds: DataSet, in_set: np.ndarray, keys: np.ndarray | None) -> Any:
        """Likewise, as float32."""
        if self._value is None:
            return None
        return self._rows(self._value, ds, in_set, keys).astype(np.float32, copy=False)

    def extra(self, ds: DataSet, in_set: np.ndarray, keys: np.ndarray | None) -> dict[str, Any]:
        """The rows of other columns; of ragged ones as they are stored."""
        return {name: self._rows(column, ds, in_set, keys) for name, column in self._extra.items()}

    def _rows(
        self, column: Column, ds: DataSet, in_set: np.ndarray, keys: np.ndarray | None
    ) -> np.ndarray | Ragged:
        if column.is_ragged:
            return column._ragged(in_set)
        rows, out = column._room(len(in_set))
        column._column.fill(ds._core_set, self._targets, in_set, out, self._threads, keys)
        return rows


def without_value(ds: DataSet, value: str) -> np.ndarray:
    """The numbers of records for which a column of values has NaN."""
    name = column_of(value)
    assert name is not None
    column = _column(ds, name)
    chunk = 1 << 16
    found = [
        first + np.flatnonzero(np.isnan(_flat(column[first : first + chunk])).any(axis=1))
        for first in range(0, len(ds), chunk)
    ]
    return np.concatenate(found) if found else np.empty(0, np.int64)


def rows_of(part: Any, is_wanted: np.ndarray) -> Any:
    """Some rows of a part of a batch."""
    if part is None:
        return None
    if isinstance(part, Ragged):
        lengths = np.diff(part.offsets.astype(np.int64))
        offsets = np.concatenate([[0], np.cumsum(lengths[is_wanted])])
        return Ragged(part.values[np.repeat(is_wanted, lengths)], offsets.astype(np.uint64))
    return type(part)(*(p[is_wanted] for p in part)) if isinstance(part, tuple) else part[is_wanted]


def _flat(rows: np.ndarray) -> np.ndarray:
    return rows.reshape(len(rows), -1)


def _column(ds: DataSet, name: str) -> Column:
    if not isinstance(name, str):
        raise TypeError(f"extra: expected names of columns, not {kind_of(name)}")
    return Column(ds, name)


def _names(extra: str | Iterable[str] | None) -> list[str]:
    if extra is None:
        return []
    return [extra] if isinstance(extra, str) else list(extra)


def _padded(first: bytes, indices: bytes, weights: bytes) -> SparsePolicy:
    """As wide as the longest row."""
    bounds = np.frombuffer(first, np.uint64).astype(np.int64)
    lengths = np.diff(bounds)
    width = int(lengths.max(initial=0))
    is_there = np.arange(width) < lengths[:, None]
    out = SparsePolicy(np.full(is_there.shape, -1, np.int32), np.zeros(is_there.shape, np.float32))
    out.indices[is_there] = np.frombuffer(indices, np.int32)
    out.weights[is_there] = np.frombuffer(weights, np.float32)
    return out
