"""Files of games: every game comes, every fault has its place."""

import gzip
import io
import itertools
import pickle
import subprocess
import threading
import warnings

import chess.pgn
import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT, frees_at_once, run
from tests.data_sets import LICHESS

SAMPLE = ROOT / "tests/data/hex/selfplay13.trmph"


def test_games_of_a_file():
    lines = [line for line in SAMPLE.read_text().splitlines() if line.startswith("#13")]
    games = list(ia.read(SAMPLE, errors="raise"))
    assert [game.trmph for game in games] == lines
    game = games[0]
    assert game.size == 13 and game.outcome.winner in ("blue", "red")
    assert len(game.positions()) == len(game.moves) + 1
    planes = ia.encode([p for g in games for p in g.positions(final=False)], "hex/3nxn")
    assert len(planes) == sum(len(g.moves) for g in games)


def test_threads_may_share_a_reader():
    expected = sorted(repr(game) for game in ia.read(LICHESS))
    for _ in range(5):
        reader, found, failures = ia.read(LICHESS), [], []

        def work(reader=reader, found=found, failures=failures):
            try:
                found += [repr(game) for game in reader]
            except ia.ParseError as error:
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == [] and sorted(found) == expected and reader.games == len(expected)


def test_the_same_as_the_tool(tmp_path):
    out = tmp_path / "out.npy"
    assert run("encode", SAMPLE, "--layout", "hex/3nxn", "-o", out).returncode == 0
    positions = [p for game in ia.read(SAMPLE) for p in game.positions(final=False)]
    assert np.array_equal(np.load(out), ia.encode(positions, "hex/3nxn"))


def test_sgf_files(tmp_path):
    file = tmp_path / "games.sgf"
    file.write_text("\n".join(game.sgf for game in ia.read(SAMPLE)))
    assert list(ia.read(file)) == list(ia.read(SAMPLE))
    golem = tmp_path / "game.hsgf"
    golem.write_text("(;FF[4]EV[13th]PB[a[b]]PW[c]SZ[13]RE[B];W[am];B[swap];W[gg];B[resign])")
    (game,) = ia.read(golem)
    assert game.tags["EV"] == "13th" and game.moves == ["a13", "swap", "g7"]
    assert game.winner == "blue"


def test_bad_games_are_reported_and_reading_goes_on(tmp_path):
    file = tmp_path / "games.trmph"
    file.write_text("# head\n#13,a1b2 b\n<<<<<<< HEAD\n#2,a1b1a2b2\n#5,a1a1a1\n#13,a1 1\n")
    reader = ia.read(file)
    with pytest.warns(ia.GameWarning) as caught:
        games = list(reader)
    assert [str(w.message) for w in caught] == [
        f"{file}:3:1: syntax: expected [address]#<size>,<moves> or hex,<size>,<moves>",
        f"{file}:5:8: illegal: a1 is taken (ply 3)",
    ]
    assert [g.trmph for g in games] == ["#13,a1b2 b", "#2,a1b1a2 b", "#13,a1 b"]
    assert (reader.games, reader.refused) == (3, 2)
    refused = [(f.game, f.line, f.column, f.code) for f in reader.faults if f.is_refused]
    assert refused == [(2, 3, 1, "syntax"), (4, 5, 8, "illegal")]
    mended = [f.detail for f in reader.faults if not f.is_refused]
    assert "Blue had won" in mended[0] and "mixes the winners" in mended[1]
    assert reader.faults[0].offset == file.read_bytes().index(b"<<<")
    assert "3 games, 2 refused" in repr(reader)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(ia.read(file, errors="skip"))) == 3
    with pytest.raises(ia.ParseError, match=":3:1: syntax") as error:
        list(ia.read(file, errors="raise"))
    assert error.value.offset == reader.faults[0].offset and error.value.row == 1


