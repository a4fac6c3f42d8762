"""The seven built-in layouts, written apart from the library: python-chess and numpy only."""

import chess
import numpy as np

KINDS = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]


def row_column(square, flip=False):
    """Row 0 is the top of the diagram; with `flip` the ranks are mirrored first."""
    rank = chess.square_rank(square)
    return (rank if flip else 7 - rank), chess.square_file(square)


def legal_en_passant(board):
    return board.ep_square if board.has_legal_en_passant() else None


def rights(board, color):
    return board.has_kingside_castling_rights(color), board.has_queenside_castling_rights(color)


def piece_planes(board, colors, flip=False):
    planes = np.zeros((12, 8, 8), np.float32)
    for square, piece in board.piece_map().items():
        plane = 6 * colors.index(piece.color) + KINDS.index(piece.piece_type)
        planes[(plane, *row_column(square, flip))] = 1
    return planes


def canonical18(board, occurrences):
    us, flip = board.turn, not board.turn
    planes = np.zeros((18, 8, 8), np.float32)
    planes[:12] = piece_planes(board, [us, not us], flip)
    planes[12] = np.float32(min(occurrences, 3) / 3)
    square = legal_en_passant(board)
    if square is not None:
        planes[(13, *row_column(square, flip))] = 1
    planes[14], planes[15] = (np.float32(r) for r in rights(board, us))
    planes[16], planes[17] = (np.float32(r) for r in rights(board, not us))
    return planes.transpose(1, 2, 0)


def observation(board, spatial):
    square = legal_en_passant(board)
    if spatial:
        en_passant = np.zeros((8, 8))
        if square is not None:
            en_passant[row_column(square)] = 1
    else:
        row, column = row_column(square) if square is not None else (0, -1)
        en_passant = np.array([8 * row + column])
    return np.concatenate(
        [
            piece_planes(board, [chess.WHITE, chess.BLACK]).ravel(),
            [1 if board.turn else -1],
            rights(board, chess.WHITE),
            rights(board, chess.BLACK),
            en_passant.ravel(),
            [np.float32(min(board.halfmove_clock, 100) / 100), board.fullmove_number],
        ]
    ).astype(np.float32)


def codes(board, white, black):
    out = np.zeros((8, 8), np.int8)
    for square, piece in board.piece_map().items():
        book = white if piece.color else black
        out[row_column(square)] = book[KINDS.index(piece.piece_type)]
    return out


def planes25(board):
    planes = np.zeros((25, 8, 8), np.float32)
    planes[:12] = piece_planes(board, [chess.WHITE, chess.BLACK])
    planes[12] = board.turn
    for i, right in enumerate(rights(board, chess.WHITE) + rights(board, chess.BLACK)):
        planes[13 + i] = right
    if board.ep_square is not None:
        planes[17 + chess.square_file(board.ep_square)] = 1
    return planes


def mailbox69(board):
    square = legal_en_passant(board)
    bits = sum(
        1 << i
        for i, right in enumerate(rights(board, chess.WHITE) + rights(board, chess.BLACK))
        if right
    )
    cell = {c: 8 * row + col for c in (True, False) for row, col in [row_column(board.king(c))]}
    tail = [cell[True], cell[False], bits]
    tail += [chess.square_file(square) if square is not None else -1, int(board.turn)]
    return np.concatenate([codes(board, range(1, 7), range(7, 13)).ravel(), tail]).astype(np.int8)


# id -> function of a board and how often its position has stood.
LAYOUTS = {
    "chess/canonical18": canonical18,
    "chess/observation839": lambda board, _: observation(board, spatial=True),
    "chess/observation776": lambda board, _: observation(board, spatial=False),
    "chess/signed64": lambda board, _: codes(board, range(1, 7), range(-1, -7, -1)),
    "chess/naive64": lambda board, _: codes(board, [1, 3, 2, 4, 5, 6], [-1, -3, -2, -4, -5, -6]),
    "chess/planes25": lambda board, _: planes25(board),
    "chess/mailbox69": lambda board, _: mailbox69(board),
}
