"""Evaluators: what score functions see, and what comes of their answers."""

import functools
import itertools
import json
import runpy
import sys

import chess
import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT, run
from tests.python.scores import WEIGHTS, material, material_of, zeros

EXAMPLE = ROOT / "examples/search_with_torch.py"


def minimax(board, depth):
    """By definition, in White's view: all moves so deep, from the position alone."""
    if board.is_checkmate():
        return -1.0 if board.turn else 1.0
    if board.is_stalemate() or board.is_insufficient_material():
        return 0.0
    if depth == 0:
        return material_of(board)
    worths = []
    for move in list(board.legal_moves):
        board.push(move)
        worths.append(minimax(board, depth - 1))
        board.pop()
    return max(worths) if board.turn else min(worths)


@pytest.mark.parametrize(
    "fen",
    [
        "6k1/5ppp/8/3q4/8/4N3/8/6K1 w - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "8/8/8/1k6/8/1K6/6p1/8 b - - 0 1",
    ],
)
@pytest.mark.parametrize("depth", [1, 2])
def test_values_are_those_of_minimax(fen, depth):
    graph = ia.Graph("chess")
    graph.explore(fen, depth=depth)
    ev = ia.Evaluator(material, "chess/canonical18", order="breadth", batch=7)
    answer = ev.evaluate(fen, nodes=len(graph))
    assert answer.nodes == len(graph) == ev.scored
    board = chess.Board(fen)
    assert answer.score == pytest.approx(minimax(board, depth), abs=1e-6)
    after = {}
    for move in list(board.legal_moves):
        board.push(move)
        after[move.uci()] = minimax(board, depth - 1)
        board.pop()
    assert {m.move: pytest.approx(m.score, abs=1e-6) for m in answer.moves} == after


def solved(game):
    """(the first player's result, plies) by definition."""

    @functools.cache
    def solve(text):
        position = ia.GamePosition(game, text)
        if position.outcome:
            winner = position.outcome.winner
            return (0 if winner is None else 1 if winner == players[0] else -1), 0
        worths = [solve(position.after(move).text) for move in position.legal_moves]
        sign = 1 if position.turn == players[0] else -1
        best = max(sign * worth for worth, _ in worths)
        plies = [n for worth, n in worths if sign * worth == best]
        return sign * best, 1 + (min(plies) if best > 0 else max(plies))

    players = ("blue", "red")
    return solve


def test_a_small_game_is_solved():
    solve = solved("hex")
    ev = ia.Evaluator(zeros, "hex/nxn")
    for text in ("hex 2", "hex 2 moves a1", "hex 2 moves a2", "hex 2 moves a2 swap"):
        answer = ev.evaluate(text, nodes=10_000)
        assert (answer.score, answer.decided_in) == solve(text), text
        assert len(answer.line) == answer.decided_in and answer.end == "game_over"
        position = ia.GamePosition("hex", text)
        for move in answer.line:
            position = position.after(move)
        assert position.outcome is not None
    assert ev.step(1000) == 0  # there is nothing left


def test_every_position_is_shown_once_as_its_tensor():
    seen = []

    def score(batch):
        assert (
            batch.flags.c_contiguous and batch.dtype == np.float16 and batch.ctypes.data % 64 == 0
        )
        assert batch.shape[1:] == (25, 8, 8) and len(batch) <= 64
        seen.append(batch.copy())
        return np.zeros(len(batch))

    layout = ia.layout("chess/planes25", dtype="float16")
    ev = ia.Evaluator(score, layout, order="breadth", batch=64)
    ev.evaluate("startpos", nodes=421)
    found = {tensor.tobytes() for tensor in itertools.chain(*seen)}
    graph = ia.Graph("chess")
    graph.explore(depth=2)
    records = ia.encode([node.position for node in graph], layout)
    assert sum(map(len, seen)) == len(graph) == 421
    assert found == {tensor.tobytes() for tensor in records}
    assert {node.identity for node in ev.graph} >= {node.identity for node in graph}