def test_what_cannot_be_read(tmp_path):
    for name in ("games.txt", "games", "games.dat"):
        (tmp_path / name).write_text("nothing that anybody knows\n")
        with pytest.raises(ia.ParseError, match=f"{name} is no format that is known"):
            ia.read(tmp_path / name)
        with pytest.raises(ia.ParseError, match="format= says which it is: pgn, epd, plain, trmph"):
            ia.read(tmp_path / name)
    with pytest.raises(ia.ParseError, match='no format "txt"; there are: pgn'):
        ia.read(tmp_path / "games.txt", "txt")
    with pytest.raises(TypeError, match="format"):
        ia.read(SAMPLE, 3)
    for name in ("no.trmph", "no.sgf", "no.pgn", "no.pgn.zst", "no.txt"):
        with pytest.raises(OSError, match="No such file"):
            ia.read(tmp_path / name)
    (tmp_path / "folder.trmph").mkdir()
    with pytest.raises(OSError, match="is a folder without files"):
        ia.read(tmp_path / "folder.trmph")
    with pytest.raises(ValueError, match="errors"):
        ia.read(SAMPLE, errors="ignore")
    with pytest.raises(ValueError, match="swap: expected 'transposed' or 'literal', not \"sides\""):
        ia.read(SAMPLE, swap="sides")
    with pytest.raises(TypeError, match="'swaps'; options of games are chess960, swap"):
        ia.read(SAMPLE, swaps="literal")
    with pytest.raises(TypeError, match="chess960: expected True or False"):
        ia.read(SAMPLE, chess960="yes")
    with pytest.raises(TypeError):
        ia.read(3)


def test_latin_1_is_read_where_it_is_no_utf_8(tmp_path):
    file = tmp_path / "a.pgn"
    file.write_bytes('[White "Kràmnìck"]\n[Black "Réti"]\n\n1. e4 *\n'.encode("latin-1"))
    assert next(ia.read(file)).tags["White"] == "Kràmnìck"
    file.write_text('[White "Kràmnìck"]\n\n1. e4 *\n', encoding="utf-8")
    assert next(ia.read(file)).tags["White"] == "Kràmnìck"


def test_old_encodings_and_literal_swaps(tmp_path):
    file = tmp_path / "old.trmph"
    file.write_bytes(b"#5,b1b1c3 1 # caf\xe9\n")
    (game,) = ia.read(file)
    assert game.tags["GC"] == "caf\ufffd"
    (literal,) = ia.read(str(file), swap="literal")
    assert literal.moves == ["b1", "swap", "c3"] and literal.position.key == game.position.key


AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

# By name: the text, and of each game its text and its outcome.
FORMATS = {
    "a.pgn": (
        "1. e4 e5 1-0\n\n1. d4 *\n",
        [("startpos moves e2e4 e7e5", "1-0"), ("startpos moves d2d4", None)],
    ),
    "a.epd": (f'{AFTER_E4[:-4]} id "x"; c9 "1-0";\n', [(AFTER_E4, "1-0")]),
    "a.plain": (
        f"fen {AFTER_E4}\nmove e7e5\nscore 10\nply 1\nresult 0\ne\n",
        [(AFTER_E4, "1/2-1/2")],
    ),
    "lines": (
        f"{AFTER_E4} | 25 | 1-0\nstartpos moves e2e4\n",
        [(AFTER_E4, "1-0"), ("startpos moves e2e4", None)],
    ),
    "a.trmph": (
        "#5,a1b2 b\nhex 5 moves c1 swap\n",
        [("hex 5 moves a1 b2", "1-0"), ("hex 5 moves c1 swap", None)],
    ),
    "a.sgf": ("(;FF[4]GM[11]SZ[5];B[a1];W[b2])\n", [("hex 5 moves a1 b2", None)]),
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("packed", [False, True])
def test_every_format_that_build_reads(tmp_path, name, packed):
    text, expected = FORMATS[name]
    file = tmp_path / (name + ".gz" if packed else name)
    file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    games = list(ia.read(file, errors="raise"))
    is_hex = "hex" in expected[0][0]
    assert all(type(game) is (ia.HexGame if is_hex else ia.ChessGame) for game in games)
    found = [
        (game.text.removeprefix("fen "), game.outcome and game.outcome.result) for game in games
    ]
    assert found == expected
    other = tmp_path / "other"
    other.write_text(text)
    by_name = {"lines": "lines"}.get(name, name.partition(".")[2])
    assert list(ia.read(other, by_name)) == games
    ds = ia.build(file, tmp_path / "data", final=True)
    assert ds.report.games == len(games) and ds.report.rejected == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.epd", f"{AFTER_E4[:-4]} bm Nf6 e5; ce 12;\n"),
        ("a.plain", f"fen {AFTER_E4}\nmove g8f6\nscore -12\nply 1\nresult 0\ne\n"),
    ],
)
def test_a_move_that_a_file_names_for_a_position_is_kept(tmp_path, name, text):
    file = tmp_path / name
    file.write_text(text)
    (game,) = ia.read(file)
    assert game.moves == [] and game.tags == {"move": "g8f6"}
    ds = ia.build(file, tmp_path / "data")
    assert ia.policy("chess/move4096", view="white").move(game.position, 62 * 64 + 45) == "g8f6"
    assert int(ds.records["move"][0]) == 62 + (45 << 6)


