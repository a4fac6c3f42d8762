"""Policy codes and targets: published numbers, the oracle, masks, values, errors."""

import hashlib
import pickle

import chess
import numpy as np
import pytest

import intarsia as ia
from tests.conftest import GAMES
from tests.oracle.policies import CODES, lc0_table, number
from tests.oracle.positions import KINDS, random_lines

VIEWS = ["mover", "white"]
COUNT = 300  # of each of the seven kinds of positions
WHITE_WON, DRAWN, BLACK_WON = 1 << 3, 2 << 3, 3 << 3


@pytest.fixture(scope="module")
def lines():
    return {kind: random_lines(kind, seed=5, count=COUNT) for kind in KINDS}


def test_the_table_of_the_oracle_is_lc0s():
    digest = hashlib.sha256("\n".join(lc0_table()).encode()).hexdigest()
    assert digest == "4a901f49851725496e39e34648dd58f240950fa6b72a0bbf6b2816b9af767cc7"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("code", CODES)
def test_every_legal_move_has_the_oracles_number(lines, code, view, kind):
    q = ia.policy(code, view=view)
    boards = [line.board for line in lines[kind]]
    masks = q.mask(boards)
    assert masks.shape == (len(boards), q.size) and masks.dtype == np.uint8
    for board, mask in zip(boards, masks, strict=True):
        wanted = {number(code, board, move, view): move for move in board.legal_moves}
        assert set(np.flatnonzero(mask).tolist()) == set(wanted)
        assert mask.sum() == len(wanted)


@pytest.mark.parametrize("code", CODES)
def test_index_undoes_move(lines, code):
    for view in VIEWS:
        q = ia.policy(code, view=view)
        for board in [line.board for kind in KINDS for line in lines[kind][::25]]:
            p = ia.Position(board)
            for i in np.flatnonzero(q.mask(p)).tolist():
                move = q.move(p, i)
                assert q.index(p, move) == i
                assert number(code, board, board.parse_uci(move), view) == i


def test_published_numbers():
    start = "startpos"
    assert ia.policy("chess/az4672").index(start, "e2e4") == 877
    assert ia.policy("chess/pgx4672").index(start, "g1f3") == 3572
    assert ia.policy("chess/pettingzoo4672").index(start, "Nc3") == 645
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert ia.policy("chess/openspiel4674").index(castling, "O-O-O") == 4672
    assert ia.policy("chess/lc0-1858").index(castling, chess.Move.from_uci("e1g1")) == 103
    assert ia.policy("chess/az4672").move(start, np.int64(877)) == "e2e4"


