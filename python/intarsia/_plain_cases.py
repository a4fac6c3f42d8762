"""Positions to compare encoders over, for games whose usual mistakes nobody has listed."""

from __future__ import annotations

import random

from . import _core
from ._layouts import Layout
from ._recipes import Cases, Conventions, Group

_GAMES = 6
_MOST_PLIES = 40  # of each


def plain_cases(chosen: Layout) -> Cases:
    """Every position of some random games, the same ones each time."""
    chance = random.Random(1)
    texts: dict[str, None] = {}  # each once, in order
    for _ in range(_GAMES):
        game = _core.Game(chosen.game, size=chosen.size)
        texts[game.text] = None
        while game.ply < _MOST_PLIES and len(game.legal_moves):
            game.push(chance.choice(list(game.legal_moves)))
            texts[game.text] = None
    columns = chosen._plan.board[1]
    return Cases(
        [(text, "") for text in texts],
        Conventions((), (Group("", ()),)),
        lambda row, column, _: f"cell {row * columns + column}",
    )
