"""Batches on their way to a GPU, while it works on others. Imported by ia.torch alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch

from ._along import SparsePolicy
from ._batches import Batch
from ._bits import Bits
from ._torch_tensors import with_wide_policy


class Sent(NamedTuple):
    """A batch that may still be on its way."""

    batch: Batch
    original: Batch
    arrived: torch.cuda.Event


class Copies:
    """Copies batches to a GPU on a stream of its own: what it computes goes on meanwhile."""

    def __init__(self, device: torch.device):
        self._device = device
        self._stream = torch.cuda.Stream(device)
        self._read_from: deque[Sent] = deque()

    def send(self, batch: Batch) -> Sent:
        """Begins to copy: from memory that is pinned it returns at once."""
        with torch.cuda.stream(self._stream):
            copy = with_wide_policy(batch.each(self._copy))
            arrived = torch.cuda.Event()
            arrived.record(self._stream)
        return Sent(copy, batch, arrived)

    def _copy(self, part: torch.Tensor | Bits) -> torch.Tensor | Bits:
        if isinstance(part, Bits):
            return part.with_arrays(self._copy(part.masks), self._copy(part.values))
        pinned = part if part.is_pinned() else part.pin_memory()
        return pinned.to(self._device, non_blocking=True)

    def receive(self, sent: Sent) -> Batch:
        """The batch: what is computed from now on waits until it has arrived, and nothing else."""
        current = torch.cuda.current_stream(self._device)
        current.wait_event(sent.arrived)
        for tensor in _tensors_in(sent.batch):
            tensor.record_stream(current)  # its memory serves no other copy before
        # The originals live until they were read.
        self._read_from.append(sent)
        while self._read_from and self._read_from[0].arrived.query():
            self._read_from.popleft()
        return sent.batch


def _tensors_in(batch: Batch) -> Iterator[torch.Tensor]:
    for part in (*batch, *batch.extra.values()):
        if isinstance(part, Bits):
            yield from (part.masks, part.values)
        elif isinstance(part, SparsePolicy):
            yield from part
        elif isinstance(part, torch.Tensor):
            yield part


def gpu_of(device: str | torch.device | None) -> torch.device | None:
    """The GPU that was named; None: this machine's own memory."""
    found = torch.device("cpu" if device is None else device)
    if found.type == "cpu":
        return None
    if found.type != "cuda":
        raise ValueError(f"device: expected 'cuda', 'cuda:1' or 'cpu', not {device!r}")
    if not torch.cuda.is_available():
        raise ValueError(f"device: PyTorch {torch.__version__} finds no GPU here for {device!r}")
    index = torch.cuda.current_device() if found.index is None else found.index
    return torch.device("cuda", index)


def pinned_bytes(size: int) -> np.ndarray:
    """Memory that a GPU copies from while the processor goes on. PyTorch keeps it for the next."""
    return torch.empty(size, dtype=torch.uint8, pin_memory=True).numpy()
