"""The columns of a data set in Parquet (docs/formats.md), and pyarrow, which has them."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import numpy as np

from . import _core
from ._records import GAME_ROW, bytes_of

FORMAT, VERSION = "intarsia parquet", 1
ABOUT = "intarsia.json"
REJECTED = "rejected.jsonl"


def pyarrow() -> Any:
    """The modules pyarrow, pyarrow.json and pyarrow.parquet, as attributes of the first."""
    try:
        import pyarrow
        import pyarrow.json
        import pyarrow.parquet
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'intarsia[parquet]'") from None
    return pyarrow


def column_of(pa: Any, field: np.ndarray, no_value: int | None = None) -> Any:
    """A field of a structured array: numbers, or lists of so many numbers."""
    if field.ndim == 1:
        unknown = None if no_value is None else field == no_value
        return pa.array(np.ascontiguousarray(field), mask=unknown)
    flat = pa.array(np.ascontiguousarray(field).ravel())
    return pa.FixedSizeListArray.from_arrays(flat, field.shape[1])


class Words:
    """What records say in words, as columns: those of `ds.trace(i)["state"]`.

    Those that a record has as a field too are left out, but for the move: it is `move_text`.
    """

    def __init__(self, pa: Any, game: str, size: int, sample: np.ndarray):
        self._pa, self._game, self._size = pa, game, size
        said = json.loads(_core.record_lines(game, size, bytes_of(sample)).splitlines()[0])
        kinds = {int: pa.int32(), bool: pa.bool_()}
        names = {key: "move_text" if key == "move" else key for key in said}
        fields = sample.dtype.names or ()
        self._names = {key: name for key, name in names.items() if name not in fields}
        self._kinds = [(key, kinds.get(type(said[key]), pa.string())) for key in self._names]

    def columns(self, records: np.ndarray) -> dict[str, Any]:
        pa = self._pa
        lines = _core.record_lines(self._game, self._size, bytes_of(records))
        rules = pa.json.ParseOptions(
            explicit_schema=pa.schema(self._kinds), unexpected_field_behavior="ignore"
        )
        block = pa.json.ReadOptions(block_size=max(len(lines), 1))
        table = pa.json.read_json(io.BytesIO(lines), block, rules)
        return {name: table[key].combine_chunks() for key, name in self._names.items()}


def record_columns(pa: Any, records: np.ndarray) -> dict[str, Any]:
    """The fields by their names, an evaluation that is none as null; and `record`, all bytes."""
    columns = {
        name: column_of(pa, records[name], _core.NO_EVAL if name == "eval" else None)
        for name in records.dtype.names or ()
    }
    bytes_ = pa.py_buffer(np.ascontiguousarray(records).tobytes())
    kind = pa.binary(records.dtype.itemsize)
    columns["record"] = pa.Array.from_buffers(kind, len(records), [None, bytes_])
    return columns


def game_columns(
    pa: Any, rows: np.ndarray, shard: int, split_names: list[str | None]
) -> dict[str, Any]:
    """The games table as it is, with the shard, and the name of the split."""
    columns = {name: column_of(pa, rows[name]) for name in GAME_ROW.names or ()}
    columns["shard"] = pa.array(np.full(len(rows), shard, np.uint32))
    names = pa.array(split_names, pa.string())
    columns["split_name"] = names.take(pa.array(rows["split"]))
    return columns


def repeated_columns(pa: Any, schema: Any) -> list[str]:
    """Columns with few values: a dictionary of the others would be as long as they are."""
    few = (pa.types.is_uint8, pa.types.is_uint16, pa.types.is_int16, pa.types.is_int32)
    words = {"move_text", "san", "outcome", "split_name"}
    return [f.name for f in schema if f.name in words or any(is_few(f.type) for is_few in few)]


def split_file_names(splits: list[str]) -> list[str]:
    """Of games without a split and of each split: letters, digits and underscores.

    "all" means all splits to Hugging Face; a set without splits is "train", as it is there.
    """
    found: list[str] = []
    for name in ["rest" if splits else "train", *splits]:
        plain = re.sub(r"\W+", "_", name, flags=re.ASCII)
        while plain in (*found, "all", ""):
            plain += "_"
        found.append(plain)
    return found
