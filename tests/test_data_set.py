"""Data sets from outside: np.load, python-chess, other packings."""

import gzip
import io
import json
import pathlib
import random
import subprocess

import chess
import chess.pgn
import numpy as np
import pytest
import xxhash

from tests.conftest import TOOL, run
from tests.data_sets import (
    HEX,
    LICHESS,
    build,
    files_of,
    manifest_of,
    selected,
    shards,
    unpacked_lichess,
)
from tests.oracle import records as oracle


@pytest.fixture(scope="module")
def lichess(tmp_path_factory):
    return unpacked_lichess(tmp_path_factory.mktemp("lichess"))


def test_numpy_opens_shards_without_us(lichess):
    manifest = manifest_of(lichess / "set")
    assert len(manifest["shards"]) > 3
    for rows, games in shards(lichess / "set"):
        assert rows.dtype == oracle.DTYPE
        assert games.dtype == oracle.GAMES_DTYPE
        assert games["first"][0] == 0
        ends = games["first"] + games["records"]
        assert (ends[:-1] == games["first"][1:]).all() and ends[-1] == len(rows)
        first = np.zeros(len(rows), bool)
        first[games["first"]] = True
        assert (((rows["flags"] & 32) != 0) == first).all()
    (kind,) = manifest["record_types"]
    described = [tuple(f[:2]) + tuple(tuple(n) for n in f[2:]) for f in kind["dtype"]]
    assert np.dtype(described) == oracle.DTYPE


def test_every_record_is_what_python_chess_says(lichess):
    """Sampled games, each found by its byte, each position of them compared."""
    text = (lichess / "games.pgn").read_bytes()
    rng = random.Random(1)
    compared = 0
    for rows, games in shards(lichess / "set"):
        for row in rng.sample(list(games), min(12, len(games))):
            game = chess.pgn.read_game(io.StringIO(text[row["offset"] :].decode()))
            assert not game.errors
            assert row["ratings"].tolist() == [
                int(game.headers.get(name, "0").replace("?", "0"))
                for name in ("WhiteElo", "BlackElo")
            ]
            assert str(row["date"]) == game.headers["UTCDate"].replace(".", "")
            board, seen = game.board(), {}
            node, count = game, 0
            while node.variations:
                record = rows[row["first"] + count]
                after = node.variations[0]
                key = board._transposition_key()
                seen[key] = seen.get(key, 0) + 1
                found = oracle.board_of(record)
                assert found.board_fen() == board.board_fen()
                assert found.fen() == board.fen(en_passant="fen") or found.fen() == board.fen()
                assert found.castling_rights == board.clean_castling_rights()
                move = after.move
                if board.is_castling(move):
                    move = board._to_chess960(move)
                assert oracle.move_of(record) == move
                assert oracle.occurrences_of(record) == min(seen[key], 3)
                assert oracle.outcome_of(record) == game.headers["Result"]
                assert oracle.is_first(record) == (count == 0) and oracle.has_next(record)
                score = node.eval() if node.parent else None
                if score is None:
                    assert record["eval"] == oracle.NO_EVAL
                elif not score.is_mate():
                    assert record["eval"] == max(-31000, min(31000, score.white().score()))
                board.push(after.move)
                node, count = after, count + 1
                compared += 1
            assert count == row["records"]
    assert compared > 2000


