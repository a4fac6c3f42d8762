"""check_encoder finds the classic mistakes and names them."""

import chess
import numpy as np
import pytest

import intarsia as ia
from intarsia import _check
from intarsia.chess import _positions
from tests.oracle import layouts as oracle
from tests.python.wrong_encoders import (
    BISHOPS_FIRST,
    absolute_men,
    canonical,
    changed,
    mailbox,
    mover_loop,
    observation,
    occurrences,
    on_planes,
    rotated,
    usual_loop,
    with_plane,
)

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
    (with_plane(12, 0), "occurrences: the plane is always 0"),
    (with_plane(12, 1), "occurrences: the plane is always 1"),
    (with_plane(12, 1 / 3), "occurrences: repetitions are not counted, it is always 1"),
    (on_planes([12], lambda p, _: p - 1 / 3), "occurrences: the plane is 0 for a new position"),
    (on_planes([12], lambda p, _: p * 3), "occurrences: the count is not divided by 3"),
    (with_plane(slice(14, 18), 0), "castling is never set"),
    (
        lambda b: canonical(b)[
            ..., [*range(14), *((14, 15, 16, 17) if b.turn else (16, 17, 14, 15))]
        ],
        "castling: White's rights come first, whoever moves",
    ),
    (
        on_planes([13], lambda p, board: p if board.turn else p[::-1]),
        "en passant: the square is not mirrored when Black moves",
    ),
    (on_planes(range(6, 12), lambda p, _: -p), "the opponent's men are -1 instead of 1"),
    (
        lambda b: canonical(b)[..., [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11, *range(12, 18)]],
        "piece order: the colours alternate, kind by kind",
    ),
    (changed(kinds=[1, 2, 3, 4, 6, 5]), "piece order: P N B R K Q"),
    (changed(kinds=[1, 4, 2, 3, 5, 6]), "piece order: P R N B Q K"),
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
            lambda b: np.where(np.arange(69) == 67, np.maximum(oracle.mailbox69(b), 0), mailbox(b)),
            "en passant: 0 stands for none instead of -1",
        ),
        (
            "chess/mailbox69",
            lambda b: mailbox(b, lambda bits: (bits & 5) << 1 | (bits & 10) >> 1),
            "castling bits: queenside comes before kingside",
        ),
        (
            "chess/mailbox69",
            lambda b: mailbox(b, lambda bits: bits >> 2 | (bits & 3) << 2),
            "castling bits: Black's are 1 and 2, White's 4 and 8",
        ),
        (
            "chess/planes25",
            lambda b: oracle.planes25(b)[[*range(17), *range(24, 16, -1)]],
            "en passant: files run from h to a",
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


MOVER12 = ia.Layout("chess", ["us.pieces", "them.pieces"], frame="mover", order="HWC")
WHITE_FIRST = "White's men always come first, in White's view: not the mover's"
RANK_1_ON_TOP = "ranks are upside down: rank 1 is on top (row = square // 8)"
NO_MIRROR = "the board is not mirrored when Black moves"


@pytest.mark.parametrize(
    ("layout", "encode", "conventions"),
    [
        (MOVER12, usual_loop, [WHITE_FIRST, RANK_1_ON_TOP]),
        (MOVER12, mover_loop, [NO_MIRROR, RANK_1_ON_TOP]),
        (
            "chess/canonical18",
            lambda board: absolute_men(board)[::-1],
            [WHITE_FIRST, RANK_1_ON_TOP],
        ),
        (
            "chess/canonical18",
            changed(mirror=False, castling="QK"),
            [NO_MIRROR, "castling: queenside comes before kingside"],
        ),
        (
            "chess/canonical18",
            lambda b: canonical(b)[..., [*range(11, -1, -1), *range(12, 18)]],
            [
                "piece order: the opponent's men come first",
                "piece order: from the king down (K Q R B N P)",
            ],
        ),
        (
            "chess/canonical18",
            lambda b: canonical(b, kinds=BISHOPS_FIRST, ep="always", castling="QK")[:, ::-1],
            [
                "files are reversed: the h-file comes first",
                "piece order: bishops come before knights",
                "en passant is set after every double step (always)",
                "castling: queenside comes before kingside",
            ],
        ),
        (
            "chess/canonical18",
            lambda b: 255 * canonical(b, mirror=False),
            [NO_MIRROR, "values are 255 times as large"],
        ),
    ],
)
def test_several_mistakes_at_once_are_all_named(layout, encode, conventions):
    check = ia.check_encoder(encode, layout, of=chess.Board)
    assert check.conventions == conventions and check.is_explained


@pytest.mark.parametrize(
    ("encode", "conventions", "unexplained"),
    [
        (with_plane(4, 0), [], ["us.queen"]),
        (lambda b: np.roll(canonical(b), 1, -1), [], "all"),  # planes shifted by one
        (
            lambda b: on_planes([3], lambda p, _: p / 2)(b)[::-1],
            [RANK_1_ON_TOP],
            ["us.rook"],
        ),
        (
            lambda b: np.zeros((8, 8, 18)),
            [
                "occurrences: the plane is always 0",
                "en passant is never set",
                "castling is never set",
            ],
            [p.name for p in ia.layout("chess/canonical18").planes[:12]],
        ),
        (lambda b: np.random.default_rng(1).random((8, 8, 18)), [], "all"),
    ],
)
def test_no_convention_is_named_for_what_it_does_not_explain(encode, conventions, unexplained):
    check = ia.check_encoder(encode, "chess/canonical18", of=chess.Board)
    assert not check and not check.is_explained
    assert check.conventions == conventions
    if unexplained != "all":
        assert check.unexplained == unexplained
        assert not conventions or f"more differs in {', '.join(unexplained)}" in repr(check)


HISTORY = ia.Layout(
    "chess",
    [{"last": 3, "features": ["us.pieces", "them.pieces", "occurrences.twice"]}],
    frame="mover",
    id="my/history",
)


def with_history(board, *, own_view=False, now=False, empty=False):
    """AlphaZero's way: the last three boards, in the view of who moves now."""
    planes = np.zeros((3, 13, 8, 8), np.float32)
    us, earlier = board.turn, board.copy()
    for ago in range(3):
        view = earlier.turn if own_view else us
        planes[ago, :12] = oracle.piece_planes(earlier, [view, not view], not view)
        planes[ago, 12] = occurrences(earlier) >= 2
        if not earlier.move_stack or (empty and ago == 0):
            break
        if not now:
            earlier.pop()
    return planes.reshape(39, 8, 8)


def test_history_is_tested_where_positions_have_one():
    for of, encode in (
        (chess.Board, with_history),
        (ia.Position, lambda p: p.encode(HISTORY)),
        (ia.ChessGame, lambda g: g.encode(HISTORY)),
    ):
        check = ia.check_encoder(encode, HISTORY, of=of)
        assert check and check.notes == [] and check.count > 20


@pytest.mark.parametrize(
    ("options", "convention"),
    [
        ({"empty": True}, "history: the planes of earlier plies are empty"),
        (
            {"own_view": True},
            "history: earlier plies are in the view of who moved then, not of who moves now",
        ),
    ],
)
def test_mistakes_in_history_are_named(options, convention):
    layout = ia.Layout(
        "chess", [{"last": 3, "features": ["us.pieces", "them.pieces"]}], frame="mover"
    )
    men = [i for i in range(39) if i % 13 != 12]
    check = ia.check_encoder(lambda b: with_history(b, **options)[men], layout, of=chess.Board)
    assert check.conventions == [convention] and check.is_explained


def test_what_a_fen_cannot_test_is_said():
    def encode(fen):
        return ia.encode(fen, HISTORY)

    check = ia.check_encoder(encode, HISTORY)
    assert check and check.count == 20
    assert len(check.notes) == 1 and "not tested" in repr(check)
    assert "occurrences.twice, us.pawn@1, us.knight@1, us.bishop@1, …" in check.notes[0]
    assert ia.check_encoder(lambda f: ia.encode(f, MOVER12), MOVER12).notes == []


@pytest.mark.parametrize("layout", oracle.LAYOUTS)
def test_the_oracle_is_right(layout):
    check = ia.check_encoder(
        lambda b: oracle.LAYOUTS[layout](b, occurrences(b)), layout, of=chess.Board
    )
    assert check and check.differences == [] and check.conventions == []
    assert repr(check) == f"right: {check.count} positions are as {layout} has them"


def test_an_encoder_may_use_its_buffer_again():
    buffer = np.zeros((8, 8, 18), np.float32)

    def encode(board):
        buffer[...] = canonical(board)
        return buffer

    assert ia.check_encoder(encode, "chess/canonical18", of=chess.Board)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "uint8"])
