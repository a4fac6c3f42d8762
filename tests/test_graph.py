"""Graphs of positions by the tool, against python-chess and on bad days."""

import collections
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time

import chess
import chess.pgn
import pytest

from tests.conftest import TOOL, kill_somewhere, run
from tests.data_sets import HEX, LICHESS, build

START = "startpos"


def graph(*args, ok=(0,)):
    result = run("graph", *map(str, args))
    assert result.returncode in ok, result.stderr
    return result


def answer(*args):
    return json.loads(graph(*args, "--json").stdout)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs") / "book"
    graph("build", LICHESS, "-o", folder)
    return folder


@pytest.fixture(scope="module")
def games():
    """The bundled games as python-chess reads them."""
    packed = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True)
    text = io.StringIO(packed.stdout.decode())
    return list(iter(lambda: chess.pgn.read_game(text), None))


@pytest.mark.parametrize(
    ("position", "depth", "nodes"),
    [
        (START, 1, 21),
        (START, 2, 421),
        (START, 3, 5783),
        (START, 4, 77796),
        ("connect4 7x6", 1, 8),
        ("connect4 7x6", 2, 57),
        ("connect4 7x6", 3, 295),
        ("connect4 7x6", 4, 1415),
    ],
)
def test_explores_as_many_positions_as_are_known(position, depth, nodes):
    assert answer("explore", position, "--depth", depth)["nodes"] == nodes


def test_explored_graph_is_stored(tmp_path):
    explored = answer("explore", START, "--depth", 3, "-o", tmp_path / "graph")
    stored = answer("stats", tmp_path / "graph")
    assert (stored["nodes"], stored["edges"]) == (5783, explored["edges"])
    page = answer("query", tmp_path / "graph", START)
    assert page["explored"]
    assert len(page["edges"]) == 20
    graph("verify", tmp_path / "graph")


def moves_played(games):
    """By position (as FIDE counts them) and move: outcomes, and the mean ratings."""
    played = collections.defaultdict(list)
    for game in games:
        board = game.board()
        ratings = [int(game.headers.get(f"{who}Elo", "0") or 0) for who in ("White", "Black")]
        known = [r for r in ratings if r]
        for move in game.mainline_moves():
            # Of another counter, or of an en passant that is not legal, it is the same position.
            key = " ".join(board.fen(en_passant="legal").split()[:4])
            rating = sum(known) // len(known) if known else None
            played[key].append((board.uci(move), game.headers["Result"], rating))
            board.push(move)
    return played


def test_counts_what_was_played(book, games):
    played = moves_played(games)
    rng = random.Random(1)
    most = sorted(played, key=lambda key: len(played[key]))[-60:]
    for key in most + rng.sample(sorted(played), 60):
        page = answer("query", book, key + " 0 1")
        expected = played[key]
        assert page["games"] == len(expected)
        assert {e["move"] for e in page["edges"]} == {move for move, _, _ in expected}
        for edge in page["edges"]:
            mine = [(result, rating) for move, result, rating in expected if move == edge["move"]]
            results = collections.Counter(result for result, _ in mine)
            assert edge["games"] == len(mine)
            assert (edge["white"], edge["draws"], edge["black"]) == (
                results["1-0"],
                results["1/2-1/2"],
                results["0-1"],
            )
            ratings = [rating for _, rating in mine if rating is not None]
            assert edge["rating"] == (int(sum(ratings) / len(ratings) + 0.5) if ratings else None)
    totals = answer("stats", book)
    assert totals["plies"] == sum(map(len, played.values()))
    assert totals["games"] == sum(1 for g in games if g.next() is not None)


def test_prints_a_table_in_the_words_of_the_game(book, tmp_path):
    table = graph("query", book, "startpos", "moves", "e4").stdout.splitlines()
    assert table[0] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert table[1].startswith("253 games: white 48.6%, draws 4.0%, black 47.4%; average rating")
    heads = ["move", "games", "share", "white █ draws ▒ black ░", "black scores", "rating"]
    assert re.split("  +", table[3]) == heads
    assert table[4].split()[:3] == ["e5", "93", "36.8%"]
    most = len(answer("query", book, "startpos", "moves", "e4")["edges"]) - 1
    shorter = graph("query", book, "startpos", "moves", "e4", "--moves", most).stdout
    assert shorter.endswith("\nand 1 move more\n")
    graph("build", HEX, "-o", tmp_path / "hex")
    page = answer("query", tmp_path / "hex")
    assert page["games"] == page["blue"] + page["red"] + page["draws"]
    assert "blue" in graph("query", tmp_path / "hex").stdout


