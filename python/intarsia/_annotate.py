"""What a network says of every record of a data set, as a column beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import kind_of
from ._batches import _layout_for
from ._columns import Column, bytes_in, dtype_of, forget, known_view, open_writer
from ._layouts import Layout, LayoutLike
from ._policies import _whole
from ._scores import _on_cpu

if TYPE_CHECKING:
    from ._data import DataSet


def annotate(
    ds: DataSet,
    name: str,
    score: Callable[[np.ndarray], Any],
    layout: LayoutLike,
    *,
    batch: int = 4096,
    rank: int = 0,
    world: int = 1,
    meaning: str = "",
    model: str = "",
    view: str | None = None,
    dtype: Any = None,
    threads: int | None = None,
    replace: bool = False,
) -> Column | None:
    """Writes what a function says of every record of the whole set, as a column.

    >>> ds.annotate("net7", net, "chess/planes25", model="net7.pt")  # doctest: +SKIP

    `score` gets planes in the layout, `batch` at a time, and answers with as many rows: numbers
    or arrays of one shape, of NumPy or torch. Answers are taken to be in the layout's frame
    unless `view` says otherwise, and stored in their own type unless `dtype` does. The column's
    manifest has the layout's passport and `model`, whatever names the network.

    Shard after shard is written. A call that ended early is gone on with by the same call, and
    one that is done already answers at once. Several processes share the shards by `rank` and
    `world`: the last one to finish makes the column; those before it get None.
    """
    number, ranks = _whole(rank, "rank"), _whole(world, "world")
    if ranks < 1 or not 0 <= number < ranks:
        raise ValueError(f"rank: there is no rank {rank} of {world}; they count from 0")
    size = _whole(batch, "batch")
    if size < 1:
        raise ValueError(f"batch: expected 1 or more, not {batch}")
    forget(ds, name)
    answers = _Answers(score, dtype_of(name) if dtype is None else dtype)
    writer: _core.ColumnWriter | None = None
    shards = _Shards(ds, layout, size, threads)
    for shard in range(number, len(shards), ranks):
        first = None
        if writer is None:
            # The first answer says of what form they all are.
            first = answers(shards.planes(shard, 0))
            chosen = shards.layout_of(shard)
            about = {"tool": ds.manifest["tool"], "model": model, "passport": chosen.passport}
            told = known_view(ds, name, view or chosen.frame)
            writer = open_writer(ds, name, first, False, meaning, told, about, replace)
        if not writer.has(shard):
            places = range(0, shards.records(shard), size)
            parts = [
                first if at == 0 and first is not None else answers(shards.planes(shard, at))
                for at in places
            ]
            writer.put(shard, bytes_in(np.concatenate(parts)), None)
    if writer is None:  # more ranks than shards
        return None
    return Column(ds, name) if writer.finish() else None


class _Shards:
    """All records of each shard, in order, as planes of a layout on boards of its size."""

    def __init__(self, ds: DataSet, layout: LayoutLike, batch: int, threads: int | None):
        self._ds = ds
        self._shards = ds.manifest["shards"]
        self._layout = layout
        self._batch = batch
        self._threads = threads
        self._sets: dict[int, tuple[DataSet, Layout]] = {}

    def __len__(self) -> int:
        return len(self._shards)

    def records(self, shard: int) -> int:
        return self._shards[shard]["records"]

    def layout_of(self, shard: int) -> Layout:
        return self._set_of(shard)[1]

    def planes(self, shard: int, first: int) -> np.ndarray:
        """Those of a batch, which begins with this record."""
        ds, chosen = self._set_of(shard)
        size = self._shards[shard]["size"]
        before = sum(s["records"] for s in self._shards[:shard] if s["size"] == size)
        last = min(self.records(shard), first + self._batch)
        return ds.take(np.arange(first, last) + before, chosen, threads=self._threads).planes

    def _set_of(self, shard: int) -> tuple[DataSet, Layout]:
        size = self._shards[shard]["size"]
        if size not in self._sets:
            folder, *_, cache_bytes = self._ds._arguments
            ds = type(self._ds)(folder, None, size, True, cache_bytes)
            self._sets[size] = ds, _layout_for(ds, self._layout, None, None)
        return self._sets[size]


class _Answers:
    """Asks a function, and checks that its answers are rows of one form."""

    def __init__(self, score: Callable[[np.ndarray], Any], dtype: Any):
        if not callable(score):
            raise TypeError(f"score: expected a function of a batch, not {kind_of(score)}")
        self._score = score
        self._dtype = None if dtype is None else np.dtype(dtype)
        self._form: tuple[Any, ...] | None = None

    def __call__(self, planes: np.ndarray) -> np.ndarray:
        rows = np.asarray(_on_cpu(self._score(planes)))
        expected = f"score: expected {len(planes)} rows of numbers, one for each position"
        if rows.dtype.kind not in "fiu" or rows.ndim == 0:
            raise TypeError(f"{expected}, not {kind_of(rows)}")
        if rows.shape[1:] == (1,):
            rows = rows[:, 0]
        if len(rows) != len(planes):
            raise ValueError(f"{expected}, not {len(rows)}")
        rows = rows.astype(self._dtype or rows.dtype, copy=False)
        form = (rows.shape[1:], rows.dtype)
        if self._form not in (None, form):
            raise ValueError(f"score: rows of {form} after rows of {self._form}")
        self._form = form
        return rows
