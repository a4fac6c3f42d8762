"""Data sets on a GPU, from Python: compared with the host bit for bit, and timed.

The second half of ./dev gpu. `--seconds N` leaves out what would begin after that time, the least
important last. It ends with 1 if anything differs.
"""

import argparse
import gc
import itertools
import os
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from gpu_python_rates import DATA, GAMES, HISTORY, TARGETS, measure, pgx

import intarsia as ia

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX shares the card with us
DTYPES = ("float32", "float16", "bfloat16", "uint8", "int8")


class Sets:
    """Small ones of chess, with shard borders, and of Hex; on the host and on the card."""

    def __init__(self, folder):
        self.folder = folder
        split = {"train": 0.8, "rest": 0.2}
        self.chess = ia.build(GAMES, f"{folder}/chess", final=True, shard_records=3000, split=split)
        self.hex = ia.build(DATA / "hex/selfplay13.trmph", f"{folder}/hex")
        self.on = self.chess.to("cuda")
        self.hex_on = self.hex.to("cuda")
        print(
            f"{self.chess}\n{self.hex}\nPyTorch {torch.__version__}, {torch.cuda.get_device_name()}"
        )


def expect_same(host, device):
    for ours, theirs in zip(host, device, strict=True):
        for part, on_card in zip(ours[:3], theirs[:3], strict=True):
            assert (part is None) == (on_card is None)
            assert part is None or on_card.shape == part.shape
            assert part is None or on_card.numpy().tobytes() == part.tobytes(), "bits differ"


def same_batches(host, device, layout, size=4096, **asked):
    expect_same(host.batches(layout, size, **asked), device.batches(layout, size, **asked))


def plans():
    for layout, dtype in itertools.product([*ia.layouts("chess"), HISTORY], DTYPES):
        try:
            yield ia.layout(layout, dtype=dtype), dtype
        except ValueError:
            continue  # the type does not hold all values


def compile_all(s):
    """Into the cache, on all cores."""
    jobs = [(s.on, layout) for layout, _ in plans()]
    jobs += [(s.hex_on, layout) for layout in ("hex/nxn", "hex/2nxn", "hex/3nxn")]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda job: job[0].batches(job[1], 10), jobs))


def other_libraries(s):
    records = s.chess.records[:5000]
    rows = np.array(records).view(np.uint8).reshape(len(records), -1)
    wanted = ia.encode(records, "chess/planes25")
    on = torch.from_numpy(rows).cuda()
    assert np.array_equal(torch.from_dlpack(ia.cuda.encode(on, "chess/planes25")).cpu(), wanted)
    for start in (0, 1):  # at 16 bytes and elsewhere
        out = torch.empty(wanted.size + start, device="cuda")[start:].view(wanted.shape)
        assert ia.cuda.encode(on, "chess/planes25", out=out) is out
        assert np.array_equal(out.cpu(), wanted)
    half = torch.empty(wanted.shape, device="cuda", dtype=torch.bfloat16)
    ia.cuda.encode(on, "chess/planes25", dtype="bfloat16", out=half)
    assert torch.equal(half.cpu().float(), torch.from_numpy(wanted).bfloat16().float())
    made = torch.from_dlpack(ia.cuda.encode(on, "chess/planes25", dtype="bfloat16"))
    assert torch.equal(made, half)
    with_cupy(rows, wanted)
    with_jax(rows, wanted)


def with_cupy(rows, wanted):
    try:
        import cupy
    except ImportError as error:
        return print(f"  without CuPy: {error}")
    planes = ia.cuda.encode(cupy.asarray(rows), "chess/planes25")
    assert np.array_equal(cupy.asarray(planes).get(), wanted)
    assert np.array_equal(cupy.from_dlpack(planes).get(), wanted)
    stream = cupy.cuda.Stream(non_blocking=True)
    on = cupy.asarray(rows)
    stream.synchronize()
    with ia.cuda.stream(stream):
        assert np.array_equal(ia.cuda.encode(on, "chess/planes25").numpy(), wanted)
    print(f"  with CuPy {cupy.__version__}")


def with_jax(rows, wanted):
    try:
        import jax
    except ImportError as error:
        return print(f"  without JAX: {error}")
    planes = ia.cuda.encode(jax.numpy.asarray(rows), "chess/planes25")
    assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(planes)), wanted)
    print(f"  with JAX {jax.__version__}")


