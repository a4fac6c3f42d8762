"""Hex called with anything: an answer or an ordinary error, never a crash, and no leak."""

import random

import numpy as np
import pytest

import intarsia as ia

GAME = ia.HexGame("#5,c1c1b2d4a5 b")
TENSOR = GAME.encode("hex/3nxn")
RECORDS = ia.to_records(GAME.positions())
JUNK = [None, 3, -1, 2.5, True, "", "swap", "a1", "blue", b"x", [], {}, object(), 10**30]
JUNK += ["#5,a1b2", "#5,a1a1", "#27,", "hex 5 moves a1 swap", "(;GM[11]SZ[5];B[a1])", "\ud800"]
JUNK += [GAME, GAME.position, ia.Position(), TENSOR, TENSOR[0], RECORDS, RECORDS[0], np.zeros(26)]
JUNK += [
    "hex/3nxn",
    "hex/nxn",
    "chess/planes25",
    ia.layout("hex/2nxn", size=5),
    np.zeros((3, 0, 5)),
]
JUNK += [["#5,a1", "#5,b1"], ia.HexSetup(5), ia.hex.ROTATED, np.full((5, 5), 7, np.int8), "infer"]
CALLS = [
    ia.HexGame,
    ia.HexPosition,
    ia.HexSetup,
    ia.encode,
    ia.decode,
    ia.convert,
    ia.show,
    ia.to_records,
    ia.from_records,
    ia.layout,
    ia.read,
    ia.hex.symmetries,
    ia.hex.normalise_swap,
    ia.hex.record_dtype,
    ia.hex.infer_turn,
    ia.hex.ANTI_TRANSPOSED,
    ia.hex.TRANSPOSED.policy,
    ia.hex.TRANSPOSED.index,
    ia.hex.TRANSPOSED.color,
    ia.hex.from_piece,
    ia.hex.from_trmph,
    ia.hex.from_training,
    lambda *a: GAME.copy().push(*a),
    lambda *a: GAME.position.after(*a),
    lambda *a: GAME.position.encode(*a),
    lambda *a: ia.HexGame(5, *a).sgf,
    lambda a, *b: ia.HexGame(5, tags={"PB": a}).sgf,
]
ORDINARY = (TypeError, ValueError, IndexError, OverflowError, OSError, AttributeError)


@pytest.mark.parametrize("seed", range(8))
def test_anything_is_answered(seed):
    rng = random.Random(seed)
    answered = 0
    for _ in range(1500):
        call = rng.choice(CALLS)
        arguments = [rng.choice(JUNK) for _ in range(rng.randrange(1, 4))]
        try:
            result = call(*arguments)
        except ORDINARY:
            continue
        answered += 1
        repr(result)
    assert answered > 20


def test_arguments_are_not_kept():
    """Games and arrays are let go of after the call."""
    import gc
    import sys

    tensor = TENSOR.copy()
    before = sys.getrefcount(tensor), sys.getrefcount(GAME)
    for _ in range(50):
        ia.decode(tensor, "hex/3nxn")
        ia.hex.symmetries(tensor, "hex/3nxn")
        ia.encode([GAME, GAME], "hex/3nxn")
        GAME.positions()
    gc.collect()
    assert (sys.getrefcount(tensor), sys.getrefcount(GAME)) == before
