"""ChessGame beside python-chess, move by move."""

import collections
import random

import chess
import chess.polyglot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intarsia as ia

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 8",
    "8/P3k3/8/1pP5/8/8/p3K3/8 w - b6 0 40",
    "8/8/8/4k3/8/8/3QK3/8 w - - 0 1",
]


def identity(board):
    return board._transposition_key()


def compare(game, board, seen):
    assert game.fen == board.fen()
    assert game.key == chess.polyglot.zobrist_hash(board)
    assert game.turn == ("white" if board.turn else "black")
    assert game.check == board.is_check()
    assert (game.clock, game.fullmove) == (board.halfmove_clock, board.fullmove_number)
    assert sorted(game.legal_moves) == sorted(m.uci() for m in board.legal_moves)
    assert sorted(game.legal_moves.san) == sorted(board.san(m) for m in board.legal_moves)
    assert game.occurrences == seen[identity(board)]
    assert game.position.moves == game.moves == [m.uci() for m in board.move_stack]
    if board.is_checkmate():
        assert game.outcome.reason == "checkmate"
        assert game.outcome.winner == ("black" if board.turn else "white")
    elif board.is_stalemate():
        assert game.outcome.reason == "stalemate"
    elif board.is_insufficient_material():
        assert game.outcome.reason == "insufficient_material"


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(STARTS),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 5)), max_size=60),
)
def test_random_games_go_side_by_side(start, choices):
    board = chess.Board(start)
    game = ia.ChessGame(start)
    seen = collections.Counter([identity(board)])
    for choice, form in choices:
        compare(game, board, seen)
        legal = list(board.legal_moves)
        if not legal:
            break
        move = legal[choice % len(legal)]
        if form == 5 and board.move_stack:
            seen[identity(board)] -= 1
            assert game.pop() == board.pop().uci()
            continue
        game.push(
            [move.uci(), board.san(move), move, board.lan(move), f"{board.san(move)}!"][form % 5]
        )
        board.push(move)
        seen[identity(board)] += 1
    compare(game, board, seen)


def test_repetition_and_the_long_draws_end_games():
    game = ia.ChessGame()
    for _ in range(4):
        for move in ["Nf3", "Nf6", "Ng1", "Ng8"]:
            assert game.outcome is None
            assert game.claimable == ["threefold_repetition"] * (game.occurrences >= 3)
            game.push(move)
    assert game.occurrences == 5
    assert game.outcome.reason == "fivefold_repetition"
    assert (game.outcome.winner, game.outcome.result) == (None, "1/2-1/2")
    slow = ia.Position("8/5k2/8/8/3R4/8/1K6/8 w - - 150 120")
    assert slow.outcome.reason == "seventyfive_moves"
    late = ia.Position("8/5k2/8/8/3R4/8/1K6/8 w - - 100 120", occurrences=3)
    assert late.outcome is None and late.claimable == ["threefold_repetition", "fifty_moves"]
    assert ia.Position().claimable == []


def test_games_are_copied_and_positions_stay():
    game = ia.ChessGame()
    game.push("e4")
    other = game.copy()
    before = game.position
    other.push("e5")
    assert (game.moves, other.moves) == (["e2e4"], ["e2e4", "e7e5"])
    game.push("c5")
    assert before.moves == ["e2e4"]
    with pytest.raises(IndexError, match="start"):
        ia.ChessGame().pop()


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("e2e5", "legal are e3, e4"),
        ("Ke2", "no such piece"),
        ("Nd5", "legal are Na3, Nc3, Nf3, Nh3"),
        ("", "not a move"),
        ("0000", "null move"),
        ("e9", "not a move"),
    ],
)
def test_a_bad_move_is_answered_with_legal_ones(move, says):
    game = ia.ChessGame()
    with pytest.raises(ia.IllegalError, match=says) as caught:
        game.push(move)
    assert isinstance(caught.value, ValueError)
    assert "legal" in str(caught.value)
    assert game.moves == []


def test_no_move_is_suggested_after_mate():
    game = ia.ChessGame("startpos moves f3 e5 g4 Qh4")
    with pytest.raises(ia.IllegalError, match="the game is over"):
        game.push("a3")


def test_legal_moves_are_list_iterator_and_set():
    moves = ia.Position().legal_moves
    assert len(moves) == len(list(moves)) == len(set(moves)) == 20
    assert moves[0] == next(iter(moves)) and moves[-1] == list(moves)[-1]
    for index in (20, -21):
        with pytest.raises(IndexError):
            moves[index]
    assert "e2e4" in moves and "e4" in moves and chess.Move.from_uci("e2e4") in moves
    assert "e5" not in moves and "" not in moves and 4 not in moves and None not in moves
    assert not ia.Position("startpos moves f3 e5 g4 Qh4").legal_moves


def test_legal_moves_are_a_list_and_a_set():
    moves = ia.Position().legal_moves
    assert moves[:3] == ["a2a3", "b2b3", "c2c3"] and moves[::-1] == list(moves)[::-1]
    assert (
        moves == ia.ChessGame().legal_moves
        and moves != ia.Position("startpos moves e4").legal_moves
    )
    assert hash(moves) == hash(ia.ChessGame().legal_moves) and moves != list(moves)
    assert moves.index("Nf3") == moves.index("g1f3") == list(moves).index("g1f3")
    assert moves.count("e4") == 1 and moves.count("e5") == 0
    with pytest.raises(ValueError, match="not a legal move"):
        moves.index("e5")
    assert set(random.Random(1).sample(moves, 5)) <= set(moves)
    with pytest.raises(IndexError):
        moves[20]
    with pytest.raises(TypeError):
        moves["a2a3"]


EN_PASSANT = {
    # After 1. e4 no black pawn stands ready; then one does; then one that is pinned.
    "startpos moves e2e4": ("e3", "-", "-"),
    "startpos moves g1f3 d7d5 f3g1 d5d4 e2e4": ("e3", "e3", "e3"),
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1": ("d6", "d6", "-"),
}


@pytest.mark.parametrize("line", EN_PASSANT)
def test_a_fen_has_its_en_passant_square_as_it_is_asked_for(line):
    words = ("always", "pseudo", "legal")
    for thing in (ia.Position(line), ia.ChessGame(line)):
        found = tuple(thing.to_fen(en_passant=w).split()[3] for w in words)
        assert found == EN_PASSANT[line]
        assert thing.fen == thing.to_fen(en_passant="legal")
        with pytest.raises(ValueError, match="'always', 'pseudo' or 'legal'"):
            thing.to_fen(en_passant="never")
    position = ia.Position(line)
    for layout in ("chess/planes25", "chess/canonical18", "chess/observation839"):
        again = ia.encode(position.to_fen(), layout)
        assert (again == ia.encode(position, layout)).all()
