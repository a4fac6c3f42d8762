"""The verb `evaluate`, with python-chess as the oracle."""

import json
import signal
import subprocess
import time

import chess
import pytest

from tests.conftest import TOOL, run

DONE, USAGE, SOME_REJECTED, INTERRUPTED = 0, 2, 3, 130
# FEN and moves until mate, as Stockfish says.
MATES = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
    ("8/8/8/8/8/1k6/7r/K7 b - - 0 1", 1),
    ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1", 2),
    ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
    ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
]
CASTLES = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def evaluate(*words):
    result = run("evaluate", *words, "--json")
    assert result.returncode == DONE, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(("fen", "moves"), MATES)
def test_short_mates_are_found_by_default(fen, moves):
    (answer,) = evaluate(fen)
    board = chess.Board(fen)
    assert answer["score"] == (1 if board.turn else -1)
    assert answer["decided_in"] == len(answer["line"]) == 2 * moves - 1
    assert answer["end"] == "game_over"
    for move in answer["line"]:
        board.push(board.parse_uci(move))
    assert board.is_checkmate()


@pytest.mark.parametrize("order", ["best", "breadth"])
@pytest.mark.parametrize(
    "fen", [chess.STARTING_FEN, CASTLES, "8/2p5/3p4/KP5r/1R3p1k/8/8/8 w - - 0 1"]
)
def test_lines_are_legal_and_all_moves_are_listed(fen, order):
    (answer,) = evaluate(fen, "--order", order, "--nodes", "20000")
    assert answer["schema"] == 1
    assert answer["nodes"] == 20000
    board = chess.Board(fen)
    assert {m["move"] for m in answer["moves"]} == {m.uci() for m in board.legal_moves}
    scores = [m["score"] for m in answer["moves"]]
    assert scores == sorted(scores, reverse=board.turn == chess.WHITE)
    assert answer["score"] == scores[0]
    assert answer["line"][0] == answer["moves"][0]["move"]
    for move in answer["line"]:
        assert board.parse_uci(move) in board.legal_moves
        board.push_uci(move)
    assert answer["end"] in ("unexplored", "game_over", "repetition")


def test_chess960_castles_are_written_as_the_position_writes_them():
    fen = "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"
    (answer,) = evaluate(fen, "--chess960", "--nodes", "2000")
    assert {"e1h1", "e1a1"} < {m["move"] for m in answer["moves"]}


def test_several_roots_share_one_evaluation():
    answers = evaluate("startpos", "startpos moves e2e4", "--nodes", "5000")
    assert [a["nodes"] for a in answers] == [5000, 5000]
    assert len(answers[0]["moves"]) == len(answers[1]["moves"]) == 20


def test_breadth_depends_on_the_budget_alone():
    one = evaluate(CASTLES, "--order", "breadth", "--batch", "1", "-j", "1", "--nodes", "3000")
    assert one == evaluate(CASTLES, "--order", "breadth", "-j", "3", "--nodes", "3000")


def test_a_game_that_is_over():
    (answer,) = evaluate("startpos moves f2f3 e7e5 g2g4 d8h4")
    assert (answer["score"], answer["decided_in"], answer["line"]) == (-1, 0, [])
    assert "black has won" in run("evaluate", "startpos moves f2f3 e7e5 g2g4 d8h4").stdout


def test_hex_is_solved_on_a_small_board():
    (answer,) = evaluate("hex 3", "--nodes", "100000")
    assert answer["score"] == -1, "the swap makes it Red's"
    assert answer["decided_in"] == len(answer["line"])
    assert answer["nodes"] < 100000, "there are no more positions"


def test_the_text_is_for_people():
    out = run("evaluate", MATES[0][0]).stdout.splitlines()
    assert out[0] == "white wins in 1 ply"
    assert "line   a1a8" in out
    assert "a1a8   +1.000  white wins in 1 ply" in out
    assert out[-1] == "… and 5 more"
    perpetual = run("evaluate", "6k1/6p1/8/7Q/8/2q5/rr3PPP/6K1 w - - 0 1").stdout
    assert perpetual.startswith("a draw by repetition\n")


def test_help_ends_in_three_examples():
    examples = run("evaluate", "--help").stdout.rstrip().splitlines()[-4:]
    assert examples[0] == "Examples:"
    assert all(line.startswith("  intarsia evaluate ") for line in examples[1:])


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ([], "POSITION is required"),
        (["startpos", "--nodes", "0"], "--nodes"),
        (["startpos", "--nodes", "-5"], "--nodes"),
        (["startpos", "--order", "worst"], "--order"),
        (["startpos", "--batch", "0"], "--batch"),
        (["startpos moves e2e5"], "not legal"),
        (["nonsense"], "no file and no position"),
        (["startpos", "hex 5"], "one game and one board"),
        (["hex 4", "hex 5"], "one game and one board"),
        (["startpos", "startpos moves e4", "startpos moves e5"], "argument:3: illegal"),
        (["startpos", "startpos moves e2e4", "--nodes", "1"], "too little for 2 positions"),
    ],
)
def test_misuse_is_exit_2_with_a_hint(words, hint):
    result = run("evaluate", *words)
    assert result.returncode == USAGE
    assert hint in result.stderr


def test_a_refused_line_of_a_file_leaves_the_others(tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("startpos\nstartpos moves e2e5\n")
    result = run("evaluate", str(file), "--nodes", "100", "--json")
    assert result.returncode == SOME_REJECTED
    assert len(result.stdout.splitlines()) == 1
    assert "positions.txt:2" in result.stderr


def test_ctrl_c_answers_with_what_was_found():
    words = ["evaluate", MATES[0][0], "--nodes", "1000000000", "--progress", "json", "--json"]
    with subprocess.Popen(
        [str(TOOL), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stderr.readline()  # it has begun
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert json.loads(out)["line"] == ["a1a8"]


def test_the_words_of_one_position_may_come_unquoted():
    flags = ("--nodes", "500", "--json")
    quoted = run("evaluate", "startpos moves e4", *flags).stdout
    assert run("evaluate", "startpos", "moves", "e4", *flags).stdout == quoted
    two = run("evaluate", "-", "--nodes", "500", stdin="startpos\nstartpos moves e4\n")
    assert two.stdout.count("rnbqkbnr/pppppppp/8/8/") == 2


def test_memory_ends_a_search_that_has_no_other_end():
    done = run("evaluate", "startpos", "--nodes", "999999999999", "--memory", "40MB", "--json")
    assert done.returncode == 0
    assert "--memory" in done.stderr
    assert 10_000 < json.loads(done.stdout)["nodes"] < 1_000_000
    explored = run("graph", "explore", "startpos", "--depth", "20", "--memory", "40MB")
    assert explored.returncode == 1
    assert "--max-nodes" in explored.stderr
