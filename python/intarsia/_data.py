"""Data sets: records on disk, read one by one, as arrays, or as batches."""

from __future__ import annotations

import functools
import json
import operator
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from . import _core
from ._annotate import annotate
from ._arguments import kind_of
from ._batches import Batch, Filler
from ._columns import Column, Columns, add_column, folder_of
from ._describe import EXACT_RECORDS, describe
from ._description import Description
from ._epochs import Batches, one_epoch, positive, ranks_in
from ._filters import Span, Words, filters
from ._layouts import LayoutLike, board_size
from ._numbers import Numbers, check_numbers
from ._orders import Course, Epochs
from ._parquet import FILE_RECORDS, write_parquet
from ._policies import Policy
from ._records import GAME_ROW, bytes_of, record_dtype
from ._report import Report, report_of
from ._stream import Stream
from ._tables import Table, table
from ._unknown import check_choice, known_part, take_known
from ._views import view_of

_CACHE_BYTES = 1 << 30
_GAME = np.dtype([*GAME_ROW.descr, ("shard", "<u4")])


class DataSetWarning(UserWarning):
    """Something about a data set that is worth knowing."""


class DataSet:
    """A data set, or a split of one: `ia.open` and `ia.build` make it.

    `len(ds)` counts its records. `ds[i]` is one of them, as NumPy has it (`ds[i]["move"]`, and
    `ia.Position(ds[i])` or `ia.encode(ds[i], layout)` takes it); `ds[a:b]` and `ds[numbers]` are
    arrays. `where` and `select` narrow it. It can be pickled, and goes along into processes that
    are forked or spawned.
    """

    def __init__(
        self,
        folders: tuple[str, ...],
        split: str | None,
        size: int | str | None,
        all_records: bool,
        cache_bytes: int,
        chosen: np.ndarray | None = None,
    ):
        self._arguments = (folders, split, size, all_records, cache_bytes)
        self._report: Report | None = None
        self._records: Table | None = None
        self._unknown: dict[str, np.ndarray] = {}  # by kind: records without a value
        self._open()
        self._numbers = Numbers(self._set.size, chosen)
        self._manifest = self.manifest

    def _open(self) -> None:
        folders, split, size, all_records, cache_bytes = self._arguments
        self._set = _core.Set.open(list(folders), split or "", size, all_records, cache_bytes)
        self._process = os.getpid()

    @property
    def _core_set(self) -> _core.Set:
        """In a forked child a set of its own: another thread may have held the parent's locks."""
        if self._process != os.getpid():
            self._open()
        return self._set

    @property
    def path(self) -> str:
        """Its folder; of several sets the folders of all, for people to read."""
        return ", ".join(self.paths)

    @property
    def paths(self) -> tuple[str, ...]:
        """The folders of the sets that are opened as one; as a rule it is one."""
        return self._arguments[0]

    @property
    def split(self) -> str | None:
        """The split that was opened, if one was."""
        return self._arguments[1]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._set.game

    @property
    def sizes(self) -> list[int | str]:
        """The sizes of the boards, as the game writes them."""
        return [self._row.size_shown(size) for size in sorted(self._set.board_sizes)]

    @property
    def _row(self) -> _core.GameType:
        """Of a set that holds nothing the first game's."""
        return _core.game_type(self.game) if self.game else _core.games()[0]

    @property
    def splits(self) -> dict[str, float]:
        """The named shares of the games."""
        return {name: round(share, 6) for name, share in self._manifest["split"].items()}

    @property
    def manifest(self) -> dict[str, Any]:
        """What `manifest.json` says: shards, sources, filters, counts.

        Of several sets all together, with the `folder` of each shard.
        """
        found = json.loads(self._set.manifest)
        if len(self.paths) > 1:
            for i, shard in enumerate(found["shards"]):
                shard["folder"], number = self._set.place_of(i)
                shard["name"], shard["games_name"] = (
                    f"{kind}-{number:05}.npy" for kind in ("shard", "games")
                )
        return found

    @property
    def report(self) -> Report:
        """What was read, dropped and rejected when it was built."""
        if self._report is None:
            self._report = report_of(self.path, self._manifest)
        return self._report

    @property
    def dtype(self) -> np.dtype:
        """Of its records: ia.record_dtype(game, size)."""
        return record_dtype(self._row.name, self._one_size())

    @property
    def records(self) -> Table:
        """All records as one structured array, in order.

        It is read into memory (32 bytes a record in chess) when it is first asked for, and kept;
        of sets that are larger than the memory take slices, `ds[a:b]`. For NumPy's own maps of
        the files: `np.load("data/shard-00000.npy", mmap_mode="r")`.
        """
        if self._records is None:
            records = self[:]
            records.flags.writeable = False
            self._records = records
        return self._records

    @property
    def games(self) -> Table:
        """The games, one row each: where its records lie and what is known of it.

        The fields are those of the files games-*.npy (docs/formats.md) and `shard`, in which
        `first` counts. With a split those of the split; of a set that was narrowed, those that have
        records in it.
        """
        rows = self._all_games()
        return rows[self._game_rows(rows)]

    def _all_games(self) -> Table:
        rows = [self._games_of(shard) for shard in range(len(self._manifest["shards"]))]
        return table(np.concatenate(rows) if rows else np.empty(0, _GAME))

    def _game_rows(self, rows: Table) -> np.ndarray:
        """Which of all games are here."""
        if self._numbers.chosen is not None:
            return np.unique(self._games_of_records())
        is_here = np.ones(len(rows), bool)
        if self.split is not None:
            is_here &= rows["split"] == list(self.splits).index(self.split) + 1
        size = self._row.size(self._arguments[2])
        if size is not None:
            is_here &= rows["size"] == size
        return np.flatnonzero(is_here)

    def _games_of_records(self) -> np.ndarray:
        """Of every record its game's row among all games."""
        games = np.frombuffer(self._core_set.games_of_records(), np.uint32)
        chosen = self._numbers.chosen
        return games if chosen is None else games[chosen]

    def _games_of(self, shard: int) -> np.ndarray:
        table = np.frombuffer(self._core_set.games(shard), GAME_ROW)
        rows = np.empty(len(table), _GAME)
        rows["shard"] = shard
        for name in GAME_ROW.names:
            rows[name] = table[name]
        return rows

    def trace(self, index: int) -> dict[str, Any]:
        """Whence a record came and what it says: all that `intarsia info --record` knows.

        File, byte, game and ply; the players' ratings and the date; and `state`, the record in
        words: its position, the move played, outcome and evaluation.
        """
        number = self._number(index)
        found = self._core_set.trace(self._in_set(number))
        return {**found, "record": number, "state": json.loads(found["state"])}

    def where(
        self,
        *,
        min_elo: int = 0,
        max_elo: int = 0,
        time_control: Words = None,
        termination: Words = None,
        outcome: Words = None,
        date: Span = None,
        variant: Words = None,
        has_eval: bool = False,
        length: Span | range = None,
        max_elo_difference: int | None = None,
        ply: Span | range = None,
        every: int = 1,
        sample: float = 1.0,
        result: Words = None,
    ) -> DataSet:
        """The part of the data set that filters keep, by the names and words of `ia.build`.

        >>> strong = ds.where(min_elo=2200, outcome=["1-0", "0-1"], ply="8..")  # doctest: +SKIP

        Filters look at what the games table says; what it does not say is kept (an unrated game by
        `min_elo`), as in `build`. `ply`, `every` and `sample` choose among the positions. Records
        are counted anew from 0; history layouts see the plies before all the same, and so does the
        order of batches depend on the seed alone.
        """
        numbers = self._numbers_where(
            min_elo=min_elo,
            max_elo=max_elo,
            time_control=time_control,
            termination=termination,
            outcome=outcome,
            date=date,
            variant=variant,
            has_eval=has_eval,
            length=length,
            max_elo_difference=max_elo_difference,
            ply=ply,
            every=every,
            sample=sample,
            result=result,
        )
        return self._narrowed(numbers)

    def select(self, chosen: Any) -> DataSet:
        """The part with these records: a mask or numbers; or a mask of the games in `ds.games`.

        Records keep the order of the set.

        >>> rated = ds.select(ds.games["ratings"].min(axis=1) > 0)  # doctest: +SKIP
        >>> won = ds.select(ds.records["eval"] > 300)  # doctest: +SKIP
        """
        mask = np.asarray(chosen)
        if mask.dtype == bool and mask.shape != (len(self),):
            return self._narrowed(self._numbers_of_games(mask))
        numbers = np.sort(check_numbers(mask, len(self)))
        again = numbers[1:][numbers[1:] == numbers[:-1]]
        if len(again):
            raise ValueError(f"select: record {again[0]} is named twice; a part has it once")
        return self._narrowed(numbers)

    def _numbers_where(self, **wanted: Any) -> np.ndarray:
        """The numbers of the records that filters keep."""
        rules = filters(**wanted) | {"final": bool(self.manifest["options"].get("final"))}
        found = np.frombuffer(self._core_set.where(rules), np.uint64)
        return self._numbers.of_set(found)

    def _numbers_of_games(self, mask: np.ndarray) -> np.ndarray:
        rows = self._all_games()
        here = self._game_rows(rows)
        if mask.shape != here.shape:
            raise ValueError(
                f"select: expected a mask of {len(self)} records or of {len(here)} games, not of "
                f"shape {mask.shape}"
            )
        is_wanted = np.zeros(len(rows), bool)
        is_wanted[here[mask]] = True
        return np.flatnonzero(is_wanted[self._games_of_records()])

    def _narrowed(self, numbers: np.ndarray) -> DataSet:
        """With the files, and what was read of them, in common."""
        part = object.__new__(DataSet)
        part.__dict__.update(self.__dict__, _records=None, _unknown={})
        part._numbers = self._numbers.narrowed(numbers)
        return part

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._take(np.arange(*index.indices(len(self)), dtype=np.int64))
        if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
            bytes_ = self._core_set.record(self._in_set(self._number(index)))
            return np.frombuffer(bytes_, self._dtype_of(bytes_))[0]
        return self._take(check_numbers(index, len(self)))

    def __iter__(self) -> Iterator[np.void]:
        for first in range(0, len(self), 4096):
            yield from self[first : first + 4096]

    def _dtype_of(self, bytes_: bytes) -> np.dtype:
        return self._dtypes[len(bytes_)]

    @functools.cached_property
    def _dtypes(self) -> dict[int, np.dtype]:
        """Of records by their length; some small boards of two sizes have the same."""
        records = [record_dtype(self.game, size) for size in reversed(self.sizes)]
        return {record.itemsize: record for record in records}

    def _take(self, numbers: np.ndarray) -> Table:
        records = np.empty(len(numbers), self.dtype)
        self._core_set.read(self._numbers.in_set(numbers), bytes_of(records))
        return table(records)

    def _in_set(self, number: int) -> int:
        return int(self._numbers.in_set(np.array([number]))[0])

    def _number(self, index: Any) -> int:
        number = operator.index(index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"record {number} of {len(self)}")
        return number % len(self)

    def _one_size(self) -> int:
        """The size of the boards as a number; the usual one if there are no boards."""
        sizes = self._set.board_sizes or [self._row.usual_size]
        if len(sizes) != 1:
            sizes = ", ".join(map(str, self.sizes))
            raise ValueError(
                f"{self.path} has boards of several sizes: {sizes}; "
                "choose one with ia.open(…, size=…)"
            )
        return sizes[0]

    def batches(
        self,
        layout: LayoutLike,
        batch_size: int = 4096,
        *,
        policy: str | Policy | None = None,
        policy_form: str = "played",
        value: str | None = None,
        extra: str | Iterable[str] | None = None,
        unknown: str = "raise",
        mask: bool | None = None,
        view: str | None = None,
        seed: int = 0,
        epoch: int = 0,
        shuffle: str | bool | None = "auto",
        rank: int = 0,
        world: int = 1,
        partition: tuple[int, int] = (0, 1),
        drop_last: bool = False,
        order: str | None = None,
        dtype: Any = None,
        augment: str | None = None,
        threads: int | None = None,
        reuse: bool = False,
        prefetch: int = 0,
    ) -> Batches:
        """One epoch as batches: an iterator of `Batch(planes, policy, value, mask)`.

        >>> ds = ia.build("games.pgn", "data", force=True)  # doctest: +SKIP
        >>> for b in ds.batches("chess/canonical18", 4096, policy="chess/az4672"):  # doctest: +SKIP
        ...     b.planes, b.policy

        Every record comes once an epoch, in an order that depends on `seed` and `epoch` alone.
        `shuffle` is "global" (exact), "lanes" (whole shards in a seeded order, 64 side by side, the
        records of each permuted: for sets that are larger than the memory), "blocks" (runs of 64
        KiB, mixed in pools of 256: likewise, in less memory) or None (the order of the files);
        "auto" is global up to 8 GiB of records, else lanes.

        `batch_size` is that of all ranks together: `rank` of `world` gets its share of the rows of
        each batch. All have the same number of batches; the last is short, and may have no rows for
        some. `drop_last` leaves it out for all. `partition=(i, n)` gives every n-th batch from the
        i-th on instead: n workers share an epoch.

        `policy` is a code (`ia.policies()`): the number of the move played, int32, -1 for none.
        `value` is "outcome", "wdl", "eval", "mix:0.7", in Hex also "training": float32. Where it is
        not known (an outcome, by the games table; for "eval" an evaluation) `unknown` decides:
        "raise" counts such records and refuses, "skip" leaves them out, "nan" keeps them as NaN.
        `mask` marks the legal moves in the numbers of `policy`, uint8; `mask=False` leaves
        it out, which is faster. They follow the layout's frame; `view` takes another, which is
        refused where the planes do not say who moves. What is not asked for is None.

        Of columns (`ds.columns`): `policy_form="visits"` is what a search said instead of the move
        played, float32 over the code, rows that sum up to 1 (0 where there is nothing);
        "visits-sparse" the same as a `SparsePolicy` of indices and weights. `value="column:wdl"`
        takes the values of a column, and `extra=["clock_ms"]` puts rows of others into
        `batch.extra`, a dict.
        `augment="symmetries"` shows each record in one of the symmetries of its game (Hex has
        four), by the seed, targets and all.

        Arrays are new for every batch unless `reuse=True`: then they are filled again, and a batch
        is good until the next one is asked for. `prefetch=n` fills up to n batches ahead in a
        thread. `order`, `dtype` and `threads` are as in ia.encode.
        """
        check_choice(unknown)
        along = (policy_form, extra)
        filler = Filler(
            self, layout, order, dtype, policy, value, mask, view, augment, threads, *along
        )
        filler.ds = known_part(self, value, unknown)
        epochs = Epochs(filler.ds, seed, shuffle)
        course = one_epoch(epochs, epoch, batch_size, partition, rank, world, drop_last)
        return Batches(filler, epochs, course, reuse, prefetch, self)

    def stream(
        self,
        layout: LayoutLike,
        batch_size: int = 4096,
        *,
        policy: str | Policy | None = None,
        policy_form: str = "played",
        value: str | None = None,
        extra: str | Iterable[str] | None = None,
        unknown: str = "raise",
        mask: bool | None = None,
        view: str | None = None,
        seed: int = 0,
        shuffle: str | bool | None = "auto",
        rank: int = 0,
        world: int = 1,
        state: dict[str, Any] | None = None,
        order: str | None = None,
        dtype: Any = None,
        augment: str | None = None,
        threads: int | None = None,
        reuse: bool = False,
        prefetch: int = 0,
    ) -> Stream:
        """Epoch after epoch as batches, without end.

        >>> for b in ds.stream("chess/planes25", 4096, seed=1, rank=r, world=w):  # doctest: +SKIP
        ...     b.planes

        All batches have the same size, so that a batch may span two epochs, and no rank waits for
        another. `stream.state()` is a small dict, the same on every rank; `state=`, or
        `stream.load(state)`, goes on exactly there, with any number of ranks and threads and any
        `batch_size`. Other arguments are those of `batches`.
        """
        check_choice(unknown)
        along = (policy_form, extra)
        filler = Filler(
            self, layout, order, dtype, policy, value, mask, view, augment, threads, *along
        )
        filler.ds = known_part(self, value, unknown)
        size, ranks = positive(batch_size, "batch_size"), ranks_in(rank, world)
        epochs = Epochs(filler.ds, seed, shuffle)
        return Stream(filler, epochs, Course(0, None, size, *ranks), reuse, prefetch, self, state)

    def take(
        self,
        indices: Any,
        layout: LayoutLike,
        *,
        policy: str | Policy | None = None,
        policy_form: str = "played",
        value: str | None = None,
        extra: str | Iterable[str] | None = None,
        unknown: str = "raise",
        mask: bool | None = None,
        view: str | None = None,
        order: str | None = None,
        dtype: Any = None,
        threads: int | None = None,
    ) -> Batch:
        """The records with these numbers as one batch, history included.

        Arguments are those of `batches`.
        """
        filler = Filler(
            self, layout, order, dtype, policy, value, mask, view, None, threads, policy_form, extra
        )
        numbers = check_numbers(indices, len(self))
        return take_known(filler.fill_numbers(numbers), value, check_choice(unknown))

    def describe(
        self, *, exact_records: int = EXACT_RECORDS, progress: bool | None = None
    ) -> Description:
        """What is in it: by ply, outcome, rating and material, what repeats, what leaks.

        >>> found = ia.open("data").describe()  # doctest: +SKIP
        >>> print(found)  # doctest: +SKIP
        >>> found.leakage[0]["records"], found.to_json()  # doctest: +SKIP

        It counts the records that the set has, so those that batches show. Positions are the same
        by identity (docs/graph.md). `duplicates` counts different positions and the records that
        show one again; `leakage`, for every two splits, the records of one whose position stands in
        the other. Sets of up to `exact_records` records are looked at whole, with some 30 bytes of
        memory for each; of a larger one every second, fourth … position is, chosen by its key, with
        all records that show it: `one_in` says so, and its counts are estimates. `progress` is a
        line on stderr: by default on a terminal only.
        """
        return describe(self, exact_records, progress)

    def to_parquet(
        self,
        folder: str | os.PathLike[str],
        *,
        text: bool = True,
        file_records: int = FILE_RECORDS,
        force: bool = False,
        progress: bool | None = None,
    ) -> None:
        """Write it as Parquet, which DuckDB, pandas and Hugging Face's `load_dataset` read.

        >>> ds.to_parquet("parquet")  # doctest: +SKIP
        >>> pd.read_parquet("parquet/data")  # doctest: +SKIP

        `data/` has a row for each record, by split: its game and ply, what it says in words (unless
        `text=False`, which is faster), its fields, and its bytes; `games/` a row for each game;
        `README.md` is the card. `ia.from_parquet` makes the same data set of it: for that,
        `context/` has the other records of the same games, where only some are chosen. A file has
        up to `file_records` rows. The folder appears when all of it is written; one that is there
        is refused, unless `force` replaces what was written so. `progress` is a line on stderr: by
        default on a terminal only. It needs the extra 'parquet'.
        """
        left_out = write_parquet(self, folder, force, text, file_records, progress)
        if left_out:
            warnings.warn(
                f"{self.path}: columns are left out: {', '.join(left_out)}",
                DataSetWarning,
                stacklevel=2,
            )

    @property
    def columns(self) -> Columns:
        """What lies beside the records, by name: visits of a search, answers of networks."""
        return Columns(self)

    def add_column(
        self,
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
        self._unknown.pop(f"column:{name}", None)  # that it is looked through again
        return add_column(
            self,
            name,
            values,
            offsets=offsets,
            meaning=meaning,
            view=view,
            made_by=made_by,
            replace=replace,
        )

    def drop_column(self, name: str) -> None:
        """Removes a column from the disk."""
        _core.drop_column(folder_of(self), name)

    def annotate(
        self,
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
        return annotate(
            self,
            name,
            score,
            layout,
            batch=batch,
            rank=rank,
            world=world,
            meaning=meaning,
            model=model,
            view=view,
            dtype=dtype,
            threads=threads,
            replace=replace,
        )

    def __reduce__(self):
        return DataSet, (*self._arguments, self._numbers.chosen)

    def _call(self) -> str:
        """What opens it."""
        folders, split, size, *_ = self._arguments
        named = (("split", split), ("size", size))
        folder = folders[0] if len(folders) == 1 else list(folders)
        return f"ia.open({folder!r}{''.join(f', {n}={v!r}' for n, v in named if v is not None)})"

    def __repr__(self) -> str:
        is_part = self._numbers.chosen is not None
        counts = f"{len(self):,} of {self._set.size:,}" if is_part else f"{len(self):,}"
        games = f"{self._manifest['games']:,} games in all"
        state = "" if self._manifest["complete"] else ", not complete"
        return f"<{self._call()}: {counts} records of {self.game}, {games}{state}>"

    def _repr_html_(self) -> str:
        return view_of(self)


def open(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    split: str | None = None,
    *,
    size: int | str | None = None,
    all_records: bool = False,
    cache_bytes: int = _CACHE_BYTES,
) -> DataSet:
    """The data set in a folder, or one split of it; or several data sets as one.

    >>> ds = ia.open("data", split="train")  # doctest: +SKIP
    >>> ds = ia.open(["may", "june"], split="train")  # doctest: +SKIP

    Several must be of one game. Their records are numbered through, in that order, and nothing is
    written; a warning says what else they were not built alike with. A split can be opened if all
    of them have the same splits, by share and seed.

    With splits present and none named it is all records, and a warning says so. `size` takes the
    boards of one size, where a game has several. A choice among positions (`ia.build(…, every=4)`)
    is followed unless `all_records`. Shards are kept in memory up to `cache_bytes`; what is larger
    is read from the files record by record. Files are never mapped: one that is cut meanwhile is an
    error.
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    if not paths:
        raise ValueError("path: expected folders of data sets, and there are none")
    folders = tuple(os.path.abspath(os.fspath(one)) for one in paths)
    shown = ", ".join(os.fspath(one) for one in paths)
    if split is not None and not isinstance(split, str):
        raise TypeError(f"split: expected a name, not {kind_of(split)}")
    if not isinstance(cache_bytes, (int, np.integer)) or not 0 <= cache_bytes < 1 << 63:
        raise ValueError(f"cache_bytes: expected a number of bytes, not {cache_bytes!r}")
    for folder in folders:
        if os.path.isfile(os.path.join(folder, _core.GRAPH_NAME)):
            raise ValueError(f"{folder} is a graph of positions: ia.Graph(path=…) opens it")
    ds = DataSet(folders, split, board_size(size), bool(all_records), int(cache_bytes))
    known = sorted({shard["size"] for shard in ds._manifest["shards"]})
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


def _number(size: Any, row: _core.GameType) -> int | None:
    return row.size(size) if isinstance(size, str) else int(size)


def _open_quietly(path: str) -> DataSet:
    """All records, without a word about splits."""
    return DataSet((os.path.abspath(path),), None, None, False, _CACHE_BYTES)
