"""Values stay what they are through pickle, copy and repr."""

import copy
import pickle

import chess
import numpy as np
import pytest

import intarsia as ia

POSITIONS = [
    ia.Position(),
    ia.Position("startpos moves e2e4 e7e5 g1f3"),
    ia.Position("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3"),
    ia.Position("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1"),
    ia.Position("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1 moves e1g1"),
    ia.Position("startpos", chess960=True),
    ia.Position("4k3/8/8/8/8/8/8/4K2R w - - 12 60", chess960=True),
    ia.Position("4k3/8/8/8/8/8/8/4K2R w K - 12 60", occurrences=2),
]
LAYOUTS = [*ia.layouts("chess"), ia.layout("chess/planes25", order="HWC", dtype="uint8")]
LAYOUTS += [ia.Layout("chess", ["us.pieces", "clock/100@2"], frame="mover", id="my/own")]
VALUES = [
    *POSITIONS,
    *LAYOUTS,
    ia.ChessGame("startpos moves e4 e5"),
    ia.Setup("8/8/8/8/8/8/P7/8 b - - 0 1"),
    ia.Transition(POSITIONS[1], "Nc6"),
    ia.Transition(POSITIONS[1], "0000"),
]
ANSWERS = [
    ia.Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome,
    ia.Position("startpos moves f3 e5 g4 Qh4#").outcome,
    POSITIONS[1].legal_moves,
]


@pytest.mark.parametrize("value", [*VALUES, *ANSWERS], ids=lambda v: type(v).__name__)
def test_values_survive_pickle_and_copy(value):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value


@pytest.mark.parametrize(
    "value", [v for v in VALUES if not isinstance(v, ia.Layout)], ids=lambda v: type(v).__name__
)
def test_what_is_shown_can_be_pasted_back(value):
    assert eval(repr(value), {"ia": ia}) == value


@pytest.mark.parametrize("value", POSITIONS)
def test_a_pasted_position_is_the_same_in_every_layout(value):
    pasted = eval(repr(value), {"ia": ia})
    for layout in LAYOUTS:
        assert np.array_equal(ia.encode(pasted, layout), ia.encode(value, layout))
    assert hash(pasted) == hash(value)
    assert (pasted.fen, pasted.key, pasted.identity) == (value.fen, value.key, value.identity)
    assert (pasted.chess960, pasted.occurrences) == (value.chess960, value.occurrences)


def test_values_differ_from_others():
    assert len({*POSITIONS, *POSITIONS}) == len(POSITIONS)
    assert len({*LAYOUTS, *LAYOUTS}) == len(LAYOUTS)
    for value in VALUES:
        assert value != 3 and value is not None and value != "startpos"
    assert ia.Position("startpos moves Nf3 Nf6 Ng1 Ng8") != ia.Position()
    assert ia.Position("startpos moves Nf3 Nf6 Ng1 Ng8").identity == ia.Position().identity


def test_positions_cannot_be_changed_and_games_have_no_hash():
    position = ia.Position()
    with pytest.raises(AttributeError):
        position.fen = "other"
    with pytest.raises(TypeError):
        hash(ia.ChessGame())
    after = position.after("e4")
    assert position.moves == [] and after.moves == ["e2e4"]
    assert position.after(chess.Move.from_uci("e2e4")) == after


def test_occurrences_are_kept_and_counted_on():
    told = ia.Position("4k3/8/8/8/8/8/8/4K2R w K - 12 60", occurrences=2)
    assert told.occurrences == 2
    assert told.after("Ke2").occurrences == 1
    shuffled = ia.Position("r3k3/8/8/8/8/8/8/4K2R w - - 12 60", occurrences=2)
    for move in ["Rg1", "Rb8", "Rh1", "Ra8"]:
        shuffled = shuffled.after(move)
    assert shuffled.occurrences == 3
    assert ia.from_records(ia.to_records(told)) == [told]
    plane = ia.layout("chess/canonical18").index("occurrences/3")
    assert told.encode("chess/canonical18")[0, 0, plane] == np.float32(2 / 3)


