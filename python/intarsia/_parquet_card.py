"""The card of a data set in Parquet: README.md as Hugging Face reads it, and people."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._data import DataSet

_SIZES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B")
_SOURCES = 10  # shown


def card_of(pa: Any, ds: DataSet, about: dict[str, Any], folder: str) -> str:
    head = "\n".join(_head(pa, ds, about, folder))
    return f"---\n{head}\n---\n{_text(ds, about)}"


def _head(pa: Any, ds: DataSet, about: dict[str, Any], folder: str) -> Iterator[str]:
    """YAML that needs no quoting but for JSON's, which is YAML as well."""
    yield f"pretty_name: {json.dumps(_title(ds))}"
    yield f"tags: {json.dumps([ds.game, 'board-games', 'intarsia'])}"
    yield f"size_categories: {json.dumps([_size_category(len(ds))])}"
    with_records = [split for split in about["splits"] if split["files"]]
    records = {split["name"]: split["files"] for split in with_records}
    configs = (("default", records), ("games", {"games": about["games"]}))
    yield "configs:"
    for name, splits in configs:
        yield f"- config_name: {name}"
        yield "  data_files:"
        for split, files in splits.items():
            kind = os.path.dirname(files[0]["name"])
            yield f"  - split: {split}"
            yield f"    path: {kind}/{split}-*.parquet"
    yield "dataset_info:"
    for name, splits in configs:
        sizes = {split: _bytes_of(folder, files) for split, files in splits.items()}
        yield f"- config_name: {name}"
        yield "  features:"
        file = next(iter(splits.values()))[0]["name"]
        yield from _features(pa, pa.parquet.read_schema(os.path.join(folder, file)))
        yield "  splits:"
        for split, files in splits.items():
            yield f"  - name: {split}"
            yield f"    num_bytes: {sizes[split]}"
            yield f"    num_examples: {_rows(files)}"
        yield f"  download_size: {sum(sizes.values())}"
        yield f"  dataset_size: {sum(sizes.values())}"


def _features(pa: Any, schema: Any) -> Iterator[str]:
    """What `load_dataset` makes of each column: most versions of it find no type for `record`."""
    for field in schema:
        yield f"  - name: {field.name}"
        kind = field.type
        if pa.types.is_fixed_size_list(kind):
            yield f"    sequence: {kind.value_type}"
            yield f"    length: {kind.list_size}"
        else:
            yield f"    dtype: {'binary' if pa.types.is_fixed_size_binary(kind) else kind}"


def _size_category(records: int) -> str:
    return next(
        (name for i, name in enumerate(_SIZES) if records < 10 ** (3 + i)),
        "n>1B" if records >= 10**9 else _SIZES[-1],
    )


def _bytes_of(folder: str, files: list[dict[str, Any]]) -> int:
    return sum(os.path.getsize(os.path.join(folder, file["name"])) for file in files)


def _text(ds: DataSet, about: dict[str, Any]) -> str:
    manifest = ds._manifest
    sources = [source["name"] for source in manifest["sources"]]
    more = len(sources) - _SOURCES
    listed = [f"- {name}" for name in sources[:_SOURCES]]
    listed += [f"- and {more:,} more"] if more > 0 else []
    splits = [(split["name"], _rows(split["files"])) for split in about["splits"]]
    has_context = any(split["context"] for split in about["splits"])
    return _TEXT.format(
        title=_title(ds),
        positions=f"{len(ds):,}",
        games=f"{_rows(about['games']):,}",
        boards="" if ds._row.has_one_size else f" on boards of {ds._row.size_shown(about['size'])}",
        some="" if about["whole"] else " (a part of a larger set)",
        splits="\n".join(f"| `{name}` | {rows:,} |" for name, rows in splits if rows),
        tool=manifest["tool"],
        sources="\n".join(listed),
        options=json.dumps(manifest["options"]),
        seed=manifest["seed"],
        context=_CONTEXT if has_context else "",
    )


def _title(ds: DataSet) -> str:
    title = ds._row.title
    return f"{title[0].upper()}{title[1:]} positions"


def _rows(files: list[dict[str, Any]]) -> int:
    return sum(file["rows"] for file in files)


_CONTEXT = """
`context/` has the other positions of the same games, in the same columns: they were not chosen, and
are here because networks that see earlier positions need them.
"""

_TEXT = """
# {title}

{positions} positions{boards} from {games} games{some}, with the moves that were played in them. All
positions of a game are in the same split.

| split | positions |
|---|---|
{splits}

## How it was made

By {tool} from

{sources}

with the seed {seed} and the options

```json
{options}
```

## What is in it

`data/` has a row for each position: `game` (its row in `games/`) and `ply` (its place in the game);
what it says in words; the fields of Intarsia's record, and all of it as bytes in `record`.
`games/` has a row for each game: ratings, outcome, date, time control, how it ended; 0 is unknown.
The page `docs/formats.md` of Intarsia describes every column.
{context}
## How to read it

Without Intarsia:

```python
from datasets import load_dataset

positions = load_dataset("path/to/this/folder")
games = load_dataset("path/to/this/folder", "games")
```

```sql
SELECT * FROM 'data/*.parquet' JOIN 'games/*.parquet' USING (game) LIMIT 10;
```

With it, as tensors for a network:

```python
import intarsia as ia

ds = ia.from_parquet("path/to/this/folder", "data")
```
"""