def test_positions_of_every_kind_have_masks(tmp_path):
    q = ia.policy("chess/az4672")
    texts = ["startpos moves e2e4", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
    positions = [ia.Position(text) for text in texts]
    right = q.mask(texts)
    assert np.array_equal(q.mask(positions), right)
    assert np.array_equal(q.mask(ia.to_records(texts)), right)
    assert np.array_equal(q.mask(iter(texts)), right)
    assert q.mask(positions[0]).shape == (q.size,)
    out = np.full((2, q.size), 7, np.uint8)
    assert q.mask(texts, out=out, threads=2) is out and np.array_equal(out, right)
    many = texts * 3_000
    assert np.array_equal(q.mask(many, threads=2), q.mask(many, threads=1))
    assert q.mask([]).shape == (0, q.size)
    assert q.mask("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").sum() == 0  # stalemate


def test_many_moves_at_once():
    q = ia.policy("chess/move4096")
    found = q.index(["startpos", "startpos moves e2e4"], ["e2e4", "e7e5"])
    assert found.dtype == np.int32 and found.tolist() == [64 * 12 + 28] * 2
    with pytest.raises(ValueError):
        q.index(["startpos"], ["e2e4", "d2d4"])


def test_a_code_is_a_value():
    q = ia.policy("chess/az4672", view=ia.layout("chess/planes25"))
    assert q.view == "white" and q == ia.policy("chess/az4672", view="white")
    assert q != ia.policy("chess/az4672") and len({q, ia.policy("chess/az4672", view="white")}) == 1
    assert pickle.loads(pickle.dumps(q)) == q
    assert ia.policy(q) is q
    assert repr(q).startswith("chess/az4672  4672 moves") and q.game == "chess" and q.rule
    hex_code = ia.policy("hex/cells", size=13)
    assert pickle.loads(pickle.dumps(hex_code)).size == 170 and hex_code.view == "blue"
    assert [p.id for p in ia.policies() if p.game == "chess"] == list(CODES)
    assert list(dict.fromkeys(p.game for p in ia.policies())) == list(GAMES)


def test_errors_say_what_to_do():
    q = ia.policy("chess/az4672")
    with pytest.raises(ia.IllegalError, match="is e1g1, which is not legal here"):
        q.move("startpos", 307)
    for index in (-1, 4672, 2**40, -(2**40)):
        with pytest.raises(ia.ParseError, match="0 to 4671"):
            q.move("startpos", index)
    with pytest.raises(ia.ParseError, match="leave the board"):
        q.move("startpos", 28)
    with pytest.raises(ia.IllegalError):
        q.index("startpos", "e2e5")
    with pytest.raises(ia.ParseError, match=r"did you mean chess/az4672\?"):
        ia.policy("chess/az4762")
    with pytest.raises(ia.ParseError, match="white mover"):
        ia.policy("chess/az4672", view="blue")
    with pytest.raises(ValueError, match="promotion"):
        q.move("startpos", 877, promotion="k")
    for wrong in (1.5, "7", None, True):
        with pytest.raises(TypeError, match="index"):
            q.move("startpos", wrong)
    with pytest.raises(TypeError):
        q.mask(7)
    with pytest.raises(TypeError):
        ia.policy(7)
    with pytest.raises((TypeError, ValueError)):
        q.mask("startpos", out=np.zeros(q.size, np.float32))
    with pytest.raises(ValueError):
        q.mask("startpos", out=np.zeros(q.size + 1, np.uint8))


def played():
    """Records of three plies of a game that White won, with moves and evaluations."""
    records = ia.to_records(["startpos", "startpos moves e2e4", "startpos moves e2e4 e7e5"])
    records["flags"] |= WHITE_WON
    records["flags"][0] |= 1 << 5
    records["flags"][:2] |= 1 << 6
    records["move"][:2] = [12 | 28 << 6, 52 | 36 << 6]
    records["eval"] = [100, -32_768, -31_999]
    return records


def expected(centipawns):
    return 2 / (1 + 10 ** (-centipawns / 400)) - 1


def test_targets_follow_the_layouts_frame():
    records = played()
    mover = ia.targets(records, "chess/canonical18", policy="chess/az4672", value="outcome")
    assert mover.policy.tolist() == [877, 877, -1] and mover.policy.dtype == np.int32
    assert mover.value.tolist() == [1, -1, 1] and mover.value.dtype == np.float32
    white = ia.targets(records, "chess/planes25", policy="chess/move4096", value="outcome")
    assert white.policy.tolist() == [64 * 12 + 28, 64 * 52 + 36, -1]
    assert white.value.tolist() == [1, 1, 1]
    assert ia.targets(records, "chess/planes25", value="wdl", view="mover").value.tolist() == [
        [1, 0, 0],
        [0, 0, 1],
        [1, 0, 0],
    ]
    assert ia.targets(records, "chess/planes25").policy is None


def test_values_of_evaluations():
    records = played()
    evals = ia.targets(records, "chess/canonical18", value="eval", unknown="nan").value
    assert evals[0] == pytest.approx(expected(100), abs=1e-7) and np.isnan(evals[1])
    assert evals[2] == -1
    mixed = ia.targets(records, "chess/canonical18", value="mix:0.7").value
    assert mixed[0] == pytest.approx(0.7 + 0.3 * expected(100), abs=1e-7)
    assert mixed[1] == -1 and mixed[2] == pytest.approx(0.7 - 0.3, abs=1e-7)
    records["flags"] &= 0xFF ^ (3 << 3)
    unknown = ia.targets(records, "chess/canonical18", value="outcome", unknown="nan").value
    assert np.isnan(unknown).all()
    records["flags"] |= DRAWN
    draws = ia.targets(records, "chess/canonical18", value="outcome").value
    assert draws.tobytes() == np.zeros(3, np.float32).tobytes()


def test_the_trap_is_refused():
    with pytest.raises(ia.ParseError, match="does not say who moves"):
        ia.targets(played(), "chess/canonical18", value="outcome", view="white")
    with pytest.raises(ia.ParseError, match="there are for chess"):
        ia.targets(played(), "chess/canonical18", value="training")
    bad = played()
    bad["move"][0] = 12 | 36 << 6
    with pytest.raises(ia.ParseError, match="row 0: the move is not legal"):
        ia.targets(bad, "chess/canonical18", policy="chess/az4672")


def test_rows_of_records_have_their_history():
    layout = ia.Layout("chess", [{"last": 3, "features": ["us.pieces", "them.pieces"]}])
    texts, records = [], []
    for moves in ("e2e4 e7e5 g1f3 b8c6 f1b5", "d2d4 d7d5 c2c4"):
        words = moves.split()
        for ply in range(len(words) + 1):
            texts.append("startpos" + (" moves " if ply else "") + " ".join(words[:ply]))
            records.append(ia.to_records(texts[-1]))
            records[-1]["flags"] |= (ply == 0) << 5
    records = np.concatenate(records)
    rows = np.random.default_rng(1).permutation(len(texts))
    wanted = ia.encode([texts[i] for i in rows], layout)
    assert np.array_equal(ia.encode(records, layout, rows=rows), wanted)
    assert np.array_equal(ia.encode(records, layout, rows=rows.tolist(), threads=2), wanted)
    alone = ia.encode([ia.Position(text).fen for text in texts], layout)
    assert np.array_equal(ia.encode(records, layout), alone)
    for wrong in ([len(texts)], [-1]):
        with pytest.raises(ia.ParseError, match="no record"):
            ia.encode(records, layout, rows=wrong)
    with pytest.raises(TypeError):
        ia.encode("startpos", layout, rows=[0])
    with pytest.raises(TypeError):
        ia.encode(records, layout, rows=[0.5])
    records["pieces"][1] = 0xFF
    with pytest.raises(ia.ParseError):
        ia.encode(records, layout, rows=[2])
    assert ia.encode(records, layout, rows=[0]).shape == (1, *layout.shape)


def test_hex_cells():
    q = ia.policy("hex/cells", size=5)
    mover = ia.policy("hex/cells", size=5, view="mover")
    p = ia.HexPosition("hex 5 moves a1")
    assert (q.index(p, "d2"), q.index(p, "swap"), mover.index(p, "d2")) == (8, 25, 16)
    assert (q.move(p, 8), q.move(p, 25), mover.move(p, 16)) == ("d2", "swap", "d2")
    mask = q.mask([p, "hex 5 moves a1 swap"])
    assert mask.sum(1).tolist() == [25, 24] and mask[0, 0] == 0 and mask[0, 25] == 1
    assert np.array_equal(q.mask(ia.to_records([p])), mask[:1])
    won = ia.HexPosition("hex 2 moves a1 b1 a2")
    assert ia.policy("hex/cells", size=2).mask(won).sum() == 0
    with pytest.raises(ia.IllegalError):
        ia.policy("hex/cells", size=2).move(won, 3)
    with pytest.raises(ia.IllegalError):
        q.move(p, 0)
    with pytest.raises(ValueError, match="size"):
        ia.policy("hex/cells", size=11).index(p, "d2")
    with pytest.raises(ValueError, match="size"):
        ia.policy("hex/cells", size=11).mask(p)
    free = ia.policy("hex/cells")
    assert free.index(p, "d2") == 8 and free.move(p, 8) == "d2" and free.mask(p).shape == (26,)
    assert np.array_equal(free.mask(ia.to_records([p])), mask[:1])
    assert pickle.loads(pickle.dumps(free)).index(p, "d2") == 8


def test_targets_of_hex_records():
    game = ia.HexGame(5)
    for move in ("a1", "swap", "c3"):
        game.push(move)
    records = ia.to_records(game.positions())
    found = ia.targets(records, "hex/3nxn", policy="hex/cells", value="training", unknown="nan")
    assert found.policy.tolist() == [-1] * 4 and np.isnan(found.value).all()
    records["flags"] |= 2 << 1  # Red won
    assert ia.targets(records, "hex/3nxn", value="training").value.tolist() == [1] * 4
    assert ia.targets(records, "hex/3nxn", value="outcome").value.tolist() == [-1] * 4
    seen = ia.targets(records, "hex/3nxn", value="outcome", view="mover").value
    assert seen.tolist() == [-1, 1, -1, 1]
