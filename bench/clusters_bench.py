"""What parts, executors, ranks and a cache cost, as ratios of one run.

    python bench/clusters_bench.py [--games 80000] [--folder .]

Needs intarsia, fsspec, s3fs and moto; builds what it measures in a folder of its own, out of the
games in tests/data. What is compared is done in turns, and the best of several counts: others may
be at work on the machine.
"""

import argparse
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from concurrent.futures import ProcessPoolExecutor

from clusters_large import many_parts
from clusters_store import an_epoch, rate, upload, warm

import intarsia as ia

GAMES = pathlib.Path(__file__).parent.parent / "tests/data/chess/lichess_db_1000k.pgn.zst"
LAYOUT = "chess/canonical18"
SOURCES = 8
TRIES = 5
SHARE = """
import sys
import intarsia as ia
ia.build_part(sys.argv[1], sys.argv[2], root=sys.argv[3], threads=1)
"""


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


def in_turns(folder, works, tries=TRIES):
    """The least that each takes, as (seconds, seconds of processors).

    Each makes a folder, which goes at once: so all of them write into memory that was used before.
    """
    out = folder / "turn"
    found = []
    for _ in range(tries):
        found.append([])
        for work in works:
            found[-1].append(timed(lambda w=work: w(out)))
            shutil.rmtree(out, ignore_errors=True)
    return [tuple(map(min, zip(*one, strict=True))) for one in zip(*found, strict=True)]


def nothing(_):
    time.sleep(0.05)  # that each worker gets one


def builds(files, folder):
    """By executors, whose workers have started; of parts and in one go."""
    core = {min(os.sched_getaffinity(0))}
    pinned = {"initializer": os.sched_setaffinity, "initargs": (0, core)}
    with (
        ProcessPoolExecutor(1, **pinned) as alone,
        ProcessPoolExecutor(1) as single,
        ProcessPoolExecutor(2) as double,
    ):
        for pool, count in ((alone, 1), (single, 1), (double, 2)):
            list(pool.map(nothing, range(count)))
        words = {"part_bytes": 1}
        on_one, on_two, two = in_turns(
            folder,
            [
                lambda out, pool=pool: ia.build(files, out, executor=pool, **words)
                for pool in (alone, single, double)
            ],
        )
    show("two workers on two cores, of one on one core", on_one[0] / two[0], ">= 1.7")
    show("  of one that writes on the other core", on_two[0] / two[0], "none")
    # A part takes fresh memory. The usual ones are fifty times as large as these.
    half = sum(path.stat().st_size for path in files) // 2
    flat, parts = in_turns(
        folder,
        [
            lambda out: ia.build(files, out, threads=1),
            lambda out: ia.build(files, out, part_bytes=half, threads=1),
        ],
    )
    show("processor time of parts, of one flat build", parts[1] / flat[1], "<= 1.05")


def a_death(files, folder):
    """Two tasks, of which one is killed in the middle of its work and run again."""

    def tasks(out, dies):
        root = files[0].parent
        ia.plan(files, out, root=root, part_bytes=1)
        words = [[sys.executable, "-c", SHARE, out, f"{share}/2", root] for share in range(2)]
        at_work = [subprocess.Popen(one) for one in words]
        if dies:
            while not (out / "part-00002").exists():
                time.sleep(0.001)
            time.sleep(0.02)
            at_work[0].send_signal(signal.SIGKILL)
            at_work[0].wait()
            at_work[0] = subprocess.Popen(words[0])
        assert not any([task.wait() for task in at_work])

    whole, killed, start = in_turns(
        folder,
        [
            lambda out: tasks(out, False),
            lambda out: tasks(out, True),
            lambda out: subprocess.run([sys.executable, "-c", "import intarsia"], check=True),
        ],
    )
    part = (whole[1] - 2 * start[1]) / len(files)
    show("one death, of a part's processor time", (killed[1] - whole[1] - start[1]) / part, "<= 1")


def merging(folder):
    """Beside a copy of the same files, both as safe on the disk."""

    def copied(out):
        shutil.copytree(folder / "one", out)
        for path in filter(pathlib.Path.is_file, out.rglob("*")):
            with open(path, "rb") as file:
                os.fsync(file.fileno())

    copy, merge = in_turns(folder, [copied, lambda out: ia.merge([folder / "one"], out)])
    show("merge, of a copy that is synced", copy[0] / merge[0], ">= 0.5")


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
    rates = [
        [rate(make(LAYOUT, 4096, **words), 300) for make in (ds.stream, ds.batches)]
        for _ in range(TRIES)
    ]
    stream, batches = map(max, zip(*rates, strict=True))
    show("stream, of batches", stream / batches, ">= 0.95")
    with ProcessPoolExecutor(2) as pool:
        rates = [
            (pool.submit(rank_rate, folder / "one", 0, 1).result(), slowest(pool, folder / "one"))
            for _ in range(TRIES)
        ]
    alone, both = map(max, zip(*rates, strict=True))
    show("two ranks on two cores, of one", both / alone, ">= 1.9")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=80_000)
    parser.add_argument(
        "--folder", default=".", help="where it builds: /dev/shm leaves the disk out"
    )
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = pathlib.Path(name).absolute()
        files = sources_in(folder / "sources", asked.games)
        ia.build(files, folder / "one", part_bytes=1)
        builds(files, folder)
        a_death(files, folder)
        merging(folder)
        reading(folder)
        an_epoch(folder, files, show)
        warm(folder, show)
        upload(folder, show)
        many_parts(folder, show)


if __name__ == "__main__":
    main()
