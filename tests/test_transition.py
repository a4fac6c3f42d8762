"""The verb `transition`, with python-chess as the oracle."""

import json
import random

import chess
import chess.polyglot
import pytest

from tests.conftest import run

DONE, USAGE = 0, 2
ALL_RIGHTS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "8/8/1k6/8/2pP4/8/5BK1/4R3 b - d3 0 1",
    "k7/3p1p1p/8/2P1P1P1/b1p1p1pb/8/1P1P1P1P/4K3 w - - 0 1",
]


def transition(position, move, *flags):
    result = run("transition", position, move, "--json", *flags)
    assert result.returncode == DONE, result.stderr
    return json.loads(result.stdout)


def list_of(board):
    """The 69 entries, by their description in docs/layouts.md."""
    cells = [board.piece_at(chess.square_mirror(cell)) for cell in range(64)]
    codes = [0 if p is None else p.piece_type + (0 if p.color else 6) for p in cells]
    kings = [chess.square_mirror(board.king(c)) for c in (chess.WHITE, chess.BLACK)]
    rights = [
        board.has_kingside_castling_rights(chess.WHITE),
        board.has_queenside_castling_rights(chess.WHITE),
        board.has_kingside_castling_rights(chess.BLACK),
        board.has_queenside_castling_rights(chess.BLACK),
    ]
    castling = sum(has << i for i, has in enumerate(rights))
    en_passant = chess.square_file(board.ep_square) if board.has_legal_en_passant() else -1
    return [*codes, *kings, castling, en_passant, int(board.turn)]


def walked(entries, t):
    """The list after the tuple, by the one rule of its quadruples."""
    after = list(entries)
    for origin, state, destination, replaced in (t[:4], t[8:]):
        if origin is None:
            continue
        if origin != destination:
            assert after[origin] == state
            after[origin] = 0
        assert after[destination] == replaced
        after[destination] = state
        if state in (6, 12):
            after[64 if state == 6 else 65] = destination
    for entry, pre, post in ((66, *t[4:6]), (67, *t[6:8])):
        assert (pre is None) == (post is None)
        if pre is not None:
            assert after[entry] == pre != post
            after[entry] = post
    after[68] = 1 - after[68]
    return after


def edits_of(before, after):
    """Square -> letters before and after, where they differ."""

    def at(board, square):
        piece = board.piece_at(square)
        return piece and piece.symbol()

    pairs = {chess.square_name(s): (at(before, s), at(after, s)) for s in chess.SQUARES}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def sample():
    """Positions and moves of seeded random games, special moves first."""
    rng = random.Random(2)
    for start in STARTS:
        board = chess.Board(start)
        for _ in range(30):
            moves = list(board.legal_moves)
            if not moves:
                break
            special = [
                m for m in moves if m.promotion or board.is_en_passant(m) or board.is_castling(m)
            ]
            move = rng.choice(special or moves)
            yield board.copy(stack=False), move
            board.push(move)


def test_steps_are_those_of_python_chess():
    kinds = set()
    for board, move in sample():
        after = board.copy(stack=False)
        after.push(move)
        reply = transition(board.fen(en_passant="fen"), board.san(move))
        edits = {e["square"]: (e["before"], e["after"]) for e in reply["edits"]}
        assert len(edits) == len(reply["edits"])
        assert edits == edits_of(board, after), (board.fen(), move)
        assert walked(list_of(board), reply["tuple"]) == list_of(after), (board.fen(), move)
        assert reply["move"] == move.uci()
        assert reply["fen_after"] == after.fen(en_passant="legal")
        assert int(reply["key_before"], 16) == chess.polyglot.zobrist_hash(board)
        assert int(reply["key_after"], 16) == chess.polyglot.zobrist_hash(after)
        kinds.add((board.is_castling(move), board.is_en_passant(move), bool(move.promotion)))
    assert len(kinds) == 4, "quiet, castling, en passant and promotion"


def test_the_worked_example():
    reply = transition(ALL_RIGHTS, "e1g1")
    assert reply["schema"] == 1
    assert reply["tuple"] == [60, 6, 62, 0, 15, 12, None, None, 63, 4, 61, 0]
    assert reply["edits"] == [
        {"square": "e1", "before": "K", "after": None},
        {"square": "h1", "before": "R", "after": None},
        {"square": "f1", "before": None, "after": "R"},
        {"square": "g1", "before": None, "after": "K"},
    ]
    assert (reply["clock_before"], reply["clock_after"]) == (0, 1)
    assert reply["castling_before"] == ["a1", "h1", "a8", "h8"]
    assert reply["castling_after"] == ["a8", "h8"]


def test_keys_are_those_of_inspect():
    line = "startpos moves e2e4 a7a6 e4e5"
    reply = transition(line, "d5")
    after = json.loads(run("inspect", line + " d7d5").stdout)
    assert reply["key_after"] == after["key"]
    assert reply["identity_after"] == after["identity"]
    assert reply["en_passant_after"] == "d6"
    assert reply["tuple"][6:8] == [-1, 3]


def test_castlings_onto_each_others_square_have_edits_but_no_tuple():
    reply = transition("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1")
    assert reply["tuple"] is None
    assert "where the other stood" in reply["tuple_error"]
    assert len(reply["edits"]) == 2


def test_the_null_move_has_no_edits():
    reply = transition("startpos moves e2e4", "0000")
    assert (reply["edits"], reply["tuple"]) == ([], None)
    assert "null move" in reply["tuple_error"]
    board = chess.Board()
    board.push_uci("e2e4")
    board.push(chess.Move.null())
    assert reply["fen_after"] == board.fen()


def test_the_text_is_a_few_lines():
    lines = run("transition", "startpos", "e4").stdout.splitlines()
    assert lines[:3] == ["move        e4 (e2e4)", "e2          P -> .", "e4          . -> P"]
    assert "en passant  - -> e3" in lines
    assert "tuple       (52, 1, 36, 0, " + "None, " * 7 + "None)" in lines
    assert "key         463b96181691fc9c -> 823c9b50fd114196" in lines


def test_help_ends_in_three_examples():
    examples = run("transition", "--help").stdout.rstrip().splitlines()[-4:]
    assert examples[0] == "Examples:"
    assert all(line.startswith("  intarsia transition ") for line in examples[1:])


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["startpos"], "MOVE is required"),
        (["startpos", "e5"], "no such piece"),
        (["startpos", "e2e5"], "not a legal move"),
        (["startpos", "xyz"], "xyz"),
        (["startpos moves e2e5", "e4"], "not legal"),
        (["8/8/8 w - - 0 1", "e4"], "8 ranks"),
        (["nonsense", "e4"], "no file and no position"),
        (["4k3/8/8/8/8/8/8/4K2r w - - 0 1", "0000"], "in check"),
    ],
)
def test_misuse_is_exit_2_with_a_hint(words, hint):
    result = run("transition", *words)
    assert result.returncode == USAGE
    assert result.stdout == ""
    assert hint in result.stderr
