"""Other programs that read the PGN which bench_pgn reads, as ratios in the same run.

pgn-extract checks every move, python-chess plays them, pgn-reader + shakmaty (built by
`./dev bench --peers`) does both kinds of work. One thread each; the runs alternate.

    .venv/bin/python bench/pgn_peers.py
"""

import io
import subprocess
import tempfile
import time
from pathlib import Path

import chess.pgn

ROOT = Path(__file__).resolve().parent.parent
OURS = ROOT / "build/release/bin/bench_pgn"
RUST = ROOT / "build/peers/release/pgn_peer"
PGN_EXTRACT = "/usr/games/pgn-extract"
ROUNDS = 3
PART = 20_000_000  # bytes for programs that take long
SMALL_PART = 300_000


def part(file, size, folder):
    """The whole games in the first bytes of a file."""
    text = file.read_bytes()[:size]
    out = folder / f"part{size}.pgn"
    out.write_bytes(text[: text.rindex(b"\n[Event ") + 1])
    return out


def told(*command):
    """Seconds that a program tells of its best run."""
    reply = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(reply.split()[1])


def timed(*command):
    start = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - start


def by_python_chess(file):
    text = io.StringIO(file.read_text(encoding="utf-8"))
    start = time.perf_counter()
    while chess.pgn.read_game(text) is not None:
        pass
    return time.perf_counter() - start


def row(name, work, file, theirs, mode):
    """One line: the best of ours and of theirs over the same bytes."""
    best, other = float("inf"), float("inf")
    for _ in range(ROUNDS):
        best = min(best, told(OURS, file, mode))
        other = min(other, theirs(file))
    size = file.stat().st_size / 1e6
    print(
        f"| {name} | {work} | {size / best:.0f} MB/s | {size / other:.1f} MB/s "
        f"| {other / best:.1f} x |"
    )


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lichess, bare = folder / "lichess.pgn", folder / "bare.pgn"
        subprocess.run([OURS, "write", lichess, bare], check=True)
        some, few = part(bare, PART, folder), part(bare, SMALL_PART, folder)
        print("| peer | work | intarsia | peer | ratio |\n|---|---|---|---|---|")
        if RUST.exists():
            for file in (bare, lichess):
                for work, mode in (("moves played", "play"), ("tokens only", "skip")):
                    row(
                        "pgn-reader + shakmaty",
                        f"{work}, {file.stem}",
                        file,
                        lambda f, mode=mode: told(RUST, f, mode),
                        mode,
                    )
        row("pgn-extract", "moves checked", some, lambda f: timed(PGN_EXTRACT, "-r", f), "play")
        row("python-chess", "moves played", few, by_python_chess, "play")


if __name__ == "__main__":
    main()
