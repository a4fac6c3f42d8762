"""Records whose value nobody knows: refused, left out, or NaN, as the caller says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._along import column_of, rows_of, without_value

if TYPE_CHECKING:
    from ._batches import Batch
    from ._data import DataSet

_CHOICES = ("raise", "skip", "nan")
_CHUNK = 1 << 16  # records that are looked at together


def check_choice(unknown: Any, choices: tuple[str, ...] = _CHOICES) -> str:
    if unknown not in choices:
        expected = ", ".join(map(repr, choices[:-1]))
        raise ValueError(f"unknown: expected {expected} or {choices[-1]!r}, not {unknown!r}")
    return unknown


def refuse(count: int, total: int, value: str, choices: str) -> None:
    """Says how many there are and what can be done."""
    why = (
        "have no evaluation"
        if value == "eval"
        else "have no value in it"
        if column_of(value)
        else "are of games whose outcome is not known"
    )
    raise ValueError(
        f"value: {count:,} of {total:,} records {why}, so that value={value!r} would be NaN; "
        f"{choices}"
    )


SET_CHOICES = "unknown='skip' leaves them out, unknown='nan' keeps them"


def known_part(ds: DataSet, value: str | None, unknown: str) -> DataSet:
    """The data set without the records whose value is unknown; or an error that counts them."""
    if check_choice(unknown) == "nan" or value is None:
        return ds
    # Evaluations and columns are each record's own; of all else the games table tells.
    kind = value if value == "eval" or column_of(value) else "outcome"
    if kind not in ds._unknown:
        without = {"eval": _without_eval, "outcome": _without_outcome}.get(kind)
        ds._unknown[kind] = without(ds) if without else without_value(ds, kind)
    lacking = ds._unknown[kind]
    if not len(lacking):
        return ds
    if unknown == "raise":
        refuse(len(lacking), len(ds), value, SET_CHOICES)
    mask = np.ones(len(ds), bool)
    mask[lacking] = False
    return ds.select(mask)


def take_known(batch: Batch, value: str | None, unknown: str) -> Batch:
    """The same of one batch, whose values tell."""
    if value is None or unknown == "nan":
        return batch
    is_known = ~np.isnan(batch.value.reshape(len(batch.value), -1)).any(axis=1)
    if is_known.all():
        return batch
    if unknown == "raise":
        refuse(int((~is_known).sum()), len(is_known), value, SET_CHOICES)
    rows = [rows_of(part, is_known) for part in batch]
    extra = {name: rows_of(part, is_known) for name, part in batch.extra.items()}
    return type(batch)(*rows).numbered(batch.numbers[is_known]).with_extra(extra)


def _without_outcome(ds: DataSet) -> np.ndarray:
    return ds._numbers_where(outcome="unknown")


def _without_eval(ds: DataSet) -> np.ndarray:
    """Their numbers. All records are read, once for a data set."""
    chunks = range(0, len(ds), _CHUNK)
    found = [first + np.flatnonzero(_lacks_eval(ds[first : first + _CHUNK])) for first in chunks]
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _lacks_eval(records: np.ndarray) -> np.ndarray:
    return records["eval"] == _core.NO_EVAL
