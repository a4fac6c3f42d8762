"""What parts, executors, ranks and a cache cost, as ratios of one run.

    python bench/clusters_bench.py [--games 40000]

Needs intarsia and fsspec; builds what it measures in a folder of its own, out of the games in
tests/data. An engine's start is measured by a task that does nothing, and taken off.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time
import warnings
from concurrent.futures import ProcessPoolExecutor

import intarsia as ia

GAMES = pathlib.Path(__file__).parent.parent / "tests/data/chess/lichess_db_1000k.pgn.zst"
LAYOUT = "chess/canonical18"
SOURCES = 8


def processor_seconds():
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def timed(work):
    start, before = time.perf_counter(), processor_seconds()
    work()
    return time.perf_counter() - start, processor_seconds() - before


def show(what, value, goal):
    print(f"{what:58} {value:8.3f}   goal {goal}")


def sources_in(folder, games):
    """Files of equal length, with so many games together."""
    folder.mkdir()
    text = subprocess.run(["zstdcat", GAMES], capture_output=True, check=True).stdout
    copies = max(1, round(games / 438 / SOURCES))
    for number in range(SOURCES):
        (folder / f"{number:02}.pgn").write_bytes(text * copies)
    return sorted(folder.glob("*.pgn"))


def nothing(_):
    time.sleep(0.05)  # that each worker gets one


def with_workers(count, files, out):
    """Seconds of a build by so many workers, without their start."""
    with ProcessPoolExecutor(count) as pool:
        list(pool.map(nothing, range(count)))
        return timed(lambda: ia.build(files, out, executor=pool, part_bytes=1))[0]


def builds(files, folder):
    one = with_workers(1, files, folder / "one")
    two = with_workers(2, files, folder / "two")
    show("two workers on two cores, of one", one / two, ">= 1.7")
    _, flat = timed(lambda: ia.build(files, folder / "flat", threads=1))
    _, parts = timed(lambda: ia.build(files, folder / "parts", part_bytes=1, threads=1))
    show("processor time of parts, of one flat build", parts / flat, "<= 1.05")
    copy, _ = timed(lambda: shutil.copytree(folder / "one", folder / "copy"))
    sync, _ = timed(os.sync)
    merge, _ = timed(lambda: ia.merge([folder / "one"], folder / "merged"))
    show("merge, of a copy that is synced", (copy + sync) / merge, ">= 0.5")


def rate(batches, count):
    """Batches a second."""
    next(batches)
    return count / timed(lambda: [next(batches) for _ in range(count)])[0]


def best_rate(make, words, tries=5):
    return max(rate(make(LAYOUT, 4096, **words), 400) for _ in range(tries))


def rank_rate(folder, rank, world):
    ds = ia.open(folder)
    words = {"seed": 1, "rank": rank, "world": world, "threads": 1, "reuse": True}
    # As bits: planes would show what the memory takes, which one core fills.
    return rate(ds.stream(LAYOUT, 4096, shuffle="global", dtype="bits", **words), 2_000)


def slowest(pool, folder):
    shares = [pool.submit(rank_rate, folder, rank, 2) for rank in range(2)]
    return min(share.result() for share in shares)


def reading(folder):
    ds = ia.open(folder / "one")
    words = {"seed": 1, "shuffle": "global", "reuse": True}
    pairs = [best_rate(make, words) for make in (ds.stream, ds.batches)]
    show("stream, of batches", pairs[0] / pairs[1], ">= 0.95")
    with ProcessPoolExecutor(2) as pool:
        alone = max(pool.submit(rank_rate, folder / "one", 0, 1).result() for _ in range(3))
        both = max(slowest(pool, folder / "one") for _ in range(3))
    show("two ranks on two cores, of one", both / alone, ">= 1.9")


def elsewhere(folder):
    import fsspec

    store = fsspec.filesystem("memory")
    store.put(str(folder / "one"), "/bench", recursive=True)
    away = ia.open("memory://bench", cache=folder / "cache", cache_bytes=8 << 30)
    here = ia.open(folder / "one")
    words = {"seed": 1, "shuffle": "lanes", "reuse": True}
    rate(away.stream(LAYOUT, 4096, **words), 20)  # the cache is warm then
    rates = [best_rate(ds.stream, words) for ds in (away, here)]
    show("lanes from a warm cache, of local files", rates[0] / rates[1], ">= 0.9")


def many_parts(folder):
    """Ten thousand sources: planned, and joined."""
    tiny = folder / "tiny"
    tiny.mkdir()
    for number in range(10_000):
        (tiny / f"{number:05}.pgn").write_text('[Event "x"]\n\n1. e4 e5 1-0\n')
    plan, _ = timed(lambda: ia.plan(tiny, folder / "many", root=tiny, part_bytes=1))
    show("plan of 10,000 sources, seconds", plan, "<= 1")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40_000)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = pathlib.Path(name).absolute()
        files = sources_in(folder / "sources", asked.games)
        builds(files, folder)
        reading(folder)
        elsewhere(folder)
        many_parts(folder)


if __name__ == "__main__":
    main()
