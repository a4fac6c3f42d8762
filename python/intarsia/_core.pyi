"""Positions, games and tensors in C++."""

from collections.abc import Iterator, Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


version: str = '0.1.0'

class GameSetup:
    """What a tensor shows of a game where that is no position."""

    def __init__(self, game: str, size: int, text: str) -> None: ...

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def text(self) -> str:
        """What is shown, as text."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class Outcome:
    """How a game ended."""

    def __init__(self, winner: str | None, reason: str, result: str) -> None: ...

    @property
    def winner(self) -> str | None:
        """'white' or 'black', 'blue' or 'red', or None for a draw."""

    @property
    def reason(self) -> str:
        """
        'checkmate', 'stalemate', 'insufficient_material', 'seventyfive_moves' or 'fivefold_repetition'; Hex: 'connection' or 'resignation'.
        """

    @property
    def result(self) -> str:
        """'1-0' if the first player won, '0-1' or '1/2-1/2'."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class AnyPosition:
    """
    A position of any game as a value, with the moves that led to it.

    >>> p = ia.GamePosition("hex", "#13,c1c1g7")
    >>> p.moves, p.turn, p.after("h6").text
    (['a3', 'swap', 'g7'], 'red', 'hex 13 moves a3 swap g7 h6')

    Equal are positions with the same start and moves; compare `identity` to ask whether the same position
    stands on the board. ia.Position and ia.HexPosition are such positions that can say more.
    """

    def __init__(self, game: str, source: object | None = None, *, size: int | str | None = None, **options) -> None: ...

    @property
    def game(self) -> str:
        """The name of the game: 'chess'."""

    @property
    def size(self) -> int | str:
        """The board's size, as the game writes it: 8, or '7x6'."""

    @property
    def turn(self) -> str:
        """Who moves, in the game's word."""

    @property
    def ply(self) -> int:
        """Moves since the start of the line."""

    @property
    def moves(self) -> list[str]:
        """The moves that led here, as texts."""

    @property
    def legal_moves(self) -> Sequence[str]:
        """The legal moves, as texts; none when the game is over."""

    @property
    def key(self) -> int:
        """The 64-bit key of the position."""

    @property
    def identity(self) -> int:
        """The key of what counts as the same position."""

    @property
    def text(self) -> str:
        """The start and the moves as text: it reads back as the same."""

    def encode(self, layout: object, *, order: str | None = None, dtype: str | None = None, out: object | None = None) -> numpy.ndarray:
        """The tensor of this position in a layout: ia.encode for one."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here: an Outcome, or None while it goes on."""

    def after(self, move: object) -> AnyPosition:
        """The position after a legal move."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> object: ...

    def __deepcopy__(self, arg: object, /) -> object: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class Game:
    """
    A game that is being played, whichever it is.

    >>> g = ia.Game("hex", size=5)
    >>> g.push("c1"); g.push("swap")
    >>> g.turn, g.ply, g.text
    ('blue', 2, 'hex 5 moves c1 swap')
    >>> g.pop()
    'swap'
    >>> ia.Game("chess", "startpos moves e2e4")
    ia.Game('chess', 'startpos moves e2e4')

    Starts from the game's own start (`size` chooses the board), from a text, from a position or game of
    it, or from a record. Options are the game's own (swap='literal', chess960=True). ia.ChessGame and
    ia.HexGame are such games that can do more. `outcome` says how it ended where the board does not, in
    a word of the game.
    """

    def __init__(self, game: str, source: object | None = None, *, size: int | str | None = None, outcome: object | None = None, tags: object | None = None, **options) -> None: ...

    @property
    def game(self) -> str:
        """The name of the game: 'chess'."""

    @property
    def size(self) -> int | str:
        """The board's size, as the game writes it: 8, or '7x6'."""

    @property
    def turn(self) -> str:
        """Who moves, in the game's word."""

    @property
    def ply(self) -> int:
        """Moves since the start of the line."""

    @property
    def moves(self) -> list[str]:
        """The moves that led here, as texts."""

    @property
    def legal_moves(self) -> Sequence[str]:
        """The legal moves, as texts; none when the game is over."""

    @property
    def key(self) -> int:
        """The 64-bit key of the position."""

    @property
    def identity(self) -> int:
        """The key of what counts as the same position."""

    @property
    def text(self) -> str:
        """The start and the moves as text: it reads back as the same."""

    def encode(self, layout: object, *, order: str | None = None, dtype: str | None = None, out: object | None = None) -> numpy.ndarray:
        """The tensor of this position in a layout: ia.encode for one."""

    @property
    def evals(self) -> list[int | None]:
        """
        Evaluations that a file gives, one for each position: [0] is the start's, [i] that after i moves. Centipawns in the first player's view, 32000 less the moves to it for a mate; None where there is none.
        """

    @property
    def clocks(self) -> list[float | None]:
        """
        The seconds that its mover had left after each move; None where a file does not say it.
        """

    @property
    def comments(self) -> dict[int, str]:
        """
        What a file says in words, by the number of moves before it: 0 is the start. Commands such as [%clk 0:03:00] are left out.
        """

    @property
    def outcome(self) -> Outcome | None:
        """
        How the game ended: an Outcome, or None while it goes on. Of a game that a file holds, what the file says.
        """

    @property
    def recorded(self) -> str | None:
        """
        The outcome that is recorded, in the game's word: what a file says, whatever stands on the board.
        """

    def push(self, move: object | None) -> None:
        """Plays a legal move."""

    def pop(self) -> str:
        """Takes back the last move and returns it."""

    def copy(self) -> Game:
        """A game that goes its own way from here."""

    @property
    def position(self) -> AnyPosition:
        """The position on the board, as a value with its history."""

    def positions(self, final: bool = True) -> list:
        """
        Every position from the start to the last; without `final`, those from which a move was played.
        """

    @property
    def tags(self) -> dict[str, str]:
        """What a file says besides the moves."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __copy__(self) -> Game: ...

    def __deepcopy__(self, arg: object, /) -> Game: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

    __hash__: None = None

def noted_game(make: object, arguments: tuple, evals: Sequence[int], clocks: Sequence[float], comments: Sequence[tuple[int, str]]) -> object:
    """A game with its notes."""

class LegalMoves:
    """
    The legal moves of a position: a list and a set at once.

    >>> moves = ia.Position().legal_moves
    >>> len(moves), moves[0] in moves, "Nf3" in moves, "e2e5" in moves
    (20, True, True, False)
    >>> moves[:2]
    ['a2a3', 'b2b3']
    """

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, index: int, /) -> str: ...

    @overload
    def __getitem__(self, index: slice, /) -> list[str]: ...

    def index(self, move: object | None) -> int:
        """The place of a move."""

    def count(self, move: object | None) -> int:
        """1 for a legal move, else 0."""

    def __iter__(self) -> Iterator: ...

    def __contains__(self, move: object | None) -> bool: ...

    @property
    def san(self) -> list[str]:
        """The moves in algebraic notation."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class Setup:
    """
    What a text or a tensor says, playable or not: half a board, no king.

    >>> ia.Setup("8/8/8/8/8/8/P7/8 w - - 0 1").pieces
    {'a2': 'P'}
    """

    def __init__(self, fen: str) -> None: ...

    @property
    def fen(self) -> str:
        """What it says, as FEN."""

    @property
    def turn(self) -> str:
        """Who moves: 'white' or 'black'."""

    @property
    def pieces(self) -> dict[str, str]:
        """What stands where: {'e1': 'K', ...}."""

    @property
    def faults(self) -> list[str]:
        """What keeps it from being a Position."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class Position(AnyPosition):
    """
    A chess position as a value, with the moves that led to it.

    From a FEN, a position line, a ChessGame or a board of python-chess (with its moves):

    >>> p = ia.Position("startpos moves e2e4 e7e5")
    >>> p.turn, p.fullmove, len(p.legal_moves)
    ('white', 2, 29)
    >>> p.after("Nf3").fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'

    Equal are positions with the same start and moves: what encoding can show. Compare
    `identity` to ask whether the same position stands on the board. `occurrences` says how often the
    first position had stood, where its earlier moves are not known.
    """

    def __init__(self, source: object = 'startpos', chess960: bool = False, occurrences: int = 1) -> None: ...

    @property
    def fen(self) -> str:
        """The position as FEN, en passant where a capture is legal."""

    def to_fen(self, *, en_passant: str = 'always') -> str:
        """
        The position as FEN, en passant 'always' after a double step, 'pseudo': if a pawn stands ready, 'legal': if it may take. encode() of what 'always' writes is encode() of the position; `fen` is 'legal'.
        """

    @property
    def key(self) -> int:
        """Polyglot's 64-bit key."""

    @property
    def identity(self) -> int:
        """
        The key that repetition counts: en passant only where a capture is legal.
        """

    @property
    def clock(self) -> int:
        """Plies since the last capture or pawn move."""

    @property
    def fullmove(self) -> int:
        """The number of the move, from 1."""

    @property
    def chess960(self) -> bool:
        """Whether castling is written king-takes-rook."""

    @property
    def check(self) -> bool:
        """Whether the mover is in check."""

    @property
    def pieces(self) -> dict[str, str]:
        """What stands where: {'e1': 'K', ...}."""

    @property
    def occurrences(self) -> int:
        """How often this position has stood in its line, now included."""

    @property
    def claimable(self) -> list[str]:
        """
        The draws that the mover may claim: 'threefold_repetition', 'fifty_moves'.
        """

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: a list, an iterator and a set at once."""

    def after(self, move: object | None) -> Position:
        """The position after a legal move, given as UCI, SAN or python-chess's."""

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class ChessGame(Game):
    """
    A game that is being played.

    >>> g = ia.ChessGame()
    >>> g.push("e4"); g.push("e7e5")
    >>> g.get_canonical_board().shape
    (8, 8, 18)
    >>> g.pop()
    'e7e5'
    >>> g
    ia.ChessGame('startpos moves e2e4')

    Starts from what a Position can be made of. Moves are UCI or algebraic, or python-chess's. A game of
    a file (ia.read) brings its `tags` along, and its `outcome` where the board does not show it: '1-0',
    '0-1', '1/2-1/2'. `result` is another name for it.
    """

    def __init__(self, source: object = 'startpos', chess960: bool = False, occurrences: int = 1, outcome: str | None = None, tags: dict[str, str] | None = None, *, result: str | None = None) -> None: ...

    @property
    def fen(self) -> str:
        """The position as FEN, en passant where a capture is legal."""

    def to_fen(self, *, en_passant: str = 'always') -> str:
        """
        The position as FEN, en passant 'always' after a double step, 'pseudo': if a pawn stands ready, 'legal': if it may take. encode() of what 'always' writes is encode() of the position; `fen` is 'legal'.
        """

    @property
    def key(self) -> int:
        """Polyglot's 64-bit key."""

    @property
    def identity(self) -> int:
        """
        The key that repetition counts: en passant only where a capture is legal.
        """

    @property
    def clock(self) -> int:
        """Plies since the last capture or pawn move."""

    @property
    def fullmove(self) -> int:
        """The number of the move, from 1."""

    @property
    def chess960(self) -> bool:
        """Whether castling is written king-takes-rook."""

    @property
    def check(self) -> bool:
        """Whether the mover is in check."""

    @property
    def pieces(self) -> dict[str, str]:
        """What stands where: {'e1': 'K', ...}."""

    @property
    def occurrences(self) -> int:
        """How often this position has stood in its line, now included."""

    @property
    def claimable(self) -> list[str]:
        """
        The draws that the mover may claim: 'threefold_repetition', 'fifty_moves'.
        """

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: a list, an iterator and a set at once."""

    def push(self, move: object | None) -> None:
        """Plays a legal move, given as UCI, SAN or python-chess's."""

    def copy(self) -> ChessGame:
        """A game that goes its own way from here."""

    def get_canonical_board(self) -> numpy.ndarray:
        """
        The tensor (8, 8, 18), float32, in the mover's view: chess/canonical18.
        """

    def __copy__(self) -> ChessGame: ...

    def __deepcopy__(self, arg: object, /) -> ChessGame: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class Transition:
    """
    What one move changes, as edits that can be applied and undone.

    >>> p = ia.Position()
    >>> t = ia.Transition(p, "e4")
    >>> t.edits
    [('e2', 'P', None), ('e4', None, 'P')]
    >>> t.tuple
    (52, 1, 36, 0, None, None, None, None, None, None, None, None)
    >>> t.undo(t.apply(p)) == p
    True

    "0000" is the null move.
    """

    def __init__(self, position: object | None, move: object | None) -> None: ...

    @staticmethod
    def from_tuple(position: object | None, tuple: object | None) -> Transition:
        """The transition of the one legal move with these twelve numbers."""

    @property
    def move(self) -> str:
        """The move as UCI; 0000 is the null move."""

    @property
    def before(self) -> Position:
        """The position that it starts from."""

    @property
    def after(self) -> Position:
        """The position that it leads to."""

    @property
    def edits(self) -> list[tuple[str, str | None, str | None]]:
        """(square, piece before, piece after) for each that changes."""

    @property
    def tuple(self) -> tuple:
        """The step as twelve numbers or None."""

    def apply(self, position: Position) -> Position:
        """The position after the step."""

    def undo(self, position: Position) -> Position:
        """The position before the step."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class HexSetup:
    """
    What a tensor says of a Hex board: some stones, perhaps not who moves.

    >>> board = ia.HexSetup(5, blue=["c3"], red=["b1"])
    >>> board.turn is None, board.stones
    (True, {'blue': ['c3'], 'red': ['b1']})
    >>> board.position("red")
    ia.HexPosition('hex 5 blue c3 red b1 turn red')
    """

    def __init__(self, size: int, blue: Sequence[str] = [], red: Sequence[str] = [], turn: object | None = None) -> None: ...

    @property
    def size(self) -> int:
        """The board's size."""

    @property
    def turn(self) -> str | None:
        """Who moves, if that is known."""

    @property
    def stones(self) -> dict[str, list[str]]:
        """What stands where: {'blue': ['c3'], 'red': ['b1']}."""

    def position(self, turn: object | None = None) -> HexPosition:
        """
        The position with these stones; `turn` says who moves where the board does not.
        """

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class HexPosition(AnyPosition):
    """
    A Hex position as a value, with the moves that led to it.

    From a size, a TRMPH line, a HexWorld link, SGF, 'hex 11 moves a2 swap …', a board ('hex 5 blue c3
    red b1 turn red') or a HexGame:

    >>> p = ia.HexPosition("#13,c1c1g7")
    >>> p.moves, p.turn, p.swapped
    (['a3', 'swap', 'g7'], 'red', True)
    >>> p.stones
    {'blue': ['g7'], 'red': ['c1']}
    >>> p.after("h6")
    ia.HexPosition('hex 13 moves a3 swap g7 h6')

    `swap='literal'` reads a swap as a change of the owner alone. Equal are positions with the same start
    and moves; compare `key` to ask whether the same position stands on the board.
    """

    def __init__(self, source: object, swap: str = 'transposed') -> None: ...

    @property
    def size(self) -> int:
        """The board's size: 1 to 26."""

    @property
    def stones(self) -> dict[str, list[str]]:
        """What stands where: {'blue': ['a3'], 'red': []}."""

    @property
    def key(self) -> int:
        """The 64-bit key of stones, mover, size and whether the swap is open."""

    @property
    def ply(self) -> int:
        """Moves made, the swap included."""

    @property
    def swapped(self) -> bool:
        """Whether a swap was played."""

    @property
    def legal_moves(self) -> list[str]:
        """The empty cells, and 'swap' where it is open; none after the win."""

    @property
    def winner(self) -> str | None:
        """'blue' or 'red', or None while nobody has won."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here: an Outcome, or None while it goes on."""

    @property
    def winning_ply(self) -> int | None:
        """
        The number of the move that joined the edges, from 1; None without a chain.
        """

    def after(self, move: object | None) -> HexPosition:
        """The position after a legal move: a cell, or 'swap'."""

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

