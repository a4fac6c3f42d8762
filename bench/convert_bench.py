"""Hex boards from layout to layout, beside the lines of NumPy that people write for it.

NumPy checks nothing: a board with two stones on a cell goes through. Ours and NumPy's turns
alternate, and each figure is the best of several.
"""

import random
import time

import numpy as np

import intarsia as ia

N = 13
ROWS = 4_096
ROUNDS = 15
DUE = 1.0


def positions():
    """Boards of random games, Red to move."""
    random.seed(1)
    found = []
    while len(found) < ROWS:
        game = ia.HexGame(N)
        for _ in range(random.randrange(1, 120, 2)):
            if game.outcome is not None:
                break
            game.push(random.choice(game.legal_moves))
        if game.position.turn == "red" and game.outcome is None:
            found.append(game.position)
    return found


def from_codes(boards, planes):
    out = np.empty((len(boards), planes, N, N), np.float32)
    out[:, 0] = boards == 1
    out[:, 1] = boards == 2
    if planes == 3:
        out[:, 2] = 1
    return out


def to_codes(boards):
    return (boards[:, 0] + 2 * boards[:, 1]).astype(np.int8)


def with_turn(boards):
    out = np.empty((len(boards), 3, N, N), np.float32)
    out[:, :2] = boards
    out[:, 2] = 1
    return out


NUMPY = {
    ("nxn", "2nxn"): lambda x: from_codes(x, 2),
    ("nxn", "3nxn"): lambda x: from_codes(x, 3),
    ("2nxn", "nxn"): to_codes,
    ("2nxn", "3nxn"): with_turn,
    ("3nxn", "nxn"): to_codes,
    ("3nxn", "2nxn"): lambda x: x[:, :2].copy(),
}


def rate(work):
    start = time.perf_counter()
    work()
    return ROWS / (time.perf_counter() - start)


def best_of_two(ours, theirs):
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        best = [max(best[0], rate(ours)), max(best[1], rate(theirs))]
    return best


def line(what, ours, peer):
    print(f"| {what} | {ours / 1e6:.1f} M/s | {peer / 1e6:.1f} M/s | {ours / peer:.2f} | {DUE} |")


def main():
    boards = positions()
    layouts = {name: ia.layout(f"hex/{name}", size=N) for name in ("nxn", "2nxn", "3nxn")}
    tensors = {name: ia.encode(boards, layout) for name, layout in layouts.items()}
    print(f"| {N} x {N}, one thread | Intarsia | NumPy | ratio | due |")
    print("|---|---|---|---|---|")
    for (a, b), by_numpy in NUMPY.items():
        turn = None if a == "3nxn" else "red"

        def convert(a=a, b=b, turn=turn):
            return ia.convert(tensors[a], layouts[a], layouts[b], turn=turn, threads=1).tensor

        assert np.array_equal(convert(), by_numpy(tensors[a])), (a, b)
        line(f"{a} to {b}", *best_of_two(convert, lambda a=a, f=by_numpy: f(tensors[a])))
    records = ia.to_records(boards)
    print("\n| from records, beside positions | records | positions | ratio | due |")
    print("|---|---|---|---|---|")
    for name, layout in layouts.items():
        line(
            name,
            *best_of_two(
                lambda layout=layout: ia.encode(records, layout, threads=1),
                lambda layout=layout: ia.encode(boards, layout, threads=1),
            ),
        )


if __name__ == "__main__":
    main()
