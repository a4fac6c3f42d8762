"""Arrays in the memory of a card, which torch, CuPy and JAX take without a copy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _core
from ._arguments import kind_of
from ._cuda_device import stream_here, torch_here
from ._cuda_memory import PoolMemory, TorchMemory, numpy_type_of
from ._dtypes import BFLOAT16


class Array:
    """An array on a card: `torch.from_dlpack(a)`, `cupy.asarray(a)`, `jax.dlpack.from_dlpack(a)`.

    `numpy()` copies it to this machine's memory. bfloat16, which NumPy has not, are their bits
    there (uint16), and themselves for the others.
    """

    def __init__(self, card: _core.CudaDevice, shape: tuple[int, ...], dtype: str, owner: Any):
        self._card = card
        self._owner = owner
        self.shape = shape
        self._type = dtype

    @classmethod
    def empty(
        cls, card: _core.CudaDevice, shape: tuple[int, ...], dtype: str, stream: int
    ) -> Array:
        """Of torch's allocator if torch is there, else of our own pool; for that stream."""
        torch = torch_here()
        if torch:
            return cls(card, shape, dtype, TorchMemory(torch, card, shape, dtype, stream))
        return cls(card, shape, dtype, PoolMemory(card, shape, dtype, stream))

    @property
    def address(self) -> int:
        """Of its first element, in the card's memory."""
        return self._owner.address

    @property
    def dtype(self) -> np.dtype:
        """NumPy's type of its elements."""
        return numpy_type_of(self._type)

    @property
    def nbytes(self) -> int:
        """Bytes of its elements."""
        return math.prod(self.shape) * self.dtype.itemsize

    @property
    def device(self) -> str:
        """The card in whose memory it lies."""
        return f"cuda:{self._card.number}"

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice) -> Array:
        """The first rows, in the same memory: `a[:n]`."""
        if not isinstance(rows, slice) or rows.start not in (None, 0) or rows.step not in (None, 1):
            raise TypeError(
                "an array on a card gives its first rows alone, a[:n]; for more, "
                "torch.from_dlpack(a) or cupy.asarray(a)"
            )
        count = len(range(*rows.indices(len(self))))
        return Array(self._card, (count, *self.shape[1:]), self._type, self._owner)

    def numpy(self) -> np.ndarray:
        """A copy on this machine, when all before it is done."""
        out = np.empty(self.nbytes, np.uint8)
        if self.nbytes:
            self._card.copy_out(self.address, out, self._stream)
        return out.view(self.dtype).reshape(self.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError(f"the array is on {self.device}: NumPy needs a copy of it")
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        # Stream 0 stands for no stream there; 1 is CUDA's default one.
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address if self.nbytes else 0, False),
            "strides": None,
            "version": 3,
            "stream": self._stream or 1,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self._card.number

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError(f"the array stays where it is, on {self.device}")
        later = 0 if stream in (None, 1) else stream
        if stream != -1 and later != self._stream:
            self._card.order(self._stream, later)
        return _core.cuda_dlpack(self, self.address, self.shape, self._type, self._card.number)

    def torch(self) -> Any:
        """The same memory as a tensor of torch."""
        torch = torch_here()
        if isinstance(self._owner, TorchMemory):
            whole = self._owner.tensor
            count = self.shape[0]
            return whole if count == self._owner.count else whole[:count]
        return torch.from_dlpack(self)

    @property
    def _stream(self) -> int:
        """The one in which it was written last."""
        return self._owner.stream

    def use_in(self, stream: int) -> None:
        """From here on it is used in that stream, which waits for the one that wrote it."""
        if stream != self._owner.stream:
            self._card.order(self._owner.stream, stream)
            self._owner.use_in(stream)

    def __repr__(self) -> str:
        return f"<ia.cuda.Array {self.shape} of {self._type} on {self.device}>"


class Foreign:
    """An array of another library in the memory of a card: where it lies, and what it is."""

    def __init__(self, array: Any, name: str):
        interface = _interface_of(array)
        self.array = array
        if interface is not None:
            self.address, self.is_readonly = interface["data"]
            self.shape = tuple(interface["shape"])
            self.dtype = np.dtype(interface["typestr"]).name
            self.stream = {None: None, 1: 0}.get(interface.get("stream"), interface.get("stream"))
            strides = interface.get("strides")
            self.is_whole = strides is None or _is_dense(
                self.shape, strides, np.dtype(interface["typestr"]).itemsize
            )
        elif hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] in (2, 13):
            found = _core.cuda_array(array)
            self.array, self.address, self.shape, self.dtype, self.is_whole = found
            self.is_readonly, self.stream = False, None
        else:
            raise TypeError(
                f"{name}: expected an array in the memory of a card (torch, CuPy, JAX), not "
                f"{kind_of(array)}"
            )

    @property
    def nbytes(self) -> int:
        item = 2 if self.dtype == BFLOAT16 else np.dtype(self.dtype).itemsize
        return math.prod(self.shape) * item

    def wait_for_it(self, card: _core.CudaDevice) -> None:
        """The caller's stream waits for the one that wrote it."""
        here = stream_here(card.number)
        if self.stream is not None and self.stream != here:
            card.order(self.stream, here)


def _interface_of(array: Any) -> dict[str, Any] | None:
    """What an array on a card says of itself, if it knows its type: torch's bfloat16 does not.

    Asking may raise, of tensors on the CPU.
    """
    try:
        interface = getattr(array, "__cuda_array_interface__", None)
    except (AttributeError, KeyError, RuntimeError, TypeError):
        return None
    is_known = interface is not None and np.dtype(interface["typestr"]).kind != "V"
    return interface if is_known else None


def _is_dense(shape: tuple[int, ...], strides: tuple[int, ...], item: int) -> bool:
    for length, stride in zip(reversed(shape), reversed(strides), strict=True):
        if length > 1 and stride != item:
            return False
        item *= length
    return True
