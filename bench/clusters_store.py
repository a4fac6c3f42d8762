"""A set in a store: what is fetched of it, how fast it is read from a cache and stored."""

import contextlib
import os
import pathlib
import sys
import time

from intarsia._addresses import Folder

import intarsia as ia

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from tests.clusters import s3_server

LAYOUT = "chess/canonical18"
LANES, WORLD = 64, 2
FILE_BYTES, FILES = 32 << 20, 6


def rate(batches, count):
    """Batches a second."""
    next(batches)
    start = time.perf_counter()
    for _ in range(count):
        next(batches)
    return count / (time.perf_counter() - start)


def in_memory(folder):
    """A copy of a folder in a store of this process."""
    import fsspec

    store = fsspec.filesystem("memory")
    store.put(str(folder), f"/{folder.name}", recursive=True)
    return f"memory://{folder.name}"


@contextlib.contextmanager
def counted(store):
    """The bytes of arrays that are fetched meanwhile."""
    fetched, fetch = [], store.cat_file

    def cat_file(path, **more):
        content = fetch(path, **more)
        if path.endswith(".npy"):
            fetched.append(len(content))
        return content

    store.cat_file = cat_file
    try:
        yield fetched
    finally:
        del store.cat_file


def an_epoch(folder, files, show):
    """Two ranks on two hosts, whose caches hold what lanes need and not much more."""
    import fsspec

    ia.build(files, folder / "shards", shard_records=4096)
    address = in_memory(folder / "shards")
    shards = len(list((folder / "shards").glob("shard-*.npy")))
    assert shards >= 100 * WORLD, f"{shards} shards are too few: more games"
    with counted(fsspec.filesystem("memory")) as fetched:
        for rank in range(WORLD):
            ds = ia.open(address, cache=folder / f"host{rank}", cache_bytes=100 * 4096 * 32)
            words = {"rank": rank, "world": WORLD, "seed": 1, "shuffle": "lanes"}
            for _ in ds.batches(LAYOUT, 4096, dtype="bits", **words):
                pass
    whole = sum(p.stat().st_size for p in (folder / "shards").glob("shard-*.npy"))
    show(f"bytes fetched an epoch, of the set ({shards} shards)", sum(fetched) / whole, "<= 1.02")


def warm(folder, show, tries=5):
    """From a cache that has all of it, beside the files themselves."""
    address = in_memory(folder / "one")
    away = ia.open(address, cache=folder / "cache", cache_bytes=8 << 30)
    here = ia.open(folder / "one")
    words = {"seed": 1, "shuffle": "lanes", "reuse": True}
    rate(away.stream(LAYOUT, 4096, **words), 20)
    rates = [
        [rate(ds.stream(LAYOUT, 4096, **words), 300) for ds in (away, here)] for _ in range(tries)
    ]
    best = [max(column) for column in zip(*rates, strict=True)]
    show("lanes from a warm cache, of local files", best[0] / best[1], ">= 0.9")


def upload(folder, show, tries=3):
    """Files of a shard's size: by the driver alone, and by ours, which compares what arrived."""
    path = folder / "content"
    path.write_bytes(os.urandom(FILE_BYTES))
    with s3_server.running("test") as fs:
        fs.mkdir("bench")
        out = Folder("s3://bench/set")
        puts = {
            "driver": lambda n: fs.put_file(str(path), f"bench/alone/{n}"),
            "ours": lambda n: out.put(str(n), str(path)),
        }
        seconds = {name: [] for name in puts}
        for number in range(tries * FILES):
            for name, put in puts.items():
                start = time.perf_counter()
                put(number)
                seconds[name].append(time.perf_counter() - start)
    # The best of each: what a file takes when nothing else runs.
    show("upload, of the driver alone", min(seconds["driver"]) / min(seconds["ours"]), ">= 0.7")
