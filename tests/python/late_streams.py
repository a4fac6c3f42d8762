"""Batches of a card whose streams do their work late, beside the host's: for test_cuda_late.py.

    late_streams.py CASE DATA

The caller's own work is a copy given to his stream, which is looked at some batches later. What is
printed: how many batches there were, and how many of them were wrong.
"""

import collections
import ctypes
import os
import random
import sys

import numpy as np

import intarsia as ia
from intarsia import _cuda_array, _cuda_batches

ASKED = {"policy": "chess/az4672", "mask": False, "seed": 3}
LAYOUT = "chess/signed64"
STREAMS = (7, 9)
UNDER_WAY = 3  # of the caller's copies

driver = ctypes.CDLL(os.environ["INTARSIA_CUDA_DRIVER"])
chance = random.Random(int(os.environ["FAKE_CUDA_LATE"]))


class Reader:
    """What a caller does with batches: he copies them in his stream, and looks at them later."""

    def __init__(self):
        self.count = self.wrong = 0
        self._copies = collections.deque()

    def read(self, stream, part, wanted):
        copy = np.empty(wanted.nbytes, np.uint8)
        address = part.address if isinstance(part, ia.cuda.Array) else part.data_ptr()
        driver.cuMemcpyDtoHAsync_v2(
            ctypes.c_void_p(copy.ctypes.data),
            ctypes.c_uint64(address),
            ctypes.c_size_t(copy.nbytes),
            ctypes.c_void_p(stream),
        )
        self._copies.append((stream, copy, wanted))
        if len(self._copies) > UNDER_WAY:
            self._look()

    def _look(self):
        stream, copy, wanted = self._copies.popleft()
        driver.cuStreamSynchronize(ctypes.c_void_p(stream))
        self.count += 1
        self.wrong += copy.tobytes() != wanted.tobytes()

    def finish(self):
        while self._copies:
            self._look()
        print(self.count, self.wrong)


def shards_that_come_and_go(ds, reader, loops=1, streams=STREAMS[:1]):
    """Loops that share the shards on the card, each in a stream of its own or in any."""
    on = ds.to("cuda", limit=400_000)
    asked = {**ASKED, "shuffle": "lanes"}
    pairs = []
    for i in range(loops):
        size = chance.choice([20, 64, 100])
        pairs.append((ds.stream(LAYOUT, size, **asked), on.stream(LAYOUT, size, **asked), i))
    for _ in range(250):
        host, device, i = chance.choice(pairs)
        stream = streams[i] if loops == len(streams) else chance.choice(streams)
        with ia.cuda.stream(stream):
            reader.read(stream, next(device).planes, next(host).planes)


def two_loops(ds, reader):
    shards_that_come_and_go(ds, reader, loops=2, streams=STREAMS)


def any_stream(ds, reader):
    shards_that_come_and_go(ds, reader, streams=(0, *STREAMS))


def made_by_a_thread(ds, reader):
    """Records that are sent along one by one; begun in one stream and read in another."""
    for reuse in (False, True):
        asked = {**ASKED, "shuffle": "global", "prefetch": 2}
        with ia.cuda.stream(chance.choice((0, *STREAMS))):
            device = ds.to("cuda", limit=60_000).stream(LAYOUT, 64, reuse=reuse, **asked)
        host = ds.stream(LAYOUT, 64, **asked)
        for _ in range(60):
            with ia.cuda.stream(STREAMS[0]):
                reader.read(STREAMS[0], next(device).planes, next(host).planes)


def buffers_used_again(ds, reader):
    """By the array's own word in which stream it was written; begun elsewhere."""
    device = ds.to("cuda").stream(LAYOUT, 64, reuse=True, **ASKED)
    host = ds.stream(LAYOUT, 64, **ASKED)
    for _ in range(100):
        with ia.cuda.stream(chance.choice((0, *STREAMS))):
            planes = next(device).planes
        said = planes.__cuda_array_interface__["stream"]
        reader.read(0 if said == 1 else said, planes, next(host).planes)


def made_as_one(ds, reader):
    """Batches of the loader, asked for in one stream and in another."""
    import torch

    kept = []

    def as_tensor(array):
        """The card's memory is this machine's."""
        kept.append(array)
        raw = (ctypes.c_uint8 * array.nbytes).from_address(array.address)
        numbers = np.frombuffer(raw, np.uint8).view(array.dtype)
        return torch.from_numpy(numbers.reshape(array.shape))

    _cuda_array.Array.torch = as_tensor
    _cuda_batches.record_use = lambda tensor, stream: None  # torch's allocator is not asked
    loaders = [ia.torch.loader(of, LAYOUT, 64, **ASKED) for of in (ds, ds.to("cuda"))]
    for ours, theirs in zip(loaders[0], Turning(loaders[1]), strict=True):
        reader.read(theirs[0], theirs[1].planes, ours.planes.numpy())


class Turning:
    """A loop whose stream changes."""

    def __init__(self, loader):
        self._batches = iter(loader)

    def __iter__(self):
        return self

    def __next__(self):
        stream = chance.choice(STREAMS)
        with ia.cuda.stream(stream):
            return stream, next(self._batches)


CASES = (
    shards_that_come_and_go,
    two_loops,
    any_stream,
    made_by_a_thread,
    buffers_used_again,
    made_as_one,
)

if __name__ == "__main__":
    reader = Reader()
    {case.__name__: case for case in CASES}[sys.argv[1]](ia.open(sys.argv[2]), reader)
    reader.finish()