def test_types_of_low_precision_are_known(dtype):
    layout = ia.Layout(
        "chess", ["us.pieces", "occurrences/3", "clock.capped/100"], frame="mover", dtype=dtype
    )
    assert ia.check_encoder(lambda p: p.encode(layout), layout, of=ia.Position)
    exact = ia.layout(layout, dtype="float32")
    check = ia.check_encoder(lambda p: p.encode(exact) * layout.divisor, layout, of=ia.Position)
    assert check
    check = ia.check_encoder(
        lambda p: p.encode(exact) * layout.divisor * (1 - (p.turn == "black")),
        layout,
        of=ia.Position,
    )
    assert not check


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
    assert len(check.differences) == check.count == 20
    check = ia.check_encoder(
        lambda b: canonical(b) if b.turn else canonical(b)[1:], "chess/canonical18", of=chess.Board
    )
    assert {d.found for d in check.differences} == {(7, 8, 18)}
    assert all(" b " in d.fen or "moves" in d.fen for d in check.differences)
    with pytest.raises(TypeError, match=r"function: expected a tensor of .* numbers"):
        ia.check_encoder(lambda fen: "x", "chess/canonical18")
    with pytest.raises(TypeError, match="of: expected a function of a position"):
        ia.check_encoder(canonical, "chess/canonical18", of="chess")
    check = ia.check_encoder(lambda b: canonical(b)[None], "chess/canonical18", of=chess.Board)
    assert check
    check = ia.check_encoder(
        lambda b: canonical(b).astype(np.float64), "chess/canonical18", of=chess.Board
    )
    assert check and check.notes == ["its type is float64, the layout's float32"]
    check = ia.check_encoder(lambda b: canonical(b) * np.nan, "chess/canonical18", of=chess.Board)
    assert not check and not check.is_explained


def test_the_positions_are_such_as_tell_conventions_apart():
    positions = [ia.Position(fen) for fen in _positions.FENS]
    assert [p.fen.split()[:3] for p in positions] == [f.split()[:3] for f in _positions.FENS]
    boards = [chess.Board(fen) for fen in _positions.FENS]
    assert any(b.ep_square and not b.has_pseudo_legal_en_passant() for b in boards)
    assert any(b.has_pseudo_legal_en_passant() and not b.has_legal_en_passant() for b in boards)
    for turn in (chess.WHITE, chess.BLACK):
        assert any(b.turn == turn and b.has_legal_en_passant() for b in boards)
    ends = [_check._made(chess.Board, *line) for line in _positions.LINES]
    assert {min(occurrences(b), 3) for b in ends} == {1, 2, 3}
    assert any(occurrences(b) == 2 and not b.turn for b in ends)
    assert any(len(b.move_stack) == 1 for b in ends)
