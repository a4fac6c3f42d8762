"""check_encoder finds the classic mistakes and names them."""

import chess
import numpy as np
import pytest

import intarsia as ia
from intarsia import _check
from tests.oracle import layouts as oracle


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
    planes[..., 12] = 1 / 3
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


BISHOPS_FIRST = [chess.PAWN, chess.BISHOP, chess.KNIGHT, chess.ROOK, chess.QUEEN, chess.KING]

CANONICAL_MISTAKES = [
    (changed(mirror=False), "the board is not mirrored when Black moves"),
    (changed(flip_files=True), "files are reversed: the h-file comes first"),
    (rotated, "the board is rotated when Black moves (files reversed too) instead of mirrored"),
    (absolute_men, "White's men always come first, in White's view: not the mover's"),
    (changed(ep="always"), "en passant is set after every double step (always)"),
    (
        changed(ep="pseudo"),
        "en passant is set when a pawn stands ready, even a pinned one (pseudo)",
    ),
    (changed(castling="QK"), "castling: queenside comes before kingside"),
    (changed(kinds=BISHOPS_FIRST), "piece order: bishops come before knights"),
    (changed(kinds=oracle.KINDS[::-1]), "piece order: from the king down (K Q R B N P)"),
    (with_plane(12, 0), "occurrences: the plane is 0 for a new position"),
    (with_plane(12, 1), "occurrences: the count is not divided by 3"),
    (with_plane(13, 0), "en passant is never set"),
    (lambda board: canonical(board) * 255, "values are 255 times as large"),
    (
        lambda board: canonical(board)[::-1],
        "ranks are upside down: rank 1 is on top (row = square // 8)",
    ),
    (
        lambda board: canonical(board)[::-1, ::-1],
        "the whole board is rotated: rank 1 on top and the h-file first",
    ),
    (lambda board: canonical(board).swapaxes(0, 1), "rows and columns are exchanged"),
    (
        lambda board: canonical(board)[..., [*range(6, 12), *range(6), 12, 13, *range(14, 18)]],
        "piece order: the opponent's men come first",
    ),
    (
        lambda board: canonical(board)[..., [*range(14), 16, 17, 14, 15]],
        "castling: the opponent's rights come first",
    ),
    (
        lambda board: canonical(board).transpose(2, 0, 1),
        "axes are in the order CHW, the layout's is HWC",
    ),
]


@pytest.mark.parametrize(("encode", "convention"), CANONICAL_MISTAKES)
def test_a_classic_mistake_is_named(encode, convention):
    check = ia.check_encoder(encode, "chess/canonical18", of=chess.Board)
    assert not check and check.differences
    assert check.conventions == [convention]
    assert check.is_explained
    assert f"it seems: {convention}" in repr(check)


def observation(board, *, sign=True, scale=100, cap=100, spatial=True):
    vector = oracle.observation(board, spatial)
    if not sign:
        vector[768] = board.turn
    vector[-2] = min(board.halfmove_clock, cap) / scale
    return vector


@pytest.mark.parametrize(
    ("layout", "encode", "convention"),
    [
        (
            "chess/observation839",
            lambda board: observation(board, sign=False),
            "turn is 1 or 0 instead of +1 or -1",
        ),
        ("chess/observation839", lambda b: observation(b, scale=1), "the clock is not divided"),
        ("chess/observation839", lambda b: observation(b, scale=50), "the clock is divided by 50"),
        ("chess/observation839", lambda b: observation(b, cap=255), "the clock goes on beyond 100"),
        (
            "chess/planes25",
            lambda board: np.concatenate(
                [
                    oracle.planes25(board)[:12],
                    1 - oracle.planes25(board)[12:13],
                    oracle.planes25(board)[13:],
                ]
            ),
            "turn is 1 when Black moves",
        ),
        (
            "chess/planes25",
            lambda b: oracle.planes25(b)[[*range(6, 12), *range(6), *range(12, 25)]],
            "piece order: Black's men come first",
        ),
        (
            "chess/signed64",
            lambda board: oracle.LAYOUTS["chess/naive64"](board, 1),
            "piece codes: bishop 2 and knight 3",
        ),
        (
            "chess/naive64",
            lambda board: oracle.LAYOUTS["chess/signed64"](board, 1),
            "piece codes: P N B R Q K are 1 to 6 (bishop 3)",
        ),
        (
            "chess/mailbox69",
            lambda b: np.append(oracle.mailbox69(b)[:68], np.int8(1 if b.turn else -1)),
            "turn is +1 or -1 instead of 1 or 0",
        ),
    ],
)
def test_mistakes_in_other_layouts_are_named(layout, encode, convention):
    check = ia.check_encoder(encode, layout, of=chess.Board)
    assert check.conventions == [convention] and check.is_explained


def test_two_mistakes_at_once_are_both_named():
    check = ia.check_encoder(
        changed(mirror=False, castling="QK"), "chess/canonical18", of=chess.Board
    )
    assert sorted(check.conventions) == [
        "castling: queenside comes before kingside",
        "the board is not mirrored when Black moves",
    ]
    assert check.is_explained


@pytest.mark.parametrize("layout", oracle.LAYOUTS)
def test_the_oracle_is_right(layout):
    check = ia.check_encoder(lambda b: oracle.LAYOUTS[layout](b, 1), layout, of=chess.Board)
    assert check and check.differences == [] and check.conventions == []
    assert repr(check) == f"right: {check.count} positions are as {layout} has them"


def test_the_first_place_is_named():
    def encode(board):
        planes = canonical(board)
        if not board.turn:
            planes[3, 4, 6] = 0.5
        return planes

    check = ia.check_encoder(encode, "chess/canonical18", of=chess.Board)
    first = check.differences[0]
    assert (first.plane, first.name, first.square) == (6, "them.pawn", "e4")
    assert (first.expected, first.found) == (1, 0.5)
    assert "plane 6 (them.pawn) at row 3, column 4 (e4): expected 1, found 0.5" in repr(check)
    assert not check.is_explained


def test_shapes_and_types_are_judged():
    check = ia.check_encoder(lambda fen: np.zeros((8, 8, 17)), "chess/canonical18")
    assert not check and "expected the shape (8, 8, 18), found (8, 8, 17)" in repr(check)
    check = ia.check_encoder(lambda b: canonical(b)[None], "chess/canonical18", of=chess.Board)
    assert check
    check = ia.check_encoder(
        lambda b: canonical(b).astype(np.float64), "chess/canonical18", of=chess.Board
    )
    assert check and check.notes == ["its type is float64, the layout's float32"]
    check = ia.check_encoder(lambda b: canonical(b) * np.nan, "chess/canonical18", of=chess.Board)
    assert not check and not check.is_explained


def test_the_positions_are_such_as_tell_conventions_apart():
    positions = [ia.Position(fen) for fen in _check._FENS]
    assert [p.fen.split()[:3] for p in positions] == [f.split()[:3] for f in _check._FENS]
    boards = [chess.Board(fen) for fen in _check._FENS]
    assert any(b.ep_square and not b.has_pseudo_legal_en_passant() for b in boards)
    assert any(b.has_pseudo_legal_en_passant() and not b.has_legal_en_passant() for b in boards)
    for turn in (chess.WHITE, chess.BLACK):
        assert any(b.turn == turn and b.has_legal_en_passant() for b in boards)
