"""Speed from Python, beside C++, python-chess and Stockfish in the same run.

Machines are shared and noisy: each figure is the best of several runs, and those of ours and of the
peers alternate.
"""

import pathlib
import shutil
import subprocess
import tempfile
import time

import chess
import numpy as np

import intarsia as ia

ROOT = pathlib.Path(__file__).parent.parent
BATCH = 1_024
RUNS = 9
ROUNDS = 5  # of ours and a peer in turns
LAYOUTS = ["chess/canonical18", "chess/planes25", "chess/mailbox69"]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
KIWIPETE_NODES = 193_690_690  # at depth 5

# What is due: shares of peers measured beside it.
DUE_OF_CPP = 0.9
DUE_FENS = 1.5e6 / 150e6  # positions for each node of Stockfish's perft
DUE_FROM_FENS = 50  # times the usual loop
DUE_FROM_RECORDS = 300
DUE_OF_CACHED = 0.8  # batches of a data set, of positions in the cache
DUE_LOADER = 0.85  # of the same records encoded by C++
DUE_STREAM = 0.95  # of batches
DUE_FROM_LOADER = 100  # times a DataLoader over python-chess


def best_rate(count, work, runs=RUNS):
    best = 0.0
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = max(best, count / (time.perf_counter() - start))
    return best


def real_fens():
    """The positions of real games, in order: those of bench/real_states.h."""
    fens = []
    for line in (ROOT / "tests/data/games/lichess.san").read_text().splitlines():
        game = ia.ChessGame()
        for san in [] if line.startswith("#") else line.split():
            fens.append(game.fen)
            game.push(san)
    return fens


def python_rate(inputs, layout, batch):
    out = ia.encode(inputs[:batch], layout)
    pieces = [inputs[i : i + batch] for i in range(0, len(inputs), batch)]

    def work():
        for piece in pieces:
            ia.encode(piece, layout, out=out[: len(piece)], threads=1)

    return best_rate(len(inputs), work)


def cpp_rates():
    """(input, layout, batch) -> positions a second, from build/release/bin/bench_batch."""
    done = subprocess.run(
        [ROOT / "build/release/bin/bench_batch"], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in done.stdout.splitlines()]
    return {(what, layout, int(batch)): float(rate) for what, layout, batch, rate in rows}


def usual_planes(board):
    """chess/canonical18 as it is usually written: a loop over piece_map."""
    planes = np.zeros((8, 8, 18), np.float32)
    us = board.turn
    for square, piece in board.piece_map().items():
        row = 7 - square // 8 if us else square // 8
        planes[row, square % 8, piece.piece_type - 1 + 6 * (piece.color != us)] = 1
    planes[..., 12] = 1 / 3
    if board.has_legal_en_passant():
        row = 7 - board.ep_square // 8 if us else board.ep_square // 8
        planes[row, board.ep_square % 8, 13] = 1
    for i, color in enumerate((us, not us)):
        planes[..., 14 + 2 * i] = board.has_kingside_castling_rights(color)
        planes[..., 15 + 2 * i] = board.has_queenside_castling_rights(color)
    return planes


def usual_rates(fens):
    """Positions a second of the usual loop, with and without the reading of FENs."""
    sample = fens[::20]
    boards = [chess.Board(fen) for fen in sample]
    right = ia.encode(sample, "chess/canonical18")
    assert np.array_equal(np.stack([usual_planes(board) for board in boards]), right)
    with_fens = best_rate(
        len(sample), lambda: [usual_planes(chess.Board(fen)) for fen in sample], runs=3
    )
    return with_fens, best_rate(len(sample), lambda: [usual_planes(b) for b in boards], runs=3)


