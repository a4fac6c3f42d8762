"""Our rules against two engines that we did not write: python-chess and Stockfish.

20,000+ positions of seeded random play. Equal are: the set of legal moves, the SAN of each, the
FEN, the Polyglot key, check, mate, stalemate, insufficient material, occurrences.

Where the oracles differ among themselves (and so cannot both be followed):
- Stockfish knows no insufficient material, repetition or FEN faults in `go perft`: only the set
  of legal moves is asked of it.
- Stockfish writes castling as king-takes-rook only with UCI_Chess960, python-chess always does on
  a Chess960 board, as we do: the option is set to match.
- python-chess calls a stalemate with bare minor pieces "insufficient material" first; we follow
  the order of FIDE's articles (the game has ended by stalemate). Both flags are compared alone.
"""

import concurrent.futures
import shutil
import subprocess

import chess
import chess.polyglot
import pytest

from tests.conftest import inspect
from tests.oracle.positions import KINDS, random_lines

COUNT = 3_000  # of each of the seven kinds


def is_960(kind):
    return kind in ("chess960", "double960")


def expected_by_python_chess(line):
    board = line.board
    return {
        "fen": board.fen(),
        "key": f"{chess.polyglot.zobrist_hash(board):016x}",
        "turn": "white" if board.turn else "black",
        "clock": board.halfmove_clock,
        "fullmove": board.fullmove_number,
        "occurrences": line.occurrences,
        "legal": {board.uci(m): board.san(m) for m in board.legal_moves},
        "check": board.is_check(),
        "checkmate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
        "insufficient_material": board.is_insufficient_material(),
    }


def compare(kind):
    lines = random_lines(kind, seed=1, count=COUNT)
    found = inspect([line.text for line in lines], *(["--chess960"] if is_960(kind) else []))
    assert len(found) == len(lines)
    for line, ours in zip(lines, found, strict=True):
        theirs = expected_by_python_chess(line)
        assert {k: ours.get(k) for k in theirs} == theirs, line.text
        assert ours["faults"] == [], line.text
    return lines


@pytest.fixture(scope="module")
def compared():
    """The comparison with python-chess, two kinds at a time."""
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        yield {kind: pool.submit(compare, kind) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_equals_python_chess(compared, kind):
    lines = compared[kind].result()
    assert len(lines) == COUNT


def test_the_sample_holds_what_it_should(compared):
    boards = [line.board for future in compared.values() for line in future.result()]
    assert len(boards) >= 20_000
    assert sum(b.is_checkmate() for b in boards) >= 10
    assert sum(b.is_stalemate() for b in boards) >= 5
    assert sum(b.is_insufficient_material() for b in boards) >= 50
    assert sum(b.has_legal_en_passant() for b in boards) >= 100
    pinned = [b for b in boards if b.has_pseudo_legal_en_passant() and not b.has_legal_en_passant()]
    assert len(pinned) >= 10
    assert sum(any(b.is_castling(m) for m in b.legal_moves) for b in boards) >= 500
    occurrences = [line.occurrences for future in compared.values() for line in future.result()]
    assert sum(n >= 2 for n in occurrences) >= 100


class Stockfish:
    """Asks `go perft 1` for the legal moves of a position line."""

    def __init__(self, chess960):
        path = shutil.which("stockfish") or "/usr/games/stockfish"
        self.engine = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.engine.stdin.write(f"setoption name UCI_Chess960 value {str(chess960).lower()}\n")

    def legal(self, line):
        self.engine.stdin.write(f"position {line}\ngo perft 1\n")
        self.engine.stdin.flush()
        moves = set()
        for reply in self.engine.stdout:
            if reply.startswith("Nodes searched"):
                return moves
            move, _, count = reply.partition(": ")
            if count.strip() == "1":
                moves.add(move)
        raise AssertionError("stockfish stopped")

    def close(self):
        self.engine.communicate("quit\n", timeout=10)


@pytest.mark.parametrize("kind", KINDS)
def test_legal_moves_equal_stockfish(compared, kind):
    lines = compared[kind].result()
    found = inspect([line.text for line in lines], *(["--chess960"] if is_960(kind) else []))
    stockfish = Stockfish(is_960(kind))
    for line, ours in zip(lines, found, strict=True):
        assert set(ours["legal"]) == stockfish.legal(line.text), line.text
    stockfish.close()
