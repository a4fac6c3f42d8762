"""The UCI engine: whole games in other programs, its limits, and commands that make no sense."""

import doctest
import io
import random
import shutil
import subprocess
import sys
import threading
import time

import chess
import chess.engine
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intarsia as ia

STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
SCRIPT = "import intarsia as ia\nia.uci.serve({})\n"
WHITE_MATES = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def played(*lines, engine=None, **options):
    """What it answers to lines that are there at once; the search by the game's own score."""
    output = io.StringIO()
    chosen = ia.Evaluator(order="best") if engine is None else engine
    ia.uci.serve(chosen, input=lines, output=output, **options)
    return output.getvalue().splitlines()


def best_move(*lines, **options):
    (answer,) = [line for line in played(*lines, **options) if line.startswith("bestmove")]
    return answer.split()[1]


@pytest.fixture
def engine(tmp_path):
    """Starts an engine out of an expression, as a chess program does."""
    started = []

    def start(expression="ia.Evaluator(order='best'), nodes=300"):
        script = tmp_path / "engine.py"
        script.write_text(SCRIPT.format(expression))
        found = chess.engine.SimpleEngine.popen_uci([sys.executable, str(script)], timeout=60)
        started.append(found)
        return found

    yield start
    for each in started:
        each.quit()


