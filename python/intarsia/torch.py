"""Batches of data sets as tensors of PyTorch, which is imported here and nowhere else.

loader = ia.torch.loader(ds, "chess/planes25", batch_size=4096, policy="chess/az4672")
for planes, policy, value, mask in loader: ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ._batches import Batch, Filler
from ._bits import Bits, is_bits
from ._data import DataSet
from ._dtypes import BFLOAT16
from ._layouts import Layout, LayoutLike
from ._policies import Policy
from ._views import html_table

try:
    import torch
except ImportError as error:
    raise ImportError(
        "ia.torch needs PyTorch: `pip install torch`, or `apt-get install python3-torch`"
    ) from error

from ._torch_bits import Expand, expand, tensors_of_bits

__all__ = [
    "Expand",
    "Loader",
    "expand",
    "loader",
    "planes_of",
    "tensors_of",
    "tensors_of_bits",
]


def __dir__() -> list[str]:
    return __all__


def planes_of(planes: np.ndarray | Bits, layout: Layout) -> torch.Tensor | Bits:
    """Planes without a copy: NCHW, with the memory format channels_last if the layout is HWC."""
    if isinstance(planes, Bits):
        return tensors_of_bits(planes)
    if layout.dtype == BFLOAT16:
        tensor = torch.from_numpy(planes.view(np.int16)).view(torch.bfloat16)
    else:
        tensor = torch.from_dlpack(planes)
    return tensor.permute(0, 3, 1, 2) if layout.order == "HWC" else tensor


def tensors_of(batch: Batch, layout: Layout) -> Batch:
    """A batch as tensors: policies as int64, as losses want them, and masks as bool."""
    policy, value, mask = batch.policy, batch.value, batch.mask
    tensors = Batch(
        planes_of(batch.planes, layout),
        None if policy is None else torch.from_numpy(policy.astype(np.int64)),
        None if value is None else torch.from_numpy(np.ascontiguousarray(value)),
        None if mask is None else torch.from_numpy(mask).view(torch.bool),
    )
    return tensors.numbered(lambda: batch.numbers)


class _Batches(torch.utils.data.IterableDataset):
    """One epoch after the other; in a worker of a DataLoader its share of each."""

    def __init__(self, ds: DataSet, layout: Layout, batch_size: int, options: dict[str, Any]):
        super().__init__()
        self.ds = ds
        self.layout = layout
        self.batch_size = batch_size
        self.options = options
        # In memory that workers share: those that persist must hear of the next epoch.
        self._epoch = torch.zeros(1, dtype=torch.int64).share_memory_()

    @property
    def epoch(self) -> int:
        return int(self._epoch[0])

    @epoch.setter
    def epoch(self, epoch: int) -> None:
        self._epoch[0] = epoch

    def _batches(self, partition: tuple[int, int], **more: Any) -> Any:
        options = {**self.options, **more}
        return self.ds.batches(
            self.layout, self.batch_size, epoch=self.epoch, partition=partition, **options
        )

    def __len__(self) -> int:
        return len(self._batches((0, 1)))

    def __iter__(self) -> Iterator[Batch]:
        worker = torch.utils.data.get_worker_info()
        if worker is None:
            batches = self._batches((0, 1))
        else:  # the other cores have workers of their own
            batches = self._batches((worker.id, worker.num_workers), threads=1, prefetch=0)
        for batch in batches:
            yield tensors_of(batch, self.layout)


class Loader(torch.utils.data.DataLoader):
    """A DataLoader of whole batches. Every iteration is the next epoch; `epoch` can be set."""

    dataset: _Batches

    def __iter__(self) -> Any:
        self.dataset.epoch = self.epoch
        batches = super().__iter__()
        self.epoch += 1
        return batches

    epoch = 0

    def _about(self) -> list[tuple[str, Any]]:
        source = self.dataset
        asked = {name: value for name, value in source.options.items() if value is not None}
        return [
            ("batches", f"{len(self):,} of {source.batch_size:,} records each"),
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


def loader(
    ds: DataSet,
    layout: LayoutLike,
    batch_size: int = 4096,
    *,
    policy: str | Policy | None = None,
    value: str | None = None,
    unknown: str = "raise",
    mask: bool | None = None,
    view: str | None = None,
    seed: int = 0,
    shuffle: str | bool | None = "auto",
    drop_last: bool = False,
    augment: str | None = None,
    order: str | None = None,
    dtype: Any = None,
    threads: int | None = None,
    num_workers: int = 0,
    persistent_workers: bool = False,
    prefetch: int = 2,
    pin_memory: bool = False,
    workers: int | None = None,
) -> Loader:
    """The batches of a data set as tensors, epoch after epoch; options are those of `ds.batches`.

    Planes come as NCHW without a copy; those of HWC layouts are channels_last. Policies are int64
    (-1 where no move was played: `ignore_index=-1`), values float32, masks bool; what is not asked
    for is None. By default a thread of this process fills batches ahead, on all cores;
    `num_workers` (also `workers`) asks for so many processes instead, which share each epoch in the
    same order, and with `persistent_workers` stay for the next one.
    """
    chosen = Filler(ds, layout, order, dtype, None, None, False, None, None, None).layout
    options = {
        "dtype": dtype if is_bits(dtype) else None,  # else the layout has it
        "policy": policy,
        "value": value,
        "unknown": unknown,
        "mask": mask,
        "view": view,
        "seed": seed,
        "shuffle": shuffle,
        "drop_last": drop_last,
        "augment": augment,
        "threads": threads,
        "prefetch": prefetch,
    }
    dataset = _Batches(ds, chosen, batch_size, options)
    len(dataset)  # what is wrong with the options is said now
    return Loader(
        dataset,
        batch_size=None,
        num_workers=num_workers if workers is None else workers,
        collate_fn=_same,
        pin_memory=pin_memory,
        persistent_workers=persistent_workers,
    )
