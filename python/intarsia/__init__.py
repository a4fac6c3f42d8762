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

from collections.abc import Sequence as _Sequence

from . import hex
from ._batches import Batch, Batches
from ._build import build
from ._check import Check, check_encoder
from ._core import (
    ChessGame,
    HexGame,
    HexPosition,
    HexSetup,
    LegalMoves,
    Outcome,
    Position,
    Setup,
    Transition,
)
from ._data import DataSet, DataSetWarning, open
from ._errors import IllegalError, ParseError
from ._layouts import Layout, Plane, layout, layouts
from ._pictures import Picture, plot, show
from ._policies import Policy, Targets, policies, policy, targets
from ._reading import Fault, GameWarning, Reader, read
from ._records import RECORD
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

_Sequence.register(LegalMoves)

__version__ = "0.1.0"


def __getattr__(name: str):
    """`ia.torch`, imported when it is first asked for."""
    if name == "torch":
        import importlib

        return importlib.import_module(".torch", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "RECORD",
    "Batch",
    "Batches",
    "Check",
    "ChessGame",
    "Converted",
    "DataSet",
    "DataSetWarning",
    "Decoded",
    "Fault",
    "GameWarning",
    "HexGame",
    "HexPosition",
    "HexSetup",
    "IllegalError",
    "Layout",
    "LegalMoves",
    "Outcome",
    "ParseError",
    "Picture",
    "Plane",
    "Policy",
    "Position",
    "Reader",
    "Report",
    "Setup",
    "Targets",
    "Transition",
    "build",
    "check_encoder",
    "convert",
    "decode",
    "encode",
    "from_records",
    "hex",
    "layout",
    "layouts",
    "open",
    "plot",
    "policies",
    "policy",
    "read",
    "show",
    "targets",
    "to_records",
]
