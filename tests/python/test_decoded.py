"""What decoding gives beside positions: the plies before them, and what is not exact."""

import copy
import pickle

import numpy as np
import pytest

import intarsia as ia

LINE = "startpos moves e2e4 e7e5 g1f3"
PAIR = ia.Layout("chess", [{"last": 3, "features": ["white.pieces", "black.pieces"]}, "turn.white"])
SKEWED = ia.Layout("chess", ["white.pieces", "black.pieces", "white.pieces@2", "black.pieces@2"])


def placement(state):
    return state.fen.split()[0]


def test_shown_plies_come_back_by_their_age():
    found = ia.decode(ia.encode([LINE, "startpos"], PAIR), PAIR)
    positions, lost = found  # as a pair, as ever
    assert len(positions) == 2 and "history" in lost
    moves = LINE.split()[2:]
    before = [ia.Position(" ".join(["startpos moves", *moves[:n]])) for n in (2, 1)]
    first, second = found.history
    assert [placement(first[ago]) for ago in (1, 2)] == [placement(p) for p in before]
    assert second == {}  # nothing was played before the start
    skewed = ia.decode(ia.encode(LINE, SKEWED), SKEWED)
    assert [*skewed.history[0]] == [2] and placement(skewed.history[0][2]) == placement(before[1])


def test_layouts_without_history_have_none():
    found = ia.decode(ia.encode([LINE, "startpos"], "chess/planes25"), "chess/planes25")
    assert found.history == [{}, {}]
    for same in (pickle.loads(pickle.dumps(found)), copy.copy(found)):
        assert same == found and same.history == found.history
    assert ia.decode(ia.HexGame("#5,a1").encode("hex/3nxn"), "hex/3nxn").history == [{}]


@pytest.mark.parametrize("dtype", ["uint8", "bfloat16", "float16"])
def test_what_a_type_rounds_is_said(dtype):
    features = ["white.pieces", "black.pieces", "turn.white", "fullmove/65535"]
    layout = ia.Layout("chess", features, dtype=dtype)
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 40000"
    tensor = ia.encode(fen, layout)
    name = "fullmove/65535 (rounded)"
    assert name in layout.lost and "rounds: fullmove/65535" in repr(layout)
    found = ia.decode(tensor, layout)
    assert found.position.fullmove != 40_000 and name in found.lost
    away = ia.convert(tensor, layout, "chess/observation839")
    assert "nearest" in away.assumed[name] and name not in away.lost
    exact = ia.layout(layout, dtype="float32")
    assert name not in exact.lost
    assert name in ia.convert(ia.encode(fen, exact), exact, layout).lost


def test_numbers_beyond_float32_are_refused_without_a_warning(recwarn):
    tensor = ia.encode("startpos", "chess/canonical18").astype(np.float64)
    tensor[0, 0, 0] = 1e300
    with pytest.raises(ia.ParseError, match="inf"):
        ia.decode(tensor, "chess/canonical18")
    assert not recwarn.list


def test_tensors_of_torch_are_read_in_every_type():
    torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        tensor = torch.from_numpy(ia.encode("startpos", "chess/planes25")).to(dtype)
        fen = ia.Position().fen
        assert ia.decode(tensor, "chess/planes25").position.fen == fen
        assert ia.decode(tensor.requires_grad_(), "chess/planes25").position.fen == fen
    whole = tensor.detach().to(torch.int64)
    assert ia.decode(whole, "chess/planes25").position.fen == fen
    with pytest.raises(TypeError, match="expected elements of"):
        ia.decode(tensor.detach().to(torch.complex64), "chess/planes25")


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        ({"fact": "clock", "per": float("nan")}, "finite"),
        ({"fact": "clock", "per": float("inf")}, "finite"),
        ("\ud800", "no character"),
    ],
)
def test_what_json_cannot_say_is_named(feature, message):
    with pytest.raises(ValueError, match=message):
        ia.Layout("chess", [feature])


@pytest.mark.parametrize(
    ("entries", "error", "message"),
    [
        ((1, 2), ValueError, "tuple: expected twelve numbers or None, not 2"),
        ("abc", TypeError, "tuple: expected twelve"),
        (None, TypeError, "tuple: expected twelve"),
        ((1.5,) + (None,) * 11, TypeError, r"tuple\[0\]: expected a whole number"),
        ((None, 10**30) + (None,) * 10, ValueError, r"tuple\[1\]: expected"),
    ],
)
def test_tuples_that_are_none(entries, error, message):
    with pytest.raises(error, match=message):
        ia.Transition.from_tuple(ia.Position(), entries)


def test_a_transition_knows_both_ends():
    step = ia.Transition(ia.Position("startpos moves e2e4"), "e7e5")
    assert step.before.fen == ia.Position("startpos moves e2e4").fen
    assert step.after == step.apply(step.before)
    assert step.after.key == ia.Position("startpos moves e2e4 e7e5").key
