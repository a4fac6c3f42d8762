"""Planes or bits on the way to a network: bytes, and positions a second, in one run.

    python bench/bits_torch.py [DATA_SET] [--layout NAME ...] [--batch 4096] [--threads 8]

Needs intarsia, NumPy and PyTorch; without a data set it builds one of the games in tests/data. On
a machine with a GPU it goes on there: the copy from pinned memory, with what makes planes of bits,
and training steps of a small residual network. Forms take turns, and each figure is the best of
several.
"""

import argparse
import contextlib
import functools
import itertools
import pathlib
import tempfile
import time

import numpy as np
import torch
from torch import nn

import intarsia as ia

GAMES = pathlib.Path(__file__).parent.parent / "tests/data/chess/lichess_db_1000k.pgn.zst"
LAYOUTS = ["chess/canonical18", "chess/planes25"]
FORMS = ["float32", "float16", "bits"]
POLICY = "chess/az4672"
ROUNDS = 5
SECONDS = 0.3  # of each form in a round


def best_rates(works):
    """Units a second of each work, which does some and returns how many; they take turns."""
    best = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()
    for _ in range(ROUNDS):
        for name, work in works.items():
            start, count = time.perf_counter(), 0
            while (passed := time.perf_counter() - start) < SECONDS:
                count += work()
            best[name] = max(best[name], count / passed)
    return best


def print_rates(title, rates):
    first = next(iter(rates.values()))
    print(f"\n{title}")
    for name, rate in rates.items():
        print(f"  {name:36} {rate:>14,.0f} positions/s {rate / first:6.2f}")


def print_bytes(layout):
    print(f"\n{layout}: bytes over the bus for a position")
    for form in FORMS:
        one = ia.encode("startpos", layout, dtype=form)
        print(f"  {form:10} {one.nbytes:>8,}")


def filling(ds, layout, form, batch, threads):
    """Batches of a set into the same buffers again and again."""
    options = {"dtype": form, "reuse": True, "threads": threads, "drop_last": True}
    batches = itertools.chain.from_iterable(
        ds.batches(layout, batch, epoch=epoch, **options) for epoch in itertools.count()
    )
    return lambda: len(next(batches).planes)


def on_cpu(ds, layout, batch, threads):
    works = {f"filled as {form}": filling(ds, layout, form, batch, threads) for form in FORMS}
    bits = ds.take(range(batch), layout, dtype="bits").planes
    tensors = ia.torch.tensors_of_bits(bits)

    def expand(make, *arguments):
        make(*arguments)
        return batch

    works["bits expanded by C++"] = functools.partial(
        expand, lambda: ia.expand(bits, layout, threads=threads)
    )
    works["bits expanded by torch"] = functools.partial(expand, ia.torch.expand, tensors, layout)
    print_rates(f"{layout}: on the CPU, {threads} threads, batches of {batch:,}", best_rates(works))


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x):
        return torch.relu(x + self.body(x))


class Network(nn.Module):
    """As small networks for chess are: 10 blocks of 128, heads for policy and value."""

    def __init__(self, planes, moves, blocks=10, width=128):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(planes, width, 3, padding=1),
            nn.ReLU(),
            *(Residual(width) for _ in range(blocks)),
        )
        self.policy = nn.Sequential(nn.Conv2d(width, 32, 1), nn.Flatten(), nn.Linear(2048, moves))
        self.value = nn.Sequential(nn.Conv2d(width, 4, 1), nn.Flatten(), nn.Linear(256, 1))

    def forward(self, planes):
        x = self.trunk(planes)
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)


def ways(layout):
    """How planes come to the device: the form that travels, and what is done to it there."""
    expand = ia.torch.Expand(layout, torch.float16)
    found = {
        "planes float32": ("float32", lambda planes: planes),
        "planes float16": ("float16", lambda planes: planes),
        "bits, expanded to float16": ("bits", expand),
    }
    if hasattr(torch, "compile"):
        # As a function of tensors, in one kernel.
        compiled = torch.compile(expand)
        found["bits, expanded by torch.compile"] = (
            "bits",
            lambda bits: compiled(bits.masks, bits.values),
        )
    return found


