"""A driver without a card, for tests: tests/fake_cuda runs the kernels' own text in loops."""

import contextlib
import ctypes
import os
import shutil

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import BUILD, IS_SANITIZED, ROOT

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
_HEX = ROOT / "tests/data/hex/selfplay13.trmph"
HISTORY = ia.Layout(
    "chess", [{"last": 4, "features": ["us.pieces", "occurrences/3"]}], frame="mover"
)

_FAKES = BUILD / "fake_cuda"
ENVIRONMENT = {
    "INTARSIA_CUDA_DRIVER": str(_FAKES / "libfake_driver.so"),
    "INTARSIA_NVRTC": str(_FAKES / "libfake_nvrtc.so"),
}

MARKS = [
    pytest.mark.skipif(not (_FAKES / "libfake_driver.so").exists(), reason="no fake driver built"),
    pytest.mark.skipif(shutil.which("g++") is None, reason="apt-get install g++"),
    pytest.mark.skipif(IS_SANITIZED, reason="programs that are loaded are not sanitized"),
    pytest.mark.usefixtures("fake"),
]


@contextlib.contextmanager
def driver(cache):
    """The driver of this process, which takes the first that it finds."""
    os.environ.update(ENVIRONMENT, INTARSIA_CACHE=str(cache))
    yield ctypes.CDLL(ENVIRONMENT["INTARSIA_CUDA_DRIVER"])
    for name in (*ENVIRONMENT, "INTARSIA_CACHE"):
        del os.environ[name]


def chess_set(path):
    """Some games in several shards, and in two splits."""
    return ia.build(
        LICHESS, path, final=True, limit=60, shard_records=1200, split={"train": 0.7, "rest": 0.3}
    )


def hex_set(path):
    return ia.build(_HEX, path, limit=40)


def expect_same(host, device):
    """Every part of every batch, as bytes: NaN too."""
    count = 0
    for ours, theirs in zip(host, device, strict=True):
        for part, on_card in zip(ours[:3], theirs[:3], strict=True):
            assert (part is None) == (on_card is None)
            if part is not None:
                assert on_card.shape == part.shape
                assert on_card.numpy().tobytes() == part.tobytes()
        assert np.array_equal(ours.numbers, theirs.numbers)
        count += 1
    assert count
