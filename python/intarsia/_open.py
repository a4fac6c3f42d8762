"""`ia.open`: the folder of a data set, or those of several."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._addresses import is_address
from ._arguments import kind_of
from ._cache import Remote
from ._data import DataSet, DataSetWarning
from ._layouts import board_size

_CACHE_BYTES = 1 << 30


def open(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    split: str | None = None,
    *,
    size: int | str | None = None,
    all_records: bool = False,
    cache_bytes: int | None = None,
    cache: str | os.PathLike[str] | None = None,
) -> DataSet:
    """The data set or collection in a folder, or one split of it; or several as one.

    >>> ds = ia.open("data", split="train")  # doctest: +SKIP
    >>> ds = ia.open(["may", "june"], split="train")  # doctest: +SKIP
    >>> ds = ia.open("s3://out/set", cache="/local", cache_bytes=200 << 30)  # doctest: +SKIP

    Several must be of one game. Their records are numbered through, in that order, and nothing is
    written; a warning says what else they were not built alike with. A split can be opened if all
    of them have the same splits, by share and seed.

    With splits present and none named it is all records, and a warning says so. `size` takes the
    boards of one size, where a game has several. A choice among positions (`ia.build(…, every=4)`)
    is followed unless `all_records`. Shards are kept in memory up to `cache_bytes`, 1 GiB by
    default; what is larger is read from the files record by record. Files are never mapped: one
    that is cut meanwhile is an error.

    Of an address whole shards are fetched into the folder `cache`, which then has at most
    `cache_bytes` of them; the least recently used leave. Processes of one host share it.
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    if not paths:
        raise ValueError("path: expected folders of data sets, and there are none")
    memory = _CACHE_BYTES if cache_bytes is None or cache is not None else cache_bytes
    folders = tuple(_folder_in(os.fspath(one), cache, cache_bytes) for one in paths)
    shown = ", ".join(os.fspath(one) for one in paths)
    if split is not None and not isinstance(split, str):
        raise TypeError(f"split: expected a name, not {kind_of(split)}")
    if not isinstance(memory, (int, np.integer)) or not 0 <= memory < 1 << 63:
        raise ValueError(f"cache_bytes: expected a number of bytes, not {cache_bytes!r}")
    for folder in folders:
        if isinstance(folder, str) and os.path.isfile(os.path.join(folder, _core.GRAPH_NAME)):
            raise ValueError(f"{folder} is a graph of positions: ia.Graph(path=…) opens it")
    ds = DataSet(folders, split, board_size(size), bool(all_records), int(memory))
    known = sorted({s["size"] for s in ds._manifest["shards"]}) if size is not None else []
    if size is not None and known and _number(size, ds._row) not in known:
        listed = ", ".join(str(ds._row.size_shown(n)) for n in known)
        raise ValueError(f"size: {shown} has boards of size {listed}, not {size}")
    if different := ds._set.differences:
        more = f" (and {len(different) - 1} more)" if len(different) > 1 else ""
        warnings.warn(f"{different[0]}{more}", DataSetWarning, stacklevel=2)
    if split is None and ds.splits:
        warnings.warn(
            f"{shown} has the splits {', '.join(ds.splits)}, and none was named: these "
            f"are all {len(ds):,} records; ia.open(…, split={next(iter(ds.splits))!r}) opens one",
            DataSetWarning,
            stacklevel=2,
        )
    return ds


def _folder_in(
    path: str, cache: str | os.PathLike[str] | None, cache_bytes: int | None
) -> str | Remote:
    if not is_address(path):
        return os.path.abspath(path)
    if cache is None or cache_bytes is None:
        raise ValueError(
            f"cache: {path} is read through a folder of this machine: name it, and how much of it "
            "may be used (cache_bytes)"
        )
    return Remote(path.rstrip("/"), os.path.abspath(os.fspath(cache)), int(cache_bytes))


def _number(size: Any, row: _core.GameType) -> int | None:
    return row.size(size) if isinstance(size, str) else int(size)


def open_quietly(path: str) -> DataSet:
    """All records, without a word about splits."""
    return DataSet((os.path.abspath(path),), None, None, False, _CACHE_BYTES)