class HexGame(Game):
    """
    A game of Hex that is being played, or that a file holds.

    >>> h = ia.HexGame(13)
    >>> h.push("a3"); h.push("swap"); h.push("g7")
    >>> h.trmph
    '#13,c1c1g7'
    >>> h.sgf.endswith(';B[a3];W[swap-pieces];B[g7])')
    True
    >>> h.pop(), h.turn, h.outcome
    ('g7', 'blue', None)

    Starts from a size, or from what a HexPosition can be made of; a record brings its `outcome` ('blue'
    or 'red'; `winner` is another name for it) and `tags` along. Blue moves first and joins top and bottom. The swap is a move: the first stone is taken off
    and a Red one stands on the transposed cell.
    """

    def __init__(self, source: object, swap: str = 'transposed', outcome: str | None = None, tags: dict[str, str] | None = None, swapped_sides: bool = False, *, winner: str | None = None) -> None: ...

    @property
    def size(self) -> int:
        """The board's size: 1 to 26."""

    @property
    def stones(self) -> dict[str, list[str]]:
        """What stands where: {'blue': ['a3'], 'red': []}."""

    @property
    def key(self) -> int:
        """The 64-bit key of stones, mover, size and whether the swap is open."""

    @property
    def ply(self) -> int:
        """Moves made, the swap included."""

    @property
    def swapped(self) -> bool:
        """Whether a swap was played."""

    @property
    def legal_moves(self) -> list[str]:
        """The empty cells, and 'swap' where it is open; none after the win."""

    @property
    def winner(self) -> str | None:
        """'blue' or 'red', or None while nobody has won."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here: an Outcome, or None while it goes on."""

    @property
    def winning_ply(self) -> int | None:
        """
        The number of the move that joined the edges, from 1; None without a chain.
        """

    def push(self, move: object | None) -> None:
        """
        Plays a legal move: a cell such as 'a3', (row, column) from 0 or the cell's number, or 'swap'.
        """

    def resign(self) -> None:
        """The mover gives up: the other has won."""

    def copy(self) -> HexGame:
        """A game that goes its own way from here."""

    @property
    def tags(self) -> dict[str, str]:
        """
        What a record says besides the moves, by SGF's names: PB, PW, EV, GC (the comment).
        """

    @property
    def swapped_sides(self) -> bool:
        """
        Whether the persons changed colours after the first move: the board stayed as it was.
        """

    @property
    def trmph(self) -> str:
        """The game as a TRMPH line, the winner as b or r."""

    def to_trmph(self, *, legacy_winners: bool = False) -> str:
        """The game as a TRMPH line; `legacy_winners` writes 1 and 2."""

    @property
    def sgf(self) -> str:
        """The game as SGF in HexGui's dialect."""

    @property
    def hexworld(self) -> str:
        """The game as a HexWorld link: it opens in a browser."""

    def without_swap(self) -> HexGame:
        """
        The game as an ordinary one: transposed, colours and winner exchanged, and said so in the tag GC.
        """

    def __copy__(self) -> HexGame: ...

    def __deepcopy__(self, arg: object, /) -> HexGame: ...

    def __reduce__(self) -> tuple: ...

    def __repr__(self) -> str: ...

