"""Data sets: their records as batches, with what lies beside them, and to other formats."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import Any

from . import _core
from ._annotate import annotate
from ._batches import Batch, Filler
from ._columns import Columns, add_column, folder_of, forget
from ._describe import EXACT_RECORDS, describe
from ._description import Description
from ._epochs import Batches, one_epoch, positive, ranks_in
from ._layouts import LayoutLike
from ._numbers import check_numbers
from ._orders import Course, Epochs
from ._parquet import FILE_RECORDS, write_parquet
from ._policies import Policy
from ._set_records import Records
from ._stream import Stream
from ._unknown import check_choice, known_part, take_known
from ._views import view_of


class DataSetWarning(UserWarning):
    """Something about a data set that is worth knowing."""


class DataSet(Records):
    """A data set, or a split of one: `ia.open` and `ia.build` make it.

    `len(ds)` counts its records. `ds[i]` is one of them, as NumPy has it (`ds[i]["move"]`, and
    `ia.Position(ds[i])` or `ia.encode(ds[i], layout)` takes it); `ds[a:b]` and `ds[numbers]` are
    arrays. `where` and `select` narrow it. It can be pickled, and goes along into processes that
    are forked or spawned.
    """

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
        filler = self._filler(
            layout, order, dtype, policy, value, mask, view, augment, threads, *along
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
        filler = self._filler(
            layout, order, dtype, policy, value, mask, view, augment, threads, *along
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
        filler = self._filler(
            layout, order, dtype, policy, value, mask, view, None, threads, policy_form, extra
        )
        numbers = check_numbers(indices, len(self))
        return take_known(filler.fill_numbers(numbers), value, check_choice(unknown))

    def _filler(self, *arguments: Any) -> Filler:
        """What makes batches: of a set on a card another one."""
        return Filler(self, *arguments)

    def to(
        self,
        device: Any = "cuda",
        *,
        limit: int | str | None = None,
        stream: bool = True,
        threads: int | None = None,
    ) -> DataSet:
        """The same set in the memory of a card, where its batches are made: docs/gpu.md.

        >>> ds = ia.open("data", split="train").to("cuda")  # doctest: +SKIP
        >>> for batch in ds.batches("chess/canonical18", 16384, seed=1):  # doctest: +SKIP
        ...     torch.from_dlpack(batch.planes)

        All records are copied there once, with the tables that choose among them; of a set that was
        narrowed only the games of which it has records. Batches are the same as on the CPU, bit for
        bit, and are arrays on the card. `limit` ("40GB") is the memory that records may take, as a
        rule what is free; what does not fit is sent along with each batch, or refused if
        `stream=False`. `device` is "cuda", "cuda:1" or, for the set as it is on disk, "cpu".
        """
        from ._cuda_device import is_cuda  # a card is looked for when somebody asks

        if str(device) == "cpu":
            return DataSet(*self._arguments, self._numbers.chosen)
        if not is_cuda(device):
            raise ValueError(f"device: expected 'cpu', 'cuda' or 'cuda:1', not {device!r}")
        from ._cuda_set import DeviceSet

        return DeviceSet.of(self, device, limit, stream, threads)

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

    add_column = add_column

    def drop_column(self, name: str) -> None:
        """Removes a column from the disk."""
        forget(self, name)
        _core.drop_column(folder_of(self), name)

    annotate = annotate

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