def loaders(s):
    asked = {**TARGETS, "value": "outcome", "unknown": "skip", "seed": 7}
    for layout in ("chess/canonical18", "chess/planes25"):
        host, device = (ia.torch.loader(ds, layout, 512, **asked) for ds in (s.chess, s.on))
        for ours, theirs in zip(host, device, strict=True):
            for part, on_card in zip(ours[:3], theirs[:3], strict=True):
                assert on_card.is_cuda and part.dtype == on_card.dtype
                assert part.stride() == on_card.stride() and torch.equal(part, on_card.cpu())
    device = ia.torch.loader(s.on, "chess/planes25", 512, **asked)
    batches = iter(device)
    next(batches)
    host = ia.torch.loader(s.chess, "chess/planes25", 512, **asked)
    host.load_state_dict(device.state_dict())
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        theirs = next(batches).planes
    side.synchronize()
    assert torch.equal(next(iter(host)).planes, theirs.cpu())


def layouts(s):
    shuffles = itertools.cycle(["global", "lanes", "blocks", None])
    for layout, _ in plans():
        same_batches(s.chess, s.on, layout, 5000, shuffle=next(shuffles), seed=3, epoch=2)


def parts(s):
    for split in ("train", "rest"):
        part = ia.open(s.chess.path, split=split)
        narrowed = part.where(ply="8..40")
        same_batches(narrowed, narrowed.to("cuda"), HISTORY)
        same_batches(narrowed, part.to("cuda").where(ply="8..40"), HISTORY, seed=4)
    same_batches(s.chess, s.on, "chess/planes25", rank=1, world=3, **TARGETS)


def targets(s):
    for code in [code for code in ia.policies() if code.game == "chess"]:
        for value in ("outcome", "wdl", "eval", "mix:0.7"):
            asked = {**TARGETS, "policy": code.id, "value": value}
            same_batches(s.chess, s.on, "chess/planes25", 30_000, **asked)


def symmetries(s):
    asked = {"augment": "symmetries", "policy": "hex/cells", "value": "training"}
    for layout in ("hex/nxn", "hex/2nxn", "hex/3nxn"):
        same_batches(s.hex, s.hex_on, layout, **asked, mask=False, unknown="nan")


def streamed(s):
    on = s.chess.to("cuda", limit=400_000)
    assert on.is_streamed
    for shuffle, prefetch in itertools.product(("global", "lanes"), (0, 2)):
        host = s.chess.batches(HISTORY, shuffle=shuffle)
        expect_same(host, on.batches(HISTORY, shuffle=shuffle, prefetch=prefetch))
        in_another_stream(s.chess, on, {"shuffle": shuffle, "prefetch": prefetch})


def in_another_stream(host, device, asked):
    """Batches that a thread may have made are used in the caller's stream alone."""
    ours, theirs = (ia.torch.loader(ds, HISTORY, 512, **asked) for ds in (host, device))
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        sums = [batch.planes.double().sum() for batch in theirs]
    side.synchronize()
    for batch, sum_ in zip(ours, sums, strict=True):
        assert batch.planes.double().sum() == sum_.item()


def memory(s):
    """It is given back, and what is lacking is said; the card works on."""
    gc.collect()
    torch.cuda.empty_cache()
    free = torch.cuda.mem_get_info()[0]
    for _ in range(20):
        on = s.chess.to("cuda")
        del on
    assert free - torch.cuda.mem_get_info()[0] < 64 << 20
    try:
        ia.cuda.Array.empty(s.on._on.card, (1 << 40,), "uint8", 0)
        raise AssertionError("a terabyte was there")
    except MemoryError as error:
        print(f"  {str(error)[:150]}")
    next(s.on.batches(HISTORY, 100))


COMPARED = (
    *(compile_all, other_libraries, loaders, layouts, parts, targets, symmetries, streamed),
    memory,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--only", nargs="*", help="these steps alone")
    options = parser.parse_args()
    seconds = options.seconds
    begun = time.monotonic()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        sets = Sets(folder)
        for step in (*COMPARED[:5], measure, pgx, *COMPARED[5:]):
            since = time.monotonic()
            if options.only and step.__name__ not in options.only:
                continue
            if since - begun > seconds:
                print(f"left out {step.__name__}")
                continue
            try:
                step(sets)
                print(f"ok {step.__name__}, {time.monotonic() - since:.1f} s", flush=True)
            except Exception:
                traceback.print_exc()
                wrong.append(step.__name__)
    print(f"wrong: {', '.join(wrong) or 'nothing'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
