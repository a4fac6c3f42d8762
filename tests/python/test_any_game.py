"""ia.Game and ia.GamePosition are any game's; ChessGame and HexGame are such games."""

import copy
import pickle

import numpy as np
import pytest

import intarsia as ia
from intarsia import _core

MOVES = {"chess": ["e2e4", "e7e5", "g1f3", "b8c6"], "hex": ["b1", "swap", "c3", "d4"]}
OWN = {"chess": lambda: ia.ChessGame(), "hex": lambda: ia.HexGame(5)}
SIZES = {"chess": 8, "hex": 5}
ALL = [row.name for row in _core.games()]


def played(name):
    game = ia.Game(name, size=SIZES[name])
    own = OWN[name]()
    for move in MOVES[name]:
        game.push(move)
        own.push(move)
    return game, own


@pytest.mark.parametrize("name", OWN)
def test_a_game_is_as_its_own_class_has_it(name):
    game, own = played(name)
    assert type(game) is ia.Game and isinstance(own, ia.Game) and game == own and own == game
    for attribute in (
        "game",
        "size",
        "turn",
        "moves",
        "key",
        "identity",
        "text",
        "outcome",
        "tags",
    ):
        assert getattr(game, attribute) == getattr(own, attribute), attribute
    assert list(game.legal_moves) == list(own.legal_moves) and game.ply == len(MOVES[name])
    assert game.position == own.position and type(game.position) is type(own.position)
    assert isinstance(own.position, ia.GamePosition)
    assert game.positions() == own.positions()
    assert game.positions(final=False) == own.positions(final=False) == own.positions()[:-1]
    assert game._repr_svg_() == own._repr_svg_()
    for layout in ia.layouts(name):
        assert np.array_equal(game.encode(layout.id), own.encode(layout.id))
    assert game.pop() == own.pop() == MOVES[name][-1] and game == own
    other = game.copy()
    other.push(MOVES[name][-1])
    assert other != game and len(other.moves) == len(game.moves) + 1
    with pytest.raises(IndexError, match="start"):
        for _ in range(9):
            game.pop()


# A game that its first player won, as each class makes it: in which word, and under which old name.
WON = {
    "chess": (lambda **won: ia.ChessGame(**won), "1-0", "result"),
    "hex": (lambda **won: ia.HexGame(5, **won), "blue", "winner"),
}


@pytest.mark.parametrize("name", WON)
def test_every_class_takes_an_outcome_by_that_name(name):
    make, word, older = WON[name]
    game = make(outcome=word)
    assert game.recorded == word and f"outcome='{word}'" in repr(game)
    assert game == make(**{older: word}) == ia.Game(name, size=SIZES[name], outcome=word)
    assert pickle.loads(pickle.dumps(game)) == game == eval(repr(game), {"ia": ia})
    with pytest.raises(ValueError, match=f"{older}: expected one of {word}, "):
        make(**{older: "green"})
    with pytest.raises(TypeError, match=f"the same as {older}"):
        make(outcome=word, **{older: word})


@pytest.mark.parametrize("name", ALL)
def test_every_game_can_be_played_written_and_read_back(name):
    row = _core.game_type(name)
    game = ia.Game(name)
    assert game.size == row.size_shown(row.usual_size) and game.game == name
    while game.outcome is None and game.ply < 12:
        assert game.turn == row.players[game.ply % 2]
        game.push(list(game.legal_moves)[game.ply % len(game.legal_moves)])
    assert ia.Game(name, game.text) == game and eval(repr(game)) == game
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == copy.copy(game) == game
    for i, position in enumerate(game.positions()):
        again = ia.GamePosition(name, position.text)
        assert again == position and hash(again) == hash(ia.GamePosition(name, position))
        assert eval(repr(again)) == again == pickle.loads(pickle.dumps(again))
        if i < game.ply:
            assert again.after(game.moves[i]) == game.positions()[i + 1]
    records = ia.to_records(game.positions())
    assert records.dtype == ia.record_dtype(name)
    assert [p.identity for p in ia.from_records(records)] == [p.identity for p in game.positions()]
    for layout in ia.layouts(name):
        planes = ia.encode(game.positions(), layout.id)
        assert np.array_equal(planes, ia.encode([p.text for p in game.positions()], layout.id))
        if not layout.history and "occurrences" not in str(layout.planes):
            assert np.array_equal(planes, ia.encode(records, layout.id))
        assert ia.show(game, layout.id).text
    for policy in (p for p in ia.policies() if p.game == name):
        masks = policy.mask(game.positions())
        assert np.array_equal(masks, policy.mask(records))
        for position, move, mask in zip(game.positions(), game.moves, masks, strict=False):
            assert mask[policy.index(position, move)] and mask.sum() <= len(position.legal_moves)