def test_positions_without_games_are_no_misuse(book):
    nowhere = graph("query", book, "8/8/8/8/8/8/8/K1k5 w - - 0 1", ok=[3])
    assert nowhere.stderr == (
        f"intarsia graph query: 8/8/8/8/8/8/8/K1k5 w - - 0 1 is not in {book}\n"
    )
    assert graph("query", book, "8/8/8/8/8/8/8/K1k5 w - - 0 1", "--lenient").stdout == ""
    wrong = graph("query", book, "hex 5", ok=[3])
    assert "chess" in wrong.stderr
    graph("query", book, "no position", ok=[3])
    graph("query", book, "games.pgm", ok=[2])


def test_takes_data_sets_and_the_filters_of_build(book, tmp_path):
    build(LICHESS, "-o", tmp_path / "set")
    graph("build", tmp_path / "set", "-o", tmp_path / "from-set")
    assert answer("stats", tmp_path / "from-set") | {"folder": "", "bytes": 0} == answer(
        "stats", book
    ) | {"folder": "", "bytes": 0}
    filters = ["--min-elo", 1800, "--time-control", "blitz,rapid", "--length", "10.."]
    for source in (LICHESS, tmp_path / "set"):
        done = answer("build", source, "-o", tmp_path / "few", "--force", *filters)
        assert done["dropped"]["min-elo"] > 0
        kept = json.loads(
            run(
                "build", LICHESS, "-o", tmp_path / "kept", "--force", "--json", *map(str, filters)
            ).stdout
        )
        assert done["games"] == kept["games"]


def test_merged_graphs_are_the_graph_of_all(book, tmp_path):
    graph("build", LICHESS, "-o", tmp_path / "ten", "--limit", 10)
    graph("explore", START, "--depth", 2, "-o", tmp_path / "tree")
    names = ["ten", "tree"]
    graph("merge", *[tmp_path / n for n in names], "-o", tmp_path / "a")
    graph("merge", *[tmp_path / n for n in reversed(names)], "-o", tmp_path / "b")
    assert exported(tmp_path / "a") == exported(tmp_path / "b")
    start = answer("query", tmp_path / "a")
    assert start["explored"]
    assert (start["games"], len(start["edges"])) == (10, 20)
    same = graph("merge", tmp_path / "a", book, "-o", tmp_path / "a", "--force", ok=[2])
    assert "another folder" in same.stderr
    assert (tmp_path / "a" / "graph.json").exists()
    twice = graph("merge", tmp_path / "ten", tmp_path / "." / "ten", "-o", tmp_path / "twice")
    assert "ten is named twice, and added twice" in twice.stderr
    assert answer("stats", tmp_path / "twice")["games"] == 20
    graph("build", HEX, "-o", tmp_path / "hex")
    graph("merge", book, tmp_path / "hex", "-o", tmp_path / "c", ok=[1])
    assert not (tmp_path / "c").exists()


def exported(folder, *args):
    text = graph("export", folder, "--to", "json", *args).stdout
    return [json.loads(line) for line in text.splitlines()]


def test_exports_what_lies_around_a_position(book, tmp_path):
    everything = exported(book)
    assert len(everything) == answer("stats", book)["nodes"]
    near = exported(book, START, "--depth", 2, "--min-games", 20)
    assert near[0]["starts"] == 433
    assert {e["move"] for e in near[0]["edges"]} == {"e2e4", "d2d4"}
    by_identity = {n["identity"]: n for n in everything}
    for node in near:
        whole = by_identity[node["identity"]]
        assert [e for e in whole["edges"] if e["games"] >= 20] == node["edges"]
    picture = graph("export", book, START, "--to", "dot", "--depth", 1).stdout
    assert picture.startswith("digraph")
    assert 'label="e4 (256)"' in picture
    graph("export", book, "--to", "json", "-o", tmp_path / "all.jsonl")
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == len(everything)


