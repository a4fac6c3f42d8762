"""Graphs where calls of the system fail: built whole or not at all, and read right or not at all.

The faults are those of test_faults.py. Two runs of a store write other bytes (RocksDB gives its
tables new names), so graphs are compared by what they say. There are failures at which RocksDB ends
the process: without memory, without a thread, and where Debian's build of it asserts that a disk
does not fail. They leave no graph either.
"""

import os
import pathlib
import random
import shutil
import signal
import tempfile

import pytest

from tests.conftest import run
from tests.data_sets import HEX
from tests.faults.library import ACTIONS, Fault, Injector, compiled
from tests.faults.samples import spread

MOST = 500 if os.environ.get("INTARSIA_FULL") else 5


def exported(folder):
    result = run("graph", "export", str(folder), "--to", "json")
    return result.stdout if result.returncode == 0 else None


class Stage:
    """A graph that was built, one that lies where the new one is to come, and the injector."""

    def __init__(self, root):
        self.root = root
        self.injector = Injector(compiled(root))
        shutil.copy(HEX, root / "games.trmph")
        games = HEX.read_text().splitlines()
        (root / "few.trmph").write_text("\n".join(games[:2]) + "\n")
        for name, source in (("whole", "games.trmph"), ("old", "few.trmph")):
            done = self.injector.plain(("graph", "build", source, "-o", name), root)
            assert done.code == 0, done.stderr
        self.build = ("graph", "build", root / "games.trmph", "-o", "graph", "--force", "-j", 2)
        self.whole = exported(root / "whole")
        self.old = exported(root / "old")
        assert self.whole
        assert self.old
        assert self.whole != self.old

    def begin(self):
        """A folder in which an older graph lies."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.root))
        shutil.copytree(self.root / "old", folder / "graph")
        return folder

    def counts(self, command):
        folder = self.begin()
        counts = self.injector.counts(command, folder, self.root / "counts")
        shutil.rmtree(folder)
        return counts

    def faults(self, command, kind):
        rng = random.Random(f"{os.environ.get('INTARSIA_SEED', '1')} {command[1]} {kind}")
        count = self.counts(command).get(kind, 0)
        early = self.injector.counts(["--version"], self.root, self.root / "v").get(kind, 0)
        return [
            Fault.of(kind, n, action)
            for action in ACTIONS[kind]
            for n in spread(min(early, count) + 1, count, MOST, rng)
        ]


@pytest.fixture(scope="module")
def stage():
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Stage(pathlib.Path(folder))


# RocksDB does not survive every refusal of memory: it may crash in the middle of opening, or wait
# for a lock that it holds itself (None: stopped after a minute). No wrong graph may come of it.
LOST_BY_ROCKSDB = (-signal.SIGABRT, -signal.SIGSEGV, None)


def is_end(fault, done):
    """Whether a run may end so."""
    if fault.is_kill:
        return done.code in (0, 1, -signal.SIGKILL)
    if fault.kind == "malloc" and done.code in LOST_BY_ROCKSDB:
        return True
    is_aborted = done.code == -signal.SIGABRT
    return done.code in (0, 1) or (
        is_aborted and (fault.kind == "thread" or "rocksdb::" in done.stderr)
    )


@pytest.mark.parametrize("kind", ACTIONS)
def test_built_whole_or_not_at_all(stage, kind):
    for fault in stage.faults(stage.build, kind):
        folder = stage.begin()
        done = stage.injector.run(stage.build, folder, fault)
        assert is_end(fault, done), f"{fault}: {done.code} {done.stderr[-300:]}"
        found = exported(folder / "graph")
        if done.code == 0:
            assert found == stage.whole, f"{fault}: done, and it is not"
        else:
            # While the new one takes the place of the old one there is none.
            assert found in (None, stage.old, stage.whole), f"{fault}: a wrong graph"
            if kind in ("write", "malloc", "thread", "read") and done.code == 1:
                assert found in (stage.old, stage.whole), f"{fault}: the old graph is lost"
            assert done.code != 1 or done.stderr, f"{fault}: nothing was said"
        again = stage.injector.plain(stage.build, folder)
        assert again.code == 0, f"{fault}: {again.stderr}"
        assert exported(folder / "graph") == stage.whole
        shutil.rmtree(folder)


@pytest.mark.parametrize("kind", ["open", "read", "mmap", "stat", "opendir", "readdir", "malloc"])
@pytest.mark.parametrize("verb", ["export", "verify", "stats"])
def test_read_right_or_not_at_all(stage, verb, kind):
    command = ("graph", verb, stage.root / "whole", *(("--to", "json") if verb == "export" else ()))
    clean = stage.injector.plain(command, stage.root)
    assert clean.code == 0
    for fault in stage.faults(command, kind):
        done = stage.injector.run(command, stage.root, fault)
        damaged = verb == "verify" and done.code == 4
        assert damaged or is_end(fault, done), f"{fault}: {done.code} {done.stderr[-300:]}"
        if done.code == 0:
            assert done.stdout == clean.stdout, f"{fault}: done, and said otherwise"
        elif done.code == 1:
            assert done.stderr, f"{fault}: nothing was said"
