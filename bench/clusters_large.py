"""Ten thousand parts, and the whole of Lichess in 170, as manifests: planned, joined, opened."""

import copy
import json
import os
import subprocess
import sys
import threading
import time

import numpy as np

import intarsia as ia
from intarsia import _core

MANY = 10_000
PARTS, SHARDS = 170, 440_000
SPLIT = {"train": 0.9, "test": 0.1}
GAME = '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n'
OPEN = """
import sys, warnings
import intarsia as ia
warnings.simplefilter("ignore")
from clusters_large import opened
print(*opened(sys.argv[1]))
"""


def sealed(manifest):
    """Its text as the tool writes it, with the hash of what it says."""
    tight = {"options": (",", ":")}
    lines = [
        f'  "{key}": {json.dumps(value, separators=tight.get(key))}'
        for key, value in manifest.items()
        if key != "xxh3"
    ]
    text = "{\n" + ",\n".join(lines)
    seal = _core.xxh3(np.frombuffer(text.encode(), np.uint8))
    return f'{text},\n  "xxh3": "{seal:016x}"\n}}\n'


def wide(manifest, shards):
    """The manifest of a part that has one shard so many times."""
    one = manifest["shards"][0]
    each = len(one["selections"])
    out = copy.deepcopy(manifest) | {"shards": []}
    for number in range(shards):
        shard = copy.deepcopy(one)
        shard["name"], shard["games_name"] = f"shard-{number:05}.npy", f"games-{number:05}.npy"
        for i, selection in enumerate(shard["selections"]):
            selection["name"] = f"selection-{number * each + i:05}.npy"
        out["shards"].append(shard)
    for total in ("read", "games", "positions"):
        out[total] *= shards
    return out


def plan_of(folder, sources):
    """Seconds for planning so many; the first part is built."""
    files = folder / "sources"
    files.mkdir(parents=True)
    for number in range(sources):
        (files / f"{number:05}.pgn").write_text(GAME)
    start = time.perf_counter()
    ia.plan(files, folder / "set", root=files, part_bytes=1, split=SPLIT)
    seconds = time.perf_counter() - start
    ia.build_part(folder / "set", 0, root=files)
    return seconds


def write_parts(folder, parts, shards):
    """The manifests of all parts as the first one's, and nothing of their shards."""
    first = json.loads((folder / "set/part-00000/manifest.json").read_text())
    first = wide(first, shards)
    for part in range(parts):
        name = f"{part:05}.pgn"
        first["sources"][0]["name"] = name
        first["options"]["inputs"] = [name]
        here = folder / f"set/part-{part:05}"
        here.mkdir(exist_ok=True)
        (here / "manifest.json").write_text(sealed(first))


def memory(kind):
    """Of this process, in MiB."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(kind))


def opened(folder):
    """Seconds, MiB and descriptors for opening a split, in a process of its own."""
    before = memory("VmRSS")
    most = [0]
    is_done = threading.Event()

    def watch():
        while not is_done.wait(0.002):
            most[0] = max(most[0], len(os.listdir("/proc/self/fd")))

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.perf_counter()
    ds = ia.open(folder, split="train")
    seconds = time.perf_counter() - start
    is_done.set()
    watcher.join()
    assert len(ds) == 6 * (SHARDS // PARTS) * PARTS
    return seconds, memory("VmHWM") - before, most[0]


def many_parts(folder, show):
    show("plan of 10,000 sources, seconds", plan_of(folder / "many", MANY), "<= 1")
    write_parts(folder / "many", MANY, 1)
    start = time.perf_counter()
    ia.finish(folder / "many/set")
    show("finish of 10,000 parts, seconds", time.perf_counter() - start, "<= 2")
    plan_of(folder / "large", PARTS)
    write_parts(folder / "large", PARTS, SHARDS // PARTS)
    ia.finish(folder / "large/set")
    found = [
        subprocess.run(
            [sys.executable, "-c", OPEN, folder / "large/set"],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(3)
    ]
    best = [min(map(float, numbers)) for numbers in zip(*found, strict=True)]
    show("open of 170 parts with 440,000 shards, seconds", best[0], "<= 2")
    show("  its memory, MiB", best[1], "<= 256")
    show("  its descriptors", best[2], "<= 256")
