"""Objects known by their attributes: python-chess's own, and what merely looks like them."""

import sys
import threading
import types

import chess
import numpy as np
import pytest

import intarsia as ia

ATTRIBUTES = [
    *("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied_co", "turn"),
    *("castling_rights", "ep_square", "chess960", "halfmove_clock", "fullmove_number"),
    *("move_stack", "uci_variant"),
]


def board(**changes):
    """What has a board's attributes, some of them changed."""
    real = chess.Board()
    return types.SimpleNamespace(**{name: getattr(real, name) for name in ATTRIBUTES} | changes)


class Move:
    """What has a move's method."""

    def __init__(self, answer):
        self.answer = answer

    def uci(self):
        return self.answer() if callable(self.answer) else self.answer


@pytest.mark.parametrize(
    ("changes", "fen"),
    [
        ({}, chess.STARTING_FEN),
        ({"turn": np.True_, "chess960": np.False_}, chess.STARTING_FEN),
        ({"turn": 1, "pawns": np.uint64(chess.Board().pawns)}, chess.STARTING_FEN),
        ({"fullmove_number": 10**30}, chess.STARTING_FEN[:-1] + "65535"),
        ({"uci_variant": None}, chess.STARTING_FEN),
    ],
)
def test_values_that_mean_the_same_are_taken(changes, fen):
    assert ia.Position(board(**changes)).fen == fen


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"turn": "white"}, TypeError, "board.turn: expected True or False, not str"),
        ({"turn": None}, TypeError, "board.turn: expected True or False, not NoneType"),
        ({"pawns": "x"}, TypeError, "board.pawns: expected a whole number, not str"),
        ({"pawns": 1.5}, TypeError, "board.pawns: expected a whole number, not float"),
        ({"pawns": -1}, ValueError, "board.pawns: expected a set of squares.*, not -1"),
        ({"castling_rights": 2**64}, ValueError, "board.castling_rights: expected a set"),
        ({"occupied_co": [1, "x"]}, TypeError, "board.occupied_co: expected a whole number"),
        ({"ep_square": -1}, ValueError, "board.ep_square: expected 0 to 63, not -1"),
        ({"ep_square": 10**30}, ValueError, "board.ep_square: expected 0 to 63, not 10000"),
        ({"halfmove_clock": []}, TypeError, "board.halfmove_clock: expected a whole number"),
        ({"uci_variant": 5}, TypeError, "board.uci_variant: expected a text, not int"),
        ({"uci_variant": "atomic"}, ValueError, "another game"),
        ({"move_stack": [3]}, AttributeError, "from_square|root"),
    ],
)
def test_boards_that_are_none_say_what_was_expected(changes, error, says):
    with pytest.raises(error, match=says):
        ia.Position(board(**changes))


@pytest.mark.parametrize("answer", [None, b"e2e4", 5])
def test_moves_that_are_none_say_what_was_expected(answer):
    for call in (ia.ChessGame().push, ia.Position().after, ia.Position().legal_moves.__contains__):
        with pytest.raises(TypeError, match=r"move\.uci\(\): expected a text, not"):
            call(Move(answer))
    with pytest.raises(ValueError, match="surrogates"):
        ia.ChessGame().push(Move("\udc80"))


def test_ctrl_c_in_an_attribute_is_not_swallowed():
    def interrupt(_):
        raise KeyboardInterrupt

    for name in ("occupied_co", "castling_rights", "uci_variant"):
        kind = type("Board", (types.SimpleNamespace,), {name: property(interrupt)})
        rest = {key: value for key, value in vars(board()).items() if key != name}
        with pytest.raises(KeyboardInterrupt):
            ia.Position(kind(**rest))
    with pytest.raises(KeyboardInterrupt):
        ia.ChessGame().push(type("Move", (), {"uci": property(interrupt)})())


def test_a_move_whose_text_changes_the_game_is_read_in_the_game_as_it_then_is():
    game = ia.ChessGame("startpos moves e2e4 e7e5")

    def plays_first():
        for move in ["a2a3", "a7a6", "g1f3", "g8f6", "f3g1", "f6g8"] * 50:  # memory moves
            if move in game.legal_moves:
                game.push(move)
        game.push("b2b3")
        return "d2d4"

    with pytest.raises(ia.IllegalError, match="d2d4"):
        game.push(Move(plays_first))
    assert ia.ChessGame(repr(game)[len("ia.ChessGame('") : -2]) == game


def test_threads_that_push_to_one_game_leave_a_legal_one():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    moves = [chess.Move.from_uci(m) for m in ("g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6")]

    def work(game):
        for _ in range(200):
            for move in moves:
                try:
                    game.push(move)
                except ia.IllegalError:
                    continue

    try:
        for _ in range(5):
            game = ia.ChessGame()
            threads = [threading.Thread(target=work, args=(game,)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert ia.Position(" ".join(["startpos moves", *game.moves])) == game.position
    finally:
        sys.setswitchinterval(interval)