def hex_constants() -> dict: ...

def hex_to_piece(arg: object, /) -> int: ...

def hex_to_channel(arg: object, /) -> int: ...

def hex_to_player(arg: object, /) -> int: ...

def hex_to_training(arg: object, /) -> float: ...

def hex_to_trmph(arg0: object, arg1: bool, /) -> str: ...

def hex_from_piece(arg: int, /) -> object: ...

def hex_from_channel(arg: int, /) -> object: ...

def hex_from_player(arg: int, /) -> object: ...

def hex_from_trmph(arg: str, /) -> object: ...

def hex_from_training(arg: float, /) -> object: ...

def hex_infer_turn(blue: int, red: int, has_swap: bool | None) -> str: ...

def hex_symmetries() -> list: ...

def hex_symmetry_then(a: str, b: str) -> str: ...

def hex_cell_map(symmetry: str, size: int) -> list[int]: ...

def hex_cell(cell: object | None, size: int) -> int: ...

def hex_turned_game(symmetry: str, game: HexGame) -> HexGame: ...

class GameType:
    """A game as the library knows it."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str:
        """Its name in a sentence."""

    @property
    def positions(self) -> str:
        """How a position may be written."""

    @property
    def players(self) -> tuple[str, str]:
        """The words for the first and the second."""

    @property
    def turns(self) -> list[str]:
        """Words for who moves; the first is empty."""

    @property
    def boards(self) -> list[tuple[int, int, int]]:
        """Size, rows and columns of each board."""

    @property
    def usual_size(self) -> int: ...

    @property
    def size_help(self) -> str:
        """Its sizes in words."""

    @property
    def has_one_size(self) -> bool: ...

    @property
    def symmetries(self) -> list[str]:
        """The names of its symmetries; none: it has none."""

    def size(self, size: int | str | None) -> int | None:
        """A size by its number or its text, as a number."""

    def size_shown(self, size: int) -> int | str:
        """A size as the game writes it: a number, or a text."""

    def sizes_in(self, positions: tuple) -> dict[int, int]:
        """How many of the positions are on boards of each size."""

def games() -> list[GameType]:
    """All games."""

def game_type(name: str) -> GameType:
    """A game by its name."""

def find_game(position: object) -> GameType | None:
    """
    The game of a position: of an object, or of a text that looks like one.
    """

def is_foreign(position: object | None) -> bool:
    """Whether it is a position of another library."""

def position_of(game: GameType, source: object) -> AnyPosition:
    """The position that a source of the game means."""

def describe_move(position: AnyPosition, move: str) -> str:
    """What a move changes, as the JSON of `transition`."""

def format_names() -> list[str]:
    """The formats of files."""

class GameFiles:
    """The games of files: ia.Reader stands on them."""

    def next(self) -> tuple[Game | None, str, int, list[tuple]] | None: ...

    def skipped(self) -> list[str]:
        """Files in folders and archives that hold no games."""

def open_games(path: str, format: str, options: dict) -> GameFiles: ...

class Plan:
    """A layout resolved for encoding: ia.Layout stands on one."""

    @staticmethod
    def built_in(id: str, order: str | None = None, dtype: str | None = None, size: int | str | None = None) -> Plan: ...

    @staticmethod
    def from_json(json: str, size: int | str | None = None) -> Plan: ...

    def changed(self, order: str | None, dtype: str | None) -> Plan:
        """The same planes in another order or type."""

    def resized(self, size: int | str | None) -> Plan:
        """The same planes of a board of another size."""

    @property
    def size(self) -> int:
        """Of the board, as the game numbers it."""

    @property
    def board(self) -> tuple[int, int]:
        """Its rows and columns."""

    @property
    def has_sizes(self) -> bool: ...

    @property
    def json(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def passport(self) -> str: ...

    @property
    def short_text(self) -> str:
        """An id, or the JSON that a person would write."""

    @property
    def divisor(self) -> float: ...

    @property
    def parts(self) -> list[tuple[int, int]]:
        """
        Of each plane the number of layers that it is made of, and of its elements.
        """

    @property
    def words(self) -> int:
        """64-bit words in which a set of cells fits."""

    @property
    def history(self) -> int: ...

    @property
    def hash(self) -> int: ...

MAX_LAYOUT_BYTES: int = 1048576

def changes(from_plan: Plan, to_plan: Plan) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]: ...

def difference(a: Plan, b: Plan) -> str: ...

def layout_ids() -> list[str]: ...

def dtypes() -> list[tuple[str, str]]:
    """Types of elements: their names, and how NumPy describes them."""

def encode(plan: Plan, positions: tuple, out: object, threads: int) -> object: ...

def encode_records(plan: Plan, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: object, threads: int, rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None: ...

def decode(plan: Plan, tensors: object, turns: bytes) -> tuple[list, list[dict]]: ...

def convert(from_plan: Plan, to_plan: Plan, tensors: Annotated[NDArray, dict(device='cpu', writable=False)], turns: bytes, out: Annotated[NDArray, dict(device='cpu')], threads: int) -> None: ...

def expand(plan: Plan, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: object, threads: int) -> None: ...

def record_fields(game: str, size: int) -> list: ...

def find_record_size(game: GameType, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> int | None: ...

def game_fields() -> list: ...

def to_records(game: str, size: int, positions: tuple, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> object: ...

def from_records(game: str, size: int, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> list: ...

class PolicyCode:
    """A policy code: ia.Policy stands on one."""

    def __init__(self, id: str, size: int | str | None, view: str) -> None: ...

    @property
    def json(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def view(self) -> str: ...

    @property
    def board(self) -> int: ...

    def index(self, position: object, move: object | None) -> int: ...

    def move(self, position: object, index: int, promotion: str) -> str: ...

    def mask(self, positions: tuple, out: object, threads: int) -> object: ...

    def mask_records(self, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: object, threads: int) -> None: ...

def policy_ids() -> list[str]: ...

class Targets:
    """Policy and value beside tensors of a plan."""

    @staticmethod
    def make(plan: Plan, policy: str, value: str, view: str) -> Targets: ...

    @property
    def policy_size(self) -> int: ...

    @property
    def policy_key(self) -> tuple: ...

    @property
    def value_width(self) -> int: ...

def record_targets(plan: Plan, targets: Targets, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], policy: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, value: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None) -> None: ...

def turned_position(symmetry: str, position: AnyPosition) -> object: ...

def turned_tensors(symmetry: str, plan: Plan, tensors: Annotated[NDArray, dict(device='cpu', writable=False)], out: Annotated[NDArray, dict(device='cpu')]) -> None: ...

def turned_records(symmetry: str, game: GameType, size: int, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

def turned_policy(symmetry: str, plan: Plan) -> list[int]:
    """Where each number of the policy goes, in the frame of a layout."""

class Set:
    """A data set on disk: ia.DataSet stands on one."""

    @staticmethod
    def open(folders: Sequence[str], split: str, size: int | str | None, all_records: bool, cache_bytes: int, fetch: object | None = None, announce: object | None = None) -> Set: ...

    @property
    def size(self) -> int: ...

    @property
    def parts(self) -> int: ...

    @property
    def game(self) -> str: ...

    @property
    def board_sizes(self) -> list[int]: ...

    @property
    def record_bytes(self) -> int: ...

    @property
    def records_by_shard(self) -> list[int]: ...

    @property
    def manifest(self) -> str: ...

    @property
    def differences(self) -> list[str]: ...

    @property
    def hash(self) -> str | None: ...

    @property
    def splits(self) -> list[tuple[str, float]]: ...

    @property
    def folders(self) -> list[str]: ...

    @property
    def folders_with_records(self) -> list[str]: ...

    @property
    def members(self) -> int: ...

    def place_of(self, shard: int) -> tuple[str, int]: ...

    def record(self, number: int) -> bytes: ...

    def trace(self, number: int) -> dict: ...

    def games(self, shard: int) -> bytes: ...

    def where(self, options: dict) -> bytes: ...

    def games_of_records(self) -> bytes: ...

    def load(self, threads: int) -> None: ...

    def read(self, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

    def fill(self, plan: Plan, targets: Targets, rows: BatchRows | None, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, choice: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, planes: object, policy: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None, value: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None, mask: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')] | None, threads: int, symmetry_keys: Sequence[int]) -> None: ...

NO_EVAL: int = -32768

def shard_of(set: Set, part: int) -> int: ...

def shard_records(set: Set, part: int) -> bytes: ...

def selected_records(set: Set, part: int) -> bytes: ...

def record_lines(game: str, size: int, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> bytes: ...

def identity_keys(game: str, size: int, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> bytes: ...

class Restorer:
    """Shards that another format kept, as a data set again."""

    @staticmethod
    def open(folder: str, manifest: str, has_choices: bool) -> Restorer: ...

    def add(self, size: int, rows: bytes, records: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def finish(self, rejected: bytes) -> str: ...

class Order:
    """The order in which an epoch visits records."""

    def __init__(self, shards: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, epoch: int, shuffle: str, record_bytes: int) -> None: ...

class BatchRows:
    """What a rank takes of a global batch."""

    def __init__(self, orders: Sequence[Order], first: int, count: int, begin: int, end: int) -> None: ...

    def __len__(self) -> int: ...

    def numbers(self, out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def epochs(self, out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def xxh3(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...

LANES: int = 64

def suggested_shuffle(bytes: int) -> str: ...

def build(inputs: Sequence[str], folder: str, options: dict, game_options: dict, progress: object | None) -> tuple: ...

def merge(sets: Sequence[str], folder: str, options: dict, progress: object | None) -> int | None: ...

SORTING_MEMORY: int = 1073741824

MIN_SORTING_MEMORY: int = 16777216

SHARD_RECORDS: int = 1048576

MAX_SHARD_RECORDS: int = 1572864

def make_plan(inputs: Sequence[str], folder: str, options: dict, game_options: dict) -> tuple: ...

def plan_text(options: dict, game_options: dict, sources: Sequence[tuple[str, int]] | None) -> str: ...

def build_part(folder: str, part: int, open: object | None, options: dict, progress: object | None) -> bool: ...

def build_into(plan: str, part: int, folder: str, open: object | None, stored: object | None, options: dict, progress: object | None) -> None: ...

def finish(folder: str) -> tuple: ...

def collect(plan: str, manifests: Sequence[str]) -> str: ...

def check_part(plan: str, part: int, manifest: str) -> None: ...

def missing_parts(folder: str) -> list[int]: ...

def choose_parts(text: str, count: int) -> tuple: ...

def seal_of(text: str) -> str | None: ...

PART_BYTES: int = 4294967296

class Column:
    """A column beside the records of a set: ia.Column stands on one."""

    @staticmethod
    def open(set: Set, name: str, cache_bytes: int) -> Column: ...

    @property
    def about(self) -> tuple[str, list[int], bool, str, str, str, str]: ...

    def refuse_view(self, plan: Plan, targets: Targets) -> None: ...

    def fill(self, set: Set, targets: Targets, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], threads: int, symmetry_keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None: ...

    def read(self, set: Set, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

    def fill_policy(self, set: Set, targets: Targets, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], threads: int, symmetry_keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None: ...

    def sparse_policy(self, set: Set, targets: Targets, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], symmetry_keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> tuple: ...

    def ragged(self, set: Set, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple: ...

class ColumnWriter:
    """Writes a column shard by shard."""

    @staticmethod
    def open(folder: str, name: str, dtype: str, shape: Sequence[int], is_ragged: bool, meaning: str, view: str, turned: str, made_by: str, may_replace: bool) -> ColumnWriter: ...

    @property
    def is_finished(self) -> bool: ...

    def has(self, shard: int) -> bool: ...

    def put(self, shard: int, values: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None: ...

    def finish(self) -> bool: ...

def column_names(folder: str) -> list[str]: ...

def is_column_name(name: str) -> bool: ...

def drop_column(folder: str, name: str) -> None: ...

COLUMNS_NAME: str = 'columns'

VISIT: str = "[('move', '<u2'), ('weight', '<u2')]"

class Drawing:
    """A board with planes; ia.Picture stands on it."""

    @property
    def svg(self) -> str: ...

    @property
    def html(self) -> str: ...

    def text(self, width: int = 100, color: bool = False) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def position(self) -> str: ...

    @property
    def board(self) -> tuple[int, int]: ...

    @property
    def planes(self) -> list: ...

def picture_of_board(position: AnyPosition, numbers: bool) -> Drawing: ...

def picture_of_setup(object: object | None, numbers: bool) -> Drawing | None: ...

def picture_of_position(plan: Plan, position: AnyPosition, planes: str, numbers: bool) -> Drawing: ...

def picture_of_tensor(plan: Plan, tensor: Annotated[NDArray, dict(device='cpu', writable=False)], turn: bytes, planes: str, numbers: bool) -> Drawing: ...

class GraphNode:
    """What a graph says of a position: ia.Graph's nodes."""

    @property
    def game(self) -> str: ...

    @property
    def identity(self) -> int: ...

    @property
    def is_explored(self) -> bool: ...

    @property
    def starts(self) -> int: ...

    @property
    def finishes(self) -> int: ...

    @property
    def outcomes(self) -> tuple: ...

    @property
    def end(self) -> object: ...

    @property
    def rating(self) -> int | None: ...

    @property
    def text(self) -> str: ...

    @property
    def record(self) -> bytes: ...

    def position(self) -> AnyPosition: ...

    def moves(self) -> list[tuple]: ...

    def child(self, move: int) -> GraphNode | None:
        """The position after a move, by its number."""

    def table(self, most: int) -> str:
        """The explorer's table."""

