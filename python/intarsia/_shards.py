"""A data set shard by shard: the games that it has there, with their records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import _core
from ._records import GAME_ROW, record_dtype

if TYPE_CHECKING:
    from ._data import DataSet


class Shard(NamedTuple):
    """What a data set, a split or a part of one has of a shard."""

    number: int
    size: int  # of the boards
    rows: np.ndarray  # of its games, whose `first` counts in `records`
    records: np.ndarray  # all of those games
    chosen: np.ndarray  # which of them the data set has, as a mask


def shards_of(ds: DataSet) -> Iterator[Shard]:
    """In order. One lies in memory at a time.

    Games are whole, even where records of them were not chosen: layouts with history need those.
    """
    in_set, first = ds._core_set, 0
    shards = ds._manifest["shards"]
    for part in range(in_set.parts):
        number = _core.shard_of(in_set, part)
        selected = np.frombuffer(_core.selected_records(in_set, part), np.uint32)
        chosen = _chosen(ds, selected, first)
        first += len(selected)
        size = shards[number]["size"]
        records = np.frombuffer(_core.shard_records(in_set, part), record_dtype(ds.game, size))
        rows = np.frombuffer(in_set.games(number), GAME_ROW)
        yield _narrowed(Shard(number, size, rows, records, chosen), _games_here(ds, rows, chosen))


def has_choices(ds: DataSet) -> bool:
    """Whether it may have only some records of its games."""
    if ds._numbers.chosen is not None:
        return True
    all_records = ds._arguments[3]
    is_chosen = any(s["split"] == "" for e in ds._manifest["shards"] for s in e["selections"])
    return is_chosen and not all_records


def is_whole(ds: DataSet) -> bool:
    """Whether it is everything that lies in its folder."""
    _, split, size, all_records, _ = ds._arguments
    return ds._numbers.chosen is None and split is None and size is None and not all_records


def _chosen(ds: DataSet, selected: np.ndarray, first: int) -> np.ndarray:
    """Numbers in the shard; `selected` are those of the set's records from `first` on."""
    chosen = ds._numbers.chosen
    if chosen is None:
        return selected
    low, high = np.searchsorted(chosen, [first, first + len(selected)])
    return selected[chosen[low:high].astype(np.int64) - first]


def _games_here(ds: DataSet, rows: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """As `ds.games` has them: those of the split, or those that have records in a part."""
    if ds._numbers.chosen is not None:
        is_here = np.zeros(len(rows), bool)
        is_here[np.searchsorted(rows["first"], chosen, side="right") - 1] = True
        return is_here
    if ds.split is None:
        return np.ones(len(rows), bool)
    return rows["split"] == list(ds.splits).index(ds.split) + 1


def _narrowed(shard: Shard, is_here: np.ndarray) -> Shard:
    """With those games alone; `chosen` becomes a mask."""
    mask = np.zeros(len(shard.records), bool)
    mask[shard.chosen] = True
    if is_here.all():
        return shard._replace(chosen=mask)
    rows = shard.rows[is_here]
    is_of_game = np.repeat(is_here, shard.rows["records"])
    rows["first"] = np.cumsum(rows["records"], dtype=np.uint32) - rows["records"]
    return shard._replace(rows=rows, records=shard.records[is_of_game], chosen=mask[is_of_game])
