"""Data sets into one."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import Any

from . import _core
from ._arguments import thread_count
from ._data import DataSet
from ._graph_build import bytes_in
from ._open import open_quietly
from ._progress import GamesLine, is_shown
from ._report import report_of
from ._settings import unique_in


def merge(
    sets: Iterable[str | os.PathLike[str] | DataSet],
    folder: str | os.PathLike[str],
    *,
    unique: str | Iterable[str] | None = None,
    memory: int | str = _core.SORTING_MEMORY,
    force: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> DataSet:
    """Pack data sets into one, with the bytes that one build of all their sources would have made.

    >>> ds = ia.merge(["may", "june"], "summer")  # doctest: +SKIP

    They must be complete and built alike (filters, splits, seed, version), which an error names if
    it is not so; `ia.open([a, b])` reads as one what cannot be packed. `unique="games"` keeps the
    first of equal games (the same start and moves) and counts the others as dropped, `duplicate`;
    `unique="positions"` chooses the first record of each position, as in `ia.build`; a list names
    both. Columns that all sets have go along with their records. Sorting takes about `memory`
    bytes. A folder that holds a data set is refused unless `force`; of a merge that is interrupted
    nothing is kept. `progress` is a line on stderr: by default on a terminal only.
    """
    if isinstance(sets, (str, os.PathLike, DataSet)):
        sets = [sets]
    folders = [path for one in sets for path in _folders_of(one)]
    if not folders:
        raise ValueError("sets: expected folders of data sets, and there are none")
    out = os.path.abspath(os.fspath(folder))
    wanted = unique_in(unique, {"games", "positions"})
    settings: dict[str, Any] = {
        "unique_games": "games" in wanted,
        "unique_positions": "positions" in wanted,
        "memory": bytes_in(memory, _core.MIN_SORTING_MEMORY),
        "force": bool(force),
        "threads": thread_count(threads),
    }
    line = GamesLine([]) if is_shown(progress) else None
    start = time.monotonic()
    try:
        repeated = _core.merge(folders, out, settings, line)
    finally:
        if line is not None:
            line.clear()
    ds = open_quietly(out)
    ds._report = report_of(out, ds.manifest, time.monotonic() - start)
    if repeated is not None:
        ds._report["repeated"] = repeated
    return ds


def _folders_of(one: str | os.PathLike[str] | DataSet) -> list[str]:
    if not isinstance(one, DataSet):
        return [os.path.abspath(os.fspath(one))]
    _, split, size, *_ = one._arguments
    if one._numbers.chosen is not None or split is not None or size is not None:
        raise ValueError(f"sets: {one!r} is a part of a data set; only whole ones are packed")
    return list(one.paths)