def test_its_docstring_runs():
    test = doctest.DocTestParser().get_doctest(ia.uci.serve.__doc__, {"ia": ia}, "serve", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_it_introduces_itself():
    lines = played("uci", "isready", name="Mine", author="Me", nodes=77)
    assert lines[:2] == ["id name Mine", "id author Me"] and lines[-2:] == ["uciok", "readyok"]
    assert "option name Nodes type spin default 77 min 1 max 2000000" in lines
    assert "option name Nodes" not in "".join(played("uci", engine=lambda position: None))


@pytest.mark.skipif(STOCKFISH is None, reason="apt-get install stockfish")
def test_a_game_against_stockfish_at_its_weakest(engine):
    mine = engine()
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as other:
        other.configure({"Skill Level": 0})
        while not board.is_game_over(claim_draw=True) and board.ply() < 240:
            is_mine = board.turn == chess.BLACK
            limit = chess.engine.Limit(nodes=300 if is_mine else 20)
            result = (mine if is_mine else other).play(board, limit)
            assert result.move in board.legal_moves, board.fen()
            board.push(result.move)
    assert board.is_game_over(claim_draw=True) or board.ply() == 240
    assert board.ply() > 6


@pytest.mark.parametrize("chess960", [False, True])
def test_games_from_many_starts_have_legal_moves_alone(engine, chess960):
    """A function that likes castling, in both spellings of it."""
    mine = engine(
        "lambda p: min(p.legal_moves, key=lambda m: (not p.after(m).fen.split()[2] == '-', m))"
    )
    rng = random.Random(4)
    castled = 0
    for number in rng.sample(range(960), 6):
        board = chess.Board.from_chess960_pos(number) if chess960 else chess.Board()
        for _ in range(40):
            if board.is_game_over():
                break
            if board.turn == chess.WHITE:
                move = mine.play(board, chess.engine.Limit(nodes=1)).move
            else:
                castling = [m for m in board.legal_moves if board.is_castling(m)]
                move = rng.choice(castling or list(board.legal_moves))
            assert move in board.legal_moves
            castled += board.is_castling(move)
            board.push(move)
    assert castled > 0


def test_castling_is_spelled_as_the_game_is_played():
    castles = {"engine": lambda position: position.after("O-O").moves[-1]}
    fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert best_move(fen, "go", **castles) == "e1g1"
    assert best_move("setoption name UCI_Chess960 value true", fen, "go", **castles) == "e1h1"
    after = played(f"{fen} moves e1g1", "go nodes 50")
    assert after[-1].split()[1][:2] == "e8"


def test_a_mate_is_found_and_told():
    *_, info, move = played(f"position fen {WHITE_MATES}", "go depth 5")
    assert move == "bestmove a1a8" and " score mate 1 " in info and info.endswith(" pv a1a8")
    mated = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
    assert played(mated, "go") == ["bestmove (none)"]
    lost = "position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"  # Kh7 Qg7#
    *_, info, move = played(lost, "go nodes 2000")
    assert " score mate -1 " in info and move.split()[1] == "h8h7"


@pytest.mark.parametrize(("nodes", "expected"), [("1", 1), ("300", 300), ("0", 1)])
def test_nodes_are_counted(nodes, expected):
    *_, info, move = played("position startpos moves e2e4", f"go nodes {nodes}")
    assert f" nodes {expected} " in info
    assert move.split()[1] in ia.Position("startpos moves e2e4").legal_moves
    assert " nodes 120 " in played("setoption name nodes value 120", "go")[-2]


def test_scores_are_the_movers():
    up = "4k3/8/8/8/8/8/8/QQ2K3 {} - - 0 1"  # White's two queens
    scores = {}
    for turn in "wb":
        info = played(f"position fen {up.format(turn)}", "go nodes 30")[-2].split()
        kind, number = info[info.index("score") + 1 :][:2]
        scores[turn] = int(number) if kind == "cp" else (1 if int(number) > 0 else -1) * 10_000
    assert scores["w"] > 100 and scores["b"] < -100


def test_only_the_moves_that_are_asked_for():
    moves = ["a2a3", "h2h4"]
    assert best_move(f"go nodes 100 searchmoves {' '.join(moves)}") in moves
    assert best_move("go searchmoves a2a3 nodes 100") == "a2a3"


class Slow:
    """Lines with pauses between them: numbers are seconds."""

    def __init__(self, *lines):
        self.lines = lines

    def __iter__(self):
        for each in self.lines:
            if isinstance(each, str):
                yield each
            else:
                time.sleep(each)


def test_stop_and_isready_are_heard_while_it_thinks():
    output = io.StringIO()
    lines = Slow("go infinite", 0.3, "isready", 0.1, "stop", "quit")
    ia.uci.serve(ia.Evaluator(), input=lines, output=output)
    found = [line.split()[0] for line in output.getvalue().splitlines() if "info" not in line]
    assert found == ["readyok", "bestmove"]


def test_an_endless_search_of_a_solved_position_waits_for_stop():
    output = io.StringIO()
    began = time.monotonic()
    lines = Slow(f"position fen {WHITE_MATES}", "go infinite", 0.4, "stop")
    ia.uci.serve(ia.Evaluator(), input=lines, output=output)
    assert time.monotonic() - began >= 0.4
    assert output.getvalue().splitlines()[-1].startswith("bestmove ")


def test_the_clock_is_kept():
    for limit, most in (("movetime 300", 0.3), ("wtime 6000 btime 100", 0.2)):
        began = time.monotonic()
        assert best_move(f"go {limit}") in ia.Position().legal_moves
        assert time.monotonic() - began < most + 1  # on a machine that does other things as well
    began = time.monotonic()
    for limit in ("wtime 0 btime 0", "wtime -50 winc 0", "movetime 1"):
        best_move(f"go {limit}")
    assert time.monotonic() - began < 3


def test_an_error_of_the_engine_comes_out():
    def broken(batch):
        raise RuntimeError("no weights")

    with pytest.raises(RuntimeError, match="no weights"):
        played("go", engine=ia.Evaluator(broken, "chess/canonical18"))
    with pytest.raises(ia.IllegalError):
        played("go", engine=lambda position: "e2e5")
    with pytest.raises(TypeError, match="expected an Evaluator or a function"):
        ia.uci.serve("stockfish")
    with pytest.raises(ValueError, match="UCI is for chess, and it scores hex/nxn"):
        ia.uci.serve(ia.Evaluator(lambda batch: np.zeros(len(batch)), "hex/nxn"))


def test_the_program_ends_with_an_error_of_the_engine_while_its_input_is_open():
    script = SCRIPT.format("lambda position: print('to the log') or 1 / 0")
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdin.write("isready\ngo\n")
    process.stdin.flush()
    assert process.wait(60) == 1  # its reader still waits for the next line
    assert process.stdout.read() == "readyok\n"
    log = process.stderr.read()
    assert log.startswith("to the log\n") and log.endswith("ZeroDivisionError: division by zero\n")
    process.stdin.close()


def test_an_unknown_position_is_not_played(capsys):
    assert played("position fen none at all", "go") == ["bestmove (none)"]
    assert played("position startpos moves e2e5", "go nodes 9") == ["bestmove (none)"]
    assert "e2e5" in capsys.readouterr().err
    again = played("position startpos moves e2e5", "position startpos", "go nodes 30")
    assert again[-1] != "bestmove (none)"


WORDS = ["go", "position", "fen", "startpos", "moves", "e2e4", "e7e5", "setoption", "name", "value"]
WORDS += ["Nodes", "UCI_Chess960", "true", "nodes", "1", "-7", "9" * 30, "9" * 5000, "0.5", "٣"]
WORDS += ["infinite", "depth", "3", "wtime", "movetime", "searchmoves", "stop", "isready", "uci"]
WORDS += ["8/8/8/8/8/8/8/8", "w", "-", "K7/8/8/8/8/8/8/7k", "0", "\0", "é", "ucinewgame", "joho"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), max_size=8))
def test_odd_commands_do_no_harm(lines):
    found = played(*lines, "stop", "isready", engine=lambda position: position.legal_moves[0])
    commands = [line.split()[0] for line in (*lines, "isready") if line]
    for command, answer in (("go", "bestmove"), ("isready", "readyok"), ("uci", "uciok")):
        assert sum(line.split()[0] == answer for line in found) == commands.count(command)


def test_odd_bytes_do_no_harm():
    rng = random.Random(9)
    noise = b"\n".join(rng.randbytes(rng.randrange(80)) for _ in range(300))
    noise = noise.replace(b"quit", b"quiz")
    script = SCRIPT.format("lambda position: position.legal_moves[0]")
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=noise + b"\nposition startpos\ngo\nisready\n",
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, set(done.stdout.split(b"\n"))) == (
        0,
        {b"bestmove a2a3", b"readyok", b""},
    )
    assert b"Traceback" not in done.stderr


def test_no_thread_stays():
    before = threading.active_count()
    for _ in range(5):
        played("go nodes 10", "quit")
    time.sleep(0.1)
    assert threading.active_count() <= before
