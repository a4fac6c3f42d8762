"""Eight sources and their collection, as one command of one machine makes it."""

import filecmp
import os
import pathlib
import subprocess

import pytest

from tests.conftest import run
from tests.data_sets import LICHESS

PARTS = 7  # of at most 100 kB each: the empty source goes with the one before it
SHARD_RECORDS = 2_000  # so that every part has several shards
OPTIONS = {"split": {"train": 0.9, "validation": 0.1}, "shard_records": SHARD_RECORDS}
FLAGS = ["--split", "train=0.9,validation=0.1", "--shard-records", str(SHARD_RECORDS)]


def write_sources(folder, games_each=40):
    """Real games; one source is empty, one has no games, and one has games that are refused."""
    folder.mkdir(parents=True)
    text = subprocess.run(["zstdcat", LICHESS], capture_output=True, check=True).stdout.decode()
    games = ["[Event " + game for game in text.split("[Event ")[1:]]
    for i in range(8):
        some = "".join(games[i * games_each : (i + 1) * games_each])
        if i == 3:
            some = ""
        if i == 7:
            some = "; no games\n" * 8_000
        if i == 5:
            some = some.replace(" e4", " e9", 3)
        (folder / f"m{i}.pgn").write_text(some)
    return folder


def build_alone(sources, out, part_bytes=100_000):
    """The whole collection, by the one command."""
    files = sorted(sources.glob("*.pgn"))
    words = ["-o", out, "--root", sources, "--part-bytes", str(part_bytes), *FLAGS]
    done = run("build", *files, *words, "--lenient")
    assert done.returncode == 0, done.stderr
    return out


def files_below(folder):
    """Every file by its path, but for what attempts have left."""
    found = {}
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = pathlib.Path(here, name)
            found[str(path.relative_to(folder))] = path
    return found


def check_same(one, other):
    """Every file is equal, and there is no other."""
    a, b = files_below(one), files_below(other)
    assert a.keys() == b.keys()
    for name, path in a.items():
        assert filecmp.cmp(path, b[name], shallow=False), name


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return write_sources(tmp_path_factory.mktemp("games") / "months")


@pytest.fixture(scope="module")
def alone(tmp_path_factory, sources):
    return build_alone(sources, tmp_path_factory.mktemp("alone") / "set")
