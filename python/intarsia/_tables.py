"""Records and rows of games as arrays that pandas takes as well."""

from __future__ import annotations

from typing import Any

import numpy as np


class Table(np.ndarray):
    """A structured array: one row for each record or game, a field for each thing that is known.

    `pd.DataFrame(table)` makes a column of each field. pandas wants columns of one number a row, so
    a field of several has a column for each: `ratings_0`, `ratings_1`. `columns` is the same
    without pandas.
    """

    @property
    def columns(self) -> dict[str, np.ndarray]:
        """Every column by its name, one number a row."""
        found: dict[str, np.ndarray] = {}
        for name in self.dtype.names or ():
            field = self[name]
            if field.ndim == self.ndim:
                found[name] = field
            else:
                found |= {f"{name}_{i}": field[..., i] for i in range(field.shape[-1])}
        return found

    @property
    def _data(self) -> np.ndarray:
        """What pandas takes a structured array for (it asks `np.ma.getdata`, which asks this)."""
        if self.dtype.names is None or self.ndim != 1:
            return self.view(np.ndarray)
        columns = self.columns
        flat = np.empty(len(self), [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            flat[name] = column
        return flat

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        is_field = isinstance(found, Table) and found.dtype.names is None
        return found.view(np.ndarray) if is_field else found


def table(rows: np.ndarray) -> Table:
    return rows.view(Table)
