"""The policy codes, written apart from the library as formulas over python-chess moves."""

import functools

import chess

COMPASS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
AZ_KNIGHTS = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]  # dy, dx
PGX_KNIGHTS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)]
LEXICOGRAPHIC = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
ZOO_KNIGHTS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x * y) == 2]


def written(board, move, takes_rook):
    """From and to, with castling as the code writes it."""
    if not board.is_castling(move):
        return move.from_square, move.to_square
    king, kingside = move.from_square, board.is_kingside_castling(move)
    if takes_rook:
        rights = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(king)]
        rooks = [s for s in chess.scan_forward(rights) if (s > king) == kingside]
        return king, rooks[0]
    return king, chess.square(6 if kingside else 2, chess.square_rank(king))


class Step:
    """A move in the frame, as the formulas want it."""

    def __init__(self, board, move, view, takes_rook):
        self.from_square, self.to_square = written(board, move, takes_rook)
        if view == "mover" and not board.turn:
            self.from_square, self.to_square = self.from_square ^ 56, self.to_square ^ 56
        self.file, self.rank = self.from_square % 8, self.from_square // 8
        self.dx = self.to_square % 8 - self.file
        self.dy = self.to_square // 8 - self.rank
        self.distance = max(abs(self.dx), abs(self.dy))
        self.is_knight = abs(self.dx * self.dy) == 2
        self.promotion = chess.piece_symbol(move.promotion) if move.promotion else None

    @property
    def under(self):
        return self.promotion in ("n", "b", "r")

    @property
    def direction(self):
        return self.dx // self.distance, self.dy // self.distance


def move4096(step):
    return 64 * step.from_square + step.to_square


def az4672(step):
    if step.under:
        plane = 64 + 3 * (step.dx + 1) + "nbr".index(step.promotion)
    elif step.is_knight:
        plane = 56 + AZ_KNIGHTS.index((step.dy, step.dx))
    else:
        plane = 7 * COMPASS.index(step.direction) + step.distance - 1
    return 73 * (8 * step.rank + step.file) + plane


def pgx4672(step):
    if step.under:
        plane = 3 * "rbn".index(step.promotion) + [0, 1, -1].index(step.dx)
    elif step.is_knight:
        plane = 65 + PGX_KNIGHTS.index((step.dx, step.dy))
    else:
        kind = 0 if step.dx == 0 else 1 if step.dy == 0 else 2 if step.dx == step.dy else 3
        v = step.dy if kind == 0 else step.dx
        plane = 9 + 14 * kind + (v + 7 if v < 0 else v + 6)
    return 73 * (8 * step.file + step.rank) + plane


def pettingzoo4672(step):
    if step.under:
        plane = 64 + 3 * (step.dx + 1) + "nbr".index(step.promotion)
    elif step.is_knight:
        plane = 56 + ZOO_KNIGHTS.index((step.dx, step.dy))
    else:
        plane = 8 * (step.distance - 1) + LEXICOGRAPHIC.index(step.direction)
    return 73 * (8 * step.file + step.rank) + plane


@functools.cache
def lc0_table():
    """The 1,858 texts in lc0's order."""
    name = chess.square_name
    plain = [
        name(a) + name(b)
        for a in range(64)
        for b in range(64)
        if a != b and (b in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[a]) or _is_line(a, b))
    ]
    promotions = [
        f"{f}7{g}8{piece}"
        for f in "abcdefgh"
        for g in "abcdefgh"
        if abs(ord(f) - ord(g)) <= 1
        for piece in "qrb"
    ]
    return plain + promotions


def _is_line(a, b):
    return bool(chess.ray(a, b))


def lc0_1858(step):
    a, b, suffix = step.from_square, step.to_square, step.promotion
    if suffix in (None, "n"):
        return lc0_table().index(chess.square_name(a) + chess.square_name(b))
    return lc0_table().index(f"{chess.square_name(a)[0]}7{chess.square_name(b)[0]}8{suffix}")


CODES = {
    "chess/move4096": move4096,
    "chess/az4672": az4672,
    "chess/pgx4672": pgx4672,
    "chess/openspiel4674": pgx4672,
    "chess/pettingzoo4672": pettingzoo4672,
    "chess/lc0-1858": lc0_1858,
}


def number(code, board, move, view):
    """The index of a legal move."""
    if code == "chess/openspiel4674" and board.is_castling(move):
        return 4673 if board.is_kingside_castling(move) else 4672
    takes_rook = board.chess960 or code == "chess/lc0-1858"
    return CODES[code](Step(board, move, view, takes_rook))