def test_folders_are_kept_and_told(book, tmp_path):
    before = {p.name: p.read_bytes() for p in (book / "nodes").iterdir()}
    again = graph("build", LICHESS, "-o", book, ok=[1])
    assert "--force" in again.stderr
    assert {p.name: p.read_bytes() for p in (book / "nodes").iterdir()} == before
    none = graph("stats", tmp_path, ok=[1])
    assert "holds no graph" in none.stderr
    file = graph("stats", LICHESS, ok=[1])
    assert file.stderr
    empty = tmp_path / "empty.pgn"
    empty.write_text('[Event "x"]\n\n*\n')
    nothing = graph("build", empty, "-o", tmp_path / "nothing", ok=[3])
    assert "nothing came out" in nothing.stderr
    assert not (tmp_path / "nothing").exists()
    unknown = graph("quary", book, ok=[2])
    assert "did you mean query" in unknown.stderr
    deep = graph("explore", START, ok=[2])
    assert "--depth" in deep.stderr
    deeper = graph("explore", START, "--depth", 1 << 31, ok=[2])
    assert "expected a whole number from 0 to 2147483647, not 2147483648" in deeper.stderr


def test_a_folder_is_refused_before_the_work(book, tmp_path):
    """Of one that holds a graph and a data set, readers would see the one or the other."""
    build(LICHESS, "-o", tmp_path / "set")
    deep = ("--max-nodes", 10**12, "--memory", "1TB", "--progress", "json")
    for folder, said in ((book, "--force"), (tmp_path / "set", "holds a data set")):
        explored = graph("explore", START, *deep, "-o", folder, ok=[1])
        assert said in explored.stderr
        assert '"nodes"' not in explored.stderr
    merged = graph("merge", book, "-o", tmp_path / "set", "--force", ok=[1])
    assert "holds a data set" in merged.stderr
    assert not (tmp_path / "set" / "graph.json").exists()


def test_files_of_others_stay(book, tmp_path):
    mine = {
        "run-1.pgn": "1. e4 e5 *\n\n1. d4 d5 *\n",
        "table-of-results.csv": "a,b",
        "keep.txt": "x",
        "run-data/notes.txt": "y",
    }
    for name, text in mine.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    graph("build", tmp_path / "run-1.pgn", "-o", tmp_path)
    graph("build", tmp_path / "run-1.pgn", "-o", tmp_path, "--force")
    assert {name: (tmp_path / name).read_text() for name in mine} == mine
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_dir()) == ["nodes", "run-data"]
    graph("merge", tmp_path, book, "-o", tmp_path / "both")
    graph("merge", tmp_path / "both", "-o", tmp_path, "--force")
    assert answer("stats", tmp_path)["games"] == 435


@pytest.mark.parametrize(("name", "text"), [("graph.json", '{"name": "mine"}'), ("nodes/a", "b")])
def test_what_is_no_graph_is_not_replaced(tmp_path, name, text):
    path = tmp_path / "out" / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    refused = graph("build", LICHESS, "-o", tmp_path / "out", "--force", ok=[1])
    assert "choose another folder" in refused.stderr
    assert path.read_text() == text