def test_options_are_the_games_own():
    literal = ia.Game("hex", "hex 5 moves b1 swap", swap="literal")
    transposed = ia.Game("hex", "hex 5 moves b1 swap", swap="pieces")
    assert transposed == ia.Game("hex", "hex 5 moves b1 swap", swap="transposed") != literal
    assert repr(literal) == "ia.Game('hex', 'hex 5 moves b1 swap', swap='literal')"
    assert repr(transposed) == "ia.Game('hex', 'hex 5 moves b1 swap')"
    assert eval(repr(literal)) == literal == pickle.loads(pickle.dumps(literal))
    own = ia.HexGame("hex 5 moves b1 swap", swap="literal")
    assert (
        own == literal
        and "swap='literal'" in repr(own)
        and "swap" not in repr(ia.HexGame(5, "pieces"))
    )
    assert ia.Game("chess", chess960=True) == ia.ChessGame("startpos", chess960=True)
    assert "chess960=True" in repr(ia.Game("chess", chess960=True))
    with pytest.raises(TypeError, match=r"unexpected argument 'swap'; .* chess960"):
        ia.Game("chess", swap="literal")
    with pytest.raises(ValueError, match="swap: expected 'transposed' or 'literal'"):
        ia.Game("hex", swap="sides")
    with pytest.raises(ValueError, match="swap goes with a text"):
        ia.Game("hex", literal, swap="literal")


def test_sizes_by_number_and_by_text():
    assert ia.Game("hex", size="7") == ia.Game("hex", size=7)
    assert ia.record_dtype("hex", "13") == ia.hex.record_dtype(13)
    assert ia.policy("hex/cells", size="13").size == 170
    assert ia.Layout("hex", ["blue.stones"], size="9").shape == (1, 9, 9)
    for wrong in (27, "27", "7x6", "", 0):
        with pytest.raises(ia.ParseError, match="hex is played on boards of size 1 to 26"):
            ia.Game("hex", size=wrong)
    with pytest.raises(ValueError, match="size: the board is of size 5, not 7"):
        ia.Game("hex", "hex 5", size=7)
    with pytest.raises(TypeError):
        ia.record_dtype("hex", 1.5)


def test_a_data_set_is_opened_by_the_text_of_a_size(tmp_path):
    file = tmp_path / "games.trmph"
    file.write_text("#5,a1b2 b\n#6,a1b2 b\n#6,a1b3 r\n")
    ia.build(file, tmp_path / "data")
    ds = ia.open(tmp_path / "data", size="6")
    assert ds.sizes == [6] and len(ds.games) == 2 and pickle.loads(pickle.dumps(ds)).sizes == [6]
    with pytest.raises(ValueError, match="boards of size 5, 6, not 7"):
        ia.open(tmp_path / "data", size="7")
    with pytest.raises(ia.ParseError, match="1 to 26"):
        ia.open(tmp_path / "data", size="6x6")


def test_outcomes_are_recorded_in_the_games_words():
    game = ia.Game("chess", "startpos moves e2e4", outcome="black", tags={"Event": "x"})
    assert game.recorded == "0-1" and game.outcome.winner == "black" and game.tags == {"Event": "x"}
    assert eval(repr(game)) == game == pickle.loads(pickle.dumps(game))
    game.push("e5")
    assert game.recorded is None and game.outcome is None
    assert ia.Game("hex", "#5,a1 r").recorded == "red" and ia.Game("hex", "#5,a1").recorded is None
    with pytest.raises(ValueError, match="outcome: expected one of blue, red"):
        ia.Game("hex", outcome="white")
    with pytest.raises(TypeError, match="outcome"):
        ia.Game("hex", outcome=1)


def test_one_games_texts_and_objects_are_not_anothers():
    with pytest.raises(ia.ParseError, match=r"of Hex: ia.HexPosition and ia.HexGame read it"):
        ia.Game("chess", "#5,a1")
    with pytest.raises(ia.ParseError, match=r"chess: ia.Position and ia.ChessGame read it"):
        ia.Game("hex", "startpos")
    for source in (ia.ChessGame(), ia.Position(), ia.Game("chess"), 3, b"x"):
        with pytest.raises(TypeError, match="expected a line of Hex"):
            ia.Game("hex", source)
    with pytest.raises(ia.ParseError, match="no game"):
        ia.Game("go")
    with pytest.raises(ia.IllegalError, match='"a9": '):
        ia.Game("hex", size=5).push("a9")
    with pytest.raises(ia.IllegalError, match="legal are"):
        ia.Game("chess").push("e5")
    assert ia.Game("hex", size=8) != ia.Game("chess") and ia.Game("chess") != 3


@pytest.mark.parametrize("own", [ia.Position, ia.ChessGame])
def test_the_general_init_cannot_make_one_game_anothers(own):
    """A Position that was filled as one of Hex says so, whatever it is asked."""
    made = own.__new__(own)
    own.__base__.__init__(made, "hex", "hex 5")
    for name in ("fen", "clock", "pieces", "legal_moves", "check"):
        with pytest.raises(TypeError, match="expected chess, not hex"):
            getattr(made, name)
    with pytest.raises(TypeError, match="expected chess, not hex"):
        repr(made)
    assert made.game == "hex" and made.size == 5


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("ply", 9, "the ply is not that of these discs"),
        ("rows", 0, "no board has these columns and rows"),
        ("flags", 255, "flags that no record has"),
    ],
)
def test_a_damaged_record_that_says_its_board_says_what_is_wrong(field, value, what):
    records = ia.to_records(["connect4 6x5 33", "connect4 6x5 332"])
    records[field][0] = value
    for call in (ia.from_records, lambda r: ia.encode(r, "connect4/2planes")):
        with pytest.raises(ValueError, match=what):
            call(records)