@frees_at_once
def test_a_long_file_needs_no_memory(tmp_path):
    """64 MB of games, of which few bytes are kept."""
    file = tmp_path / "long.trmph"
    line = SAMPLE.read_text().splitlines()[-1] + "\n"
    count = 20_000
    with file.open("w") as out:
        for _ in range(count // 1000):
            out.write(line * 1000)
        out.write("x" * (32 << 20) + "\n")

    def resident():
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096

    reader = ia.read(file, errors="skip")
    next(reader)
    before = resident()
    assert sum(1 for _ in reader) == count - 1
    assert reader.refused == 1 and reader.faults[-1].code == "limit"
    assert resident() - before < 16 << 20


@pytest.mark.parametrize(("ending", "least"), [("trmph", 4_000), ("sgf", 175)])
def test_the_corpus(corpus, ending, least):
    """Broken lines are refused by their place."""
    games = 0
    for file in sorted((corpus / "hex").rglob(f"*.{ending}")):
        reader = ia.read(file, errors="skip")
        for game in reader:
            assert ia.HexGame(game.sgf) == game
            if game.positions()[0].ply == 0 and game.positions()[0].turn == "blue":
                assert ia.HexGame(game.trmph).moves == game.moves
        games += reader.games
        refused = [fault for fault in reader.faults if fault.is_refused]
        assert all(f.line >= 1 and f.code in ("unsupported", "syntax", "invalid") for f in refused)
        assert len(refused) == reader.refused <= max(5, reader.games // 100), refused
    assert games >= least


def test_pgn_as_python_chess_reads_it(tmp_path):
    text = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True).stdout
    (tmp_path / "games.pgn").write_bytes(text)
    (tmp_path / "games.pgn.gz").write_bytes(gzip.compress(text))
    games = list(ia.read(LICHESS, errors="raise"))
    assert (
        games == list(ia.read(tmp_path / "games.pgn")) == list(ia.read(tmp_path / "games.pgn.gz"))
    )
    source = io.StringIO(text.decode())
    for game in games:
        theirs = chess.pgn.read_game(source)
        assert game.tags == dict(theirs.headers)
        assert game.moves == [move.uci() for move in theirs.mainline_moves()]
        result = theirs.headers["Result"]
        assert (game.outcome.result if game.outcome else "*") == result
        assert game.fen == theirs.end().board().fen(en_passant="legal")
    assert chess.pgn.read_game(source) is None


def test_positions_of_a_pgn_game_have_their_history():
    game = max(itertools.islice(ia.read(LICHESS), 20), key=lambda game: len(game.moves))
    positions = game.positions()
    assert len(positions) == len(game.moves) + 1 and len(game.positions(final=False)) == len(
        game.moves
    )
    again = ia.ChessGame()
    for position, move in zip(positions, [*game.moves, None], strict=True):
        assert position == again.position and position.occurrences == again.occurrences
        assert position.moves == again.moves
        if move:
            again.push(move)
    assert positions[3].after(game.moves[3]) == positions[4]
    assert pickle.loads(pickle.dumps(game)) == game and eval(repr(game)) == game
    other = game.copy()
    other.pop()
    assert other.outcome is None and len(game.moves) == len(other.moves) + 1
    assert game.positions() == positions


def test_bad_games_of_a_pgn_file(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(
        '[Event "a"]\n\n1. e4 e5 1-0\n\n[Event "b"]\n\n1. e4 Ke4 *\n\n[Event "c"]\n\n1. d4\n'
    )
    reader = ia.read(file)
    with pytest.warns(ia.GameWarning, match=r"games.pgn:7: illegal: "):
        games = list(reader)
    assert [game.tags["Event"] for game in games] == ["a", "c"]
    assert games[0].outcome.winner == "white" and games[0].outcome.reason == "recorded"
    assert games[1].outcome is None and (reader.games, reader.refused) == (2, 1)
    assert [fault.game for fault in reader.faults if fault.is_refused] == [2]
    with pytest.raises(ia.IllegalError):
        list(ia.read(file, errors="raise"))
    (tmp_path / "cut.pgn.zst").write_bytes(LICHESS.read_bytes()[:50_000])
    with pytest.raises((ValueError, OSError)):
        for _ in ia.read(tmp_path / "cut.pgn.zst", errors="skip"):
            pass
