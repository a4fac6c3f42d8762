"""What tests of graphs share."""

import pytest

import intarsia as ia
from intarsia import _core
from tests.data_sets import LICHESS

needs_store = pytest.mark.skipif(not _core.HAS_GRAPH_STORE, reason="built without RocksDB")


def of_games():
    graph = ia.Graph("chess")
    graph.add_games(LICHESS)
    return graph


def stored(folder):
    if not _core.HAS_GRAPH_STORE:
        pytest.skip("built without RocksDB")
    return ia.build_graph(LICHESS, folder / "book")


def everything(graph):
    """All that it says, in a form that can be compared."""
    return {
        node.identity: (
            *(node.text, node.end and str(node.end), node.is_explored, node.stopped),
            *((m.move, m.notation, m.outcomes, m.share, m.points, m.rating) for m in node.moves),
        )
        for node in graph
    }
