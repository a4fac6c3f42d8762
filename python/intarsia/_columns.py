"""Columns: what lies beside the records of a data set, by name."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import kind_of
from ._numbers import check_numbers

if TYPE_CHECKING:
    from ._data import DataSet

_CACHE_BYTES = 1 << 30
#: A move that a search has looked at, as the record stores moves, and its share of 65,535.
VISIT = np.dtype(ast.literal_eval(_core.VISIT))
_TURNED = ("kept", "negated", "reversed")


class Ragged(NamedTuple):
    """Any number of rows for each record: those of record i are values[offsets[i]:offsets[i+1]]."""

    values: np.ndarray
    offsets: np.ndarray

    def __len__(self) -> int:
        return len(self.offsets) - 1


class Column:
    """A column of a data set, as `ds.columns["wdl"]` gives it: a row for each of its records.

    `column[i]` is the row of a record, `column[a:b]` and `column[numbers]` are those of several; of
    a ragged column (`visits`) an array of rows, and a `Ragged`. Rows come as they are stored, in
    the view that `view` names.
    """

    def __init__(self, ds: DataSet, name: str):
        self.name = name
        self._ds = ds
        self._open()
        dtype, shape, self.is_ragged, self.meaning, self.view, self.turned, text = (
            self._opened.about
        )
        self.dtype = VISIT if dtype == _core.VISIT else np.dtype(dtype)
        self.shape = tuple(shape)
        self.manifest: dict[str, Any] = json.loads(text)

    def _open(self) -> None:
        opened_set = self._ds._core_set  # in a forked child the caches are new ones with it
        for cache in self._ds._caches:
            cache.bring_column(self.name)
        self._opened = _core.Column.open(opened_set, self.name, _CACHE_BYTES)
        self._process = os.getpid()

    @property
    def _column(self) -> _core.Column:
        """In a forked child one of its own, as of the set."""
        if self._process != os.getpid():
            self._open()
        return self._opened

    def __len__(self) -> int:
        return len(self._ds)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._take(np.arange(*index.indices(len(self)), dtype=np.int64))
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            rows = self._take(np.array([self._ds._number(index)]))
            return rows.values if self.is_ragged else rows[0]
        return self._take(check_numbers(index, len(self)))

    def _take(self, numbers: np.ndarray) -> Any:
        in_set = self._ds._numbers.in_set(numbers)
        if self.is_ragged:
            return self._ragged(in_set)
        rows, out = self._room(len(in_set))
        self._column.read(self._ds._core_set, in_set, out)
        return rows

    def _ragged(self, in_set: np.ndarray) -> Ragged:
        first, values = self._column.ragged(self._ds._core_set, in_set)
        rows = np.frombuffer(values, self.dtype).reshape(-1, *self.shape)
        return Ragged(rows, np.frombuffer(first, np.uint64))

    def _room(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Rows, and their bytes."""
        rows = np.empty((count, *self.shape), self.dtype)
        row_bytes = self.dtype.itemsize * int(np.prod(self.shape))
        return rows, rows.reshape(-1).view(np.uint8).reshape(count, row_bytes)

    def __repr__(self) -> str:
        shape = f" {self.shape}" if self.shape else ""
        kind = "any number of rows a record" if self.is_ragged else "a row a record"
        return f"<Column {self.name!r}: {self.dtype}{shape}, {kind}; {self.meaning}>"


