"""Trains a network on games of Hex, each position in one of its four symmetries.

    python examples/train_hex.py --minutes 2 -o hexnet
    python examples/train_hex.py --data games --size 11 --layout hex/nxn -o other

Without --data it learns from the five games that come with the library: enough to see it run, not
to play. A file of your own is made a data set by

    intarsia build games.trmph -o games --split train=0.9,validation=0.1
"""

import pathlib

from training import command

import intarsia as ia

GAMES = pathlib.Path(__file__).parent.parent / "tests/data/hex/selfplay13.trmph"


def bundled(folder):
    """The bundled games as a data set. A split is by whole games: none is in both."""
    if not (folder / "manifest.json").exists():
        ia.build(GAMES, folder, split={"train": 0.6, "validation": 0.4}, seed=1)
    return folder


if __name__ == "__main__":
    command.main(
        __doc__,
        bundled,
        layout="hex/3nxn",
        policy="hex/cells",
        size=13,
        augment="symmetries",
        batch_size=64,
    )
