"""Batches of data sets as tensors of PyTorch, which is imported here and nowhere else.

loader = ia.torch.loader(ds, "chess/planes25", batch_size=4096, policy="chess/az4672")
for planes, policy, value, mask in loader: ...
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._batches import Filler
from ._bits import is_bits
from ._cuda_set import DeviceSet
from ._data import DataSet
from ._epochs import positive
from ._layouts import LayoutLike
from ._policies import Policy
from ._ranks import check_rank
from ._unknown import check_choice

try:
    import torch
except ImportError as error:
    raise ImportError(
        "ia.torch needs PyTorch: `pip install torch`, or `apt-get install python3-torch`"
    ) from error

from ._torch_bits import Expand, expand, tensors_of_bits
from ._torch_copies import Copies, gpu_of
from ._torch_loader import Loader, Source
from ._torch_tensors import planes_of, tensors_of

__all__ = [
    "Expand",
    "Loader",
    "expand",
    "loader",
    "planes_of",
    "tensors_of",
    "tensors_of_bits",
]

_ENDLESS = ("endless", float("inf"))


def __dir__() -> list[str]:
    return __all__


def loader(
    ds: DataSet,
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
    epochs: int | float | str | None = None,
    rank: int | str = "auto",
    world: int | None = None,
    drop_last: bool | None = None,
    augment: str | None = None,
    order: str | None = None,
    dtype: Any = None,
    threads: int | None = None,
    num_workers: int = 0,
    persistent_workers: bool = False,
    prefetch: int = 2,
    pin_memory: bool = False,
    device: str | torch.device | None = None,
    workers: int | None = None,
) -> Loader:
    """The batches of a data set as tensors, epoch after epoch; options are those of `ds.batches`.

    Planes come as NCHW without a copy; those of HWC layouts are channels_last. Policies are int64
    (-1 where no move was played: `ignore_index=-1`), values float32, masks bool; what is not asked
    for is None. By default a thread of this process fills batches ahead, on all cores;
    `num_workers` (also `workers`) asks for so many processes instead, which share each epoch in the
    same order, and with `persistent_workers` stay for the next one.

    An iteration is one epoch, the next one every time; `epochs=3` goes through three, "endless"
    never stops. `state_dict()` and `load_state_dict(state)` go on exactly where a loop was left.

    Several processes share each batch: `batch_size` is that of all together. `rank="auto"` asks
    torch.distributed when the iteration begins, else RANK and WORLD_SIZE, else this is the only
    one; or say `rank=` and `world=`. Among several the short last batch is dropped, unless
    `drop_last=False`.

    `device="cuda"` hands out batches on the GPU: they are filled into pinned memory and copied on a
    stream of their own, while the GPU works on others. With "cpu" nothing is copied. Of a data set
    that is on a card (`ds.to("cuda")`) batches are made there, in torch's current stream.
    """
    check_rank(rank, world)
    gpu = gpu_of(device)
    on_card = isinstance(ds, DeviceSet)
    if on_card and (num_workers or workers):
        raise ValueError("num_workers: a data set on a card stays in its process, and needs none")
    if on_card and gpu is not None and str(gpu) != ds.device:
        raise ValueError(f"device: the data set is on {ds.device}, not on {gpu}")
    chosen = Filler(ds, layout, order, dtype, None, None, False, None, None, None).layout
    options = {
        "dtype": dtype if is_bits(dtype) else None,  # else the layout has it
        "policy": policy,
        "policy_form": None if policy_form == "played" else policy_form,
        "value": value,
        "extra": extra,
        "unknown": check_choice(unknown),
        "mask": mask,
        "view": view,
        "seed": seed,
        "shuffle": shuffle,
        "augment": augment,
        "threads": threads,
        "prefetch": prefetch,
    }
    source = Source(ds, chosen, positive(batch_size, "batch_size"), _epochs_in(epochs), options)
    size = source.epochs.size  # what is wrong with the options is said now
    if source.epochs_a_pass is None and not size:
        raise ValueError(f"epochs: {ds.path} has no records to go through without end")
    source.copies = None if gpu is None or on_card else Copies(gpu)
    source.is_pinned = not on_card and (
        gpu is not None or (pin_memory and torch.cuda.is_available())
    )
    processes = num_workers if workers is None else workers
    return Loader(
        source,
        rank,
        world,
        drop_last,
        num_workers=processes,
        # What this process fills for a GPU is on its way there before a DataLoader would pin it.
        pin_memory=not on_card and (pin_memory if gpu is None else processes > 0),
        persistent_workers=persistent_workers,
    )


def _epochs_in(epochs: Any) -> int | None:
    """In one iteration; None: it does not end."""
    if epochs is None:
        return 1
    if epochs in _ENDLESS:
        return None
    if isinstance(epochs, str):
        raise ValueError(f"epochs: expected a number, 'endless' or None, not {epochs!r}")
    return positive(epochs, "epochs")
