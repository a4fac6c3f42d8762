"""Board-game states as neural-network tensors and back: exactly, fast, described by data.

>>> import intarsia as ia
>>> g = ia.ChessGame()
>>> g.push("e4")
>>> g.get_canonical_board().shape
(8, 8, 18)
>>> ia.encode([g, "startpos"], "chess/planes25").shape
(2, 25, 8, 8)
>>> h = ia.HexGame(13)
>>> h.push("a3"); h.push("swap")
>>> h.encode("hex/3nxn").shape
(3, 13, 13)
"""

from typing import TYPE_CHECKING

from . import _core, chess, hex
from ._along import SparsePolicy
from ._batches import Batch
from ._bits import Bits, expand
from ._build import build
from ._check import Check, check_encoder
from ._columns import Column, Columns, Ragged
from ._core import AnyPosition as GamePosition
from ._core import Game, GameSetup, Outcome
from ._data import DataSet, DataSetWarning
from ._description import Description
from ._epochs import Batches
from ._errors import IllegalError, ParseError, PositionNotFound
from ._evaluator import Answer, AnswerMove, Candidate, Evaluator
from ._executors import PartsFailed
from ._graph import Graph, GraphStatistics, build_graph
from ._graph_build import GraphReport
from ._layouts import Layout, Plane, layout, layouts
from ._merge import merge
from ._nodes import GraphMove, GraphNode
from ._open import open
from ._page import Page, page
from ._parquet_read import from_parquet
from ._parts import MissingParts, build_part, finish, plan
from ._pictures import Picture, plot, show
from ._policies import Policy, Targets, policies, policy, targets
from ._reading import Fault, GameWarning, Reader, read
from ._records import record_dtype
from ._report import Report
from ._tensors import (
    Converted,
    Decoded,
    convert,
    decode,
    encode,
    from_records,
    to_records,
)
from ._transitions import Transition
from ._walker import GraphWalker
from ._writer import Writer
from .chess import RECORD, ChessGame, LegalMoves, Position, Setup, uci
from .hex import HexGame, HexPosition, HexSetup

if TYPE_CHECKING:
    from . import cuda as cuda
    from . import torch as torch

__version__ = _core.version


def _modules() -> list[str]:
    return ["cuda", "torch", *(game.name for game in _core.games())]


def __dir__() -> list[str]:
    return sorted({*__all__, *_modules(), "__version__"})


def __getattr__(name: str):
    """`ia.torch`, `ia.cuda`, and the modules of games, imported when they are first asked for."""
    import importlib

    if name in _modules():
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "RECORD",
    "Answer",
    "AnswerMove",
    "Batch",
    "Batches",
    "Bits",
    "Candidate",
    "Check",
    "ChessGame",
    "Column",
    "Columns",
    "Converted",
    "DataSet",
    "DataSetWarning",
    "Decoded",
    "Description",
    "Evaluator",
    "Fault",
    "Game",
    "GamePosition",
    "GameSetup",
    "GameWarning",
    "Graph",
    "GraphMove",
    "GraphNode",
    "GraphReport",
    "GraphStatistics",
    "GraphWalker",
    "HexGame",
    "HexPosition",
    "HexSetup",
    "IllegalError",
    "Layout",
    "LegalMoves",
    "MissingParts",
    "Outcome",
    "Page",
    "ParseError",
    "PartsFailed",
    "Picture",
    "Plane",
    "Policy",
    "Position",
    "PositionNotFound",
    "Ragged",
    "Reader",
    "Report",
    "Setup",
    "SparsePolicy",
    "Targets",
    "Transition",
    "Writer",
    "build",
    "build_graph",
    "build_part",
    "check_encoder",
    "chess",
    "convert",
    "decode",
    "encode",
    "expand",
    "finish",
    "from_parquet",
    "from_records",
    "hex",
    "layout",
    "layouts",
    "merge",
    "open",
    "page",
    "plan",
    "plot",
    "policies",
    "policy",
    "read",
    "record_dtype",
    "show",
    "targets",
    "to_records",
    "uci",
]
