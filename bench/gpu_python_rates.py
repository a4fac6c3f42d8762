"""How fast batches of a set on a GPU come from Python: for gpu_python.py."""

import pathlib
import time

import torch

import intarsia as ia

DATA = pathlib.Path(__file__).parent.parent / "tests/data"
GAMES = DATA / "chess/lichess_db_1000k.pgn.zst"
HISTORY = ia.Layout(
    "chess",
    [
        {"last": 8, "features": ["us.pieces", "them.pieces", "occurrences.twice"]},
        *("us.castling", "them.castling", "turn.black", "clock", "zeros", "ones"),
    ],
    frame="mover",
)
SMALL = ia.Layout("chess", ["us.pieces"], frame="mover")
TARGETS = {"policy": "chess/az4672", "value": "wdl", "unknown": "nan", "mask": False}
RECORD = 32  # bytes
SHARD = 200_000  # records: of 6.4 MB


def rate(batches, seconds=1.0):
    """Positions a second, after some to warm up."""
    for _ in range(20):
        next(batches)
    torch.cuda.synchronize()
    count, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        count += sum(len(next(batches).planes) for _ in range(10))
    torch.cuda.synchronize()
    return count / (time.perf_counter() - begun)


def bus():
    """Bytes a second from pinned memory to the card."""
    pinned = torch.empty(1 << 28, dtype=torch.uint8, pin_memory=True)
    there = torch.empty_like(pinned, device="cuda")
    times = []
    for _ in range(4):
        torch.cuda.synchronize()
        begun = time.perf_counter()
        for _ in range(4):
            there.copy_(pinned, non_blocking=True)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begun) / 4)
    return len(pinned) / min(times)


def measure(s):
    """Of a set that no cache holds: the games over and over."""
    ia.build([GAMES] * 100, f"{s.folder}/many", final=True, shard_records=SHARD, progress=False)
    large = ia.open([f"{s.folder}/many"] * 64, cache_bytes=1 << 33)
    begun = time.perf_counter()
    on = large.to("cuda")
    print(f"{len(large):,} records, {on.nbytes / 1e9:.2f} GB on the card", end="")
    print(f" after {time.perf_counter() - begun:.1f} s")
    print("| batches from Python | size | positions/s |\n|---|---:|---:|")
    layouts = {"chess/planes25": "chess/planes25", "chess/canonical18": "chess/canonical18"}
    for name, layout in {**layouts, "112 planes": HISTORY}.items():
        for size in (4096, 16384):
            row(f"device set, {name}", size, rate(on.stream(layout, size, **TARGETS)))
    for size in (4096, 16384):
        loader = ia.torch.loader(on, "chess/planes25", size, epochs="endless", **TARGETS)
        row("device set, ia.torch.loader, chess/planes25", size, rate(iter(loader)))
    host = large.stream("chess/planes25", 16384, reuse=True, prefetch=2, **TARGETS)
    row("host, chess/planes25", 16384, rate(host))
    del on
    measure_sent(large)


def row(what, size, found):
    print(f"| {what} | {size:,} | {found / 1e6:,.1f} M |", flush=True)


def measure_sent(large):
    """What is sent along beside what the bus carries: shards in lanes, and records one by one."""
    there = bus()
    print(f"bus {there / 1e9:.1f} GB/s")
    room = 2 * ia._core.LANES * SHARD * RECORD  # for shards that come and go
    sent = large.to("cuda", limit=room + SHARD * RECORD)
    share = 1 - (sent.nbytes - room) / (RECORD * len(large))  # of the records that cross the bus
    asked = {"dtype": "uint8", "order": "CHW", "shuffle": "lanes"}
    for name, layout in {"six planes": SMALL, "canonical18": "chess/canonical18"}.items():
        found = rate(sent.stream(layout, 1 << 18, **asked), 3.0)
        row(f"larger than its limit, in lanes, {name} in uint8", 1 << 18, found)
        print(f"bus {found * RECORD * share / there:.0%} of its rate, for records of {name}")
    one_by_one = sent.stream("chess/planes25", 65536, shuffle="global", prefetch=2)
    row("larger than its limit, shuffled at will, planes25", 65536, rate(one_by_one))


def pgx(s):
    """Another library whose positions lie on the card: what it takes to show them to a network."""
    try:
        import jax
        import pgx
    except ImportError as error:
        return print(f"  without Pgx: {error}")
    env = pgx.make("chess")
    for size in (4096, 16384):
        states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
        observe = jax.jit(jax.vmap(env.observe))
        shape = observe(states).block_until_ready().shape
        count, begun = 100, time.perf_counter()
        for _ in range(count):
            planes = observe(states)
        planes.block_until_ready()
        found = count * size / (time.perf_counter() - begun)
        row(f"Pgx {pgx.__version__}: observe, {shape[-1]} planes", size, found)