def copying(planes, make, rows):
    def work(times=20):
        for _ in range(times):
            make(planes.to("cuda", non_blocking=True))
        torch.cuda.synchronize()
        return times * rows

    return work


class Trainer:
    def __init__(self, planes):
        self.network = Network(planes, ia.policy(POLICY).size)
        self.network.to("cuda", memory_format=torch.channels_last)
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=1e-4, momentum=0.9)

    def step(self, make, planes, policy, value):
        planes, policy, value = (
            part.to("cuda", non_blocking=True) for part in (planes, policy, value)
        )
        planes = make(planes).to(torch.bfloat16, memory_format=torch.channels_last)
        with torch.autocast("cuda", torch.bfloat16):
            moves, worth = self.network(planes)
        loss = nn.functional.cross_entropy(moves.float(), policy, ignore_index=-1)
        loss = loss + nn.functional.mse_loss(worth.float(), value.nan_to_num())
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()

    def on_one_batch(self, batch, make):
        def work(times=5):
            for _ in range(times):
                self.step(make, *batch[:3])
            torch.cuda.synchronize()
            return times * len(batch.policy)

        return work

    def on_epochs(self, loader, make):
        """The whole way: batches filled ahead into pinned memory, copied ahead, trained on."""
        batches = iter(loader)

        def work(times=5):
            rows = 0
            for batch in itertools.islice(batches, times):
                self.step(make, *batch[:3])
                rows += len(batch.policy)
            torch.cuda.synchronize()
            return rows

        return work


def on_gpu(ds, layout, batch, threads):
    options = {"policy": POLICY, "value": "outcome", "unknown": "nan", "mask": False}
    options |= {"threads": threads, "epochs": "endless"}

    def loader(form, **more):
        return ia.torch.loader(ds, layout, batch, dtype=form, **options, **more)

    taken = {form: next(iter(loader(form, pin_memory=True))) for form in FORMS}
    makes = ways(layout)
    copies = {way: copying(taken[form].planes, make, batch) for way, (form, make) in makes.items()}
    name = torch.cuda.get_device_name()
    print_rates(f"{layout}: to {name}, batches of {batch:,}", best_rates(copies))
    trainer = Trainer(taken["float32"].planes.shape[1])
    steps = {way: trainer.on_one_batch(taken[form], make) for way, (form, make) in makes.items()}
    print_rates(f"{layout}: training steps of 10 x 128, bfloat16", best_rates(steps))
    loaded = {
        way: trainer.on_epochs(loader(form, device="cuda"), make)
        for way, (form, make) in makes.items()
    }
    print_rates(f"{layout}: the same from the loader, {threads} threads", best_rates(loaded))


@contextlib.contextmanager
def opened(folder):
    if folder is not None:
        yield ia.open(folder)
        return
    with tempfile.TemporaryDirectory() as made:
        yield ia.build(GAMES, pathlib.Path(made) / "set")


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("data_set", nargs="?")
    asked.add_argument("--layout", nargs="+", default=LAYOUTS)
    asked.add_argument("--batch", type=int, default=4096)
    asked.add_argument("--threads", type=int, default=8)
    options = asked.parse_args()
    print(f"torch {torch.__version__}, numpy {np.__version__}, intarsia {ia.__version__}")
    with opened(options.data_set) as ds:
        batch = min(options.batch, len(ds))
        for layout in options.layout:
            print_bytes(layout)
            on_cpu(ds, layout, batch, options.threads)
            if torch.cuda.is_available():
                on_gpu(ds, layout, batch, options.threads)
    if not torch.cuda.is_available():
        print("\nno GPU here: the copy and the training steps are left out")


if __name__ == "__main__":
    main()
