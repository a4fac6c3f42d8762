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
    """Boards of random games, with Blue and Red to move."""
    random.seed(1)
    found = []
    while len(found) < ROWS:
        game = ia.HexGame(N)
        for _ in range(random.randrange(1, 120)):
            if game.outcome is not None:
                break
            game.push(random.choice(game.legal_moves))
        if game.outcome is None:
            found.append(game.position)
    return found


# Planes before rows and columns; `turn` is one number for all boards, or one for each.


def from_codes(boards, planes, dtype, turn):
    out = np.empty((len(boards), planes, N, N), dtype)
    out[:, 0] = boards == 1
    out[:, 1] = boards == 2
    if planes == 3:
        out[:, 2] = turn
    return out


def to_codes(boards, dtype):
    return (boards[:, 0] + 2 * boards[:, 1]).astype(dtype, copy=False)


def with_turn(boards, turn):
    out = np.empty((len(boards), 3, N, N), boards.dtype)
    out[:, :2] = boards
    out[:, 2] = turn
    return out


def by_numpy(a, b, x, dtype, codes, turn=1):
    """The boards `x` of layout `a` as layout `b`'s: planes of `dtype`, codes of `codes`."""
    if a == "nxn":
        return from_codes(x, 2 if b == "2nxn" else 3, dtype, turn)
    if b == "nxn":
        return to_codes(x, codes)
    return with_turn(x, turn) if b == "3nxn" else x[:, :2].copy()


def numbers_of_stones(a, x):
    """Blue's and Red's."""
    if a == "nxn":
        return (x == 1).sum((1, 2)), (x == 2).sum((1, 2))
    return x[:, 0].sum((1, 2)), x[:, 1].sum((1, 2))


def inferred_by_numpy(a, b, x, dtype, codes):
    blue, red = numbers_of_stones(a, x)
    turn = (blue >= red)[:, None, None]
    return by_numpy(a, b, x, dtype, codes, turn)


def channels_last(a, b, x, dtype, codes):
    planes_first = x if a == "nxn" else np.moveaxis(x, -1, 1)
    out = by_numpy(a, b, planes_first, dtype, codes)
    return out if b == "nxn" else np.ascontiguousarray(np.moveaxis(out, 1, -1))


# What is measured: the word, the order of planes, the turn that is said, NumPy's lines.
WAYS = [
    ("", "CHW", "red", by_numpy),
    ("infer", "CHW", "infer-swap", inferred_by_numpy),
    ("HWC", "HWC", "red", channels_last),
]
PAIRS = [(a, b) for a in ("nxn", "2nxn", "3nxn") for b in ("nxn", "2nxn", "3nxn") if a != b]


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


def compare(boards, way, dtype):
    word, order, turn, numpy_lines = way
    codes = np.int8 if dtype == np.float32 else np.uint8
    layouts = {"nxn": ia.layout("hex/nxn", size=N, dtype=codes)}
    for name in ("2nxn", "3nxn"):
        layouts[name] = ia.layout(f"hex/{name}", size=N, dtype=dtype, order=order)
    tensors = {name: ia.encode(boards, layout) for name, layout in layouts.items()}
    for a, b in PAIRS:
        said = None if a == "3nxn" else turn
        if word == "infer" and said is None:
            continue  # it is shown

        def ours(a=a, b=b, said=said):
            return ia.convert(tensors[a], layouts[a], layouts[b], turn=said, threads=1).tensor

        def theirs(a=a, b=b):
            return numpy_lines(a, b, tensors[a], dtype, codes)

        assert np.array_equal(ours(), theirs()), (a, b)
        line(f"{a} to {b} {np.dtype(dtype)} {word}".rstrip(), *best_of_two(ours, theirs))


def main():
    boards = positions()
    print(f"| {N} x {N}, one thread | Intarsia | NumPy | ratio | due |")
    print("|---|---|---|---|---|")
    for way in WAYS:
        for dtype in (np.float32, np.uint8):
            compare(boards, way, dtype)
    records = ia.to_records(boards)
    print("\n| from records, beside positions | records | positions | ratio | due |")
    print("|---|---|---|---|---|")
    for name in ("nxn", "2nxn", "3nxn"):
        layout = ia.layout(f"hex/{name}", size=N)
        line(
            name,
            *best_of_two(
                lambda layout=layout: ia.encode(records, layout, threads=1),
                lambda layout=layout: ia.encode(boards, layout, threads=1),
            ),
        )


if __name__ == "__main__":
    main()
