"""Memory of a card, and the stream in whose order it is used."""

from __future__ import annotations

import contextlib
import functools
import math
from typing import Any

import numpy as np

from . import _core
from ._cuda_device import torch_here, torch_stream
from ._dtypes import NUMPY_TYPES


class PoolMemory:
    """Of our own pool, which takes it back in the order of the stream that used it last."""

    def __init__(self, card: _core.CudaDevice, shape: tuple[int, ...], dtype: str, stream: int):
        size = math.prod(shape) * numpy_type_of(dtype).itemsize
        self.memory = _core.CudaMemory.allocate(card, size, stream)
        self.address = self.memory.address
        self.stream = stream

    def use_in(self, stream: int) -> None:
        self.memory.use_in(stream)
        self.stream = stream


class TorchMemory:
    """A tensor of torch's allocator, which knows the streams that use it."""

    def __init__(
        self,
        torch: Any,
        card: _core.CudaDevice,
        shape: tuple[int, ...],
        dtype: str,
        stream: int,
    ):
        element, device = getattr(torch, dtype), _device(torch, card.number)
        try:
            with _in_stream(torch, stream, device):
                self.tensor = torch.empty(shape, dtype=element, device=device)
        except torch.cuda.OutOfMemoryError as error:
            free, total = card.room
            size = math.prod(shape) * numpy_type_of(dtype).itemsize
            raise MemoryError(
                f"out of memory on {card.name}: {size} bytes wanted, {free} bytes free of "
                f"{total} ({str(error).splitlines()[0]})"
            ) from None
        self.address = self.tensor.data_ptr()
        self.count = shape[0]
        self.stream = stream

    def use_in(self, stream: int) -> None:
        record_use(self.tensor, stream)
        self.stream = stream


_NOTHING = contextlib.nullcontext()


def _in_stream(torch: Any, stream: int, device: Any) -> Any:
    """That stream as torch's current one, where it is another: of `ia.cuda.stream`."""
    if stream == torch_stream(device.index):
        return _NOTHING
    return torch.cuda.stream(_stream_at(torch, stream, device))


def record_use(tensor: Any, stream: int) -> None:
    """The tensor's memory serves no other before that stream, too, is done with it."""
    tensor.record_stream(_stream_at(torch_here(), stream, tensor.device))


def _stream_at(torch: Any, stream: int, device: Any) -> Any:
    if stream == 0:
        return torch.cuda.default_stream(device)
    return torch.cuda.ExternalStream(stream, device=device)


@functools.cache
def _device(torch: Any, number: int) -> Any:
    return torch.device("cuda", number)


def numpy_type_of(name: str) -> np.dtype:
    """Of an element that a layout or a target names."""
    return NUMPY_TYPES[name] if name in NUMPY_TYPES else np.dtype(name)