def test_packings_give_the_same_bytes(lichess, tmp_path):
    text = (lichess / "games.pgn").read_bytes()
    (tmp_path / "games.pgn.gz").write_bytes(gzip.compress(text))
    whole = files_of(lichess / "set", less=["manifest.json"])
    for i, source in enumerate([LICHESS, tmp_path / "games.pgn.gz"]):
        build(source, "-o", tmp_path / f"set{i}", "--shard-records", 7000)
        assert files_of(tmp_path / f"set{i}", less=["manifest.json"]) == whole
    done = subprocess.run(
        [TOOL, "build", "-", "-o", tmp_path / "piped", "--shard-records", "7000"],
        input=text, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert files_of(tmp_path / "piped", less=["manifest.json"]) == whole


def test_a_record_is_traced_to_its_byte(lichess):
    result = run("info", str(lichess / "set"), "--record", "9000", "--json")
    found = json.loads(result.stdout)
    text = (lichess / "games.pgn").read_bytes()
    game = chess.pgn.read_game(io.StringIO(text[found["offset"] :].decode()))
    board = game.board()
    for move in list(game.mainline_moves())[: found["ply"]]:
        board.push(move)
    assert board.board_fen() == found["state"]["fen"].split()[0]
    assert found["source"].endswith("games.pgn")
    assert run("info", str(lichess / "set"), "--record", "99999999").returncode == 1


def test_refused_games_are_listed_with_their_place(tmp_path):
    good = '[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
    bad = '[Event "b"]\n[Result "0-1"]\n\n1. e4 e5 2. Ke3 Nc6 0-1\n\n'
    text = good + bad + good + bad
    (tmp_path / "games.pgn").write_text(text)
    result = build(tmp_path / "games.pgn", "-o", tmp_path / "set", "--json", ok=[3])
    report = json.loads(result.stdout)
    assert report["schema"] == 1 and report["games"] == 2 and report["positions"] == 4
    lines = [json.loads(x) for x in (tmp_path / "set/rejected.jsonl").read_text().splitlines()]
    assert [x["game"] for x in lines] == [2, 4]
    assert [text[x["offset"] :][:3] for x in lines] == ["Ke3", "Ke3"]
    assert [x["line"] for x in lines] == [9, 19] and lines[0]["ply"] == 2
    assert manifest_of(tmp_path / "set")["rejected"] == {lines[0]["reason"]: 2}
    assert report["rejected_first"][lines[0]["reason"]]["line"] == 9
    lenient = run("build", str(tmp_path / "games.pgn"), "-o", str(tmp_path / "two"), "--lenient")
    assert lenient.returncode == 0 and "rejected  2" in lenient.stderr


def test_exports_for_other_tools(lichess, tmp_path):
    folder = str(lichess / "set")
    assert run("export", folder, "--to", "npz", "-o", str(tmp_path / "a.npz")).returncode == 0
    rows = np.concatenate([rows for rows, _ in shards(lichess / "set")])
    with np.load(tmp_path / "a.npz") as z:
        assert set(z.files) == set(oracle.DTYPE.names)
        for name in z.files:
            assert (z[name] == rows[name]).all()
    assert run("export", folder, "--to", "pgn", "-o", str(tmp_path / "a.pgn")).returncode == 0
    build(tmp_path / "a.pgn", "-o", tmp_path / "again", "--shard-records", 7000)
    back = np.concatenate([rows for rows, _ in shards(tmp_path / "again")])
    for name in set(oracle.DTYPE.names) - {"eval"}:
        assert (back[name] == rows[name]).all(), name
    assert run("export", folder, "--to", "plain", "-o", str(tmp_path / "a.plain")).returncode == 0
    build(tmp_path / "a.plain", "-o", tmp_path / "plain", "--shard-records", 7000)
    back = np.concatenate([rows for rows, _ in shards(tmp_path / "plain")])
    known = rows[(rows["flags"] >> 3 & 3) != 0]
    assert (back == known).all()


def test_hex_sets(tmp_path):
    result = build(HEX, "-o", tmp_path / "set", "--json")
    assert json.loads(result.stdout)["game"] == "hex"
    ((rows, games),) = shards(tmp_path / "set")
    assert rows.dtype.names == ("blue", "red", "flags", "ply", "move") and rows.itemsize == 49
    assert (games["size"] == 13).all()
    first = rows[games["first"][1]]
    assert not first["blue"].any() and not first["red"].any() and first["ply"] == 0
    stones = np.unpackbits(rows["blue"], axis=1).sum(1) + np.unpackbits(rows["red"], axis=1).sum(1)
    swapped = (rows["flags"] & 8) != 0
    assert (stones + swapped == rows["ply"]).all()
    out = run("export", str(tmp_path / "set"), "--to", "trmph")
    lines = [x for x in HEX.read_text().splitlines() if x and not x.startswith("# ")]
    assert len(out.stdout.splitlines()) == len(lines)
    assert run("export", str(tmp_path / "set"), "--to", "pgn").returncode == 1


def test_a_literal_swap_survives_a_data_set(tmp_path):
    text = "#5,c1c1a3b2 b\n#5,c1c1 r\n"
    (tmp_path / "a.trmph").write_text(text)
    build(tmp_path / "a.trmph", "-o", tmp_path / "set", "--swap", "literal", "--final")
    assert run("export", str(tmp_path / "set"), "--to", "trmph").stdout == text
    layout = tmp_path / "last.json"
    layout.write_text('{"id": "my/last", "game": "hex", "features": ["last_move", "stones"]}')
    tensors = []
    for source in ("set", "a.trmph"):
        out = tmp_path / f"{source}.npy"
        flags = [] if source == "set" else ["--swap", "literal", "--final"]
        encoded = run("encode", str(tmp_path / source), "--layout", str(layout), "--size", "5",
                      "-o", str(out), *flags)  # fmt: skip
        assert encoded.returncode == 0, encoded.stderr
        tensors.append(np.load(out))
    assert (tensors[0] == tensors[1]).all()


def test_the_last_stone_of_a_literal_swap_is_the_same_in_every_form(tmp_path):
    (tmp_path / "a.trmph").write_text("#5,b1b1c3d4 b\n")
    build(tmp_path / "a.trmph", "-o", tmp_path / "set", "--swap", "literal", "--final")
    layout = tmp_path / "last.json"
    features = '["last_move", "stones", "turn.player"]'
    layout.write_text(f'{{"id": "my/last", "game": "hex", "features": {features}}}')
    shown = ["--layout", str(layout), "--size", "5"]
    for dtype in ("uint8", "bits"):
        out = str(tmp_path / f"{dtype}.npy")
        result = run("encode", str(tmp_path / "set"), *shown, "--dtype", dtype, "-o", out)
        assert result.returncode == 0, result.stderr
        decoded = run("decode", out, "--layout", str(layout), "--size", "5")
        assert decoded.returncode == 0, decoded.stderr
    planes = np.load(tmp_path / "uint8.npy")[:, 0].reshape(-1, 25)
    masks = np.load(tmp_path / "bits.masks.npy")[:, 0]
    assert (planes == (masks >> np.arange(25, dtype=np.uint64) & np.uint64(1))).all()
    assert [list(np.flatnonzero(p)) for p in planes] == [[], [1], [1], [12], [18]]


def test_filters_and_choices(lichess, tmp_path):
    pgn = lichess / "games.pgn"
    build(pgn, "-o", tmp_path / "a", "--min-elo", 1700, "--result", "1-0", "--ply", "10..20")
    manifest = manifest_of(tmp_path / "a")
    assert manifest["dropped"]["min-elo"] > 10 and manifest["dropped"]["outcome"] > 10
    (entry,) = manifest["shards"]
    rows = np.load(tmp_path / "a" / entry["name"])
    games = np.load(tmp_path / "a" / entry["games_name"])
    assert (games["ratings"] >= 1700).all() and (games["outcome"] == 1).all()
    (chosen,) = entry["selections"]
    selection = selected(tmp_path / "a", chosen)
    assert chosen["split"] == ""
    ply = np.arange(len(rows)) - np.repeat(games["first"], games["records"])
    assert (np.flatnonzero((ply >= 10) & (ply <= 20)) == selection).all()
    for words in (["--ply", "9..8"], ["--date", "x"], ["--split", "a=2"], ["--every", "0"],
                  ["--result", "3-0"], ["--minelo", "3"]):  # fmt: skip
        assert run("build", str(pgn), "-o", str(tmp_path / "b"), *words).returncode == 2, words
    assert not (tmp_path / "b").exists()
    assert run("build", str(tmp_path / "none.pgn"), "-o", str(tmp_path / "b")).returncode == 1
    assert not (tmp_path / "b").exists()


def test_splits_do_not_depend_on_what_else_is_there(lichess, tmp_path):
    """A game keeps its side when data is added, and changes it with the seed only."""
    pgn = lichess / "games.pgn"
    flags = ["--split", "train=0.7,test=0.3", "--seed", 3]
    build(pgn, "-o", tmp_path / "all", *flags)
    build(pgn, "-o", tmp_path / "some", *flags, "--limit", 100)
    build(pgn, "-o", tmp_path / "other", *flags[:-1], 4)

    def sides(folder):
        ((_, games),) = shards(folder)
        return dict(zip(games["number"].tolist(), games["split"].tolist(), strict=True))

    both, some, other = (sides(tmp_path / n) for n in ("all", "some", "other"))
    assert len(some) == 100 and all(both[n] == s for n, s in some.items())
    assert 0.6 < sum(s == 1 for s in both.values()) / len(both) < 0.8
    assert both != other


def test_a_split_is_stored_as_runs_of_games(lichess, tmp_path):
    """A few bytes a game, whatever its length, and the same records as the games table says."""
    folder = tmp_path / "set"
    flags = ["--split", "train=0.7,test=0.3", "--shard-records", 7000]
    build(lichess / "games.pgn", "-o", folder, *flags)
    manifest = manifest_of(folder)
    assert manifest["version"] == 2
    selection_bytes = 0
    for (rows, games), entry in zip(shards(folder), manifest["shards"], strict=True):
        for number, chosen in enumerate(entry["selections"], 1):
            side = np.repeat(games["split"], games["records"])
            assert (selected(folder, chosen) == np.flatnonzero(side == number)).all()
            selection_bytes += 8 * chosen["runs"]
        assert len(rows) == sum(chosen["records"] for chosen in entry["selections"])
    assert selection_bytes < 0.01 * 32 * manifest["positions"]  # two splits
    assert run("verify", folder).returncode == 0
    # The same choice as numbers is a set of version 1: the readers see no difference.
    build(lichess / "games.pgn", "-o", tmp_path / "numbers", *flags, "--every", 2)
    assert manifest_of(tmp_path / "numbers")["version"] == 1


@pytest.mark.parametrize("damage", ["touching", "beyond", "backwards"])
def test_runs_that_are_none_are_found(lichess, tmp_path, damage):
    """Also where every hash is right."""
    folder = tmp_path / "set"
    build(lichess / "games.pgn", "-o", folder, "--split", "train=0.7,test=0.3", "--limit", 50)
    chosen = manifest_of(folder)["shards"][0]["selections"][0]
    path = folder / chosen["name"]
    rows = np.load(path)
    if damage == "touching":
        rows["end"][0] = rows["first"][1]
    elif damage == "beyond":
        rows["end"][-1] = 1 << 31
    else:
        rows[0] = (rows["end"][0], rows["first"][0])
    np.save(path, rows)
    text = (folder / "manifest.json").read_text()
    text = text.replace(chosen["xxh3"], f"{xxhash.xxh3_64_intdigest(path.read_bytes()):016x}")
    before = text[: text.rindex(',\n  "xxh3": "')]
    seal = f"{xxhash.xxh3_64_intdigest(before.encode()):016x}"
    (folder / "manifest.json").write_text(f'{before},\n  "xxh3": "{seal}"\n}}\n')
    found = run("verify", folder)
    assert found.returncode == 4 and "runs out of order" in found.stdout
    done = run(
        "encode", folder, "--split", "train", "-l", "chess/signed64", "-o", tmp_path / "a.npy"
    )
    assert done.returncode == 1 and "runs out of order" in done.stderr


def test_mates_survive_plain_text(tmp_path):
    text = f"fen {chess.STARTING_FEN}\nmove e2e4\nscore 31997\nply 0\nresult 1\ne\n"
    (tmp_path / "a.plain").write_text(text)
    build(tmp_path / "a.plain", "-o", tmp_path / "set")
    assert run("export", str(tmp_path / "set"), "--to", "plain").stdout == text


def test_positions_through_the_tool(tmp_path):
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    for name, text in {
        "a.txt": f"{fen} | 35 | 0.5\n",
        "a.epd": f'{fen[:-4]} bm e5; ce -35; c9 "1/2-1/2";\n',
        "a.plain": f"fen {fen}\nmove e7e5\nscore -35\nply 1\nresult 0\ne\n",
    }.items():
        (tmp_path / name).write_text(text * 1000)
        build(tmp_path / name, "-o", tmp_path / f"{name}.set", "--shard-records", 300)
        found = list(shards(tmp_path / f"{name}.set"))
        assert len(found) == 4
        for rows, games in found:
            assert (games["records"] == 1).all() and (games["has_eval"] == 1).all()
            assert (rows["eval"] == 35).all() and (rows["flags"] & 32 != 0).all()
            assert {oracle.outcome_of(r) for r in rows} == {"1/2-1/2"}
            expected = None if name == "a.txt" else chess.Move.from_uci("e7e5")
            assert {oracle.move_of(r) for r in rows} == {expected}


def test_required_tags(lichess, tmp_path):
    words = ["--require", "WhiteElo", "--require", "Nonsense", "--lenient"]
    result = build(lichess / "games.pgn", "-o", tmp_path / "a", *words, "--json")
    report = json.loads(result.stdout)
    assert report["games"] == 0 and report["dropped"]["require"] == report["read"] > 400
    assert run("verify", str(tmp_path / "a")).returncode == 0
    build(lichess / "games.pgn", "-o", tmp_path / "b", "--require", "WhiteElo")
    assert all((games["ratings"][:, 0] > 0).all() for _, games in shards(tmp_path / "b"))


def test_the_whole_corpus_is_explained(corpus, tmp_path):
    """Every file of games: what was refused has a reason and a place; the rest is verified."""
    files = sorted(str(p) for p in (corpus / "chess/pgn").rglob("*.pgn"))
    result = build(*files, "-o", tmp_path / "set", "--json", ok=[3])
    report = json.loads(result.stdout)
    lines = [json.loads(x) for x in (tmp_path / "set/rejected.jsonl").read_text().splitlines()]
    assert sum(report["rejected"].values()) == len(lines)
    assert report["read"] == report["games"] + len(lines) + sum(report["dropped"].values())
    assert all(x["detail"] and x["source"] in files for x in lines)
    for x in lines:
        assert 0 <= x["offset"] <= pathlib.Path(x["source"]).stat().st_size
    assert run("verify", str(tmp_path / "set")).returncode == 0
