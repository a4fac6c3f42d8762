"""Graphs of positions: what is in them, against python-chess; in memory and stored; errors."""

import collections
import contextlib
import io
import pickle
import signal
import subprocess
import sys
import threading

import chess
import chess.pgn
import numpy as np
import pandas  # before a test interrupts what imports it
import pytest

import intarsia as ia
from intarsia import _core
from tests.conftest import needs_all_addresses, run
from tests.data_sets import HEX, LICHESS

needs_store = pytest.mark.skipif(not _core.HAS_GRAPH_STORE, reason="built without RocksDB")


def identities_within(plies):
    """Positions by what counts as the same, and the moves between them: python-chess alone."""
    found, edges, level = {chess.Board().epd()}, 0, [chess.Board()]
    for _ in range(plies):
        new = {}
        for board in level:
            for move in board.legal_moves:
                board.push(move)
                edges += 1
                if board.epd() not in found:
                    found.add(board.epd())
                    new[board.epd()] = board.copy(stack=False)
                board.pop()
        level = list(new.values())
    return found, edges


def played_moves(most=None):
    """Position → move → [first, draws, second, unknown, rated, rating sum]: python-chess alone."""
    text = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True).stdout.decode()
    column = {"1-0": 0, "1/2-1/2": 1, "0-1": 2, "*": 3}
    counts = collections.defaultdict(lambda: collections.defaultdict(lambda: [0] * 6))
    pgn = io.StringIO(text)
    while game := chess.pgn.read_game(pgn):
        ratings = [game.headers.get(f"{player}Elo", "?") for player in ("White", "Black")]
        known = [int(rating) for rating in ratings if rating.isdigit() and int(rating) > 0]
        board = game.board()
        for ply, move in enumerate(game.mainline_moves()):
            if most is not None and ply >= most:
                break
            row = counts[board.epd()][move.uci()]
            row[column[game.headers["Result"]]] += 1
            if known:
                row[4] += 1
                row[5] += sum(known) // len(known)
            board.push(move)
    return counts


def counted(move):
    return [*move.outcomes.values(), move.rating]


