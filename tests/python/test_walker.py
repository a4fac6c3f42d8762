"""Walks through graphs: always where their path leads, whoever names the moves."""

import random

import chess
import pytest

import intarsia as ia


def test_a_walk_is_where_its_path_leads():
    """Forth and back at random, beside a board of python-chess."""
    graph = ia.Graph("chess")
    graph.explore("startpos moves e4", depth=2)
    walker = graph.walker("startpos moves e4")
    board = chess.Board()
    board.push_san("e4")
    rng = random.Random(3)
    for _ in range(300):
        moves = list(board.legal_moves)
        if len(walker) and (not moves or rng.random() < 0.3):
            assert walker.pop() == board.pop().uci()
        else:
            move = rng.choice(moves)
            walker.push(rng.choice([move, move.uci(), board.san(move)]))
            board.push(move)
        assert walker.path == [move.uci() for move in board.move_stack[1:]]
        assert walker.position.fen == board.fen(en_passant="legal")
        assert walker.identity == ia.Position(board.fen()).identity
        node = graph.get(walker.position)
        assert (walker.node is None) == (node is None)
        if node is not None:
            assert walker.node.text == node.text


def test_moves_of_nodes_are_walked():
    graph = ia.Graph("hex", 3)
    graph.explore(depth=3)
    walker = graph.walker()
    for notation in ("a1", "swap", "b2"):
        walker.push(walker.node.move(notation))
    assert walker.path == ["a1", "swap", "b2"]
    start = graph["hex 3"]
    with pytest.raises(ValueError, match="move: b1 is from another position: hex 3"):
        walker.push(start.move("b1"))
    assert walker.path == ["a1", "swap", "b2"]


def test_what_is_no_step_is_refused():
    graph = ia.Graph("chess")
    walker = graph.walker()
    with pytest.raises(IndexError, match="at its start"):
        walker.pop()
    with pytest.raises(ia.IllegalError):
        walker.push("e5")
    for wrong in (None, 5, b"e4"):
        with pytest.raises(TypeError):
            walker.push(wrong)
    with pytest.raises(ia.ParseError):
        graph.walker("hex 3")
    with pytest.raises(TypeError):
        graph.walker(ia.HexGame(3))
    assert walker.path == []
    assert walker
    assert walker.node is None
