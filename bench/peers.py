"""What people do today for chess/planes25: a loop over piece_map, and numpy on bitboards.

Both start from ready positions and write float32 into one array, as we do.

    .venv/bin/python bench/peers.py
"""

import subprocess
import time
from pathlib import Path

import chess
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "build/release/bin/bench_layout"
GAMES = ROOT / "tests/data/games/lichess.san"
POSITIONS = 4000
RUNS = 5


def sample(count):
    """Boards of real games, as many as asked for."""
    boards = []
    for line in GAMES.read_text().splitlines():
        if line.startswith("#"):
            continue
        board = chess.Board()
        for san in line.split():
            boards.append(board.copy(stack=False))
            if len(boards) == count:
                return boards
            board.push_san(san)
    return boards


def fill_values(board, planes):
    """The planes that are one value each: turn, castling, en passant files."""
    planes[12] = board.turn
    for i, color in enumerate((chess.WHITE, chess.BLACK)):
        planes[13 + 2 * i] = board.has_kingside_castling_rights(color)
        planes[14 + 2 * i] = board.has_queenside_castling_rights(color)
    if board.ep_square is not None:
        planes[17 + chess.square_file(board.ep_square)] = 1


def by_piece_map(boards, out):
    """The usual loop."""
    out[:] = 0
    for board, planes in zip(boards, out, strict=True):
        for square, piece in board.piece_map().items():
            plane = piece.piece_type - 1 + (0 if piece.color else 6)
            planes[plane, 7 - chess.square_rank(square), chess.square_file(square)] = 1
        fill_values(board, planes)


def bitboards(boards):
    """The 25 planes of each board as 64-bit words: bit 8 * rank + file."""
    words = np.zeros((len(boards), 25), dtype="<u8")
    values = np.zeros((25, 1, 1), dtype=np.float32)
    for row, board in zip(words, boards, strict=True):
        kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        for i, color in enumerate((chess.WHITE, chess.BLACK)):
            for k, kind in enumerate(kinds):
                row[6 * i + k] = kind & board.occupied_co[color]
        values[:] = 0
        fill_values(board, values)
        row[values[:, 0, 0] != 0] = chess.BB_ALL
    return words


def by_numpy(words, out):
    """Bits of ready words, unpacked; the top rank comes first."""
    rows = words.view(np.uint8).reshape(len(words), 25, 8)
    bits = np.unpackbits(rows, axis=-1, bitorder="little")
    out[:] = bits.reshape(len(words), 25, 8, 8)[:, :, ::-1]


def best_rate(work, count):
    """Positions per second, the best of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return count / best


def main():
    boards = sample(POSITIONS)
    words = bitboards(boards)
    loop, unpacked = np.empty((2, len(boards), 25, 8, 8), dtype=np.float32)
    ours = float(subprocess.check_output([BENCH, "chess/planes25"], text=True))
    rates = {
        "Intarsia, from positions, to memory": ours,
        "numpy on ready bitboards": best_rate(lambda: by_numpy(words, unpacked), len(boards)),
        "python-chess, piece_map loop": best_rate(lambda: by_piece_map(boards, loop), len(boards)),
    }
    assert np.array_equal(loop, unpacked), "the peers disagree"
    print("| planes25, float32, one thread | positions/s | Intarsia |\n|---|---|---|")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} | {ours / rate:,.0f} times as fast |")


if __name__ == "__main__":
    main()
