"""Arrays that another thread changes while they are read: wrong answers perhaps, never a crash."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import intarsia as ia
from tests.data_sets import HEX, LICHESS

# Sound records and rubbish lie in turn in the array that the call reads. A record that was checked
# and then read again would be rubbish by then.
CHANGED = """
    import sys, threading
    import intarsia as ia, numpy as np

    name, folder, times = sys.argv[1:]
    game = "hex" if name.startswith("hex") else "chess"
    sound = np.load(f"{folder}/{game}.npy")
    n = len(sound)
    history = ia.Layout("chess", [{"last": 4, "features": ["us.pieces"]}], frame="mover")
    last = ia.Layout("hex", ["blue.stones", "red.stones", "last_move"], size=13)
    calls = {
        "chess": lambda r: ia.encode(r, "chess/signed64"),
        "chess history": lambda r: ia.encode(r, history, rows=range(n)),
        "chess rows": lambda r: ia.encode(sound, history, rows=r.view(np.int64)),
        "chess threads": lambda r: ia.encode(r, "chess/signed64", threads=2),
        "chess targets": lambda r: ia.targets(r, "chess/planes25", policy="chess/az4672"),
        "chess mask": ia.policy("chess/az4672").mask,
        "chess positions": ia.from_records,
        "hex": lambda r: ia.encode(r, "hex/3nxn"),
        "hex last move": lambda r: ia.encode(r, last, rows=range(n)),
        "hex targets": lambda r: ia.targets(r, "hex/3nxn", policy="hex/cells", value="outcome"),
        "hex mask": ia.policy("hex/cells", size=13).mask,
        "hex positions": ia.from_records,
        "hex turned": ia.hex.TRANSPOSED,
    }
    rng = np.random.default_rng(1)
    size = sound.nbytes
    rubbish = [rng.integers(0, 256, size, np.uint8) for _ in range(4)]
    rubbish += [np.where(rng.random(size) < 0.02, r, sound.view(np.uint8)) for r in rubbish]
    shared = sound.copy()
    is_over = False

    def change():
        memory, right, step = shared.view(np.uint8), sound.view(np.uint8), size // 64
        while not is_over:
            for wrong in rubbish:
                for at in range(0, size, step):
                    memory[at : at + step] = wrong[at : at + step]
                    memory[at : at + step] = right[at : at + step]

    sys.setswitchinterval(1e-4)
    thread = threading.Thread(target=change)
    thread.start()
    for _ in range(int(times)):
        try:
            calls[name](shared)
        except ValueError:
            pass
    is_over = True
    thread.join()
    print("whole")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Records with moves, as data sets have them."""
    folder = tmp_path_factory.mktemp("records")
    for name, source in (("chess", LICHESS), ("hex", HEX)):
        records = ia.build(source, folder / name, limit=60).records
        np.save(folder / f"{name}.npy", np.resize(records, 4096))
    return folder


@pytest.mark.parametrize(
    "what", ["", " history", " rows", " threads", " targets", " mask", " positions"]
)
def test_records_of_chess_may_change_while_they_are_read(folder, what):
    assert_whole("chess" + what, folder)


@pytest.mark.parametrize("what", ["", " last move", " targets", " mask", " positions", " turned"])
def test_records_of_hex_may_change_while_they_are_read(folder, what):
    assert_whole("hex" + what, folder)


def assert_whole(call, folder):
    script = [sys.executable, "-c", textwrap.dedent(CHANGED), call, str(folder), "300"]
    done = subprocess.run(script, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout, done.stderr) == (0, "whole\n", "")
