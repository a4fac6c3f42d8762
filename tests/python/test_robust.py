"""Long calls, many calls, several threads and processes: no leak, no crash, Ctrl-C works."""

import concurrent.futures
import contextlib
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time

import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intarsia as ia
from tests.conftest import IS_SANITIZED, frees_at_once

IDS = [layout.id for layout in ia.layouts("chess")]
JUNK = [None, 3, -1, 2.5, "", "startpos", "e4", b"x", [], {}, object(), np.zeros((8, 8)), True]


def fens(count):
    board = chess.Board()
    rng = random.Random(5)
    found = []
    while len(found) < count:
        moves = list(board.legal_moves)
        if not moves or board.fullmove_number > 60:
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
        found.append(board.fen())
    return found


FENS = fens(300)


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class RandomCalls:
    """Calls of every kind, about half of them wrong."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def fen(self):
        return self.rng.choice(FENS) if self.rng.random() < 0.8 else self.rng.choice(JUNK)

    def layout(self):
        return self.rng.choice(IDS) if self.rng.random() < 0.9 else self.rng.choice(JUNK)

    def encode(self):
        many = [self.fen() for _ in range(self.rng.randrange(4))]
        return ia.encode(many, self.layout(), dtype=self.rng.choice([None, "float16", "uint8"]))

    def position(self):
        position = ia.Position(self.fen())
        moves = position.legal_moves
        return position.after(self.rng.choice([*moves, "e4", "Kxh9"])).legal_moves.san

    def game(self):
        game = ia.ChessGame(self.fen())
        for _ in range(3):
            game.push(self.rng.choice([*game.legal_moves, "O-O"]))
        game.pop()
        return game.copy().outcome, game.position.key, repr(game)

    def decode(self):
        name = self.rng.choice(IDS)
        tensors = ia.encode([self.rng.choice(FENS)], name)
        if self.rng.random() < 0.5:
            tensors.flat[self.rng.randrange(tensors.size)] = self.rng.choice([0, 1, 2, -1, 77])
        return ia.decode(tensors, name)

    def records(self):
        records = ia.to_records([self.rng.choice(FENS)])
        if self.rng.random() < 0.5:
            records.view(np.uint8)[self.rng.randrange(32)] ^= 1 << self.rng.randrange(8)
        return ia.from_records(records)

    def transition(self):
        position = ia.Position(self.rng.choice(FENS))
        step = ia.Transition(position, self.rng.choice([*position.legal_moves, "0000", "a1a1"]))
        return step.undo(step.apply(position)), step.edits, step.tuple

    def own_layout(self):
        return ia.Layout("chess", self.rng.sample(["us.king", "clock", "us.pawns", "ones"], 2))

    def board(self):
        return ia.Position(chess.Board(self.rng.choice(FENS)))

    def junk(self):
        call = self.rng.choice([ia.encode, ia.decode, ia.convert, ia.show, ia.Transition])
        return call(*(self.rng.choice(JUNK) for _ in range(self.rng.randrange(1, 4))))

    def one(self):
        cheap = [self.encode, self.position, self.game, self.decode, self.records]
        call = self.rng.choice([*cheap, self.transition, self.own_layout, self.board, self.junk])
        try:
            call()
        except (ValueError, TypeError, IndexError):
            return False
        return True


def test_a_hundred_thousand_random_calls_neither_leak_nor_crash():
    calls = RandomCalls(seed=6)
    for _ in range(20_000):
        calls.one()
    before = resident_bytes()
    done = sum(calls.one() for _ in range(80_000))
    assert 20_000 < done < 70_000
    assert IS_SANITIZED or resident_bytes() - before < 4 << 20


@frees_at_once
def test_large_arrays_are_freed():
    many = FENS * 20
    ia.encode(many, "chess/planes25")
    before = resident_bytes()
    for _ in range(10):
        ia.encode(many, "chess/planes25")
        ia.from_records(ia.to_records(many))
    assert resident_bytes() - before < 32 << 20


@frees_at_once
def test_long_games_are_not_copied_to_be_encoded():
    game = ia.ChessGame("startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 500)
    games = [game] * 2_000  # as copies they would take 400 MB
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    layout = ia.Layout("chess", [{"last": 3, "features": ["us.pieces"]}], frame="mover")
    tensors = ia.encode(games, layout)
    assert np.array_equal(tensors[7], ia.encode(game.position, layout))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10


INTERRUPTED = """
    import intarsia as ia, numpy as np, sys, time
    n = 300_000
    fens = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] * n
    records = np.repeat(ia.to_records(fens[:1]), n)
    lists = ia.encode(records, "chess/mailbox69")
    out = np.empty((n, 64), np.int8).reshape(n, 8, 8)
    line = "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 16_000
    calls = {
        "encode": lambda: ia.encode(fens, "chess/signed64", out=out, threads=1),
        "threads": lambda: ia.encode(fens, "chess/signed64", out=out, threads=3),
        "records": lambda: ia.encode(records, "chess/signed64", out=out, threads=1),
        "decode": lambda: ia.decode(lists, "chess/mailbox69"),
        "convert": lambda: ia.convert(lists, "chess/mailbox69", "chess/signed64", threads=1),
        "to_records": lambda: ia.to_records(fens),
        "lines": lambda: ia.encode([line] * 1_000, "chess/signed64", threads=1),
        "lines to records": lambda: ia.to_records([line] * 1_000),
    }
    call = calls[sys.argv[1]]
    print("ready", flush=True)
    try:
        while True:
            call()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        *("encode", "threads", "records", "decode", "convert", "to_records", "lines"),
        "lines to records",
    ],
)
def test_long_calls_end_on_ctrl_c(call):
    script = textwrap.dedent(INTERRUPTED)
    child = subprocess.Popen(
        [sys.executable, "-c", script, call], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    try:
        out, _ = child.communicate(timeout=60)  # alone it takes milliseconds
    finally:
        child.kill()
    assert out == "interrupted\n" and child.returncode == 0


class Interrupted:
    """Ctrl-C comes while an array is asked for its memory."""

    shape = (1, 8, 8)

    def __dlpack__(self, **_):
        raise KeyboardInterrupt


def test_ctrl_c_is_not_taken_for_an_array_without_memory():
    with pytest.raises(KeyboardInterrupt):
        ia.encode(["startpos"], "chess/signed64", out=Interrupted())


def test_arrays_of_numpy_are_not_asked_by_a_call_that_looks_for_signals():
    """NumPy's own __dlpack__ does, while it fails; what is raised there was lost."""

    class Watched(np.ndarray):
        def __dlpack__(self, **_):
            raise AssertionError

    def watched(shape, dtype):
        return np.zeros(shape, dtype).view(Watched)

    fens = FENS[:3]
    out = ia.encode(fens, "chess/signed64", out=watched((3, 8, 8), np.int8))
    assert np.array_equal(out, ia.encode(fens, "chess/signed64"))
    records = ia.to_records(fens).view(Watched)
    records.flags.writeable = False
    assert np.array_equal(ia.encode(records, "chess/signed64"), out)
    assert ia.decode(out, "chess/signed64").positions[0].pieces == ia.Position(fens[0]).pieces


def test_ctrl_c_is_seen_inside_a_call():
    """A handler runs while the call goes on: it was not put off until its end."""
    many = FENS * 3_000
    seen = []
    old = signal.signal(signal.SIGALRM, lambda *_: seen.append(time.monotonic()))
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        ia.encode(many, "chess/signed64", threads=1)
        end = time.monotonic()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    inside = [t for t in seen if start < t < end - 0.02]
    assert len(inside) >= 2


def test_threads_encode_at_once():
    expected = {name: ia.encode(FENS, name) for name in IDS}
    failures = []

    def work(seed):
        rng = random.Random(seed)
        for _ in range(40):
            name = rng.choice(IDS)
            if not np.array_equal(
                ia.encode(FENS, name, threads=rng.choice([1, 2])), expected[name]
            ):
                failures.append(name)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_python_goes_on_while_a_batch_is_encoded():
    many = FENS * 3_000
    ticks = []
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        future = pool.submit(ia.encode, many, "chess/signed64", threads=1)
        while not future.done():
            ticks.append(time.monotonic())
            time.sleep(0.001)
    assert len(ticks) > 20
    assert future.result().shape == (len(many), 8, 8)


def test_the_number_of_threads_changes_nothing():
    many = FENS * 40
    for name in IDS:
        one = ia.encode(many, name, threads=1)
        for threads in (2, 3, 7, None):
            assert np.array_equal(ia.encode(many, name, threads=threads), one)


def encode_in_child(name):
    return ia.encode(FENS * 20, name, threads=2)


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_process_encodes():
    here = {name: encode_in_child(name) for name in IDS}
    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = dict(zip(IDS, pool.map(encode_in_child, IDS), strict=True))
    for name in IDS:
        assert np.array_equal(here[name], there[name])


def test_objects_alive_at_exit_do_no_harm():
    script = (
        "import intarsia as ia\n"
        "keep = [ia.Position(), ia.ChessGame(), ia.layouts(), ia.HexGame(5)]\n"
        "picture = ia.show('startpos', 'chess/planes25')\n"
        "moves = iter(ia.Position().legal_moves); next(moves)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


AT_EXIT = """
    import chess, intarsia as ia, sys, threading, time
    board = chess.Board()
    board.push_san("e4")
    calls = {
        "texts": lambda: ia.encode(["startpos moves e2e4"] * 200_000, "chess/signed64", threads=1),
        "threads": lambda: ia.encode(["startpos"] * 200_000, "chess/signed64", threads=3),
        "boards": lambda: ia.encode([board] * 2_000, "chess/signed64", threads=1),
        "moves": lambda: ia.ChessGame().push(chess.Move.from_uci("e2e4")),
    }

    def work():
        while True:
            calls[sys.argv[1]]()

    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.2)
"""


@pytest.mark.parametrize("call", ["texts", "threads", "boards", "moves"])
def test_a_daemon_thread_at_work_does_not_spoil_the_exit(call):
    for _ in range(3):
        script = [sys.executable, "-c", textwrap.dedent(AT_EXIT), call]
        done = subprocess.run(script, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80) | st.text("pnbrqkPNBRQK12345678/ wb-KQkqabcdefgh0", max_size=90))
def test_any_text_is_a_position_or_a_typed_error(text):
    try:
        position = ia.Position(text)
    except (ia.ParseError, ia.IllegalError) as error:
        assert error.offset <= len(text.encode())
    except UnicodeEncodeError:
        pass  # a lone surrogate is no text
    else:
        assert ia.Position(position.fen).fen == position.fen
    with contextlib.suppress(ValueError):
        assert ia.encode([text], "chess/signed64").shape == (1, 8, 8)
