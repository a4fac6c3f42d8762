"""Data sets that tests build with the tool."""

import json
import pathlib
import subprocess

import numpy as np

from tests.conftest import ROOT, run

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"


def build(*args, ok=(0,)):
    result = run("build", *map(str, args))
    assert result.returncode in ok, result.stderr
    return result


def files_of(folder, less=()):
    return {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir() if p.name not in less}


def manifest_of(folder):
    return json.loads((pathlib.Path(folder) / "manifest.json").read_text())


def shards(folder):
    for entry in manifest_of(folder)["shards"]:
        yield (
            np.load(folder / entry["name"], mmap_mode="r"),
            np.load(folder / entry["games_name"], mmap_mode="r"),
        )


def selected(folder, entry):
    """The numbers of the records that a selection has, be they stored as numbers or as runs."""
    rows = np.load(folder / entry["name"])
    if "runs" not in entry:
        assert rows.dtype == np.uint32
        return rows
    assert rows.dtype == np.dtype([("first", "<u4"), ("end", "<u4")])
    assert len(rows) == entry["runs"]
    return np.concatenate([np.arange(first, end, dtype=np.uint32) for first, end in rows])


def unpacked_lichess(folder):
    """The games as text, and as a data set of several shards."""
    packed = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True)
    (folder / "games.pgn").write_bytes(packed.stdout)
    build(folder / "games.pgn", "-o", folder / "set", "--shard-records", 7000)
    return folder
