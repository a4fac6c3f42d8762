"""What `ds.describe()` counts is what plain Python counts."""

import json
from collections import Counter

import chess
import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
POINTS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    path = tmp_path_factory.mktemp("sets") / "data"
    ia.build(LICHESS, path, limit=90, split={"train": 0.6, "test": 0.3}, shard_records=1500)
    with pytest.warns(ia.DataSetWarning):
        return ia.open(path)


def identity(board):
    """FIDE's: the board, who moves, the rights, en passant if it is legal."""
    ep_square = board.ep_square if board.has_legal_en_passant() else None
    return board.board_fen(), board.turn, board.clean_castling_rights(), ep_square


def points(board, color):
    return sum(n * len(board.pieces(kind, color)) for kind, n in POINTS.items())


def counted(counts):
    return {count["value"]: count["records"] for count in counts}


def expected_of(ds):
    """Counts by python-chess of the positions that the set has."""
    boards = [chess.Board(ds.trace(i)["state"]["fen"]) for i in range(len(ds))]
    games = {(g["source"], g["number"]): g for g in ds.games}
    rows = [games[0, ds.trace(i)["game"]] for i in range(len(ds))]
    keys = {split: Counter() for split in (None, *ds.splits)}
    for board, row in zip(boards, rows, strict=True):
        keys[(None, *ds.splits)[row["split"]]][identity(board)] += 1
    means = [sum(map(int, row["ratings"])) // 200 * 100 for row in rows]
    return {
        "ply": Counter(ds.trace(i)["ply"] for i in range(len(ds))),
        "outcome": Counter(ds.trace(i)["state"]["outcome"] or "unknown" for i in range(len(ds))),
        "rating": Counter(
            mean if all(row["ratings"]) else "unknown"
            for mean, row in zip(means, rows, strict=True)
        ),
        "material": Counter(points(b, chess.WHITE) + points(b, chess.BLACK) for b in boards),
        "advantage": Counter(points(b, chess.WHITE) - points(b, chess.BLACK) for b in boards),
        "keys": keys,
    }


@pytest.mark.parametrize("part", ["all", "some"])
def test_it_counts_what_python_chess_counts(ds, part):
    if part == "some":
        ds = ds.where(every=5, ply="3..")
    found, expected = ds.describe(), expected_of(ds)
    for name in ("ply", "outcome", "rating"):
        assert counted(found[name]) == expected[name], name
    for name in ("material", "advantage"):
        assert counted(found.material[name]) == expected[name], name
    keys = expected["keys"]
    whole = sum(keys.values(), Counter())
    assert found.records == whole.total() == len(ds) and found.games == len(ds.games)
    assert found.duplicates["positions"] == len(whole) and found.one_in == 1
    assert found.duplicates["repeats"] == whole.total() - len(whole)
    for row in found.duplicates["times"]:
        high = row["to"] or len(ds)
        assert row["positions"] == sum(row["from"] <= n <= high for n in whole.values())
    assert [split["name"] for split in found.splits] == list(keys)
    assert [split["records"] for split in found.splits] == [k.total() for k in keys.values()]
    assert len(found.leakage) == 6
    for leak in found.leakage:
        ours, theirs = keys[leak["split"]], keys[leak["stands_in"]]
        assert leak["records"] == sum(n for key, n in ours.items() if key in theirs)
        assert leak["of"] == ours.total()


def test_leakage_is_what_the_batches_show(ds):
    """Positions of one split among those of the other, by their planes without counters."""
    layout = ia.Layout(
        "chess",
        [
            "us.pieces",
            "them.pieces",
            "turn.white",
            "us.castling.rooks",
            "them.castling.rooks",
            "en_passant.legal",
        ],
        frame="white",
    )
    planes = {}
    for split in ("train", "test"):
        batches = ia.open(ds.path, split=split).batches(layout, 500, seed=3)
        planes[split] = [row.tobytes() for batch in batches for row in batch.planes]
    leaked = sum(row in set(planes["train"]) for row in planes["test"])
    found = {(leak["split"], leak["stands_in"]): leak for leak in ds.describe().leakage}
    assert 0 < found["test", "train"]["records"] == leaked < len(planes["test"])


def test_of_large_sets_some_positions_are_looked_at(ds):
    exact, some = ds.describe(), ds.describe(exact_records=len(ds) // 3)
    assert some.one_in == 4 and "one position in 4" in str(some)
    assert some.ply == exact.ply and some.material == exact.material
    for name in ("positions", "repeats"):
        assert some.duplicates[name] % 4 == 0
        assert some.duplicates[name] == pytest.approx(exact.duplicates[name], rel=0.35)
    assert ds.describe(exact_records=len(ds)).one_in == 1
    with pytest.raises(ValueError, match="exact_records"):
        ds.describe(exact_records=0)


def test_as_text_json_and_html(ds, capfd):
    found = ds.describe(progress=True)
    assert json.loads(found.to_json()) == found
    text = str(found)
    assert text == repr(found) and f"{len(ds):,} records of {len(ds.games)} games" in text
    leak = next(leak for leak in found.leakage if leak["split"] == "test")
    share = f"{leak['records'] / leak['of']:.1%} of test ({leak['records']:,} records)"
    assert share in text and "no split" in text
    html = found._repr_html_()
    assert "<table>" in html and "leakage" in html and "<ia." not in html
    with pytest.raises(AttributeError, match="there are name"):
        _ = found.leaks
    capfd.readouterr()


def test_other_games_and_boards_of_several_sizes(tmp_path):
    # Two games that begin alike, on each of two boards.
    (tmp_path / "games.trmph").write_text("#5,a2b3c3\n#5,a2b3d3\n#7,a2b3\n#7,a2d4\n")
    found = ia.build(tmp_path / "games.trmph", tmp_path / "hex").describe()
    assert counted(found.ply) == {0: 4, 1: 4, 2: 2} and found.splits == found.leakage == []
    assert counted(found.material["material"]) == {0: 4, 1: 4, 2: 2}
    assert counted(found.material["advantage"]) == {0: 6, 1: 4}
    assert counted(found.rating) == {"unknown": 10}
    assert found.duplicates["positions"] == 5 and found.duplicates["repeats"] == 5
    (tmp_path / "games.c4").write_text("4453\n4456 1\n")
    found = ia.build(tmp_path / "games.c4", tmp_path / "c4").describe()
    assert counted(found.material["advantage"]) == {0: 4, 1: 4}
    assert counted(found.outcome) == {"first": 4, "unknown": 4}
    assert found.duplicates["positions"] == 4


def test_a_set_of_nothing(ds):
    found = ds.select([]).describe()
    assert found.records == found.duplicates["positions"] == 0 and found.leakage == []
    assert "0 records of 0 games" in str(found)


def test_it_is_drawn(ds):
    pytest.importorskip("matplotlib", reason="pip install 'intarsia[plot]'")
    found = ds.describe()
    figure = ia.plot(found)
    charts = {axis.get_title(): axis for axis in figure.axes if axis.get_title()}
    assert list(charts) == [
        "ply",
        "outcome",
        "rating",
        "material",
        "advantage",
        "shown so many times",
    ]
    for name in ("ply", "outcome"):
        heights = [bar.get_height() for bar in charts[name].patches]
        assert heights == [count["records"] for count in found[name]]
    figure.canvas.draw()
    with pytest.raises(TypeError, match=r"layout: ia.plot draws planes"):
        ia.plot("startpos")
    assert np.sum([bar.get_height() for bar in charts["material"].patches]) == len(ds)
