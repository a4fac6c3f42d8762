"""Hex games and positions beside an independent Hex; values stay what they are."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intarsia as ia
from tests.oracle.plain_hex import OTHER, PlainHex, played

SIZES = st.integers(1, 9)
CHOICES = st.lists(st.integers(0, 99), max_size=90)
# Half of the games begin with a swap.
SWAPS = st.booleans()


def choices_of(size, choices, swap):
    return [choices[0], size * size - 1, *choices[1:]] if swap and choices else choices


@settings(max_examples=150, deadline=None)
@given(SIZES, CHOICES, SWAPS)
def test_a_game_is_as_the_other_hex_has_it(size, choices, swap):
    game, plain = ia.HexGame(size), PlainHex(size)
    keys = [game.key]
    for choice in choices_of(size, choices, swap):
        legal = plain.legal()
        assert game.legal_moves == legal
        if not legal:
            break
        move = legal[choice % len(legal)]
        game.push(move)
        plain.play(move)
        keys.append(game.key)
        assert game.turn == plain.turn
        assert game.stones == {color: plain.names(color) for color in OTHER}
        assert game.winner == plain.winner()
        assert game.winning_ply == (len(plain.moves) if plain.winner() else None)
        assert game.swapped == plain.swapped and game.ply == len(plain.moves)
    assert game.moves == plain.moves
    winner = plain.winner()
    outcome = game.outcome
    assert (outcome and (outcome.winner, outcome.reason)) == (winner and (winner, "connection"))
    suffix = f" {winner[0]}" if winner else ""
    assert game.trmph == plain.trmph() + suffix
    check_forms(game)
    for move, key in zip(reversed(plain.moves), reversed(keys[:-1]), strict=True):
        assert game.pop() == move
        assert game.key == key
    assert game == ia.HexGame(size)


def check_forms(game):
    """Every form reads back as the same game and gives the same positions."""
    for text in (game.trmph, game.sgf, ia.HexGame(game.trmph).sgf):
        again = ia.HexGame(text)
        assert again == game and again.positions() == game.positions()
    assert ia.HexGame(game.sgf).trmph == game.trmph
    assert eval(repr(game), {"ia": ia}) == game
    positions = game.positions()
    assert len(positions) == len(game.moves) + 1 and positions[-1] == game.position
    assert game.positions(final=False) == positions[:-1]
    assert [p.moves for p in positions] == [game.moves[:i] for i in range(len(positions))]
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        assert eval(repr(position), {"ia": ia}) == position
        assert pickle.loads(pickle.dumps(position)).key == position.key
        assert len(position.legal_moves) == 0 or position.winner is None


def test_the_swap_survives():
    game = ia.HexGame("#13,c1c1g7 b")
    first, second, third, _ = game.positions()
    assert first.stones == {"blue": [], "red": []}
    assert second.stones == {"blue": ["a3"], "red": []} and "swap" in second.legal_moves
    assert third.stones == {"blue": [], "red": ["c1"]} and third.turn == "blue"
    assert game.moves == ["a3", "swap", "g7"] and game.swapped
    assert ";B[a3];W[swap-pieces];B[g7]" in game.sgf
    link = ia.HexGame("https://hexworld.org/board/#13c1,a3:sg7")
    assert link.positions() == game.positions()
    literal = ia.HexGame("#13,c1c1g7", swap="literal")
    assert literal.positions()[1].stones["blue"] == ["c1"]
    assert literal.position.key == game.position.key
    assert eval(repr(literal), {"ia": ia}) == literal
    assert pickle.loads(pickle.dumps(literal.position)) == literal.position


def test_a_record_brings_its_winner_and_tags():
    game = ia.HexGame("#11,a1b2 r # from a club")
    assert game.winner == "red" and game.outcome.reason == "resignation"
    assert game.outcome.result == "0-1" and game.winning_ply is None
    assert game.tags == {"GC": "from a club"}
    assert game.trmph == "#11,a1b2 r # from a club"
    assert game.to_trmph(legacy_winners=True) == "#11,a1b2 2 # from a club"
    game.tags["PB"] = "Ada"
    assert "PB[Ada]" in game.sgf and ia.HexGame(game.sgf) == game
    with pytest.raises(ia.IllegalError, match="Blue resigned"):
        game.push("c3")
    assert game.position.winner is None  # the board does not show it
    game.pop()
    assert game.winner is None
    game.push("b3")
    game.resign()
    assert game.winner == "red"
    with pytest.raises(ia.IllegalError):
        game.resign()


def test_little_golem_and_sides():
    golem = ia.HexGame("(;FF[4]SZ[13]PB[x [y]]PW[z]RE[B];W[am];B[swap];W[gg])")
    assert golem.moves == ["a13", "swap", "g7"] and golem.winner == "blue"
    sides = ia.HexGame("(;GM[11]SZ[5];B[a1];W[swap-pieces];W[b2])")
    assert sides.moves == ["a1", "b2"] and sides.swapped_sides and not sides.swapped
    assert eval(repr(sides), {"ia": ia}) == sides and pickle.loads(pickle.dumps(sides)) == sides
    assert "W[swap-sides]" in sides.sgf


@pytest.mark.parametrize(
    "value",
    [
        ia.HexGame(1),
        ia.HexGame("#13,c1c1g7 b"),
        ia.HexGame("hex 5 blue c3 red b1 turn red moves a1", outcome="blue", tags={"EV": "it's"}),
        ia.HexPosition(26),
        ia.HexPosition("hex 5 blue c3 red b1 turn red"),
        ia.HexSetup(5, blue=["c3"], red=["b1", "a1"]),
        ia.HexSetup(5, red=["b1"], turn="blue"),
        ia.hex.TRANSPOSED,
        ia.layout("hex/3nxn", size=13),
        ia.Layout("hex", ["us.stones", "last_move@1"], frame="mover", size=7, id="my/own"),
    ],
    ids=lambda v: type(v).__name__,
)
def test_values_survive(value):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == value and copy.deepcopy(value) == value
    if not isinstance(value, ia.Layout):
        assert eval(repr(value), {"ia": ia}) == value
    assert value != 3 and value != "#5,"


def test_copies_go_their_own_way():
    game = ia.HexGame(5, tags={"PB": "Ada"})
    other = game.copy()
    other.push("c3")
    other.tags["PB"] = "Bea"
    assert game.moves == [] and game.tags == {"PB": "Ada"}
    assert game != other
    with pytest.raises(TypeError):
        hash(game)
    position = other.position
    other.pop()
    assert position.moves == ["c3"]
    assert len({position, ia.HexPosition("#5,c3"), ia.HexPosition("#5,c4")}) == 2
    assert position.after("swap").after("a1").moves == ["c3", "swap", "a1"]
    assert position.moves == ["c3"]


def test_games_that_began_from_stones_have_no_trmph():
    game = ia.HexGame("hex 5 blue c3 red b1 turn red")
    game.push("a1")
    for form in ("trmph", "hexworld"):
        with pytest.raises(ValueError, match="began from stones"):
            getattr(game, form)
    assert ia.HexGame(game.sgf) == game
    red_first = ia.HexGame("(;GM[11]SZ[5];W[a1];B[b2])")
    assert red_first.turn == "red" and ia.HexGame(red_first.sgf) == red_first
    with pytest.raises(ValueError, match="Red began the game"):
        red_first.trmph  # noqa: B018
    assert ia.HexGame(game.position).position == game.position


@pytest.mark.parametrize("source", [None, 2.5, b"#5,", [], {}, True, object(), ia.Position()])
def test_what_no_game_can_be_made_of(source):
    for kind in (ia.HexGame, ia.HexPosition):
        with pytest.raises(TypeError, match="expected a size, a TRMPH line"):
            kind(source)


@pytest.mark.parametrize("size", [0, -1, 27, 10**20])
def test_sizes_have_limits(size):
    for make in (ia.HexGame, ia.HexPosition, lambda n: ia.layout("hex/nxn", size=n)):
        with pytest.raises(ValueError, match="1 to 26"):
            make(size)


def test_faults_have_places_and_reasons():
    for text, kind, offset in [
        ("#13,a1b2a1", ia.IllegalError, 8),
        ("#13,a1z9", ia.ParseError, 6),
        ("#0,", ia.ParseError, 1),
        ("(;GM[1]SZ[5])", ia.ParseError, 2),
        ("startpos", ia.ParseError, 0),
        ("", ia.ParseError, 0),
        ("hex 5 moves a1 a1", ia.IllegalError, 15),
        ("#5,a1\x00", ia.ParseError, 5),
    ]:
        for make in (ia.HexGame, ia.HexPosition):
            with pytest.raises(kind) as caught:
                make(text)
            assert caught.value.offset == offset, text
    game = ia.HexGame("#5,a1")
    for move, reason in [("a1", "taken"), ("z9", "not on a board"), ("", "expected a cell")]:
        with pytest.raises(ia.IllegalError, match=reason):
            game.push(move)
    with pytest.raises(ia.IllegalError, match="second move"):
        ia.HexGame(5).push("swap")
    with pytest.raises(ia.IllegalError, match="won"):
        ia.HexGame("#1,a1").push("a1")
    for wrong in (None, ("a", 1), b"a1", 1.5, True, (1, 2, 3)):
        with pytest.raises(TypeError, match="a cell such as"):
            game.push(wrong)
    with pytest.raises(IndexError):
        ia.HexGame(5).pop()
    with pytest.raises(ValueError, match="swap"):
        ia.HexGame(5, swap="sides")
    with pytest.raises(ValueError, match="other's"):
        ia.HexGame("#1,a1", outcome="red")
    with pytest.raises(TypeError, match="tags"):
        ia.HexGame(5, tags=[("PB", "x")])
    with pytest.raises(ia.ParseError, match=r"ia\.HexPosition"):
        ia.Position("#13,a1")
    strange = ia.HexGame(5)
    strange.tags[3] = "x"
    with pytest.raises(TypeError, match="tags"):
        _ = strange.sgf


def test_a_number_is_never_a_colour():
    for wrong in (0, 1, 2, True, 0.0, None):
        with pytest.raises(TypeError):
            ia.hex.to_piece(wrong)
        if wrong is not None:
            with pytest.raises(TypeError):
                ia.HexGame(5, outcome=wrong)
            with pytest.raises(TypeError):
                ia.decode(np.zeros((5, 5), np.int8), "hex/nxn", turn=wrong)
    with pytest.raises(ValueError, match="'blue' or 'red'"):
        ia.hex.to_piece("green")


def test_setups_are_boards():
    board = ia.HexSetup(5, ["c3"], ["b1"])
    assert board.turn is None and board.size == 5
    assert board.position("blue").turn == "blue"
    with pytest.raises(ValueError, match="say 'blue' or 'red'"):
        board.position()
    assert ia.HexSetup(5, turn="red").position().turn == "red"
    for wrong in (dict(blue=["f1"]), dict(blue=["a1"], red=["a1"]), dict(size=0)):
        with pytest.raises(ValueError):
            ia.HexSetup(**{"size": 5, **wrong})
    assert played(3, [0, 1]).moves == ["a1", "c1"]


def test_games_and_positions_draw_themselves():
    game = ia.HexGame("#5,b1b1c3")
    svg = game._repr_svg_()
    assert svg.startswith("<svg") and "blue stone" in svg and "red stone" in svg
    assert svg.count("polygon") + svg.count("<path") >= 25
    assert game.position._repr_svg_() == svg
    assert "blue stone" not in game.positions()[0]._repr_svg_()
