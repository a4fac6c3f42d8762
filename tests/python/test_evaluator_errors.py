"""What evaluators refuse, and what they say."""

import itertools
import json
import types

import numpy as np
import pytest

import intarsia as ia
from tests.python.scores import Own, material, zeros


def fails(batch):
    raise Own("mine")


@pytest.mark.parametrize(
    ("score", "error", "text"),
    [
        (fails, Own, "mine"),
        (lambda b: None, TypeError, "one for each position of the batch, not NoneType"),
        (lambda b: ("policy", zeros(b)), TypeError, "not tuple"),
        (lambda b: ["x"] * len(b), TypeError, "not list"),
        (lambda b: zeros(b).astype(complex), TypeError, "complex"),
        (lambda b: np.zeros(len(b) + 1), ValueError, "not an array of shape"),
        (lambda b: np.zeros((len(b), 3)), ValueError, "not an array of shape"),
        (lambda b: 0.5, ValueError, "not an array of shape ()"),
        (lambda b: zeros(b) * np.nan, ValueError, "nan for position 0 of the batch"),
        (lambda b: zeros(b) + 1.5, ValueError, "1.5 for position 0 of the batch; expected numbers"),
        (lambda b: zeros(b) - np.inf, ValueError, "in the view of who moves"),
        (lambda b: zeros(b) + 1e300, ValueError, "1e+300 for position 0 of the batch"),
        (lambda: None, TypeError, "takes 0 positional arguments"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_wrong_answers_are_refused(score, error, text):
    ev = ia.Evaluator(score, "chess/canonical18")
    with pytest.raises(error) as caught:
        ev.evaluate("startpos", nodes=100)
    assert text in str(caught.value)
    assert ev.scored == 0


def test_after_an_error_it_goes_on():
    calls = itertools.count()

    def sometimes(batch):
        if next(calls) == 3:
            raise Own("once")
        return material(batch)

    ev = ia.Evaluator(sometimes, "chess/canonical18", order="breadth", batch=100)
    with pytest.raises(Own, match="once"):
        ev.evaluate("startpos", nodes=1000)
    assert 0 < ev.scored < 1000
    answer = ev.evaluate("startpos", nodes=1000 - ev.scored)
    plain = ia.Evaluator(material, "chess/canonical18", order="breadth").evaluate("startpos", 1000)
    assert answer == plain


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: ia.Evaluator(3, "chess/canonical18"), TypeError, "score: expected a function"),
        (lambda: ia.Evaluator(zeros), TypeError, "layout: say in which layout"),
        (lambda: ia.Evaluator(layout="chess/canonical18"), TypeError, "goes with a score function"),
        (lambda: ia.Evaluator(zeros, "chess/nothing"), ValueError, "chess/nothing"),
        (lambda: ia.Evaluator(order="deep"), ValueError, "order: expected 'best'"),
        (lambda: ia.Evaluator(batch=0), ValueError, "batch: expected 1"),
        (lambda: ia.Evaluator(batch="many"), TypeError, "batch"),
        (lambda: ia.Evaluator(threads=0), ValueError, "threads"),
        (lambda: ia.Evaluator().step(10), ValueError, "no position was given yet"),
        (lambda: ia.Evaluator().graph, ValueError, "no position was given yet"),
        (lambda: ia.Evaluator().evaluate("startpos", 0), ValueError, "nodes: expected 1"),
        (lambda: ia.Evaluator().evaluate("nonsense"), ValueError, "FEN"),
        (lambda: ia.Evaluator().evaluate(None), TypeError, "NoneType"),
        (lambda: ia.Evaluator().evaluate(["hex 5", "hex 6"]), ValueError, "size 6"),
        (lambda: ia.Evaluator().evaluate(["startpos", "hex 6"]), ValueError, "Hex"),
        (lambda: ia.Evaluator(zeros, "hex/nxn").evaluate("startpos"), ValueError, "Chess"),
        (
            lambda: ia.Evaluator(zeros, ia.layout("hex/nxn", size=5)).evaluate("hex 6"),
            ValueError,
            "board of size 5",
        ),
        (
            lambda: ia.Evaluator(order=lambda c: "first").evaluate("startpos", 100),
            ValueError,
            "could not convert",
        ),
    ],
)
def test_errors_say_what_is_wrong(make, error, text):
    with pytest.raises(error) as caught:
        make()
    assert text.lower() in str(caught.value).lower()


def test_a_passport_is_compared_with_the_layout():
    layout = ia.layout("chess/canonical18", order="CHW")
    net = types.SimpleNamespace(passport=layout.passport)

    class Net:
        passport = layout.passport

        def __call__(self, batch):
            assert batch.shape[1:] == (18, 8, 8)
            return zeros(batch)

    assert ia.Evaluator(Net()).evaluate("startpos", nodes=50).score == 0
    assert ia.Evaluator(Net(), layout).evaluate("startpos", nodes=50).score == 0
    with pytest.raises(ValueError) as caught:
        ia.Evaluator(Net(), "chess/canonical18")
    assert "is for another layout" in str(caught.value) and "CHW" in str(caught.value)
    assert str(caught.value).endswith(layout.difference("chess/canonical18").rstrip("\n"))
    with pytest.raises(ValueError, match="another layout than chess/planes25"):
        ia.Evaluator(zeros, "chess/planes25", passport=json.dumps(net.passport))
    with pytest.raises(ValueError, match="hex/nxn, a layout of hex"):
        ia.Evaluator(zeros, "chess/planes25", passport=ia.layout("hex/nxn").passport)
    with pytest.raises(TypeError, match="passport: expected that of a layout, not int"):
        ia.Evaluator(zeros, "chess/planes25", passport=3)
    small = ia.layout("hex/nxn", size=5)
    assert ia.Evaluator(zeros, "hex/nxn", passport=small.passport).evaluate("hex 5", 9).score == 0
    with pytest.raises(ValueError, match="board of size 5"):
        ia.Evaluator(zeros, "hex/nxn", passport=small.passport).evaluate("hex 6", 9)