def stockfish_rate():
    """Nodes a second of its perft."""
    path = shutil.which("stockfish") or "/usr/games/stockfish"
    with subprocess.Popen(
        [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:

        def perft():
            engine.stdin.write("go perft 5\n")
            while not engine.stdout.readline().startswith("Nodes searched"):
                pass

        engine.stdin.write(f"position fen {KIWIPETE}\n")
        rate = best_rate(KIWIPETE_NODES, perft, runs=3)
        engine.stdin.write("quit\n")
    return rate


def millions(rate):
    return f"{rate / 1e6:.3g} M/s"


def print_beside_cpp(inputs):
    """Best of both sides, in turns; answers what Python got."""
    found, cpp = {}, {}
    for _ in range(ROUNDS):
        for key, rate in cpp_rates().items():
            cpp[key] = max(rate, cpp.get(key, 0))
        for what, layout, batch in cpp:
            rate = python_rate(inputs[what], layout, batch)
            key = (what, layout, batch)
            found[key] = max(rate, found.get(key, 0))
    print("| ia.encode into a given buffer, one thread | batch | Python | C++ | ratio | due |")
    print("|---|---|---|---|---|---|")
    for (what, layout, batch), rate in found.items():
        beside = cpp[what, layout, batch]
        print(
            f"| {what} to {layout} | {batch} | {millions(rate)} | {millions(beside)} "
            f"| {rate / beside:.2f} | {DUE_OF_CPP} |"
        )
    return found


def batch_rate(ds, layout):
    """Records a second of shuffled batches, from a data set in memory."""
    batches = ds.batches(layout, BATCH, seed=1, threads=1, reuse=True, drop_last=True)
    next(batches)  # shards are read and checked
    return best_rate(BATCH, lambda: next(batches), runs=300)


def stream_rate(ds, layout):
    """The same from epoch to epoch."""
    stream = ds.stream(layout, BATCH, seed=1, threads=1, reuse=True)
    next(stream)
    return best_rate(BATCH, lambda: next(stream), runs=300)


def loader_rate(ds, layout):
    """Records a second of ia.torch.loader in one thread, in batches as they are trained on."""
    loader = ia.torch.loader(ds, layout, 4 * BATCH, threads=1, prefetch=0, epochs="endless")
    batches = iter(loader)
    next(batches)
    return best_rate(4 * BATCH, lambda: next(batches), runs=100)


def usual_loader_rate(fens):
    """Records a second of a DataLoader over FENs, python-chess and a loop over piece_map."""
    import torch

    class Fens(torch.utils.data.Dataset):
        def __len__(self):
            return len(fens)

        def __getitem__(self, i):
            return usual_planes(chess.Board(fens[i]))

    batches = iter(torch.utils.data.DataLoader(Fens(), BATCH, shuffle=True))
    return best_rate(BATCH, lambda: next(batches), runs=3)


def set_rates():
    """(layout, "C++" or "cached") -> records a second, from build/release/bin/bench_set."""
    tool = [ROOT / "build/release/bin/bench_set"]
    done = subprocess.run(tool, capture_output=True, text=True, check=True)
    rates = {}
    for line in done.stdout.splitlines():
        if line.startswith("| chess/"):
            layout, cpp, cached, *_ = line.strip("| ").split(" | ")
            rates[layout, "C++"] = float(cpp.split()[0]) * 1e6
            rates[layout, "cached"] = float(cached.split()[0]) * 1e6
    return rates


def print_batches(fens):
    """Beside C++, beside positions that lie in the cache, and beside a usual loader."""
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        games = [ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"] * 40
        ds = ia.build(games, pathlib.Path(folder) / "set")
        for _ in range(ROUNDS):
            ours = {
                (layout, what): rate(ds, layout)
                for layout in LAYOUTS[:2]
                for what, rate in (
                    ("Python", batch_rate),
                    ("stream", stream_rate),
                    ("loader", loader_rate),
                )
            }
            for key, rate in (ours | set_rates()).items():
                best[key] = max(rate, best.get(key, 0))
    print("| ds.batches, one thread, reuse=True | Python | C++ | cached positions | ratio | due |")
    print("|---|---|---|---|---|---|")
    for layout in LAYOUTS[:2]:
        rates = [best[layout, what] for what in ("Python", "C++", "cached")]
        share = rates[0] / rates[2]
        print(f"| {layout} | {' | '.join(map(millions, rates))} | {share:.2f} | {DUE_OF_CACHED} |")
    usual = usual_loader_rate(fens)
    print("\n| one thread | Intarsia | peer | ratio | due |")
    print("|---|---|---|---|---|")
    for layout in LAYOUTS[:2]:
        for what, peer, due in (("loader", "C++", DUE_LOADER), ("stream", "Python", DUE_STREAM)):
            ours, beside = best[layout, what], best[layout, peer]
            name = "C++" if peer == "C++" else "ds.batches"
            print(
                f"| {what} of {layout}, beside {name} | {millions(ours)} | {millions(beside)} "
                f"| {ours / beside:.2f} | {due} |"
            )
    ours = best[LAYOUTS[0], "loader"]
    print(
        f"| loader, beside a DataLoader over python-chess | {millions(ours)} | {millions(usual)} "
        f"| {ours / usual:.0f} x | {DUE_FROM_LOADER} |"
    )


def main():
    fens = real_fens()
    inputs = {"fens": fens, "records": ia.to_records(fens)}
    found = print_beside_cpp(inputs)
    from_fens = found["fens", "chess/canonical18", BATCH]
    from_records = found["records", "chess/canonical18", BATCH]
    loop, loop_of_boards = usual_rates(fens)
    stockfish = stockfish_rate()
    print("\n| chess/canonical18, one thread | Intarsia | peer | ratio | due |")
    print("|---|---|---|---|---|")
    for what, ours, peer, due in [
        ("from FENs, beside python-chess and a piece_map loop", from_fens, loop, DUE_FROM_FENS),
        ("from records, beside the same", from_records, loop, DUE_FROM_RECORDS),
        ("from records, beside the loop over ready boards", from_records, loop_of_boards, ""),
    ]:
        print(f"| {what} | {millions(ours)} | {millions(peer)} | {ours / peer:.0f} x | {due} |")
    print(
        f"| from FENs, beside Stockfish's perft | {millions(from_fens)} | {millions(stockfish)} "
        f"| {from_fens / stockfish:.4f} | {DUE_FENS} |"
    )
    print()
    print_batches(fens)


if __name__ == "__main__":
    main()
