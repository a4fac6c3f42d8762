"""Data sets out of the Parquet that `ds.to_parquet` wrote."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from . import _core
from ._data import DataSet
from ._errors import ParseError
from ._folders import new_folder
from ._open import open_quietly
from ._parquet_columns import ABOUT, FORMAT, REJECTED, VERSION, pyarrow
from ._parquet_streams import GameStream, RecordStream, Source
from ._progress import RecordsLine, is_shown
from ._records import bytes_of, record_dtype

_MANIFEST = "manifest.json"


def from_parquet(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    force: bool = False,
    progress: bool | None = None,
) -> DataSet:
    """Make a data set of a folder that `ds.to_parquet` wrote, and open it.

    >>> ia.open("data").to_parquet("parquet")  # doctest: +SKIP
    >>> ds = ia.from_parquet("parquet", "again")  # doctest: +SKIP

    It has the same records, games, splits and report, and those records are chosen that were. What
    is damaged is refused with the file's name, and nothing is left in `out`, which must be a new
    folder; `force` replaces a data set. `progress` is a line on stderr: by default on a terminal
    only.
    """
    source, wanted = os.fspath(folder), os.fspath(out)
    pa = pyarrow()
    importing = _Import(pa, source, _read_about(source))
    line = RecordsLine(importing.records) if is_shown(progress) else None
    try:
        with new_folder(wanted, force, _MANIFEST) as hidden:
            importing.write(hidden, line)
    except ParseError as error:
        raise error if source in str(error) else ParseError(f"{source}: {error}") from None
    finally:
        if line is not None:
            line.clear()
    return open_quietly(wanted)


def _read_about(folder: str) -> dict[str, Any]:
    path = os.path.join(folder, ABOUT)
    try:
        with open(path, encoding="utf-8") as file:
            about = json.load(file)
        kind = f"{about['format']} {about['version']}"
        is_sound = _is_about(about)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{folder} has no {ABOUT}: ds.to_parquet did not write it, or not to its end"
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ParseError(f"{path} is damaged: {error!r}") from None
    if kind != f"{FORMAT} {VERSION}":
        raise ParseError(f"{path}: expected {FORMAT} {VERSION}, not {kind}")
    if not is_sound:
        raise ParseError(f"{path} is damaged: it is not what ds.to_parquet writes")
    return about


def _is_about(about: dict[str, Any]) -> bool:
    kinds = {"game": str, "size": int, "whole": bool, "choices": bool, "manifest": str}
    files = [*about["games"]]
    for split in about["splits"]:
        files += [*split["files"], *split["context"]]
    has_kinds = all(isinstance(about[key], kind) for key, kind in kinds.items())
    return has_kinds and all(type(f["rows"]) is int and _is_inside(f["name"]) for f in files)


def _is_inside(name: str) -> bool:
    """One of the names that are written: a folder of ours, and a file in it."""
    folder, _, file = name.partition("/")
    return folder in ("data", "context", "games") and "/" not in file and file.endswith(".parquet")


class _Import:
    """One folder, shard by shard; that its files are there and complete is found out first."""

    def __init__(self, pa: Any, folder: str, about: dict[str, Any]):
        self._about = about
        self._dtype = record_dtype(about["game"], about["size"])
        self._games = GameStream(Source(pa, folder, about["games"]))
        splits = about["splits"]
        self._streams = [
            (key == "files", RecordStream(Source(pa, folder, split[key]), self._dtype.itemsize))
            for key in ("files", "context")
            for split in splits
        ]
        self.records = sum(file["rows"] for s in splits for file in [*s["files"], *s["context"]])
        with open(os.path.join(folder, REJECTED), "rb") as file:
            self._rejected = file.read()

    def write(self, out: str, line: RecordsLine | None) -> None:
        about = self._about
        restorer = _core.Restorer.open(out, about["manifest"], about["choices"])
        for first, rows in self._games.shards():
            try:
                records, chosen = self._records_of(first, rows)
                restorer.add(about["size"], rows.tobytes(), bytes_of(records), chosen)
            except ParseError as error:
                games = f"games {first} to {first + len(rows) - 1}"
                raise ParseError(f"{games}: {error}") from None
            if line is not None:
                line(len(records))
        for _, stream in self._streams:
            stream.expect_end()
        manifest = json.loads(restorer.finish(self._rejected))
        if about["whole"] and _hashes(manifest) != _hashes(json.loads(about["manifest"])):
            raise ParseError("the records are not those that were exported")

    def _records_of(self, first: int, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """All records of some games, the first of which has that number; and which are chosen."""
        ends = np.cumsum(rows["records"], dtype=np.uint64)
        count = int(ends[-1])
        if count > self.records:
            raise ParseError("there are fewer records than these games have")
        starts = ends - rows["records"]
        records = np.zeros(count, self._dtype)
        is_there, is_chosen = np.zeros(count, bool), np.zeros(count, bool)
        for is_data, stream in self._streams:
            for game, ply, some in stream.before(first + len(rows)):
                here = game - np.uint64(first)
                if (ply >= rows["records"][here]).any():
                    raise ParseError("a ply beyond the end of its game")
                at = starts[here] + ply
                if is_there[at].any() or len(np.unique(at)) < len(at):
                    raise ParseError("a record is there twice")
                bytes_of(records)[at] = some
                is_there[at] = True
                is_chosen[at] = is_data
        if not is_there.all():
            raise ParseError(f"{count - int(is_there.sum())} records are missing")
        return records, np.flatnonzero(is_chosen).astype(np.uint32)


def _hashes(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    return [(shard["xxh3"], shard["games_xxh3"]) for shard in manifest["shards"]]
