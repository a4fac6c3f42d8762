"""Data sets as Parquet: a folder that others read without us, and that becomes the set again."""

from __future__ import annotations

import glob
import json
import os
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np

from ._filters import count_in
from ._folders import new_folder
from ._parquet_card import card_of
from ._parquet_columns import (
    ABOUT,
    FORMAT,
    REJECTED,
    VERSION,
    Words,
    game_columns,
    pyarrow,
    record_columns,
    repeated_columns,
    split_file_names,
)
from ._progress import RecordsLine, is_shown
from ._shards import Shard, has_choices, is_whole, shards_of

if TYPE_CHECKING:
    from ._data import DataSet

FILE_RECORDS = 1 << 22
_GROUP = 1 << 17  # rows of a row group: what lies in memory as columns at once


def write_parquet(
    ds: DataSet,
    folder: str | os.PathLike[str],
    force: bool,
    text: bool,
    file_records: int,
    progress: bool | None,
) -> list[str]:
    """Answers which columns beside the records were left out."""
    pa = pyarrow()
    most = count_in(file_records, "file_records", 1)
    size = ds._one_size()
    if not ds._manifest["complete"]:
        raise ValueError(f"{ds.path} is not complete: ia.build(…, resume=True) goes on")
    if len(ds.paths) > 1:
        raise ValueError("several data sets are opened as one: ia.merge packs them into one first")
    if not len(ds):
        raise ValueError(f"{ds._call()} has no records to write")
    records = int(ds._manifest["positions"])
    line = RecordsLine(records) if is_shown(progress) else None
    try:
        with new_folder(os.fspath(folder), force, ABOUT) as hidden:
            _Export(pa, ds, size, hidden, text, most).write(line)
    finally:
        if line is not None:
            line.clear()
    manifests = glob.glob(os.path.join(glob.escape(ds.path), "columns", "*", "manifest.json"))
    return sorted(os.path.basename(os.path.dirname(path)) for path in manifests)


class _Files:
    """Numbered Parquet files of one kind, with so many rows each."""

    def __init__(self, pa: Any, folder: str, name: str, most: int):
        self._pa, self._folder, self._name, self._most = pa, folder, name, most
        self._writer: Any = None
        self._rows: list[int] = []

    def add(self, table: Any) -> None:
        while table.num_rows:
            if self._writer is None:
                self._begin(table.schema)
            room = self._most - self._rows[-1]
            self._writer.write_table(table.slice(0, room), row_group_size=_GROUP)
            self._rows[-1] += min(table.num_rows, room)
            table = table.slice(room)
            if self._rows[-1] == self._most:
                self.end()

    def _begin(self, schema: Any) -> None:
        os.makedirs(self._folder, exist_ok=True)
        self._writer = self._pa.parquet.ParquetWriter(
            self._path(len(self._rows)),
            schema,
            compression="zstd",
            use_dictionary=repeated_columns(self._pa, schema),
            write_page_checksum=True,
        )
        self._rows.append(0)

    def end(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None

    def _path(self, number: int) -> str:
        return os.path.join(self._folder, f"{self._name}-{number}.part")

    def named(self) -> list[dict[str, Any]]:
        """The files under names that say how many there are, as Hugging Face has them."""
        found = []
        for i, rows in enumerate(self._rows):
            name = f"{self._name}-{i:05}-of-{len(self._rows):05}.parquet"
            os.rename(self._path(i), os.path.join(self._folder, name))
            found.append({"name": f"{os.path.basename(self._folder)}/{name}", "rows": rows})
        return found


class _Export:
    """One folder, shard by shard."""

    def __init__(self, pa: Any, ds: DataSet, size: int, folder: str, text: bool, most: int):
        self._pa, self._ds, self._folder, self._most = pa, ds, folder, most
        self._about = {"format": FORMAT, "version": VERSION, "game": ds.game, "size": size}
        self._words = Words(pa, ds.game, size, ds[:1]) if text else None
        self._split_names = [None, *ds.splits]
        self._names = split_file_names(list(ds.splits))
        self._games = _Files(pa, os.path.join(folder, "games"), "games", 1 << 62)
        self._records: dict[tuple[str, int], _Files] = {}
        self._game_count = 0

    def write(self, line: RecordsLine | None) -> None:
        try:
            for shard in shards_of(self._ds):
                self._add(shard, line)
        finally:
            for files in (self._games, *self._records.values()):
                files.end()
        shutil.copyfile(self._in_set(REJECTED), os.path.join(self._folder, REJECTED))
        about = self._finished()
        with open(os.path.join(self._folder, ABOUT), "w", encoding="utf-8") as file:
            json.dump(about, file, indent=1)
        with open(os.path.join(self._folder, "README.md"), "w", encoding="utf-8") as file:
            file.write(card_of(self._pa, self._ds, about, self._folder))

    def _in_set(self, name: str) -> str:
        return os.path.join(self._ds.path, name)

    def _add(self, shard: Shard, line: RecordsLine | None) -> None:
        rows, count = shard.rows, len(shard.rows)
        numbers = np.arange(self._game_count, self._game_count + count, dtype=np.uint64)
        self._game_count += count
        known = game_columns(self._pa, rows, shard.number, self._split_names)
        self._games.add(self._table({"game": self._pa.array(numbers), **known}))
        game = np.repeat(numbers, rows["records"])
        ply = np.arange(len(game), dtype=np.uint32) - np.repeat(rows["first"], rows["records"])
        split = np.repeat(rows["split"], rows["records"])
        for first in range(0, len(game), _GROUP):
            block = slice(first, first + _GROUP)
            table = self._records_table(shard.records[block], game[block], ply[block])
            self._add_block(table, split[block], shard.chosen[block])
            if line is not None:
                line(table.num_rows)

    def _records_table(self, records: np.ndarray, game: np.ndarray, ply: np.ndarray) -> Any:
        columns = {"game": self._pa.array(game), "ply": self._pa.array(ply)}
        if self._words is not None:
            columns |= self._words.columns(records)
        return self._table(columns | record_columns(self._pa, records))

    def _table(self, columns: dict[str, Any]) -> Any:
        return self._pa.table(columns).replace_schema_metadata(
            {"intarsia": json.dumps(self._about)}
        )

    def _add_block(self, table: Any, split: np.ndarray, chosen: np.ndarray) -> None:
        """To the records, or to the others of their games, of each split."""
        for number in np.unique(split):
            for kind, is_kind in (("data", chosen), ("context", ~chosen)):
                mask = is_kind & (split == number)
                if mask.any():
                    some = table if mask.all() else table.filter(self._pa.array(mask))
                    self._files(kind, int(number)).add(some)

    def _files(self, kind: str, split: int) -> _Files:
        if (kind, split) not in self._records:
            folder = os.path.join(self._folder, kind)
            self._records[kind, split] = _Files(self._pa, folder, self._names[split], self._most)
        return self._records[kind, split]

    def _finished(self) -> dict[str, Any]:
        """What `from_parquet` reads."""
        files = {key: files.named() for key, files in self._records.items()}
        splits = [
            {
                "name": self._names[split],
                "files": files.get(("data", split), []),
                "context": files.get(("context", split), []),
            }
            for split in sorted({split for _, split in files})
        ]
        return {
            **self._about,
            "whole": is_whole(self._ds),
            "choices": has_choices(self._ds),
            "games": self._games.named(),
            "splits": splits,
            "manifest": self._ds._core_set.manifest,
        }
