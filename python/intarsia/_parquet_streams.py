"""Parquet files of ours as streams of arrays, in constant memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._errors import ParseError
from ._records import GAME_ROW

_ROWS = 1 << 16  # read at once


class Source:
    """Files that are read one after the other. Their footers are looked at when it is made."""

    def __init__(self, pa: Any, folder: str, files: list[dict[str, Any]]):
        self._pa = pa
        self._paths = [os.path.join(folder, file["name"]) for file in files]
        for path, file in zip(self._paths, files, strict=True):
            with self._open(path) as parquet:
                rows = parquet.metadata.num_rows
            if rows != file["rows"]:
                raise ParseError(f"{path} has {rows} rows, and {file['rows']} were written")

    def _open(self, path: str) -> Any:
        try:
            return self._pa.parquet.ParquetFile(path, page_checksum_verification=True)
        except FileNotFoundError:
            raise FileNotFoundError(
                f"{path} is not there; it was written with the others"
            ) from None
        except (self._pa.ArrowException, OSError) as error:
            raise ParseError(f"{path} is damaged, or no Parquet: {error}") from None

    def batches(self, columns: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """With the path of the file, for errors."""
        for path in self._paths:
            with self._open(path) as parquet:
                missing = set(columns) - set(parquet.schema_arrow.names)
                if missing:
                    raise ParseError(f"{path} has no column {', '.join(sorted(missing))}")
                batches = parquet.iter_batches(_ROWS, columns=columns)
                while (batch := self._next(path, batches)) is not None:
                    yield path, {name: batch.column(name) for name in columns}

    def _next(self, path: str, batches: Iterator[Any]) -> Any:
        try:
            return next(batches, None)
        except (self._pa.ArrowException, OSError) as error:
            raise ParseError(f"{path} is damaged: {error}") from None

    def numbers(self, path: str, name: str, column: Any, dtype: np.dtype) -> np.ndarray:
        """A column of numbers, or of lists with so many of them."""
        base, shape = dtype.base, (len(column), *dtype.shape)
        flat = column.flatten() if dtype.shape else column
        try:
            found = flat.cast(self._pa.from_numpy_dtype(base)).to_numpy(zero_copy_only=False)
        except (self._pa.ArrowException, ValueError) as error:
            raise ParseError(f"{path}, column {name}: {error}") from None
        if column.null_count or flat.null_count or found.size != np.prod(shape, dtype=np.int64):
            raise ParseError(f"{path}, column {name}: some values are missing")
        return found.astype(base, copy=False).reshape(shape)

    def bytes_(self, path: str, name: str, column: Any, width: int) -> np.ndarray:
        """A column of so many bytes a row."""
        pa = self._pa
        try:
            fixed = column if column.type == pa.binary(width) else column.cast(pa.binary(width))
        except pa.ArrowException as error:
            raise ParseError(f"{path}, column {name}: expected {width} bytes: {error}") from None
        if fixed.null_count:
            raise ParseError(f"{path}, column {name}: some values are missing")
        every = np.frombuffer(
            fixed.buffers()[1], np.uint8, len(fixed) * width, fixed.offset * width
        )
        return every.reshape(-1, width)


class GameStream:
    """The games table, a shard at a time."""

    def __init__(self, source: Source):
        self._source = source

    def shards(self) -> Iterator[tuple[int, np.ndarray]]:
        """The number of the first game, and rows of games as files of ours have them."""
        waiting: list[np.ndarray] = []
        last, first = -1, 0
        for shard, rows in self._runs():
            if shard < last:
                raise ParseError(f"shard {shard} of the games comes after shard {last}")
            if shard != last and waiting:
                yield first, np.concatenate(waiting)
                first += sum(map(len, waiting))
                waiting = []
            waiting.append(rows)
            last = shard
        if waiting:
            yield first, np.concatenate(waiting)

    def _runs(self) -> Iterator[tuple[int, np.ndarray]]:
        """Rows of one shard that lie together."""
        source, names = self._source, list(GAME_ROW.names or ())
        for path, columns in source.batches([*names, "shard"]):
            shards = source.numbers(path, "shard", columns["shard"], np.dtype("<u4"))
            rows = np.zeros(len(shards), GAME_ROW)
            for name in names:
                rows[name] = source.numbers(path, name, columns[name], GAME_ROW[name])
            borders = np.flatnonzero(np.diff(shards)) + 1
            for some, run in zip(np.split(shards, borders), np.split(rows, borders), strict=True):
                if len(some):
                    yield int(some[0]), run


class RecordStream:
    """Records with their games, which come in order, and their plies."""

    def __init__(self, source: Source, width: int):
        self._batches = self._read(source, width)
        self._rest: tuple[np.ndarray, ...] | None = None

    def before(self, game: int) -> Iterator[tuple[np.ndarray, ...]]:
        """What was not yet read of the games before that one: games, plies, records as bytes."""
        while (rest := self._rest or next(self._batches, None)) is not None:
            count = int(np.searchsorted(rest[0], np.uint64(game)))
            self._rest = tuple(part[count:] for part in rest) if count < len(rest[0]) else None
            if count:
                yield tuple(part[:count] for part in rest)
            if self._rest:
                return

    def expect_end(self) -> None:
        if self._rest or next(self._batches, None) is not None:
            raise ParseError("there are records of games that are not there")

    @staticmethod
    def _read(source: Source, width: int) -> Iterator[tuple[np.ndarray, ...]]:
        last = 0
        for path, columns in source.batches(["game", "ply", "record"]):
            game = source.numbers(path, "game", columns["game"], np.dtype("<u8"))
            if not len(game):
                continue
            if game[0] < last or (game[1:] < game[:-1]).any():
                raise ParseError(f"{path}: the games are not in order")
            last = game[-1]
            ply = source.numbers(path, "ply", columns["ply"], np.dtype("<u4"))
            yield game, ply, source.bytes_(path, "record", columns["record"], width)