def test_an_old_graph_stays_until_the_new_one_is_whole(book, tmp_path):
    shutil.copytree(book, tmp_path / "graph")
    packed = LICHESS.read_bytes()
    (tmp_path / "cut.pgn.zst").write_bytes(packed[: len(packed) // 2])
    graph("build", tmp_path / "cut.pgn.zst", "-o", tmp_path / "graph", "--force", ok=[1])
    assert exported(tmp_path / "graph") == exported(book)
    assert not (tmp_path / "graph" / ".intarsia-graph").exists()
    graph("build", tmp_path / "cut.pgn.zst", "-o", tmp_path / "new", ok=[1])
    assert not (tmp_path / "new").exists()


def test_a_damaged_graph_is_a_failure_not_a_refusal(book, tmp_path):
    shutil.copytree(book, tmp_path / "graph")
    for table in (tmp_path / "graph" / "nodes").glob("*.sst"):
        content = bytearray(table.read_bytes())
        for at in range(0, len(content) - 4096, 512):  # of every block, but not the index
            content[at] ^= 1
        table.write_bytes(content)
    graph("query", tmp_path / "graph", ok=[1])
    graph("query", tmp_path / "graph", "startpos", "moves", "e4", ok=[1])


def test_what_is_no_graph_is_named(tmp_path):
    assert "no such folder" in graph("query", tmp_path / "none", ok=[1]).stderr
    assert "is a file" in graph("query", LICHESS, ok=[1]).stderr
    both = graph("build", LICHESS, HEX, "-o", tmp_path / "both", ok=[1])
    assert "a graph holds one game" in both.stderr
    graph("explore", "connect4 4x4", "--depth", 1, "-o", tmp_path / "small")
    assert answer("stats", tmp_path / "small")["size"] == "4x4"
    assert "draws" not in graph("query", tmp_path / "small").stdout
    graph("export", tmp_path / "small", "--to", "json", "--depth", 1, ok=[2])


def test_positions_alone_have_no_moves(tmp_path):
    (tmp_path / "one.epd").write_text("8/8/8/8/8/k7/7R/K7 w - - ce 500;\n")
    nothing = graph("build", tmp_path / "one.epd", "-o", tmp_path / "out", ok=[3])
    assert "no moves" in nothing.stderr
    build(LICHESS, "-o", tmp_path / "set", "--final")
    done = answer("build", tmp_path / "set", "-o", tmp_path / "out")
    assert (done["games"], done["dropped"]) == (433, {"no moves": 5})


def test_other_verbs_know_what_a_graph_is(book, tmp_path):
    about = run("info", str(book)).stdout
    assert "a graph of positions, chess" in about
    assert json.loads(run("info", str(book), "--json").stdout)["nodes"] == 26846
    assert "graph verify" in run("verify", str(book)).stderr
    for verb in (["build"], ["graph", "build"], ["convert"]):
        refused = run(*verb, str(book), "-o", str(tmp_path / "out"))
        assert refused.returncode == 1, verb
        assert "keeps no games" in refused.stderr
        assert not (tmp_path / "out").exists()
    for verb in ("evaluate", "inspect", "check"):
        assert "keeps no games" in run(verb, str(book)).stderr, verb


def test_killed_runs_leave_no_wrong_graph(tmp_path):
    """kill -9 at random moments: what is there is whole, or no graph; the next run is right."""
    packed = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True)
    big = tmp_path / "big.pgn"
    big.write_bytes(packed.stdout * 8)
    command = [TOOL, "graph", "build", big, "-o", tmp_path / "graph", "--force"]
    start = time.monotonic()
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
    length = time.monotonic() - start
    whole = exported(tmp_path / "graph")
    rng = random.Random(os.environ.get("INTARSIA_SEED", "3"))
    kills = 50 if os.environ.get("INTARSIA_FULL") else 6
    killed = 0
    for _ in range(20 * kills):
        killed += kill_somewhere(command, rng.uniform(0, length)) == -signal.SIGKILL
        if (tmp_path / "graph" / "graph.json").exists():
            assert exported(tmp_path / "graph") == whole
        else:
            graph("stats", tmp_path / "graph", ok=[1])
        if rng.random() < 0.5:
            shutil.rmtree(tmp_path / "graph", ignore_errors=True)
        if killed >= kills:
            break
    assert killed >= kills
    graph("build", big, "-o", tmp_path / "graph", "--force")
    assert exported(tmp_path / "graph") == whole


def test_ctrl_c_stores_nothing(tmp_path):
    source = tmp_path / "pipe"
    os.mkfifo(source)
    command = [TOOL, "graph", "build", source, "-o", tmp_path / "graph", "--from", "pgn"]
    process = subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True)
    with pathlib.Path(source).open("w") as pipe:
        pipe.write("1. e4 e5 *\n\n" * 100_000)
        pipe.flush()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "nothing was stored" in said
    graph("stats", tmp_path / "graph", ok=[1])


def test_verify_says_what_is_wrong(book, tmp_path):
    assert answer("verify", book)["ok"]
    shutil.copytree(book, tmp_path / "graph")
    table = next((tmp_path / "graph" / "nodes").glob("*.sst"))
    content = bytearray(table.read_bytes())
    content[len(content) // 2] ^= 1
    table.write_bytes(content)
    result = graph("verify", tmp_path / "graph", "--json", ok=[4])
    found = json.loads(result.stdout)
    assert not found["ok"]
    assert found["faults"]
    about = tmp_path / "graph" / "graph.json"
    about.write_text(about.read_text().replace("433", "434"))
    graph("verify", tmp_path / "graph", ok=[4])
    graph("query", tmp_path / "graph", ok=[1])


def test_progress_is_told_as_asked(tmp_path):
    result = graph("build", LICHESS, "-o", tmp_path / "graph", "--progress", "json")
    lines = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]
    assert any(line.get("phase") == "merging" for line in lines)