def test_where_the_game_has_ended_nobody_is_asked():
    seen = []

    def score(batch):
        seen.extend(batch)
        return zeros(batch)

    answer = ia.Evaluator(score, "chess/canonical18").evaluate("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert (answer.score, answer.decided_in, answer.line, answer.moves) == (1, 0, [], [])
    assert answer.move is None and seen == []


def test_answers_are_in_the_view_of_the_layout():
    mover = ia.Evaluator(material, "chess/canonical18", order="breadth")
    white_layout = ia.Layout(
        "chess", ia.layout("chess/canonical18").passport["features"], frame="white", order="HWC"
    )
    assert "turn" in " ".join(p.name for p in white_layout.planes) or "turn" in white_layout.lost
    fixed = ia.Layout("chess", ["white.pieces", "black.pieces", "turn.sign"], frame="white")

    def by_white(batch):
        return np.tanh(batch[:, :12].sum(axis=(2, 3)) @ WEIGHTS / 10)

    other = ia.Evaluator(by_white, fixed, order="breadth")
    for fen in ("startpos moves e4 d5", "startpos moves e4 d5 exd5"):
        a, b = mover.evaluate(fen, nodes=2000), other.evaluate(fen, nodes=2000)
        assert a[1:-1] == b[1:-1]


def test_breadth_first_does_not_depend_on_batches_steps_or_threads():
    def answer(batch, threads, *steps):
        ev = ia.Evaluator(
            material, "chess/canonical18", order="breadth", batch=batch, threads=threads
        )
        for nodes in steps:
            found = ev.evaluate("startpos moves e4 e5 Nf3", nodes)
        return found

    first = answer(1, 1, 3000)
    for others in ((64, 1, 3000), (1024, 2, 3000), (100, 2, 7, 993, 2000)):
        assert answer(*others) == first


def test_without_a_score_it_is_the_games_own(monkeypatch):
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # the sanitizer is for this process
    told = run("evaluate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--nodes", "5000", "--json")
    answer = ia.Evaluator(batch=64).evaluate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", nodes=5000)
    said = json.loads(told.stdout)
    assert (answer.score, answer.decided_in) == (said["score"], said["decided_in"])
    assert (answer.line, answer.end) == (said["line"], said["end"])
    assert repr(answer).startswith("white wins in 1 ply\nscore  +1.000, from -1 (black wins)")
    assert "line   Ra8#\n" in repr(answer) and answer.move == "a1a8"


def test_a_function_may_choose_what_comes_first():
    seen = []

    def priority(candidate):
        assert isinstance(candidate, ia.Candidate) and candidate.siblings >= 1
        assert -1 <= candidate.score <= 1 and -1 <= candidate.parent_score <= 1
        seen.append(candidate)
        return candidate.depth

    ev = ia.Evaluator(order=priority)
    ev.evaluate("startpos", nodes=9323)
    assert {c.depth for c in seen} >= {1, 2} and all(c.parent_priority < c.depth for c in seen)
    breadth = ia.Evaluator(order="breadth")
    breadth.evaluate("startpos", nodes=421)
    assert {n.identity for n in breadth.graph if n.is_explored} <= {
        n.identity for n in ev.graph if n.is_explored
    }


def test_several_positions_share_the_nodes():
    ev = ia.Evaluator(material, "chess/canonical18")
    roots = ["startpos", chess.Board(), "startpos moves e4", ia.Position("startpos moves d4")]
    answers = ev.evaluate(roots, nodes=3000)
    assert [a.position.ply for a in answers] == [0, 0, 1, 1]
    assert answers[0][1:] == answers[1][1:] and ev.scored == 3000
    assert ev.evaluate([], nodes=10) == []
    with pytest.raises(ValueError, match="nodes: too few"):
        ia.Evaluator().evaluate(["hex 5 moves a1", "hex 5 moves a2"], nodes=1)


def test_it_goes_on_where_it_ended():
    ev = ia.Evaluator(order="breadth")
    ev.evaluate("startpos", nodes=100)
    assert ev.step(400) == 400 and ev.scored == 500
    assert ev.answer("startpos").nodes == 500
    assert ev.answer("startpos moves e4").score is not None  # met on the way
    with pytest.raises(ValueError, match="has no score yet"):
        ev.answer("startpos moves a4 a5 h4 h5 b4")
    assert ev.graph.verify() == [] and len(ev.graph) >= 500
    assert "500 positions scored" in repr(ev)
    with pytest.raises(ValueError, match="an evaluator's, which alone adds to it"):
        ev.graph.add("startpos")
    graph = ev.graph
    copy = graph.load()
    del ev
    copy.add("startpos moves a4 a5 h4 h5 b4")
    assert len(copy) > len(graph) and graph["startpos"].is_explored


def test_a_batch_that_is_kept_stays_as_it_is():
    kept, copies = [], []

    def score(batch):
        kept.append(batch)
        copies.append(batch.copy())
        return zeros(batch)

    ia.Evaluator(score, "chess/canonical18", batch=50).evaluate("startpos", nodes=600)
    assert len(kept) > 3
    assert all(np.array_equal(a, b) for a, b in zip(kept, copies, strict=True))


@pytest.mark.parametrize(
    "answer",
    [
        lambda n: np.zeros((n, 1)),
        lambda n: [0] * n,
        lambda n: np.zeros(n, np.float16),
        lambda n: np.zeros(2 * n)[::2],
        lambda n: np.zeros(n, np.int8),
    ],
)
def test_answers_may_be_any_numbers(answer):
    ev = ia.Evaluator(lambda batch: answer(len(batch)), "chess/canonical18")
    assert ev.evaluate("startpos", nodes=100).score == 0


def test_answers_may_be_tensors_of_torch():
    torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
    for score in (
        lambda batch: torch.tanh(torch.zeros(len(batch), 1, requires_grad=True)),
        lambda batch: torch.zeros(len(batch), dtype=torch.bfloat16),
        lambda batch: torch.from_numpy(batch).double().mean((1, 2, 3)) * 0,
    ):
        ev = ia.Evaluator(score, "chess/canonical18")
        assert ev.evaluate("startpos", nodes=100).score == 0


def test_the_example_scores_with_torch(capsys, monkeypatch):
    pytest.importorskip("torch", reason="apt-get install python3-torch")
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "startpos moves e4", "300"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "nodes  300\n" in capsys.readouterr().out


def test_the_same_with_a_network_of_numpy():
    rng = np.random.default_rng(1)
    layout = runpy.run_path(str(EXAMPLE))["LAYOUT"]
    hidden = rng.normal(0, 0.1, (np.prod(layout.shape), 16)).astype(np.float32)
    out = rng.normal(0, 0.1, 16).astype(np.float32)

    def score(batch):
        return np.tanh(np.maximum(batch.reshape(len(batch), -1) @ hidden, 0) @ out)

    answer = ia.Evaluator(score, layout).evaluate("startpos moves e4", nodes=300)
    assert answer.nodes == 300 and len(answer.moves) == 20
    best = answer.moves[0]
    assert answer.score == best.score and answer.move == best.move
    tensors = ia.encode([answer.position.after(m.move) for m in answer.moves], layout)
    assert np.abs(score(tensors)).max() <= 1
