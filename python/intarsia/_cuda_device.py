"""Which card, and which of its streams: found when somebody asks for one."""

from __future__ import annotations

import contextlib
import functools
import glob
import os
import re
import sys
import threading
from collections.abc import Iterator
from typing import Any

from . import _core
from ._arguments import kind_of

_DEVICE = re.compile(r"cuda(?::(\d+))?$")
_here = threading.local()
_torch: Any = None  # once it has seen a card
_current: Any = None  # torch's current stream of a card, as a number


def is_cuda(device: Any) -> bool:
    """Whether it names a card: "cuda", "cuda:1", or torch's device of one."""
    return _DEVICE.match(str(device)) is not None


@functools.cache
def _opened(number: int) -> _core.CudaDevice:
    _core.look_for_nvrtc(_nvrtc_of_packages())
    return _core.CudaDevice.open(number)


def card(device: Any) -> _core.CudaDevice:
    """The card of that name; "cuda" is torch's current one, if torch is there, else the first."""
    found = _DEVICE.match(str(device))
    if found is None:
        raise ValueError(f"device: expected 'cpu', 'cuda' or 'cuda:1', not {device!r}")
    torch = torch_here()
    usual = torch.cuda.current_device() if torch else 0
    return _opened(usual if found[1] is None else int(found[1]))


def torch_here() -> Any:
    """The module torch, if somebody has imported it and it sees a card; else None."""
    global _torch
    if _torch is None:
        torch = sys.modules.get("torch")
        # While it is being imported it has no such name yet.
        if torch is not None and hasattr(torch, "cuda") and torch.cuda.is_available():
            _torch = torch
    return _torch


def stream_here(number: int) -> int:
    """The caller's stream: that of `ia.cuda.stream`, torch's current one, or CUDA's own."""
    chosen = getattr(_here, "streams", [])
    if chosen:
        return chosen[-1]
    return torch_stream(number) if torch_here() else 0


def torch_stream(number: int) -> int:
    """torch's current one on that card."""
    return (_current or _find_current())(number)


def _find_current() -> Any:
    """Every batch asks: torch's own function takes a third of the time that a batch takes."""
    global _current
    torch = torch_here()
    torch.cuda.init()
    _current = getattr(
        torch._C,
        "_cuda_getCurrentRawStream",
        lambda number: torch.cuda.current_stream(number).cuda_stream,
    )
    return _current


@contextlib.contextmanager
def stream(stream: Any) -> Iterator[None]:
    """Everything inside is done in that stream: of torch, of CuPy, or its address as a number.

    Without it batches are made in torch's current stream, or in CUDA's default one where there is
    no torch.

    >>> with ia.cuda.stream(cupy.cuda.get_current_stream()):  # doctest: +SKIP
    ...     batch = next(batches)
    """
    address = getattr(stream, "cuda_stream", getattr(stream, "ptr", stream))
    if not isinstance(address, int):
        raise TypeError(f"stream: expected a stream of torch or CuPy, not {kind_of(stream)}")
    streams = _here.__dict__.setdefault("streams", [])
    streams.append(address)
    try:
        yield
    finally:
        streams.pop()


def _nvrtc_of_packages() -> list[str]:
    """Where PyPI's packages leave NVRTC: nvidia-cuda-nvrtc-cu12 and later ones."""
    patterns = ("nvidia/cuda_nvrtc/lib/libnvrtc.so.*", "nvidia/cu*/lib/libnvrtc.so.*")
    found = [p for path in sys.path for at in patterns for p in glob.glob(os.path.join(path, at))]
    return sorted((p for p in found if ".alt." not in p), reverse=True)
