"""A small residual network for any layout, with a head for the move and one for the outcome."""

import torch
from torch import nn

# Codes that number moves cell by cell: steps of the first cell, steps of the next one, … Whether
# their first cell is in the last row of the planes, and how many moves come after all cells.
CODES_BY_CELL = {
    "chess/az4672": (True, 0),
    "chess/move4096": (True, 0),
    "hex/cells": (False, 1),  # the swap
}


class Net(nn.Module):
    """Tensors of `layout` to (logits of moves as `policy` numbers them, values from -1 to 1)."""

    def __init__(self, layout, policy, channels=32, blocks=3):
        super().__init__()
        self.stem = stem_for(layout, channels)
        self.body = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        height, width = board_of(layout)
        self.policy = policy_head_for(policy, channels, height * width)
        self.value = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),  # games are few beside positions: all cells are alike here
            nn.Flatten(),
            nn.Linear(channels, channels),
            nn.ReLU(),
            nn.Linear(channels, 1),
            nn.Tanh(),
        )

    def forward(self, tensors):
        x = self.body(self.stem(tensors))
        return self.policy(x), self.value(x).squeeze(1)


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x):
        return torch.relu(x + self.layers(x))


def board_of(layout):
    """Rows and columns of the features that the body works on."""
    if len(layout.shape) == 1:
        side = 8  # a list has no board of its own
        return side, side
    return layout.shape[:2] if layout.order == "HWC" else layout.shape[-2:]


def stem_for(layout, channels):
    """What makes features on the board out of the tensors: planes, a board of codes, or a list."""
    if len(layout.shape) == 3:
        planes = layout.shape[2 if layout.order == "HWC" else 0]
        return nn.Sequential(Float(), *convolution(planes, channels))
    if len(layout.shape) == 2:
        low, high = layout.planes[0].range
        return nn.Sequential(Codes(int(low), int(high), channels), *convolution(channels, channels))
    height, width = board_of(layout)
    return nn.Sequential(
        Float(),
        nn.Linear(layout.shape[0], channels * height * width),
        nn.Unflatten(1, (channels, height, width)),
        nn.BatchNorm2d(channels),
        nn.ReLU(),
    )


def convolution(before, after):
    return nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()


class Float(nn.Module):
    """Layouts of any type become what the network computes with."""

    def forward(self, tensors):
        return tensors.float()


class Codes(nn.Module):
    """A vector for each code on the board, to be learned."""

    def __init__(self, low, high, channels):
        super().__init__()
        self.low = low
        self.vectors = nn.Embedding(high - low + 1, channels)

    def forward(self, board):
        return self.vectors(board.long() - self.low).permute(0, 3, 1, 2)


def policy_head_for(policy, channels, cells):
    """Each move from where it starts, if the code numbers moves so; else all from everything."""
    if policy.id in CODES_BY_CELL:
        is_upside_down, others = CODES_BY_CELL[policy.id]
        return MovesByCell(channels, (policy.size - others) // cells, is_upside_down, others)
    return nn.Sequential(
        nn.Conv2d(channels, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, policy.size)
    )


class MovesByCell(nn.Module):
    def __init__(self, channels, steps, is_upside_down, others):
        super().__init__()
        self.is_upside_down = is_upside_down
        self.steps = nn.Sequential(
            nn.Conv2d(channels, 2 * channels, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(2 * channels, steps, 1),
        )
        self.others = nn.Linear(channels, others) if others else None

    def forward(self, x):
        rows = self.steps(x)
        logits = (rows.flip(2) if self.is_upside_down else rows).permute(0, 2, 3, 1).flatten(1)
        if self.others is None:
            return logits
        return torch.cat([logits, self.others(x.mean((2, 3)))], 1)
