"""No memory, or no threads, to be had: an ordinary error that says how much, never the end."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import needs_all_addresses
from tests.data_sets import LICHESS

# Every call in a process of its own, with so much more memory than it has.
LIMITED = """
    import os, random, resource, signal, sys
    import intarsia as ia, numpy as np

    name, folder, times = sys.argv[1:]
    fens = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] * 50_000
    records = np.repeat(ia.to_records(fens[:1]), 100_000)
    lists = ia.encode(records, "chess/mailbox69")
    stones = np.repeat(ia.to_records(["#13,c1c1g7h6f8"]), 50_000)
    code = ia.policy("chess/az4672")
    ds = ia.open(folder)
    list(ds.batches("chess/signed64", 500))
    calls = {
        "texts": lambda: ia.encode(fens, "chess/signed64", threads=8),
        "records": lambda: ia.encode(records, "chess/signed64", threads=8),
        "decode": lambda: ia.decode(lists, "chess/mailbox69"),
        "convert": lambda: ia.convert(lists, "chess/mailbox69", "chess/signed64", threads=8),
        "from records": lambda: ia.from_records(records),
        "from hex records": lambda: ia.from_records(stones),
        "to records": lambda: ia.to_records(fens),
        "mask": lambda: code.mask(records[:5_000], threads=8),
        "batches": lambda: list(ds.batches("chess/signed64", 9_000, threads=8, prefetch=2)),
    }
    MEMORY_ERROR = 7

    def limited(more):
        with open("/proc/self/statm") as file:
            limit = int(file.read().split()[0]) * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            calls[name]()
        except MemoryError:
            os._exit(MEMORY_ERROR)
        os._exit(0)

    rng = random.Random(name)
    for _ in range(int(times)):
        more = int(rng.choice([1e5, 1e6, 1e7, 1e8]) * rng.random())
        child = os.fork()
        if child == 0:
            signal.alarm(120)
            limited(more)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended not in (0, MEMORY_ERROR):
            sys.exit(f"{name} with {more} bytes: {ended}")
"""


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return ia.build(LICHESS, tmp_path_factory.mktemp("sets") / "data", limit=150)


@needs_all_addresses
@pytest.mark.parametrize(
    "call",
    [
        *("texts", "records", "decode", "convert", "from records", "from hex records"),
        *("to records", "mask", "batches"),
    ],
)
def test_a_call_without_memory_is_a_memory_error(ds, call):
    script = [sys.executable, "-c", textwrap.dedent(LIMITED), call, ds.path, "20"]
    done = subprocess.run(script, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


WITHOUT_THREADS = """
    import resource
    import intarsia as ia, numpy as np

    fens = ["startpos", "startpos moves e2e4"] * 5_000
    expected = ia.encode(fens, "chess/signed64", threads=1)
    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    # Less than the stack of one thread.
    resource.setrlimit(resource.RLIMIT_AS, (now + (6 << 20), now + (6 << 20)))
    assert np.array_equal(ia.encode(fens, "chess/signed64", threads=64), expected)
    print("done")
"""


@needs_all_addresses
def test_threads_that_cannot_be_started_are_done_without():
    script = [sys.executable, "-c", textwrap.dedent(WITHOUT_THREADS)]
    done = subprocess.run(script, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@needs_all_addresses
@pytest.mark.parametrize("count", [10**12, 10**16])
def test_a_memory_error_says_how_much(ds, count):
    tensor = ia.encode("startpos", "chess/mailbox69")
    with pytest.raises(MemoryError, match=rf"out of memory: \d+ bytes for {count} positions"):
        ia.decode(np.broadcast_to(tensor, (count, 69)), "chess/mailbox69")
    with pytest.raises(MemoryError, match=rf"out of memory: {count * 64} bytes .* {count} records"):
        ds.batches("chess/signed64", count, reuse=True)
    with pytest.raises(MemoryError, match=r"out of memory: .* int8 with shape"):
        ia.convert(np.broadcast_to(tensor, (count, 69)), "chess/mailbox69", "chess/signed64")
    with pytest.raises(MemoryError, match="out of memory"):
        ds.batches("chess/signed64", 2**60, reuse=True)
