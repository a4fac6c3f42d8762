"""Loops over batches that are left in the middle, by Ctrl-C, by their end or by that of Python: the
thread that fills batches ahead says nothing, and no interrupt is lost."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import intarsia as ia
from tests.data_sets import LICHESS

ROUNDS = 60

LOOPS = """
    def dropped():
        for _ in ds.batches("chess/signed64", 16, prefetch=2):
            break

    def run_through():
        for _ in ds.batches("chess/canonical18", 64, prefetch=2, threads=2):
            pass

    def several():
        kept = ds.batches("chess/canonical18", 640, prefetch=1, reuse=True)
        for _ in zip(ds.batches("chess/signed64", 64, prefetch=3), kept):
            pass

    loops = {"dropped": dropped, "run through": run_through, "several": several}
"""


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return ia.build(LICHESS, tmp_path_factory.mktemp("sets") / "data", limit=150)


def script_of(*parts):
    return [sys.executable, "-c", "".join(map(textwrap.dedent, parts))]


INTERRUPTED_OFTEN = """
    import random, signal, sys
    import intarsia as ia

    ds = ia.open(sys.argv[1])
    rng = random.Random(7)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    for _ in range(int(sys.argv[3])):
        try:
            signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, 3e-3))
            while True:
                loops[sys.argv[2]]()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
"""


@pytest.mark.parametrize("loop", ["dropped", "run through", "several"])
def test_no_interrupt_is_lost(ds, loop):
    """Not even one that comes while an iterator is dropped, or its thread is started."""
    script = script_of(LOOPS, INTERRUPTED_OFTEN)
    done = subprocess.run(
        [*script, ds.path, loop, "500"], capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    assert (done.returncode, done.stdout) == (0, "interrupted\n" * 500)


READY = """
    import sys
    import intarsia as ia

    ds = ia.open(sys.argv[1])
    print("ready", flush=True)
    while True:
        loops[sys.argv[2]]()
"""


@pytest.mark.parametrize("loop", ["dropped", "run through", "several"])
def test_ctrl_c_says_nothing_but_what_python_says(ds, loop):
    rng = random.Random(loop)
    for _ in range(ROUNDS // 3):
        child = subprocess.Popen(
            [*script_of(LOOPS, READY), ds.path, loop],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with child:
            assert child.stdout.readline() == "ready\n"
            time.sleep(rng.uniform(0, 0.02))
            child.send_signal(signal.SIGINT)
            try:
                _, said = child.communicate(timeout=300)
            finally:
                child.kill()
        assert child.returncode == -signal.SIGINT
        assert said.startswith("Traceback (most recent call last):\n")
        assert said.endswith("\nKeyboardInterrupt\n")
        assert said.count("Traceback") == 1 and "ignored" not in said


# A process that lingers after everything of ours was left: what a thread still uses must be there.
AT_WORK = """
    import ctypes, sys
    libc = ctypes.CDLL(None)
    libc.__cxa_atexit(libc.usleep, ctypes.c_void_p(100_000), None)
    import intarsia as ia

    batches = ia.open(sys.argv[1]).batches(
        "chess/planes25", 5000, prefetch=2, threads=3, policy="chess/az4672"
    )
    next(batches)
"""


def test_the_end_of_python_does_not_wait_for_a_thread_at_work(ds):
    for _ in range(ROUNDS // 6):
        done = subprocess.run([*script_of(AT_WORK), ds.path], capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_loop_that_is_left_ends_its_thread(ds):
    def threads():
        return len(os.listdir("/proc/self/task"))

    before = threads()
    for _ in range(20):
        for _ in ds.batches("chess/canonical18", 100, prefetch=2, threads=1):
            break
    while threads() > before:
        time.sleep(0.01)


def test_without_a_thread_batches_are_made_as_they_are_asked_for(ds, monkeypatch):
    def refused(*_):
        raise RuntimeError("can't start new thread")

    expected = [b.planes.tobytes() for b in ds.batches("chess/signed64", 999, seed=1)]
    monkeypatch.setattr("_thread.start_new_thread", refused)
    batches = ds.batches("chess/signed64", 999, seed=1, prefetch=2)
    assert [b.planes.tobytes() for b in batches] == expected


@pytest.mark.parametrize("reuse", [False, True])
def test_a_start_that_was_interrupted_is_not_waited_for(ds, monkeypatch, reuse):
    import _thread

    def interrupted(*arguments):
        start(*arguments)
        raise KeyboardInterrupt

    start = _thread.start_new_thread
    expected = [b.planes.tobytes() for b in ds.batches("chess/signed64", 999, seed=1)]
    batches = ds.batches("chess/signed64", 999, seed=1, prefetch=2, reuse=reuse)
    monkeypatch.setattr(_thread, "start_new_thread", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(batches)
    monkeypatch.undo()
    assert [b.planes.tobytes() for b in batches] == expected