class PositionList:
    """The positions of a graph, to go through them."""

    def __len__(self) -> int: ...

    def take(self, first: int, count: int) -> list[GraphNode]: ...

class StoreCursor:
    """A place in a stored graph, to go through it."""

    def take(self, count: int) -> list[GraphNode]: ...

class Graph:
    """A graph of positions: ia.Graph stands on one."""

    @staticmethod
    def in_memory(game: str, size: int | str | None) -> Graph: ...

    @staticmethod
    def open(folder: str) -> Graph: ...

    @property
    def game(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def folder(self) -> str | None: ...

    @property
    def origin(self) -> str | None:
        """How a stored one was made, as JSON."""

    def __len__(self) -> int: ...

    def add(self, position: object | None) -> GraphNode: ...

    def find(self, position: object | None) -> GraphNode | None: ...

    def explore(self, position: object | None, depth: int | None, nodes: int | None, memory: int, threads: int, progress: object | None) -> GraphNode: ...

    def statistics(self) -> tuple: ...

    def positions(self) -> PositionList: ...

    def cursor(self) -> StoreCursor: ...

    def verify(self) -> tuple: ...

    def load(self) -> Graph: ...

    def merge(self, other: Graph) -> None: ...

    def save(self, folder: str, force: bool, threads: int) -> None: ...

    def edges(self, min_games: int, has_positions: bool) -> dict: ...

    def add_games(self, inputs: Sequence[str], options: dict, game_options: dict, progress: object | None) -> dict: ...

def build_graph(inputs: Sequence[str], folder: str, options: dict, game_options: dict, size: int | str | None, progress: object | None) -> dict: ...

HAS_GRAPH_STORE: bool = True

GRAPH_NAME: str = 'graph.json'

GRAPH_MEMORY: int = 1000000000

MIN_GRAPH_MEMORY: int = 64000000

MAX_PLIES: int = 18446744073709551615

class GraphWalker:
    """A walk through a graph: ia.GraphWalker stands on one."""

    @staticmethod
    def start(graph: Graph, position: object | None) -> GraphWalker: ...

    def push(self, move: object | None) -> None: ...

    def pop(self) -> bool: ...

    @property
    def path(self) -> list[str]: ...

    @property
    def identity(self) -> int: ...

    def __len__(self) -> int: ...

    def position(self) -> AnyPosition: ...

    def node(self) -> GraphNode | None: ...

class GameWriter:
    """Writes games: ia.Writer stands on one."""

    @staticmethod
    def open(folder: str, game: str, split: str, seed: int, final: bool, shard_records: int, force: bool) -> GameWriter: ...

    @property
    def games(self) -> int: ...

    @property
    def positions(self) -> int: ...

    def add(self, game: object | None, start: object | None, moves: object, size: int | str | None, outcome: object | None, evals: object | None, visits: object | None, tags: object | None) -> None: ...

    def flush(self) -> None: ...

    def finish(self) -> None: ...

class Evaluator:
    """What ia.Evaluator stands on."""

    @staticmethod
    def make(game: str, size: int | str | None, plan: Plan | None, order: str, has_priority: bool, batch: int, memory: int, threads: int) -> Evaluator: ...

    @property
    def graph(self) -> Graph: ...

    @property
    def scored(self) -> int: ...

    @property
    def is_full(self) -> bool: ...

    def add_root(self, position: object | None) -> None: ...

    def step(self, budget: int, score: object | None, priority: object | None, progress: object | None) -> int: ...

    def answer(self, position: object | None) -> tuple | None: ...

class CudaDevice:
    """A card."""

    @staticmethod
    def open(number: int) -> CudaDevice: ...

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def architecture(self) -> int: ...

    @property
    def room(self) -> tuple: ...

    def copy_out(self, address: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], stream: int) -> None: ...

    def synchronize(self, stream: int) -> None: ...

    def order(self, earlier: int, later: int) -> None: ...

    def card_of(self, address: int) -> int | None: ...