class Columns(Mapping[str, Column]):
    """The columns of a data set by name."""

    def __init__(self, ds: DataSet):
        self._ds = ds

    def _names(self) -> list[str]:
        """Of several sets that are opened as one those that all have in which there are records."""
        caches = {cache.path: cache for cache in self._ds._caches}

        def names_in(path: str) -> list[str]:
            return caches[path].column_names() if path in caches else _core.column_names(path)

        paths = self._ds._set.folders_with_records or self._ds._set.folders
        return sorted(set.intersection(*(set(names_in(path)) for path in paths)))

    def __getitem__(self, name: str) -> Column:
        if name not in self._names():
            raise KeyError(name)
        return Column(self._ds, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __repr__(self) -> str:
        return f"<Columns of {self._ds.path}: {', '.join(self._names()) or 'none'}>"


def folder_of(ds: DataSet) -> str:
    """Where its columns are written."""
    if len(ds.paths) > 1:
        raise ValueError(
            "columns are written beside one data set, and several are opened as one here: open "
            "each of them, and write a column of the same name"
        )
    if ds._remotes:
        raise ValueError(
            f"{ds.path} lies elsewhere: columns are written beside sets of this machine"
        )
    return ds.path


def forget(ds: DataSet, name: str) -> None:
    """What was found out about the column of that name, which is another from now on."""
    ds._unknown.pop(f"column:{name}", None)


def open_writer(
    ds: DataSet,
    name: str,
    rows: np.ndarray,
    is_ragged: bool,
    meaning: str,
    view: str | None,
    made_by: Mapping[str, Any],
    replace: bool,
) -> _core.ColumnWriter:
    """For rows such as these; how they are turned follows from their form."""
    form = rows.shape[1:]
    is_structure = rows.dtype == VISIT
    dtype = _core.VISIT if is_structure else rows.dtype.newbyteorder("<").str
    turned = "kept"
    if view and rows.dtype.kind == "f" and not is_ragged:
        turned = "reversed" if form == (3,) else "negated" if form == () else "kept"
    return _core.ColumnWriter.open(
        folder_of(ds),
        _text(name, "name"),
        dtype,
        list(form),
        is_ragged,
        _text(meaning, "meaning"),
        _text(view or "", "view"),
        turned,
        json.dumps(dict(made_by)),
        bool(replace),
    )


def add_column(
    ds: DataSet,
    name: str,
    values: Any,
    *,
    offsets: Any = None,
    meaning: str = "",
    view: str | None = None,
    made_by: Mapping[str, Any] | None = None,
    replace: bool = False,
) -> Column:
    """Writes a column: a row of `values` for each record of the whole set, in order.

    >>> ds.add_column("material", points, meaning="White's lead in pawns")  # doctest: +SKIP

    With `offsets` (one more than records) the rows of record i are those from offsets[i] up to
    offsets[i + 1]. `view` is the frame in which numbers are told ("white", "mover"): then one
    number a row is negated for the other player, and three of floats (win, draw, loss) are
    reversed. It appears whole or not at all, and nothing is overwritten unless `replace`.
    """
    forget(ds, name)
    counts = [shard["records"] for shard in ds.manifest["shards"]]
    total = sum(counts)
    view = known_view(ds, name, view)
    rows = _array(values)
    if (known := dtype_of(name)) is not None:
        rows = rows.astype(known, copy=False)
    bounds = None
    if offsets is not None:
        bounds = np.ascontiguousarray(offsets, np.uint64)
        if bounds.shape != (total + 1,):
            raise ValueError(f"offsets: expected {total + 1:,} numbers, not {bounds.shape}")
    elif len(rows) != total:
        raise ValueError(
            f"values: expected a row for each of the {total:,} records of {ds.path}, whatever "
            f"split is open, not {len(rows):,}"
        )
    writer = open_writer(ds, name, rows, bounds is not None, meaning, view, made_by or {}, replace)
    if writer.is_finished:
        raise FileExistsError(f"{ds.path} has a column {name!r} already: replace=True replaces it")
    first = 0
    for shard, count in enumerate(counts):
        if bounds is None:
            writer.put(shard, bytes_in(rows[first : first + count]), None)
        else:
            here = bounds[first : first + count + 1]
            some = rows[int(here[0]) : int(here[-1])]
            writer.put(shard, bytes_in(some), np.ascontiguousarray(here - here[0]))
        first += count
    writer.finish()
    return Column(ds, name)


def _array(values: Any) -> np.ndarray:
    rows = np.asarray(values)
    if (rows.dtype.kind not in "fiu" and rows.dtype != VISIT) or rows.ndim == 0:
        raise TypeError(f"values: expected an array of numbers, not {kind_of(values)}")
    return rows


def bytes_in(rows: np.ndarray) -> np.ndarray:
    """As they lie in files."""
    little = np.ascontiguousarray(rows, rows.dtype.newbyteorder("<"))
    return little.reshape(-1).view(np.uint8)


def dtype_of(name: str) -> np.dtype | None:
    """Of values for a column whose name says of what type they are."""
    return np.dtype(np.float16) if name == "wdl" else None


def known_view(ds: DataSet, name: str, view: str | None) -> str | None:
    """`wdl` is told in the first player's view."""
    if name != "wdl":
        return view
    first = ds._row.players[0]
    if view not in (None, first):
        raise ValueError(
            f"view: wdl is told in the view of {first}, not of {view}; under another name a column "
            "may be told in any"
        )
    return first


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected text, not {kind_of(value)}")
    return value
