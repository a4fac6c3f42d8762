"""The codes of colours, and the four symmetries on everything that has them."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings

import intarsia as ia
from tests.oracle.plain_hex import OTHER, cell_of, name_of, played
from tests.python.test_hex_games import CHOICES, SIZES, SWAPS, choices_of

CODES = {
    "piece": {"blue": 1, "red": 2},
    "channel": {"blue": 0, "red": 1},
    "player": {"blue": 0, "red": 1},
    "trmph": {"blue": "b", "red": "r"},
    "training": {"blue": 0.0, "red": 1.0},
}


def test_the_constants_of_the_seed():
    assert (ia.hex.EMPTY_PIECE, ia.hex.BLUE_PIECE, ia.hex.RED_PIECE) == (0, 1, 2)
    assert (ia.hex.PIECE_ONEHOT, ia.hex.EMPTY_ONEHOT) == (1, 0)
    assert (ia.hex.BLUE_CHANNEL, ia.hex.RED_CHANNEL, ia.hex.PLAYER_CHANNEL) == (0, 1, 2)
    assert (ia.hex.BLUE_PLAYER, ia.hex.RED_PLAYER) == (0, 1)
    assert (ia.hex.TRMPH_BLUE_WIN, ia.hex.TRMPH_RED_WIN) == ("1", "2")
    winners = (ia.hex.TRAINING_BLUE_WIN, ia.hex.TRAINING_RED_WIN)
    assert winners == (0.0, 1.0) and all(type(w) is float for w in winners)
    assert set(ia.hex._CONSTANTS) <= set(ia.hex.__all__) and len(ia.hex._CONSTANTS) == 14


@pytest.mark.parametrize("code", CODES)
def test_codes_go_both_ways(code):
    to, back = getattr(ia.hex, f"to_{code}"), getattr(ia.hex, f"from_{code}")
    for color, value in CODES[code].items():
        assert to(color) == value and type(to(color)) is type(value)
        assert back(value) == color
        if code in ("piece", "channel", "player"):
            assert back(np.int8(value)) == color
    wrong = {"trmph": ["3", "B", "", "bb"], "training": [0.5, -1.0, float("nan")]}
    for value in wrong.get(code, [-1, 3, 256, 10**20]):
        with pytest.raises(ValueError, match="expected"):
            back(value)
    for value in (None, True, [1], "blue" if code != "trmph" else 1):
        with pytest.raises(TypeError, match="expected"):
            back(value)
    assert ia.hex.from_piece(0) is None
    assert ia.hex.to_trmph("red", legacy=True) == "2" and ia.hex.from_trmph("2") == "red"


def test_whose_turn_it_is_can_be_guessed_by_name():
    guesses = {(0, 0): "blue", (1, 0): "red", (3, 2): "red", (2, 3): "blue", (2, 2): "ambiguous"}
    guesses |= {(3, 1): "impossible", (0, 2): "impossible"}
    for stones, guess in guesses.items():
        assert ia.hex.infer_turn(*stones) == guess
    assert ia.hex.infer_turn(2, 2, True) == "red" and ia.hex.infer_turn(2, 2, False) == "blue"
    with pytest.raises(ValueError):
        ia.hex.infer_turn(-1, 0)


def moved(symmetry, cell, size):
    """Where a cell goes, written apart."""
    row, column = cell
    if symmetry in (ia.hex.TRANSPOSED, ia.hex.ANTI_TRANSPOSED):
        row, column = column, row
    if symmetry in (ia.hex.ROTATED, ia.hex.ANTI_TRANSPOSED):
        row, column = size - 1 - row, size - 1 - column
    return row, column


@settings(max_examples=60, deadline=None)
@given(SIZES, CHOICES, SWAPS)
def test_everything_turns_together(size, choices, swap):
    plain = played(size, choices_of(size, choices, swap))
    game = ia.HexGame(plain.trmph())
    record = ia.to_records(game)
    whole = ["stones", "mover.stones", "turn.blue", "last_move", "blue.edges", "red.edges"]
    whole += ["us.edges", "them.edges", "swap.open", "swap.played", "ply", "codes.piece"]
    layouts = [ia.layout(name, size=size) for name in ("hex/nxn", "hex/2nxn", "hex/3nxn")]
    layouts += [ia.Layout("hex", whole, frame=f, size=size) for f in ("blue", "mover")]
    for symmetry in ia.hex.SYMMETRIES:
        turned = symmetry(game)
        stones = {"blue": [], "red": []}
        for cell, color in plain.stones.items():
            owner = OTHER[color] if symmetry.exchanges_colors else color
            stones[owner].append(moved(symmetry, cell, size))
        named = {color: [name_of(*cell) for cell in sorted(stones[color])] for color in OTHER}
        assert turned.stones == named
        assert turned.turn == symmetry.color(game.turn)
        assert turned.winner == (game.winner and symmetry.color(game.winner))
        assert (turned.ply, turned.swapped) == (game.ply, game.swapped)
        assert symmetry(turned) == game and symmetry(game.position) == turned.position
        assert eval(repr(turned), {"ia": ia}) == turned
        for layout in layouts:
            expected = turned.encode(layout)
            assert np.array_equal(symmetry(game.encode(layout), layout), expected)
            many = np.stack([game.encode(layout)] * 2)
            assert np.array_equal(symmetry(many, layout)[1], expected)
        again = symmetry(record, size=size)
        assert ia.from_records(again, size=size)[0].key == turned.key
        assert np.array_equal(again, ia.to_records(turned.position)) or game.ply == 0


def test_policies_values_and_indices_follow():
    size = 5
    game = ia.HexGame("#5,c1")
    names = [name_of(r, c) for r in range(size) for c in range(size)]
    policy = np.arange(26.0)
    for symmetry in ia.hex.SYMMETRIES:
        turned = symmetry.policy(policy)
        assert turned[25] == 25
        for i, name in enumerate(names):
            row, column = moved(symmetry, cell_of(name), size)
            assert turned[row * size + column] == i
            assert symmetry.index(i, size) == row * size + column
        assert np.array_equal(symmetry.policy(policy[:25]), turned[:25])
        assert np.array_equal(symmetry.policy(np.stack([policy] * 3))[2], turned)
        assert np.array_equal(symmetry.policy(turned), policy)
        assert symmetry.index(np.array([25, -1, 0]), size)[:2].tolist() == [25, -1]
        sign = -1 if symmetry.exchanges_colors else 1
        assert symmetry.value(0.25) == sign * 0.25 and symmetry.value(0.25, "mover") == 0.25
        assert symmetry.training(1.0) == (0.0 if symmetry.exchanges_colors else 1.0)
        legal = np.array([name in game.legal_moves for name in names])
        named = symmetry(game.position).legal_moves
        assert np.array_equal(symmetry.policy(legal), [name in named for name in names])
    assert np.array_equal(ia.hex.TRANSPOSED.policy(policy, "mover"), policy)
    assert ia.hex.ANTI_TRANSPOSED.policy(policy, "mover")[0] == 24
    for wrong in (np.zeros(3), np.zeros(()), np.zeros((2, 7))):
        with pytest.raises(ValueError, match="policy"):
            ia.hex.ROTATED.policy(wrong)
    with pytest.raises(ValueError, match="index"):
        ia.hex.ROTATED.index(26, 5)
    with pytest.raises(TypeError, match="index"):
        ia.hex.ROTATED.index(0.5, 5)
    with pytest.raises(ValueError, match="frame"):
        ia.hex.ROTATED.policy(policy, "red")


def test_the_four_form_a_group_and_there_are_no_others():
    assert len(ia.hex.SYMMETRIES) == 4 and ia.hex.symmetries() == list(ia.hex.SYMMETRIES)
    for a in ia.hex.SYMMETRIES:
        assert a.then(a) is ia.hex.IDENTITY and pickle.loads(pickle.dumps(a)) is a
        for b in ia.hex.SYMMETRIES:
            assert a.then(b) is b.then(a)
            position = ia.HexPosition("#5,c1d2e4")
            assert b(a(position)) == a.then(b)(position)
    assert not [name for name in dir(ia.hex) if "mirror" in name.lower() or "flip" in name.lower()]


def test_symmetries_of_anything():
    game = ia.HexGame("#5,c1d2e4 b")
    assert [g.winner for g in ia.hex.symmetries(game)] == ["blue", "blue", "red", "red"]
    assert [p.turn for p in ia.hex.symmetries("#5,c1")] == ["red", "red", "blue", "blue"]
    tensors = ia.encode(game.positions(), "hex/3nxn")
    assert [t.shape for t in ia.hex.symmetries(tensors, "hex/3nxn")] == [tensors.shape] * 4
    assert len(ia.hex.symmetries(ia.to_records(game.positions()))) == 4
    half = ia.Layout("hex", ["blue.stones"], size=5)
    with pytest.raises(ia.ParseError, match=r"but not red\.stones"):
        ia.hex.TRANSPOSED(game.encode(half), half)
    for wrong in (3, "startpos", np.zeros((3, 5, 5)), ia.Position(), ia.to_records("startpos")):
        with pytest.raises(TypeError):
            ia.hex.TRANSPOSED(wrong)
    with pytest.raises(ValueError, match="no layout of hex"):
        ia.hex.TRANSPOSED(ia.encode("startpos", "chess/planes25"), "chess/planes25")


def test_swaps_are_normalised():
    game = ia.HexGame("#13,c1c1g7h8 b")
    plain = ia.hex.normalise_swap(game)
    assert plain.moves == ["a3", "g7", "h8"] and plain.winner == "red" and not plain.swapped
    assert "swap normalised" in plain.tags["GC"]
    assert ia.hex.TRANSPOSED(game.position).stones == plain.position.stones
    ordinary = ia.HexGame("#13,a1b2 r")
    assert ia.hex.normalise_swap(ordinary) == ordinary
    assert ia.hex.normalise_swap("#13,c1c1g7") == ia.HexGame("#13,a3g7 # swap normalised")
