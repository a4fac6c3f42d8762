"""A decoder of chess records written apart from the library: from docs/formats.md alone."""

import chess
import numpy as np

KINDS = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]
CASTLING_ROOK, STEPPED_PAWN = 6, 7
NO_EVAL = -32768
OUTCOMES = ["*", "1-0", "1/2-1/2", "0-1"]

DTYPE = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", (16,)),
        ("clock", "u1"),
        ("flags", "u1"),
        ("fullmove", "<u2"),
        ("move", "<u2"),
        ("eval", "<i2"),
    ]
)

GAMES_DTYPE = np.dtype(
    [
        ("offset", "<u8"),
        ("hash", "<u8"),
        ("number", "<u8"),
        ("first", "<u4"),
        ("records", "<u4"),
        ("source", "<u4"),
        ("date", "<u4"),
        ("time_base", "<u4"),
        ("ratings", "<u2", (2,)),
        ("time_increment", "<u2"),
        ("outcome", "u1"),
        ("termination", "u1"),
        ("split", "u1"),
        ("variant", "u1"),
        ("has_eval", "u1"),
        ("size", "u1"),
    ]
)


def board_of(record):
    """The position of a record as a python-chess board."""
    flags = int(record["flags"])
    board = chess.Board(None, chess960=bool(flags & 128))
    board.turn = chess.BLACK if flags & 1 else chess.WHITE
    squares = [s for s in range(64) if int(record["occupied"]) >> s & 1]
    for i, square in enumerate(squares):
        nibble = int(record["pieces"][i // 2]) >> (4 * (i % 2)) & 15
        color, kind = not nibble & 8, nibble & 7
        if kind == CASTLING_ROOK:
            board.castling_rights |= chess.BB_SQUARES[square]
            kind = chess.ROOK
        elif kind == STEPPED_PAWN:
            board.ep_square = square ^ 8
            kind = chess.PAWN
        else:
            kind = KINDS[kind]
        board.set_piece_at(square, chess.Piece(kind, color))
    board.halfmove_clock = int(record["clock"])
    board.fullmove_number = int(record["fullmove"])
    return board


def move_of(record):
    """The move as python-chess writes it in its Chess960 form: castling is king takes rook."""
    bits = int(record["move"])
    if bits == 0:
        return None
    promotion = [None, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN][bits >> 12 & 7]
    return chess.Move(bits & 63, bits >> 6 & 63, promotion)


def occurrences_of(record):
    return (int(record["flags"]) >> 1 & 3) + 1


def outcome_of(record):
    return OUTCOMES[int(record["flags"]) >> 3 & 3]


def is_first(record):
    return bool(int(record["flags"]) & 32)


def has_next(record):
    return bool(int(record["flags"]) & 64)
