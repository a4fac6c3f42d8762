"""A UCI engine out of a trained network, for any chess program.

    python examples/uci_engine.py net

is the command that the program is told to start. By default moves are those that the policy likes,
checked by a search of so many positions; with --search a search by the value alone, which keeps to
the clock.
"""

import argparse
import sys

from training.player import Player

import intarsia as ia


def parser():
    made = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    made.add_argument("folder", help="where train_chess.py saved the network")
    made.add_argument("--nodes", type=int, default=400, help="positions for a move (400)")
    made.add_argument("--search", action="store_true", help="by the value alone, and the clock")
    return made


def main(arguments=None):
    options = parser().parse_args(arguments)
    try:
        player = Player(options.folder, options.nodes)
    except ValueError as error:  # of the checkpoint
        sys.exit(str(error))
    if player.layout.game != "chess":
        sys.exit(f"{options.folder}: a network for {player.layout.game}, and UCI is for chess")
    engine = player.evaluator() if options.search else player
    ia.uci.serve(engine, name=f"Intarsia {player.layout.id}", nodes=options.nodes)


if __name__ == "__main__":
    main()
