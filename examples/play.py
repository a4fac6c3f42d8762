"""A trained network plays: against random moves, and against itself.

    python examples/play.py net                        # one game each, with the last boards
    python examples/play.py net --games 20 --nodes 1000
    python examples/play.py net --against itself --boards    # every board

The network is what train_chess.py or train_hex.py left in a folder.
"""

import argparse
import collections
import random
import sys

from training.player import Player

import intarsia as ia


def play(start, players, by_chance, opening, most_plies, show_boards=False):
    """A game, whose first moves are left to chance; answers its last position."""
    position = start
    for ply in range(most_plies):
        if position.outcome is not None or not position.legal_moves:
            break
        mover = by_chance if ply < opening else players[ply % 2]
        position = position.after(mover(position))
        if show_boards:
            print(ia.show(position))
    return position


def match(name, player, opponent, by_chance, start, options):
    """Games in which the two take turns to begin; answers how often each won."""
    counts = collections.Counter()
    for number in range(options.games):
        network_begins = number % 2 == 0
        players = (player, opponent) if network_begins else (opponent, player)
        last = play(
            start, players, by_chance, options.opening, options.plies, show_boards=options.boards
        )
        winner = last.outcome and last.outcome.winner
        network = start.turn if network_begins else start.after(start.legal_moves[0]).turn
        result = "draw" if winner is None else "network" if winner == network else name
        counts[result] += 1
        how = last.outcome.reason if last.outcome else f"stopped after {options.plies} plies"
        print(f"\nthe network against {name}, game {number + 1}, the network is {network}:")
        print(ia.show(last))
        print(f"{winner or 'nobody'} wins: {how}")
    return counts


def parser():
    made = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = made.add_argument
    add("folder", help="where the network was saved")
    add("--against", choices=["random", "itself", "both"], default="both")
    add("--games", type=int, default=1, help="so many against each (1)")
    add("--nodes", type=int, default=400, help="positions that are looked at for a move (400)")
    add("--opening", type=int, default=2, help="so many random plies at first (2)")
    add("--plies", type=int, default=240, help="a longer game is stopped, and a draw (240)")
    add("--seed", type=int, default=1)
    add("--boards", action="store_true", help="show the board after each move")
    return made


def main(arguments=None):
    options = parser().parse_args(arguments)
    try:
        player = Player(options.folder, options.nodes)
    except ValueError as error:  # of the checkpoint
        sys.exit(str(error))
    game, size = player.layout.game, player.layout.size
    start = ia.Position() if game == "chess" else ia.GamePosition(game, size=size)
    rng = random.Random(options.seed)

    def by_chance(position):
        return rng.choice(position.legal_moves)

    totals = {}
    for name, opponent in (("random", by_chance), ("itself", player)):
        if options.against in (name, "both"):
            totals[name] = match(name, player, opponent, by_chance, start, options)
    for name, counts in totals.items():
        won, drawn, lost = counts["network"], counts["draw"], counts[name]
        print(f"\nagainst {name}: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    main()
