"""What is raised when a text, a tensor or a move cannot be what it should be."""

from __future__ import annotations


class IntarsiaError(ValueError):
    """`offset` is the byte at which the fault lies, `row` its place in a batch, if there is one."""

    def __init__(self, message: str, offset: int = 0, row: int | None = None):
        super().__init__(message)
        self.offset = offset
        self.row = row

    def __reduce__(self):
        return type(self), (str(self), self.offset, self.row)


class ParseError(IntarsiaError):
    """A text or a tensor that cannot be read, or that is no state of the game.

    >>> try:
    ...     ia.Position("8/8/8/8 w - - 0 1")
    ... except ia.ParseError as error:
    ...     print(error.offset, error)
    7 placement at 7: the board is not 8 ranks of 8 squares in FEN letters
    """


class IllegalError(IntarsiaError):
    """A move that the rules forbid here, or that fits several.

    >>> ia.ChessGame().push("Ke2")
    Traceback (most recent call last):
    intarsia.IllegalError: "Ke2": no such piece can go there; legal are ...
    """


class PositionNotFound(KeyError):
    """A position, or a move, that a graph does not know.

    >>> ia.Graph("chess")["startpos"]
    Traceback (most recent call last):
    intarsia.PositionNotFound: startpos is not in this graph of 0 positions
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


for _error in (IntarsiaError, ParseError, IllegalError, PositionNotFound):
    _error.__module__ = "intarsia"  # where people find it
