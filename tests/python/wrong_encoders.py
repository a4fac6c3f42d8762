"""Encoders as people write them, each with a mistake of choice."""

import chess
import numpy as np

from tests.oracle import layouts as oracle


def occurrences(board):
    """How often the position has stood: python-chess has the key, we count."""
    earlier, key, count = board.copy(), board._transposition_key(), 1
    while earlier.move_stack:
        earlier.pop()
        count += earlier._transposition_key() == key
    return count


def canonical(board, *, mirror=True, flip_files=False, ep="legal", castling="KQ", kinds=None):
    """A usual encoder, with the usual ways to go wrong."""
    kinds = kinds or oracle.KINDS
    planes = np.zeros((8, 8, 18), np.float32)
    flip = not board.turn and mirror

    def cell(square):
        row, column = oracle.row_column(square, flip)
        return row, 7 - column if flip_files else column

    for square, piece in board.piece_map().items():
        plane = 6 * (piece.color != board.turn) + kinds.index(piece.piece_type)
        planes[(*cell(square), plane)] = 1
    planes[..., 12] = min(occurrences(board), 3) / 3
    is_set = {
        "legal": board.has_legal_en_passant,
        "pseudo": board.has_pseudo_legal_en_passant,
        "always": lambda: board.ep_square is not None,
    }[ep]
    if is_set():
        planes[(*cell(board.ep_square), 13)] = 1
    for first, color in ((14, board.turn), (16, not board.turn)):
        rights = dict(zip("KQ", oracle.rights(board, color), strict=True))
        planes[..., first], planes[..., first + 1] = rights[castling[0]], rights[castling[1]]
    return planes


def changed(**options):
    return lambda board: canonical(board, **options)


def absolute_men(board):
    """White's men first whoever moves, in White's view."""
    planes = canonical(board, mirror=False)
    return planes if board.turn else planes[..., [*range(6, 12), *range(6), 12, 13, 16, 17, 14, 15]]


def rotated(board):
    planes = canonical(board)
    return planes if board.turn else planes[:, ::-1]


def with_plane(index, value):
    def encode(board):
        planes = canonical(board)
        planes[..., index] = value
        return planes

    return encode


def on_planes(indices, change):
    def encode(board):
        planes = canonical(board)
        for i in indices:
            planes[..., i] = change(planes[..., i].copy(), board)
        return planes

    return encode


BISHOPS_FIRST = [chess.PAWN, chess.BISHOP, chess.KNIGHT, chess.ROOK, chess.QUEEN, chess.KING]


def mailbox(board, bits=lambda bits: bits):
    entries = oracle.mailbox69(board)
    entries[66] = bits(int(entries[66]))
    return entries


def observation(board, *, sign=True, scale=100, cap=100, spatial=True):
    vector = oracle.observation(board, spatial)
    if not sign:
        vector[768] = board.turn
    vector[-2] = min(board.halfmove_clock, cap) / scale
    return vector


def usual_loop(board):
    """The README's: White first, rank 1 on top."""
    planes = np.zeros((8, 8, 12), np.float32)
    for square, piece in board.piece_map().items():
        planes[square // 8, square % 8, piece.piece_type - 1 + 6 * (not piece.color)] = 1
    return planes


def mover_loop(board):
    """The mover's men first, rank 1 on top, no mirror."""
    planes = usual_loop(board)
    return planes if board.turn else planes[..., [*range(6, 12), *range(6)]]
