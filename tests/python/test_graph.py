"""Graphs of positions: what is in them, against python-chess; in memory and stored."""

import collections
import io
import subprocess

import chess
import chess.pgn
import pandas
import pytest

import intarsia as ia
from tests.conftest import run
from tests.data_sets import HEX, LICHESS
from tests.python.graphs import everything, needs_store


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