def expected(row):
    *outcomes, rated, rating_sum = row
    return [*outcomes, (rating_sum + rated // 2) // rated if rated else None]


@pytest.fixture(scope="module")
def games():
    graph = ia.Graph("chess")
    graph.add_games(LICHESS)
    return graph


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    if not _core.HAS_GRAPH_STORE:
        pytest.skip("built without RocksDB")
    return ia.build_graph(LICHESS, tmp_path_factory.mktemp("graphs") / "book")


def everything(graph):
    """All that it says, in a form that can be compared."""
    return {
        node.identity: (
            *(node.text, node.end and str(node.end), node.is_explored, node.stopped),
            *((m.move, m.notation, m.outcomes, m.share, m.points, m.rating) for m in node.moves),
        )
        for node in graph
    }


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_exploring_finds_what_python_chess_finds(plies):
    found, edges = identities_within(plies)
    graph = ia.Graph("chess")
    root = graph.explore("startpos", depth=plies, threads=2)
    assert len(graph) == len(found)
    assert graph.statistics.edges == edges and graph.statistics.nodes == len(found)
    assert all(f"{epd} 0 1" in graph for epd in found)
    assert sorted(root.move_names) == sorted(m.uci() for m in chess.Board().legal_moves)
    assert graph.verify() == []


def test_moves_of_games_are_those_that_were_played(games):
    played = played_moves()
    assert sum(len(moves) for moves in played.values()) == games.statistics.edges
    for epd, moves in played.items():
        node = games[f"{epd} 0 1"]
        assert {m.move: counted(m) for m in node.moves} == {
            move: expected(row) for move, row in moves.items()
        }, epd
    assert games.statistics.plies == sum(sum(r[:4]) for m in played.values() for r in m.values())


def test_no_more_moves_of_a_game_than_asked_for():
    graph = ia.Graph("chess")
    graph.add_games(LICHESS, max_ply=4)
    played = played_moves(4)
    assert graph.statistics.edges == sum(len(moves) for moves in played.values())


def test_a_move_says_shares_and_points(games):
    node = games["startpos"]
    for move in node.moves:
        known = move.white + move.draws + move.black
        assert move.games == known + move.unknown
        assert move.share == pytest.approx(move.games / node.games)
        assert move.points == pytest.approx((move.white + move.draws / 2) / known)
    after = node["e4"]
    for move in after.moves:
        if move.points is not None:
            known = move.white + move.draws + move.black
            assert move.points == pytest.approx((move.black + move.draws / 2) / known)


def test_the_filters_are_those_of_build(tmp_path):
    filters = dict(min_elo=1600, time_control="blitz", outcome=["1-0", "0-1"], limit=40)
    ds = ia.build(LICHESS, tmp_path / "data", **filters)
    graph = ia.Graph("chess")
    report = graph.add_games(LICHESS, **filters)
    assert report.games == len(ds.games) == graph.statistics.games
    same = ia.Graph("chess")
    same.add_games(ds)
    assert everything(same) == everything(graph)
    by_path = ia.Graph("chess")
    by_path.add_games([ds.path])
    assert everything(by_path) == everything(graph)


def test_a_split_of_a_data_set(tmp_path):
    ds = ia.build(LICHESS, tmp_path / "data", split={"a": 0.5, "b": 0.5}, limit=100)
    opened, named, both = ia.Graph("chess"), ia.Graph("chess"), ia.Graph("chess")
    opened.add_games(ia.open(ds.path, split="a"))
    named.add_games(ds.path, split="a")
    assert everything(opened) == everything(named)
    both.add_games(ds)
    named.add_games(ds.path, split="b")
    assert everything(both) == everything(named)
    with pytest.raises(ValueError, match="'a' of the data set was opened, not 'b'"):
        named.add_games(ia.open(ds.path, split="a"), split="b")
    with pytest.raises(ValueError, match="several splits"):
        named.add_games([ia.open(ds.path, split="a"), ia.open(ds.path, split="b")])
    with pytest.raises(ValueError, match="games are added whole"):
        named.add_games(ds.where(min_elo=1500))


def test_what_is_stored_is_what_was_in_memory(games, book):
    assert everything(book) == everything(games)
    assert book.statistics == games.statistics
    assert book.verify() == games.verify() == []
    assert book.report.games == games.statistics.games and book.report.positions == len(book)
    assert book.to_pandas().equals(games.to_pandas())


@needs_store
def test_saved_loaded_and_merged(tmp_path):
    explored = ia.Graph("hex", 3)
    explored.explore(depth=3)
    saved = explored.save(tmp_path / "a")
    assert everything(saved) == everything(explored) and saved.size == 3
    copy = saved.load()
    copy.explore(depth=4)
    assert len(copy) > len(saved)
    other = ia.Graph("hex", 3)
    other.explore(depth=4)
    merged = ia.Graph("hex", 3)
    merged.merge(saved)
    merged.merge(tmp_path / "a")
    merged.merge(other)
    assert everything(merged) == everything(copy) == everything(other)
    with pytest.raises(FileExistsError, match="force=True replaces it"):
        other.save(tmp_path / "a")
    assert len(other.save(tmp_path / "a", force=True)) == len(other)


def test_counts_add_up():
    once, twice = ia.Graph("hex", 13), ia.Graph("hex", 13)
    once.add_games(HEX, max_ply=6)
    twice.merge(once)
    twice.add_games(HEX, max_ply=6)
    for node in once:
        again = twice[node.position]
        assert {m.move: 2 * m.games for m in node} == {m.move: m.games for m in again}
    assert twice.statistics.games == 2 * once.statistics.games


def test_a_position_in_any_form():
    graph = ia.Graph("chess")
    graph.explore(depth=2)
    board = chess.Board()
    board.push_uci("e2e4")
    game = ia.ChessGame()
    game.push("e4")
    record = ia.to_records(["startpos moves e2e4"])[0]
    for form in (board, game, game.position, "startpos moves e2e4", record, board.fen()):
        assert form in graph
        assert graph[form].text == graph["startpos"]["e4"].text
    node = graph["startpos"]
    assert node["e4"].text == node["e2e4"].text == node[chess.Move.from_uci("e2e4")].text
    assert "e4" in node and "e5" not in node
    assert node.identity == ia.Position("startpos").identity
    assert node.position.legal_moves == ia.Position("startpos").legal_moves


def test_transpositions_meet_in_one_node():
    graph = ia.Graph("chess")
    root = graph.explore(depth=3)
    assert root["e4"]["e5"]["Nf3"].identity == root["Nf3"]["e5"]["e4"].identity


def test_the_end_of_a_game():
    graph = ia.Graph("chess")
    root = graph.explore("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", depth=2)
    (mate,) = [move for move in root if move.end]
    assert (mate.notation, mate.end.winner, mate.end.reason) == ("Re8#", "white", "checkmate")
    assert mate.node.end == mate.end and mate.node.moves == [] and mate.node.is_explored
    assert "white wins by checkmate" in repr(mate.node)
    assert graph.statistics.terminal == 1


def test_a_node_is_shown_as_the_tool_shows_it(book, monkeypatch):
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # the sanitizer is for this process
    told = run("graph", "query", book.path, "startpos").stdout
    assert repr(book["startpos"]) == told.rstrip("\n")
    html = book["startpos"]._repr_html_()
    assert html.count("<tr>") == 1 + len(book["startpos"].moves) and "<td>e4</td>" in html
    assert book["startpos"].table(2).endswith(f"and {len(book['startpos']) - 2} moves more\n")


def test_all_moves_as_a_data_frame(games):
    frame = games.to_pandas(positions=True)
    assert isinstance(frame, pandas.DataFrame) and len(frame) == games.statistics.edges
    assert (frame.games == frame.white + frame.draws + frame.black + frame.unknown).all()
    start = frame[frame.identity == games["startpos"].identity].set_index("move")
    for move in games["startpos"]:
        row = start.loc[move.move]
        assert row.games == move.games and row.position == games["startpos"].text
        assert row.child == move.node.identity
        assert round(row.rating + 1e-9) == move.rating
    often = games.to_pandas(min_games=10)
    assert (often.games >= 10).all() and len(often) == (frame.games >= 10).sum()
    few = games["startpos"].to_pandas()
    assert few.games.tolist() == [move.games for move in games["startpos"]]
    assert list(ia.Graph("hex", 5).to_pandas().columns)[-5:] == [
        *("blue", "draws", "red", "unknown"),
        "rating",
    ]


def test_going_through_a_graph_that_grows():
    graph = ia.Graph("hex", 4)
    graph.explore(depth=2)
    count = 0
    for node in graph:
        graph.explore(node.position, depth=1)
        count += 1
    assert count < len(graph)
    keys = [node.identity for node in graph]
    assert keys == sorted(keys) and len(keys) == len(graph)


@needs_store
@pytest.mark.parametrize("depth", [0, 2, 3])
def test_going_through_a_stored_graph_misses_none(tmp_path, depth):
    graph = ia.Graph("hex", 5)  # of 1, 601 and thousands of positions: less and more than a block
    graph.explore(depth=depth)
    stored = graph.save(tmp_path / "a")
    assert [n.text for n in stored] == [n.text for n in graph]
    assert list(map(len, (stored, graph))) == [len(list(graph))] * 2
    assert list(ia.Graph("hex", 5).save(tmp_path / "none")) == []


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


@pytest.fixture
def timer():
    """Raises KeyboardInterrupt, as Ctrl-C does, after so many seconds."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_ctrl_c_ends_exploring_and_what_was_found_stays(timer):
    graph = ia.Graph("hex", 9)
    timer(0.2)
    with pytest.raises(KeyboardInterrupt):
        graph.explore(nodes=1 << 30)
    assert len(graph) > 1 and len(graph) == graph.statistics.nodes


@pytest.mark.parametrize("name", ["statistics", "verify", "to_pandas", "load", "__iter__"])
def test_ctrl_c_ends_what_goes_through_all(timer, name):
    graph = ia.Graph("hex", 9)
    graph.explore(nodes=100_000)
    timer(0.15)
    with pytest.raises(KeyboardInterrupt):
        while True:
            found = getattr(graph, name)
            if callable(found):
                found = found()
            if name == "__iter__":
                collections.deque(found, 0)


def test_ctrl_c_ends_adding_games_and_merging(timer):
    graph, other = ia.Graph("chess"), ia.Graph("hex", 9)
    other.explore(nodes=100_000)
    timer(0.3)
    with pytest.raises(KeyboardInterrupt):
        while True:
            graph.add_games(LICHESS, threads=1)
    timer(0.1)
    with pytest.raises(KeyboardInterrupt):
        while True:
            ia.Graph("hex", 9).merge(other)


@needs_store
def test_ctrl_c_leaves_no_folder_behind(timer, tmp_path):
    for round_ in range(3):
        timer(0.02 * (round_ + 1))
        with pytest.raises(KeyboardInterrupt):
            while True:
                ia.build_graph(LICHESS, tmp_path / "book", force=True)
        if (tmp_path / "book" / "graph.json").exists():
            assert ia.Graph(path=tmp_path / "book").verify() == []


@pytest.mark.parametrize("meanwhile", [len, lambda graph: graph.add("hex 9")])
def test_what_is_called_meanwhile_cannot_wait_for_itself(meanwhile):
    graph = ia.Graph("hex", 9)
    before = signal.signal(signal.SIGALRM, lambda *_: meanwhile(graph))
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.02)
    try:
        with pytest.raises(RuntimeError, match=r"the graph is being changed|the graph is at work"):
            for _ in range(9):  # the first time it may just have been at something else
                graph.explore(nodes=len(graph) + 500_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert "hex 9" in graph and len(graph) == graph.statistics.nodes


def run_together(*jobs):
    failures = []

    def guarded(job):
        try:
            job()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_threads_may_ask_while_one_explores():
    graph = ia.Graph("hex", 7)
    graph.explore(depth=1)
    is_done = threading.Event()

    def explore():
        for depth in range(2, 4):
            graph.explore(depth=depth, threads=2)
        is_done.set()

    def ask():
        while not is_done.is_set():
            node = graph["hex 7"]
            assert len(node.moves) == 49 and node["d4"].text
            assert next(iter(graph)).identity >= 0

    run_together(explore, ask, ask, ask)
    expected = ia.Graph("hex", 7)
    expected.explore(depth=3)
    assert len(graph) == len(expected)


def test_threads_that_merge_two_graphs_into_each_other_do_not_wait_forever():
    one, other = ia.Graph("hex", 3), ia.Graph("hex", 3)
    one.explore(depth=2)
    other.explore("hex 3 moves b2", depth=2)

    def merge(into, source):
        for _ in range(200):
            into.merge(source)

    run_together(lambda: merge(one, other), lambda: merge(other, one))
    assert everything(one) == everything(other)


@needs_store
def test_threads_may_ask_a_stored_graph_together(book):
    expected = everything(book)

    def ask():
        for node in book:
            said = expected[node.identity]
            assert (node.text, node.stopped) == (said[0], said[3])

    run_together(ask, ask, ask)


def test_memory_is_given_back():
    before = None
    for round_ in range(30):
        graph = ia.Graph("hex", 5)
        graph.explore(depth=2)
        nodes = [node for node in graph]
        assert nodes[3].moves is not None
        frame = graph.to_pandas()
        assert np.asarray(frame.games).sum() == 0
        del graph, nodes, frame
        if round_ == 5:
            before = _resident()
    assert _resident() < before + (20 << 20)


WITHOUT_MEMORY = """
import resource
import intarsia as ia

big = ia.Graph("hex", 11)
big.explore(nodes=20_000)
with open("/proc/self/statm") as file:
    limit = int(file.read().split()[0]) * resource.getpagesize() + (80 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

def grow(graph):
    graph.explore(nodes=1 << 40, threads=2)

def evaluate(graph):
    ia.Evaluator(order="breadth").evaluate("startpos", nodes=1 << 40)

def merge(graph):
    while True:
        graph.merge(big)
        big.explore(nodes=2 * len(big))

for work in (grow, evaluate, merge):
    graph = ia.Graph("hex", 11)
    try:
        work(graph)
    except MemoryError as error:
        print(error)
    for ask in (lambda: len(graph), lambda: len(big)):
        try:
            assert ask() >= 0
        except RuntimeError as error:
            print("memory ran out while this graph was changed" in str(error))
    del graph
"""


@needs_all_addresses
def test_without_memory_it_is_an_error_and_the_graph_is_asked_no_more():
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_MEMORY], capture_output=True, text=True, timeout=300
        )
        # The C library ends a process in which a new thread finds no memory for its variables:
        # nobody can catch that. It is rare, and has nothing to say of graphs.
        if "memory for thread-local data" not in done.stderr:
            break
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert said.count("out of memory: at work on a graph") == 3
    assert said.count("True") >= 2 and set(said) == {"out of memory: at work on a graph", "True"}


def _resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
