"""The loader of ia.torch: batches of data sets as a DataLoader of PyTorch hands them out."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from typing import Any

import torch

from ._batches import Batch, Filler
from ._data import DataSet
from ._epochs import Turns
from ._layouts import Layout
from ._orders import Course, Epochs
from ._ranks import rank_here
from ._stream import place_in, state_at
from ._torch_copies import Copies, Sent, pinned_bytes
from ._torch_pass import Pass
from ._torch_tensors import tensors_of, views_of
from ._torch_together import Together
from ._unknown import known_part
from ._views import html_table


class Source(torch.utils.data.IterableDataset):
    """What a process of the loader makes batches of: this one, or a worker its share."""

    def __init__(
        self, ds: DataSet, layout: Layout, batch_size: int, epochs: int | None, options: Any
    ):
        super().__init__()
        self.ds = ds
        self.layout = layout
        self.batch_size = batch_size
        self.epochs_a_pass = epochs  # None: without end
        self.options = options
        self.copies: Copies | None = None
        self.is_pinned = False
        # Place, rank, world and whether the last batch is dropped: in memory that workers share,
        # since those that persist must hear of the next pass.
        self._begin = torch.tensor([0, 0, 1, 0]).share_memory_()
        self._made_in: tuple[int, Filler, Epochs] | None = None

    def begin(self, course: Course) -> None:
        """What the next iteration goes through."""
        where = [course.place, course.rank, course.world, course.drop_last]
        self._begin.copy_(torch.tensor(where))

    def end_of(self, place: int) -> int | None:
        """Of the pass that a place lies in."""
        if self.epochs_a_pass is None:
            return None
        length = max(self.epochs.size * self.epochs_a_pass, 1)
        return (place // length + 1) * length if self.epochs.size else place

    @property
    def filler(self) -> Filler:
        """This process's own, since another's threads may hold its locks."""
        return self._parts()[0]

    @property
    def epochs(self) -> Epochs:
        """Likewise."""
        return self._parts()[1]

    def _parts(self) -> tuple[Filler, Epochs]:
        if self._made_in is None or self._made_in[0] != os.getpid():
            o = self.options
            names = ("policy", "value", "mask", "view", "augment", "threads")
            along = (o["policy_form"] or "played", o["extra"])
            values = (o[name] for name in names)
            filler = self.ds._filler(self.layout, None, o["dtype"], *values, *along)
            filler.ask_for_torch()
            filler.ds = known_part(self.ds, o["value"], o["unknown"])
            self._made_in = (os.getpid(), filler, Epochs(filler.ds, o["seed"], o["shuffle"]))
        return self._made_in[1:]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_made_in": None, "copies": None}

    def __iter__(self) -> Iterator[Batch | Sent]:
        place, rank, world, drops_last = self._begin.tolist()
        end, drops = self.end_of(place), bool(drops_last)
        worker = torch.utils.data.get_worker_info()
        number, workers = (0, 1) if worker is None else (worker.id, worker.num_workers)
        course = Course(place, end, self.batch_size, rank, world, number, workers, drops)
        filler, epochs = self._parts()
        if worker is not None:
            filler.threads = 1  # the other cores have workers of their own
        elif self.is_pinned:
            filler.allocate = pinned_bytes
        prefetch = self.options["prefetch"] if worker is None else 0
        turns = (filler, epochs, course, False, prefetch, self.ds, self._finished)
        together = filler.together(course.most_rows, epochs.shuffle) if world == 1 else 1
        return Turns(*turns) if together == 1 else Together(together, *turns)

    def _finished(self, batch: Batch) -> Batch | Sent:
        if self.copies is None or torch.utils.data.get_worker_info() is not None:
            return tensors_of(batch, self.layout)
        return self.copies.send(views_of(batch, self.layout))


class Loader(torch.utils.data.DataLoader):
    """A DataLoader of whole batches: `ia.torch.loader` makes it.

    Every iteration is the next pass over the data. `state_dict` and `load_state_dict` are those of
    torchdata's StatefulDataLoader.
    """

    dataset: Source

    def __init__(self, source: Source, rank: Any, world: Any, drop_last: bool | None, **more: Any):
        super().__init__(source, batch_size=None, collate_fn=_same, **more)
        self._asked = (rank, world, drop_last)
        self._place = 0  # of the next batch that is handed out
        self._next_pass: int | None = 0  # where the next iteration begins; None: at `_place`
        self._pass: weakref.ref[Pass] | None = None  # the latest iteration

    def _course(self) -> Course:
        """Of the next iteration; the ranks are asked now."""
        rank, world, drops_last = self._asked
        rank, world = rank_here(rank, world, torch.distributed)
        place = self._place if self._next_pass is None else self._next_pass
        return Course(
            place,
            self.dataset.end_of(place),
            self.dataset.batch_size,
            rank,
            world,
            drop_last=world > 1 if drops_last is None else drops_last,
        )

    def __len__(self) -> int:
        batches = self._course().batches
        if batches is None:
            raise TypeError("an endless loader has no length")
        return batches

    def __iter__(self) -> Iterator[Batch]:
        course = self._course()
        self.dataset.begin(course)
        self._place = course.place
        self._next_pass = course.end
        # A DataLoader without workers would add a third to the time of a batch made on a card, and
        # draw from torch's random numbers. A `collate_fn` of the caller's is for it.
        is_direct = self.num_workers == 0 and not self.pin_memory and self.collate_fn is _same
        iteration = Pass(self, course, iter(self.dataset) if is_direct else super().__iter__())
        self._pass = weakref.ref(iteration)
        return iteration

    def _handed_out(self, iteration: Pass, place: int) -> None:
        """An older iteration than the latest does not count."""
        if self._pass is not None and self._pass() is iteration:
            self._place = place

    @property
    def epoch(self) -> int:
        """That of the next batch. Setting it begins there."""
        return self._place // max(self.dataset.epochs.size, 1)

    @epoch.setter
    def epoch(self, epoch: int) -> None:
        self._go_to(epoch * self.dataset.epochs.size)

    def _go_to(self, place: int) -> None:
        self._end_pass()
        self._place, self._next_pass = place, None

    def _end_pass(self) -> None:
        iteration = None if self._pass is None else self._pass()
        if iteration is not None:
            iteration.end()
        self._pass = None

    def state_dict(self) -> dict[str, Any]:
        """Where to go on: after the batches that were handed out, not those made ahead.

        That of `DataSet.stream`: small, ready for JSON, the same on every rank, and free of ranks,
        workers and sizes of batches, all of which may change.
        """
        return state_at(self._place, self.dataset.epochs)

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """The next iteration goes on where the state was taken, to the end of that pass."""
        self._go_to(place_in(state_dict, self.dataset.epochs))

    def close(self) -> None:
        """Ends its threads and workers; it can be iterated again."""
        self._end_pass()
        self._iterator = None

    def _count(self) -> str:
        try:
            batches = self._course().batches
        except ValueError:  # the ranks contradict each other: to iterate will say so
            return "batches"
        return "endless" if batches is None else f"{batches:,}"

    def _about(self) -> list[tuple[str, Any]]:
        source = self.dataset
        asked = {name: value for name, value in source.options.items() if value is not None}
        return [
            ("batches", f"{self._count()} of {source.batch_size:,} records each"),
            ("layout", f"{source.layout.id} {source.layout.shape} {source.layout.dtype}"),
            ("epoch", self.epoch),
            ("num_workers", self.num_workers),
            *asked.items(),
        ]

    def __repr__(self) -> str:
        (_, batches), (_, layout), *more = self._about()
        rest = "".join(f", {name}={value!r}" for name, value in more)
        return f"<ia.torch.Loader of {layout}: {batches}{rest}>"

    def _repr_html_(self) -> str:
        return f"<b>ia.torch.Loader</b>{html_table([('of', self.dataset.ds), *self._about()])}"


def _same(batch: Batch) -> Batch:
    return batch
