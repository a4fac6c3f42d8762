"""Hex as one writes it in an afternoon: the peer of bench/hex_bench.cc.

Prints moves per second of random play-outs with winner detection on 11 x 11, and positions per
second from TRMPH text.
"""

import random
import re
import time

N = 11
STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
NEIGHBOURS = [
    [(r + dr) * N + c + dc for dr, dc in STEPS if 0 <= r + dr < N and 0 <= c + dc < N]
    for r in range(N)
    for c in range(N)
]
TOP, BOTTOM, LEFT, RIGHT = range(N * N, N * N + 4)


def find(parent, x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def play_out(order):
    """The number of moves until somebody has won."""
    parent = list(range(N * N + 4))
    owner = [None] * (N * N)
    for i, cell in enumerate(order):
        color = i % 2
        owner[cell] = color
        row, column = divmod(cell, N)
        place, edges = (row, (TOP, BOTTOM)) if color == 0 else (column, (LEFT, RIGHT))
        joined = [n for n in NEIGHBOURS[cell] if owner[n] == color]
        if place == 0:
            joined.append(edges[0])
        if place == N - 1:
            joined.append(edges[1])
        for other in joined:
            parent[find(parent, cell)] = find(parent, other)
        if find(parent, edges[0]) == find(parent, edges[1]):
            return i + 1
    raise AssertionError("a full board has a winner")


def positions(line):
    """Every board of a game, as a list of 0, 1 and 2."""
    _, moves = re.fullmatch(r"#(\d+),((?:[a-z]\d+)*)", line).groups()
    board = [0] * (N * N)
    boards = []
    for i, (letter, number) in enumerate(re.findall(r"([a-z])(\d+)", moves)):
        boards.append(board)
        board = board.copy()
        board[(int(number) - 1) * N + ord(letter) - ord("a")] = 1 + i % 2
    return boards


def main():
    chance = random.Random(7)
    orders = [chance.sample(range(N * N), N * N) for _ in range(400)]
    start = time.perf_counter()
    plies = [play_out(order) for order in orders]
    moves_per_second = sum(plies) / (time.perf_counter() - start)
    name = lambda c: chr(ord("a") + c % N) + str(c // N + 1)  # noqa: E731
    lines = [f"#{N}," + "".join(map(name, o[:p])) for o, p in zip(orders, plies, strict=True)]
    start = time.perf_counter()
    count = sum(len(positions(line)) for line in lines)
    print(moves_per_second, count / (time.perf_counter() - start))


if __name__ == "__main__":
    main()
