"""A network of torch scores a tree of positions, and the best line comes back.

    python examples/search_with_torch.py "startpos moves e4 e5" 20000

The network here has learned nothing; in its place goes one that was trained on batches of
`ia.torch.loader(ds, layout, value="outcome")`.
"""

import sys

import intarsia as ia

LAYOUT = ia.layout("chess/canonical18", order="CHW")


def small_network():
    """Planes to one number from -1 to 1, in the view of who moves."""
    import torch

    torch.manual_seed(1)
    net = torch.nn.Sequential(
        torch.nn.Conv2d(LAYOUT.shape[0], 16, 3, padding=1),
        torch.nn.ReLU(),
        torch.nn.Flatten(),
        torch.nn.Linear(16 * 64, 1),
        torch.nn.Tanh(),
    )
    net.passport = LAYOUT.passport  # is saved with it, and checked below
    return net


def search(net, position, nodes):
    import torch

    @torch.inference_mode()
    def score(batch):
        return net(torch.from_numpy(batch))

    return ia.Evaluator(score, LAYOUT, passport=net.passport).evaluate(position, nodes)


if __name__ == "__main__":
    where = sys.argv[1] if len(sys.argv) > 1 else "startpos"
    print(search(small_network(), where, int(sys.argv[2]) if len(sys.argv) > 2 else 10_000))
