"""What graphs say when something is wrong."""

import contextlib
import pickle

import pandas  # noqa: F401 (before a test interrupts what imports it)
import pytest

import intarsia as ia
from intarsia import _core
from tests.data_sets import HEX, LICHESS
from tests.python.graphs import needs_store


def test_what_is_not_there_is_a_key_error(games):
    with pytest.raises(KeyError) as caught:
        games["startpos moves a4 a5 h4 h5"]
    assert str(caught.value).startswith("startpos moves a2a4 a7a5 h2h4 h7h5 is not in this graph")
    assert games.get("startpos moves a4 a5 h4 h5") is None
    with pytest.raises(ia.PositionNotFound, match="b1a3 was not played from here: rnbq"):
        games["startpos"]["Na3"]
    with pytest.raises(ia.IllegalError):
        games["startpos"]["Ke2"]


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda g: g["nonsense"], ia.ParseError, "FEN"),
        (lambda g: g[3], TypeError, "not int"),
        (lambda g: g[None], TypeError, "NoneType"),
        (lambda g: "hex 5" in g, ia.ParseError, "a line of Hex"),
        (lambda g: g[ia.HexGame(5)], TypeError, "a position of Hex"),
        (lambda g: g.add(b"startpos"), TypeError, "bytes"),
        (lambda g: g.explore(), ValueError, "say how far: depth=4"),
        (lambda g: g.explore(depth=-1), ValueError, "depth: expected 0"),
        (lambda g: g.explore(depth=1.5), TypeError, "depth"),
        (lambda g: g.explore(depth=1 << 40), ValueError, "depth"),
        (lambda g: g.explore(nodes=0), ValueError, "nodes: expected 1"),
        (lambda g: g.explore(depth=1, threads=0), ValueError, "threads"),
        (lambda g: g.add_games(None), TypeError, "inputs: expected files or data sets"),
        (lambda g: g.add_games([3]), TypeError, "inputs: expected files or data sets, not int"),
        (lambda g: g.add_games([]), FileNotFoundError, "nothing to read"),
        (lambda g: g.add_games("/nowhere.pgn"), FileNotFoundError, "/nowhere.pgn"),
        (lambda g: g.add_games(HEX), ValueError, "hex"),
        (lambda g: g.add_games(LICHESS, min_ello=3), TypeError, "unexpected argument 'min_ello'"),
        (lambda g: g.add_games(LICHESS, ply="8.."), TypeError, "unexpected argument 'ply'"),
        (lambda g: g.add_games(LICHESS, max_ply=0), ValueError, "max_ply"),
        (lambda g: g.add_games(LICHESS, limit=-1), ValueError, "limit"),
        (lambda g: g.add_games(LICHESS, min_elo=-1), ValueError, "min_elo"),
        (lambda g: g.add_games(LICHESS, time_control="soon"), ValueError, "time_control"),
        (lambda g: g.add_games(LICHESS, split=3), TypeError, "split"),
        (lambda g: g.add_games(LICHESS, split="train"), ValueError, "data sets alone have splits"),
        (lambda g: g.merge(g), ValueError, "into itself"),
        (lambda g: g.merge(3), TypeError, "other: expected a Graph"),
        (lambda g: g.merge(ia.Graph("hex")), ValueError, "different games or boards"),
        (lambda g: g.to_pandas(min_games=-1), ValueError, "min_games"),
        (lambda g: pickle.dumps(g), TypeError, "save it"),
        (lambda g: ia.Graph(), TypeError, "game: expected one of 'chess'"),
        (lambda g: ia.Graph(3), TypeError, "game"),
        (lambda g: ia.Graph("shogi"), ValueError, "shogi"),
        (lambda g: ia.Graph("hex", 99), ValueError, "size"),
        (lambda g: ia.Graph("chess", path="x"), TypeError, "name the path alone"),
        (lambda g: ia.Graph(path=""), FileNotFoundError, "no name of a folder"),
        (lambda g: g.save(""), FileNotFoundError, "no name of a folder"),
        (lambda g: ia.build_graph(LICHESS, ""), FileNotFoundError, "no name of a folder"),
    ],
)
def test_errors_say_what_is_wrong(call, error, text):
    graph = ia.Graph("chess")
    graph.add("startpos")
    with pytest.raises(error) as caught:
        call(graph)
    assert text in str(caught.value)
    assert graph.verify() == []


def test_exploring_ends_before_the_memory_does():
    graph = ia.Graph("chess")
    with pytest.raises(MemoryError, match=r"may take \(2 MB\) at depth"):
        graph.explore(depth=30, memory="2MB")
    assert 1_000 < len(graph) < 500_000
    assert graph["startpos"].is_explored
    assert graph.explore(depth=2, memory="64MB").is_explored
    for wrong in ("1kB", "much", 0):
        with pytest.raises(ValueError, match="memory: expected"):
            graph.explore(depth=1, memory=wrong)


@needs_store
def test_errors_of_stored_graphs(book, tmp_path):
    for change in (
        lambda: book.add("startpos"),
        lambda: book.explore(depth=1),
        lambda: book.add_games(LICHESS),
        lambda: book.merge(ia.Graph("chess")),
    ):
        with pytest.raises(ValueError, match=r"graph.load\(\) gives one in memory"):
            change()
    with pytest.raises(ValueError, match=r"is a graph: graph.merge\('.*book'\) adds it"):
        ia.Graph("chess").add_games(book.path)
    with pytest.raises(ValueError, match=r"a graph of positions: ia.Graph\(path=…\) opens it"):
        ia.open(book.path)
    with pytest.raises(FileNotFoundError, match="holds no graph"):
        ia.Graph(path=tmp_path)
    with pytest.raises(FileExistsError, match=r"ia.Graph\(path=…\) opens it"):
        ia.build_graph(LICHESS, book.path)
    with pytest.raises(ValueError, match="nothing was written: no game was kept of 438 read"):
        ia.build_graph(LICHESS, tmp_path / "none", min_elo=3999)
    with pytest.raises(ValueError, match="written over while it is read"):
        book.save(book.path, force=True)
    ia.build(LICHESS, tmp_path / "set", limit=5)
    for write in (ia.Graph("chess").save, lambda path, force: ia.build_graph(LICHESS, path)):
        with pytest.raises(OSError, match="holds a data set"):
            write(tmp_path / "set", force=True)
    for memory in ("1", "a lot", "1MB", -3, "12 parsecs"):
        with pytest.raises(ValueError, match="memory: expected"):
            ia.build_graph(LICHESS, tmp_path / "none", memory=memory)
    assert not (tmp_path / "none").exists()
    assert len(pickle.loads(pickle.dumps(book))) == len(book)


@needs_store
def test_damage_is_found(tmp_path):
    graph = ia.Graph("hex", 3)
    graph.explore(depth=3)
    path = tmp_path / "a"
    graph.save(path)
    (table,) = (path / "nodes").glob("*.sst")
    table.write_bytes(table.read_bytes()[:-9])
    with contextlib.suppress(OSError, ValueError):  # it may be too damaged to be opened
        assert ia.Graph(path=path).verify() != []


@pytest.mark.skipif(_core.HAS_GRAPH_STORE, reason="built with RocksDB")
def test_without_rocksdb_the_error_says_how_to_get_it(tmp_path):
    for call in (
        lambda: ia.Graph(path=tmp_path),
        lambda: ia.build_graph(LICHESS, tmp_path / "a"),
        lambda: ia.Graph("hex").save(tmp_path / "a"),
    ):
        with pytest.raises(RuntimeError, match="apt-get install librocksdb-dev"):
            call()
