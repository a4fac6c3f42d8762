"""What the tests of the page ask about: positions, layouts, texts, files."""

from __future__ import annotations

import json
import pathlib
import random
from collections.abc import Iterator

from tests.conftest import ROOT, run
from tests.page.calls import Call, Caller

# A game each of chess, Hex of several sizes, Connect Four; castling, en passant, promotion, swaps.
LINES = [
    "startpos",
    "startpos moves e2e4",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1",
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "startpos moves e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6c7 a5a4 c7b8n",
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",
    "fen 6k1/8/8/8/8/8/8/R3K2R w KQ - 99 120 moves e1c1 g8f7",
    "fen nrkrbbqn/pppppppp/8/8/8/5BNQ/PPPPPPPP/NRKR4 w DBdb - 0 1 moves c1d1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "hex 1",
    "hex 3 moves a1 swap b2 c1",
    "hex 11 moves a2 swap f6 e7",
    "#5,b1b1c3",
    "hex 6 blue a1 c3 red b2 turn red",
    "hex 19 moves a1 j10 s19",
    "connect4 7x6 4433255",
    "connect4 4x4 112233",
]


def layouts_of(caller: Caller, game: str) -> list[str]:
    """Every built-in layout, and layouts of one's own with history, divisors, groups and codes."""
    found = next(g for g in caller.one("catalogue").json["games"] if g["name"] == game)
    ids = [layout["id"] for layout in found["layouts"]]
    cells = [f["name"] for f in found["facts"] if f["kind"] == "cells"]
    values = [f["name"] for f in found["facts"] if f["kind"] == "value"]
    own: list[dict] = [
        {"game": game, "features": cells + values},
        {
            "game": game,
            "frame": "mover",
            "order": "HWC",
            "features": [{"last": 3, "features": cells}],
        },
        {"game": game, "order": "flat", "features": [*cells[:2], {"fact": values[0], "per": 7}]},
    ]
    return ids + [json.dumps(layout) for layout in own]


def games_of(caller: Caller, lines: list[str]) -> dict[str, list[str]]:
    """The lines by their games."""
    answers = caller.all([Call("position", {"line": line}) for line in lines])
    games: dict[str, list[str]] = {}
    for line, answer in zip(lines, answers, strict=True):
        assert not answer.has_failed, (line, answer.text)
        games.setdefault(answer.json["game"], []).append(line)
    return games


def real_lines(count: int) -> list[str]:
    """Games that people played, from the bundled file."""
    games = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
    out = run("convert", str(games), "--to", "uci", "-o", "-").stdout.splitlines()
    return [line for line in out if line.strip()][:count]


def damaged(data: bytes, seed: int, count: int) -> Iterator[bytes]:
    """The bytes cut and changed at random places."""
    rng = random.Random(seed)
    for i in range(count):
        if i % 3 == 0:
            yield data[: rng.randrange(len(data) + 1)]
            continue
        changed = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        yield bytes(changed)


def texts(folder: pathlib.Path) -> list[str]:
    """Files of games as texts, the hostile ones too, as far as they are texts."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".pgn", ".sgf", ".trmph", ".txt"} and path.stat().st_size < 200_000:
            found.append(path.read_bytes().decode("utf-8", "replace"))
    return found
