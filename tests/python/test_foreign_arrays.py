"""Arrays by DLPack: filled where they can be, refused in words where they cannot."""

import chess
import numpy as np
import pytest

import intarsia as ia
from intarsia import _core
from tests.python import foreign_arrays as foreign

LAYOUT = "chess/signed64"
FENS = ["startpos", "startpos moves e2e4"]
RIGHT = ia.encode(FENS, LAYOUT)
POLICY = ia.policy("chess/az4672")
REFUSED = [
    (foreign.Nothing, ValueError, "out: the array has elements, but no memory"),
    (foreign.Shifted, ValueError, "out: the array has elements, but no memory"),
    (foreign.Shapeless, TypeError, "out: expected an array with a shape, not Shapeless"),
    (foreign.Unshapely, TypeError, "out: expected an array with a shape, not Unshapely"),
    (foreign.WithGradient, ValueError, r"requires a gradient; pass out.detach\(\)"),
    (foreign.ReadOnly, TypeError, "out: expected an array .* that can be written, not ReadOnly"),
]


def calls():
    """Everything that fills an array of the caller's, with such an array."""
    records = ia.to_records(FENS)
    mask = np.zeros((2, POLICY.size), np.uint8)
    planes = np.zeros_like(RIGHT)
    yield lambda out: ia.encode(FENS, LAYOUT, out=out), planes
    yield lambda out: ia.encode(FENS[0], LAYOUT, out=out), planes[0]
    yield lambda out: ia.encode(records, LAYOUT, out=out), planes
    yield lambda out: ia.ChessGame().encode(LAYOUT, out=out), planes[0]
    yield lambda out: POLICY.mask(FENS, out=out), mask
    yield lambda out: POLICY.mask(FENS[0], out=out), mask[0]
    yield lambda out: POLICY.mask(records, out=out), mask


def test_memory_of_other_libraries_is_filled():
    for call, array in calls():
        assert not array.any()
        out = foreign.Foreign(array)
        assert call(out) is out
        assert array.any()
        array[...] = 0


@pytest.mark.parametrize(("kind", "error", "says"), REFUSED)
def test_what_cannot_be_filled_is_refused_untouched(kind, error, says):
    for call, array in calls():
        with pytest.raises(error, match=says):
            call(kind(array))
        assert not array.any()


def test_a_batch_of_one_needs_an_axis():
    whole = foreign.Whole(np.zeros_like(RIGHT))
    assert ia.encode(FENS, LAYOUT, out=whole) is whole and np.array_equal(whole.array, RIGHT)
    for call, array in calls():
        if array.shape in (RIGHT.shape[1:], (POLICY.size,)):
            with pytest.raises(TypeError, match=r"out: expected an array that takes \[None\]"):
                call(foreign.Whole(array))


@pytest.mark.parametrize("kind", [foreign.Nothing, foreign.Shifted])
def test_elements_without_memory_are_not_read(kind):
    plan = ia.layout(LAYOUT)._plan
    nothing = kind(RIGHT)
    with pytest.raises(TypeError):
        _core.decode(plan, nothing, b"\0")
    with pytest.raises(TypeError):
        _core.convert(plan, plan, nothing, b"\0", np.empty_like(RIGHT), 1)
    with pytest.raises(TypeError):
        _core.convert(plan, plan, RIGHT, b"\0", nothing, 1)
    records = kind(ia.to_records(FENS).view(np.uint8).reshape(2, -1))
    with pytest.raises(TypeError):
        _core.encode_records(plan, records, np.empty_like(RIGHT), 1)
    with pytest.raises(TypeError):
        _core.from_records("chess", 8, records)


def test_no_elements_need_no_memory():
    nothing = foreign.Nothing(RIGHT[:0])
    assert ia.encode([], LAYOUT, out=nothing) is nothing
    assert _core.decode(ia.layout(LAYOUT)._plan, nothing, b"\0") == ([], [])


def test_tensors_of_torch_that_require_a_gradient_are_not_filled():
    torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
    out = torch.zeros(RIGHT.shape, requires_grad=True)
    with pytest.raises(ValueError, match=r"pass out.detach\(\)"):
        ia.encode(FENS, LAYOUT, dtype="float32", out=out)
    assert not out.detach().numpy().any()
    ia.encode(FENS, LAYOUT, dtype="float32", out=out.detach())
    assert np.array_equal(out.detach().numpy(), RIGHT)
    assert ia.decode(out, LAYOUT).positions[1].pieces == ia.Position(FENS[1]).pieces


def test_a_board_that_takes_the_array_away_does_no_harm():
    """Boards are asked by Python's code; the array is looked at only afterwards."""
    for call, array in ((POLICY.mask, np.zeros((1, POLICY.size), np.uint8)), (encoded, RIGHT[:1])):
        out = array.copy()
        board = chess.Board()
        board.move_stack.append(Thief(out))
        with pytest.raises(ValueError, match="row"):
            call([board], out=out)


def encoded(positions, out):
    return ia.encode(positions, LAYOUT, out=out)


class Thief(chess.Move):
    """A move that takes an array's memory away when it is asked whence it comes."""

    def __init__(self, array):
        self.array = array

    @property
    def from_square(self):
        self.array.resize((0, *self.array.shape[1:]), refcheck=False)
        return chess.E2

    to_square, promotion = chess.E4, None
