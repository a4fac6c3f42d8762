"""Trains a network on games of chess: the move that was played, and what came of the game.

    python examples/train_chess.py --layout chess/canonical18 --minutes 2 -o net
    python examples/train_chess.py --minutes 2 -o net --resume    # goes on exactly there
    python examples/train_chess.py --layout chess/planes25 -o other   # other planes, the same games

Without --data it learns from the few hundred games that come with the library. A month of games:

    intarsia build month.pgn.zst -o month --split train=0.99,validation=0.01 --min-elo 1800
    python examples/train_chess.py --data month --channels 128 --blocks 10 --batch-size 1024 \\
        --minutes 600 -o strong

The loop is in training/loop.py, the network in training/net.py. Ctrl-C stops, and saves.
"""

import pathlib

from training import command

import intarsia as ia

GAMES = pathlib.Path(__file__).parent.parent / "tests/data/chess/lichess_db_1000k.pgn.zst"


def bundled(folder):
    """The bundled games as a data set. A split is by whole games: none is in both."""
    if not (folder / "manifest.json").exists():
        ia.build(GAMES, folder, split={"train": 0.9, "validation": 0.1}, seed=1)
    return folder


if __name__ == "__main__":
    command.main(__doc__, bundled, layout="chess/canonical18", policy="chess/az4672")
