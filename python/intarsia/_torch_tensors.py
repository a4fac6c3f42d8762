"""Batches as tensors of PyTorch. Imported by ia.torch alone."""

from __future__ import annotations

import numpy as np
import torch

from ._batches import Batch
from ._bits import Bits
from ._dtypes import BFLOAT16
from ._layouts import Layout
from ._torch_bits import tensors_of_bits


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
    tensors = views_of(batch, layout)
    return with_wide_policy(tensors)


def views_of(batch: Batch, layout: Layout) -> Batch:
    """The same in the memory that was filled: policies are int32."""
    policy, value, mask = batch.policy, batch.value, batch.mask
    tensors = Batch(
        planes_of(batch.planes, layout),
        None if policy is None else torch.from_numpy(policy),
        None if value is None else torch.from_numpy(np.ascontiguousarray(value)),
        None if mask is None else torch.from_numpy(mask).view(torch.bool),
    )
    return tensors.numbered(lambda: batch.numbers)


def with_wide_policy(batch: Batch) -> Batch:
    """With policies as int64, which losses ask for."""
    if batch.policy is None:
        return batch
    return batch._replace(policy=batch.policy.to(torch.int64)).numbered(batch._numbers)
