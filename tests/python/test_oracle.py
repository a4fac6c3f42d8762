"""Every element of every layout against the oracle, from Python, for every kind of input."""

import chess
import numpy as np
import pytest

import intarsia as ia
from tests.oracle.layouts import LAYOUTS
from tests.oracle.positions import KINDS, random_lines

COUNT = 300  # of each of the seven kinds of positions


@pytest.fixture(scope="module")
def lines():
    return {kind: random_lines(kind, seed=4, count=COUNT) for kind in KINDS}


@pytest.fixture(scope="module")
def positions(lines):
    return {
        kind: [ia.Position(line.text, chess960=kind.endswith("960")) for line in of_kind]
        for kind, of_kind in lines.items()
    }


def is_equal(found, expected):
    expected = np.ascontiguousarray(expected)
    return (
        found.dtype == expected.dtype
        and found.shape == expected.shape
        and np.array_equal(found.view(np.uint8), expected.view(np.uint8))
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_positions_equal_the_oracle(lines, positions, layout, kind):
    expected = np.stack([LAYOUTS[layout](line.board, line.occurrences) for line in lines[kind]])
    assert is_equal(ia.encode(positions[kind], layout), expected)
    assert is_equal(ia.encode(ia.to_records(positions[kind]), layout), expected)
    if not kind.endswith("960"):
        assert is_equal(ia.encode([line.text for line in lines[kind]], layout), expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_of_python_chess_equal_the_oracle(lines, layout, kind):
    boards = [line.board for line in lines[kind]]
    for board in boards:
        board.chess960 = kind.endswith("960")
    expected = np.stack([LAYOUTS[layout](board, 1) for board in boards])
    assert is_equal(ia.encode(boards, layout), expected)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_decoding_gives_back_what_the_layout_shows(positions, layout):
    for of_kind in positions.values():
        tensors = ia.encode(of_kind, layout)
        found = ia.decode(tensors, layout, turn=[p.turn for p in of_kind])
        assert np.array_equal(ia.encode(found.positions, layout), tensors)
        if "clock" not in found.lost and "clock.over_100" not in found.lost:
            assert [p.fen for p in found.positions] == [p.fen for p in of_kind]


def test_the_history_of_a_board_is_encoded():
    history = ia.Layout("chess", [{"last": 4, "features": ["us.pieces", "occurrences/3"]}])
    board = chess.Board()
    game = ia.ChessGame()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5"]:
        board.push_uci(move)
        game.push(move)
        one = ia.encode(board, history)
        assert np.array_equal(one, ia.encode(game, history))
        assert np.array_equal(one, ia.encode(ia.Position(board), history))
        assert np.array_equal(one, ia.encode([game.position, board], history)[1])
    assert ia.Position(board).moves == [m.uci() for m in board.move_stack]


def test_a_board_with_a_null_move_or_an_edit_stands_alone():
    board = chess.Board()
    board.push_san("e4")
    board.push(chess.Move.null())
    assert (ia.Position(board).fen, ia.Position(board).moves) == (board.fen(), [])
    board = chess.Board()
    board.push_san("Nf3")
    board.turn = chess.WHITE
    assert (ia.Position(board).fen, ia.Position(board).moves) == (board.fen(), [])


def test_castling_of_python_chess_is_ours():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for move in ["e1g1", "e8c8"]:
        board.push_uci(move)
    assert ia.Position(board).fen == board.fen()
    assert ia.Position(board).moves == ["e1g1", "e8c8"]
    board = chess.Board("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", chess960=True)
    board.push_uci("e1g1")
    assert ia.Position(board).fen == board.fen()
    assert ia.Position(board).moves == ["e1g1"]
