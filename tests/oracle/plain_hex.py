"""Hex written apart, in plain Python: stones in a dict and a flood fill."""

import string

import numpy as np

STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
OTHER = {"blue": "red", "red": "blue"}


def name_of(row, column):
    return f"{string.ascii_lowercase[column]}{row + 1}"


def cell_of(name):
    return int(name[1:]) - 1, string.ascii_lowercase.index(name[0])


class PlainHex:
    """A game from the empty board; stones are {(row, column): colour}."""

    def __init__(self, size):
        self.size = size
        self.stones = {}
        self.moves = []

    @property
    def turn(self):
        return "blue" if len(self.moves) % 2 == 0 else "red"

    @property
    def swapped(self):
        return "swap" in self.moves

    def legal(self):
        if self.winner():
            return []
        cells = [(r, c) for r in range(self.size) for c in range(self.size)]
        names = [name_of(*cell) for cell in cells if cell not in self.stones]
        return [*names, "swap"] if len(self.moves) == 1 else names

    def play(self, move):
        if move == "swap":
            ((row, column),) = self.stones
            self.stones = {(column, row): "red"}
        else:
            self.stones[cell_of(move)] = self.turn
        self.moves.append(move)

    def winner(self):
        return next((color for color in OTHER if self._joins(color)), None)

    def _joins(self, color):
        axis = 0 if color == "blue" else 1
        todo = [cell for cell, owner in self.stones.items() if owner == color and cell[axis] == 0]
        seen = set(todo)
        while todo:
            row, column = todo.pop()
            if (row, column)[axis] == self.size - 1:
                return True
            for down, right in STEPS:
                near = (row + down, column + right)
                if self.stones.get(near) == color and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return False

    def names(self, color):
        return [name_of(*cell) for cell, owner in sorted(self.stones.items()) if owner == color]

    def trmph(self):
        cells = list(self.moves)
        if self.swapped:
            row, column = cell_of(cells[0])
            cells[:2] = [name_of(column, row)] * 2
        return f"#{self.size},{''.join(cells)}"

    def nxn(self):
        board = np.zeros((self.size, self.size), np.int8)
        for cell, color in self.stones.items():
            board[cell] = 1 if color == "blue" else 2
        return board

    def two(self):
        return np.stack([self.nxn() == 1, self.nxn() == 2]).astype(np.float32)

    def three(self):
        plane = np.full((1, self.size, self.size), self.turn == "red", np.float32)
        return np.concatenate([self.two(), plane])


def played(size, choices, plies=None):
    """The game in which the i-th move is the choice-th legal one, round and round."""
    game = PlainHex(size)
    for choice in choices[:plies]:
        legal = game.legal()
        if not legal:
            break
        game.play(legal[choice % len(legal)])
    return game