class CudaMemory:
    """Memory of a card."""

    @staticmethod
    def allocate(device: CudaDevice, size: int, stream: int) -> CudaMemory: ...

    @property
    def address(self) -> int: ...

    @property
    def size(self) -> int: ...

    def copy_in(self, bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], stream: int) -> None: ...

    def use_in(self, stream: int) -> None: ...

class CudaChoice:
    """Numbers of records that were chosen, on a card."""

    @staticmethod
    def upload(device: CudaDevice, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> CudaChoice: ...

class CudaRecords:
    """The records of a data set on a card."""

    @staticmethod
    def upload(device: CudaDevice, set: Set, limit: int, may_stream: bool, chosen: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, threads: int) -> CudaRecords: ...

    @property
    def size(self) -> int: ...

    @property
    def kept(self) -> int: ...

    @property
    def is_whole(self) -> bool: ...

    @property
    def slots(self) -> int: ...

    def find_bad_move(self, encoder: CudaEncoder) -> int | None: ...

class CudaEncoder:
    """Records on a card to planes and targets there."""

    @staticmethod
    def make(device: CudaDevice, plan: Plan, targets: Targets | None) -> CudaEncoder: ...

    def encode(self, stream: int, records: int, count: int, has_history: bool, planes: int) -> None: ...

class CudaBatches:
    """Batches of a data set, made on a card."""

    @staticmethod
    def make(records: CudaRecords, encoder: CudaEncoder, set: Set) -> CudaBatches: ...

    def fill_rows(self, stream: int, rows: BatchRows, choice: CudaChoice | None, planes: int, policy: int, is_policy_wide: bool, value: int, symmetry_keys: Sequence[int]) -> None: ...

    def follow(self, epoch: Order) -> None: ...

    def fill_numbers(self, stream: int, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], planes: int, policy: int, is_policy_wide: bool, value: int) -> None: ...

def look_for_nvrtc(paths: Sequence[str]) -> None: ...

def cuda_dlpack(owner: object, address: int, shape: Sequence[int], type: str, card: int) -> object: ...

def cuda_array(array: Annotated[NDArray, dict(device='cuda', writable=False)]) -> tuple: ...

def cuda_compile_log(plan: Plan, architecture: int, alignment: int = 16) -> str: ...