def test_transitions_apply_and_undo():
    position = ia.Position("4k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 9")
    for move in position.legal_moves:
        step = ia.Transition(position, move)
        after = step.apply(position)
        assert after == position.after(move)
        assert step.undo(after) == position
        assert ia.Transition.from_tuple(position, step.tuple) == step
    assert ia.Transition(position, "exd6").edits == [
        ("d5", "p", None),
        ("e5", "P", None),
        ("d6", None, "P"),
    ]
    step = ia.Transition(position, "O-O")
    for wrong in (ia.Position(), step.apply(position)):
        with pytest.raises(ia.IllegalError, match="applied to the position"):
            step.apply(wrong)
    with pytest.raises(ia.IllegalError, match="undone from"):
        step.undo(position)
    with pytest.raises(ia.IllegalError, match="pre_castle") as caught:
        ia.Transition.from_tuple(position, (60, 6, 62, 0, 1, 1, *[None] * 6))
    assert caught.value.offset == 4
    null = ia.Transition(position, "0000")
    assert null.edits == [] and null.undo(null.apply(position)).fen == position.fen
    with pytest.raises(ia.ParseError, match="null move has no tuple"):
        _ = null.tuple


def test_errors_survive_pickle():
    with pytest.raises(ia.ParseError) as caught:
        ia.encode(["startpos", "bad"], "chess/planes25")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.offset, again.row) == (str(caught.value), caught.value.offset, 1)


def test_half_a_board_is_a_setup():
    pawns = ia.Layout("chess", ["white.pawn", "turn.white"])
    found = ia.decode(ia.encode(["startpos", "startpos moves e4"], pawns), pawns).positions
    assert all(isinstance(p, ia.Setup) for p in found)
    assert [p.turn for p in found] == ["white", "black"]
    assert "e4" in found[1].pieces and "e2" not in found[1].pieces
    assert any("king" in fault for fault in found[0].faults)
    assert ia.Setup(chess.STARTING_FEN).faults == []
    with pytest.raises(ia.ParseError):
        ia.Setup("nonsense")


def test_counts_have_a_limit_that_sums_keep():
    most = ia.Position("startpos moves g1f3 g8f6 f3g1 f6g8", occurrences=65_535)
    assert most.occurrences == 65_536
    assert ia.encode(most, "chess/canonical18")[0, 0, 12] == 1
    for source, more in (("startpos", 2**31 - 1), ("startpos", 65_537), (most, 65_535)):
        with pytest.raises(ValueError, match=r"occurrences: (expected 1 to 65535|more than)"):
            ia.Position(source, occurrences=more)
    for wrong in ("2", 1.5, None, True):
        with pytest.raises(TypeError, match="occurrences: expected a whole number"):
            ia.Position(occurrences=wrong)
    with pytest.raises(TypeError, match="chess960: expected True or False"):
        ia.ChessGame(chess960="yes")
    assert ia.ChessGame(chess960=1).chess960


def test_lines_have_a_limit_and_so_have_games():
    longest = "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 16_383 + " g1f3 g8f6 f3g1"
    game = ia.ChessGame(longest)
    assert len(game.moves) == 65_535 and pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(ValueError, match="more than 65535 plies"):
        game.push("f6g8")
    with pytest.raises(ValueError, match="more than 65535 plies"):
        game.position.after("f6g8")
    with pytest.raises(ia.ParseError, match="more than 65535 plies"):
        ia.Position(longest + " f6g8")


def test_lines_of_a_file_are_read_as_they_come():
    for line in ("startpos", "startpos moves e2e4", "8/8/8/8/8/8/8/k1K5 w - - 0 1"):
        assert ia.Position(line + "\n") == ia.Position(line + "\r\n") == ia.Position(line)


def test_a_null_move_is_undone_to_where_it_came_from():
    for position in POSITIONS[:3]:
        null = ia.Transition(position, "0000")
        after = null.apply(position)
        assert after.turn != position.turn and after.moves == []
        assert null.undo(after) == position
        assert pickle.loads(pickle.dumps(null)).undo(after) == position


def test_transitions_are_made_of_what_positions_are_made_of():
    game = ia.ChessGame("startpos moves e2e4")
    step = ia.Transition(game, "e5")
    for source in ("startpos moves e2e4", game.position, chess.Board(game.fen)):
        assert ia.Transition(source, "e7e5").edits == step.edits
    assert ia.Transition.from_tuple(game, step.tuple) == step
    with pytest.raises(TypeError, match="expected a FEN or position line"):
        ia.Transition(None, "e4")
