"""A trained network that plays: the policy proposes moves, a search by the value looks ahead."""

import numpy as np
import torch

import intarsia as ia

from . import checkpoint

# How much a value counts beside the logarithm of a probability: what is won or lost decides, what
# is a little better does not.
TRUST = 4
AGAIN = 2  # the same for each time that a position has stood: the search does not know of them


class Player:
    """A function of a position that answers a move, out of the network in a folder."""

    def __init__(self, folder, nodes=400, device="cpu"):
        self.net = checkpoint.load_net(folder, device)
        self.layout, self.code = self.net.layout, self.net.move_code
        self.nodes = nodes
        self.first = ia.GamePosition(self.layout.game).turn  # in whose view answers are
        self.device = device

    def evaluator(self):
        """A search by the values of the network."""
        return ia.Evaluator(self.score, self.layout, order="best", batch=256)

    @torch.inference_mode()
    def score(self, batch):
        return self._run(batch)[1]

    def __call__(self, position):
        answer = self.evaluator().evaluate(position, self.nodes, progress=False)
        if not answer.moves:  # the search calls it a draw, and yet there are moves
            return position.legal_moves[0]
        sign = 1 if position.turn == self.first else -1
        worths = self.likings(position, [each.move for each in answer.moves])
        for place, each in enumerate(answer.moves):
            again = getattr(position.after(each.move), "occurrences", 1) - 1
            worths[place] += TRUST * sign * each.score - AGAIN * again
        return answer.moves[int(np.argmax(worths))].move

    @torch.inference_mode()
    def likings(self, position, moves):
        """The logarithms of the probabilities of moves."""
        logits = self._run(ia.encode([position], self.layout))[0][0]
        numbers = [self.code.index(position, move) for move in moves]
        return torch.log_softmax(logits[numbers].float().cpu(), 0).numpy()

    def _run(self, tensors):
        return self.net(ia.torch.planes_of(tensors, self.layout).to(self.device))
