"""Seeded random games by python-chess, of every kind that has broken a move generator."""

import random
from dataclasses import dataclass

import chess

ENDGAMES = [
    "KPK",
    "KQKR",
    "KRKN",
    "KBNK",
    "KBKB",
    "KPPKP",
    "KNNKP",
    "KRPKR",
    "KBKN",
    "KQKQ",
    "KQQK",
    "KQRK",
]


@dataclass
class Line:
    """A position as the tool reads it, and the same on python-chess's board."""

    text: str
    board: chess.Board
    occurrences: int


def _start(kind, rng):
    if kind == "standard":
        return chess.Board()
    if kind == "chess960":
        return chess.Board.from_chess960_pos(rng.randrange(960))
    if kind == "double960":
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        other = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SQUARES[:16]:
            board.set_piece_at(square, other.piece_at(square))
        board.castling_rights = (board.rooks & chess.BB_RANK_8) | (other.rooks & chess.BB_RANK_1)
        return board
    if kind == "endgame":
        return _scattered(rng, rng.choice(ENDGAMES))
    if kind == "promotion":
        return _scattered(rng, "KPPPRKPPPR", {chess.WHITE: [4, 5, 6], chess.BLACK: [1, 2, 3]})
    if kind == "en passant":
        # Pawns about to meet, kings and sliders on their ranks, files and diagonals.
        return _scattered(rng, "KPPPRBQKPPPRBQ", {chess.WHITE: [1, 4], chess.BLACK: [3, 6]})
    if kind == "pinned en passant":
        return _pinned_en_passant(rng)
    raise ValueError(kind)


KINDS = [
    "standard",
    "chess960",
    "double960",
    "endgame",
    "promotion",
    "en passant",
    "pinned en passant",
]
MAX_PLIES = {"pinned en passant": 6, "endgame": 40}


def _pinned_en_passant(rng):
    """A double step away from an en passant capture that bares the king along rank or diagonal."""
    while True:
        board = chess.Board(None)
        file = rng.randrange(7)
        pusher, catcher = rng.sample([file, file + 1], 2)
        board.set_piece_at(chess.square(pusher, 1), chess.Piece.from_symbol("P"))
        board.set_piece_at(chess.square(catcher, 3), chess.Piece.from_symbol("p"))
        rank = 3 if rng.random() < 0.7 else rng.randrange(4, 8)
        for symbol, row in (("k", rank), (rng.choice("RQB"), rank), ("K", 0), ("n", 7)):
            empty = [s for s in chess.SQUARES if not board.piece_at(s)]
            square = rng.choice([s for s in empty if chess.square_rank(s) == row])
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if rng.random() < 0.5:
            board.apply_mirror()
        if board.is_valid():
            return board


def _scattered(rng, material, pawn_ranks=None):
    """The men of e.g. "KPKR" (white before the second K) on random squares."""
    split = material.index("K", 1)
    while True:
        board = chess.Board(None)
        for color, men in ((chess.WHITE, material[:split]), (chess.BLACK, material[split:])):
            for man in men:
                ranks = range(8)
                if man == "P":
                    ranks = pawn_ranks[color] if pawn_ranks else range(1, 7)
                empty = [
                    s
                    for s in chess.SQUARES
                    if not board.piece_at(s) and chess.square_rank(s) in ranks
                ]
                piece = chess.Piece.from_symbol(man if color else man.lower())
                board.set_piece_at(rng.choice(empty), piece)
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


def _shuffle(board, legal, rng):
    """Both sides go somewhere and back, twice: the position recurs. Empty if that cannot be."""
    move = rng.choice(legal)
    board.push(move)
    reply = rng.choice(list(board.legal_moves) or [None])
    board.pop()
    if reply is None or board.is_castling(move):
        return []
    back = [chess.Move(m.to_square, m.from_square) for m in (move, reply)]
    return [move, reply, *back] * 2


def _ends_game(board, move):
    board.push(move)
    ends = not any(board.legal_moves)
    board.pop()
    return ends


def random_lines(kind, seed, count):
    """`count` positions of one kind, each with the game that leads to it."""
    max_plies = MAX_PLIES.get(kind, 70)
    rng = random.Random(f"{kind} {seed}")
    lines = []
    while len(lines) < count:
        board = _start(kind, rng)
        text = f"fen {board.fen(en_passant='fen')}"
        moves = []
        seen = {}
        forced = []
        while True:
            identity = board._transposition_key()
            seen[identity] = seen.get(identity, 0) + 1
            played = f" moves {' '.join(moves)}" if moves else ""
            lines.append(Line(text + played, board.copy(stack=False), seen[identity]))
            legal = list(board.legal_moves)
            if not legal or len(moves) == max_plies or len(lines) >= count:
                break
            # Pawns move more often than chance would have it; now and then both sides shuffle.
            pawns = [m for m in legal if board.piece_type_at(m.from_square) == chess.PAWN]
            move = rng.choice(pawns if pawns and rng.random() < 0.3 else legal)
            if not forced and rng.random() < 0.03:
                forced = _shuffle(board, legal, rng)
            forced = forced if forced and forced[0] in legal else []
            move = forced.pop(0) if forced else move
            if kind == "endgame":
                move = next((m for m in legal if _ends_game(board, m)), move)
            moves.append(board.uci(move))
            board.push(move)
    return lines
