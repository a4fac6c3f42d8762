"""Somebody who writes a chess engine, and comes with the files that engines make."""

import gzip
import json

import numpy as np
import pytest

from tests.conftest import run
from tests.data_sets import LICHESS, build, shards

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def plain(*entries):
    """Stockfish's text: (fen, move, score, ply, result) each."""
    names = ("fen", "move", "score", "ply", "result")
    return "".join(
        "".join(f"{n} {v}\n" for n, v in zip(names, e, strict=True)) + "e\n" for e in entries
    )


def rows_of(folder):
    return np.concatenate([rows for rows, _ in shards(folder)])


def test_a_mate_is_counted_in_plies_in_plain_text_and_in_moves_in_records(tmp_path):
    for score, eval_ in ((31999, 31999), (31997, 31998), (31995, 31997), (-31996, -31998)):
        text = plain((START, "e2e4", score, 0, 1))
        (tmp_path / "a.plain").write_text(text)
        build(tmp_path / "a.plain", "-o", tmp_path / f"set{score}")
        assert rows_of(tmp_path / f"set{score}")["eval"].tolist() == [eval_]
        assert run("export", str(tmp_path / f"set{score}"), "--to", "plain").stdout == text


def test_entries_of_one_game_are_one_game_as_the_peers_say(corpus, tmp_path):
    data = corpus / "peer-data"
    build(data / "sf-plain/games.plain.gz", "-o", tmp_path / "set")
    games = np.concatenate([games for _, games in shards(tmp_path / "set")])
    with gzip.open(data / "binpack/games.expected.jsonl.gz", "rt") as lines:
        stems = [json.loads(line)["stem"] for line in lines]
    assert len(games) == sum(stems) == 37
    assert games["first"].tolist() == np.flatnonzero(stems).tolist()
    text = gzip.decompress((data / "sf-plain/games.plain.gz").read_bytes()).decode()
    words = ["export", str(tmp_path / "set"), "--to", "plain", "--en-passant", "legal"]
    assert run(*words).stdout.split() == text.split()
    build(data / "sf-plain/isolated.plain", "-o", tmp_path / "isolated")
    assert all((g["records"] == 1).all() for _, g in shards(tmp_path / "isolated"))


def test_history_survives_plain_text(tmp_path):
    """Records, occurrences and counters all come back, so every layout is the same."""
    build(LICHESS, "-o", tmp_path / "set", "--result", "1-0", "--limit", 100)
    out = ["export", str(tmp_path / "set"), "--to", "plain", "-o", str(tmp_path / "a.plain")]
    assert run(*out).returncode == 0
    build(tmp_path / "a.plain", "-o", tmp_path / "again")
    assert (rows_of(tmp_path / "set") == rows_of(tmp_path / "again")).all()
    history = {"last": 8, "features": ["white.pieces", "black.pieces", "occurrences"]}
    (tmp_path / "own.json").write_text(json.dumps({"game": "chess", "features": [history]}))
    layout = ["--layout", str(tmp_path / "own.json"), "-o"]
    for name, source in (("a", tmp_path / "set"), ("b", tmp_path / "a.plain")):
        made = run("encode", str(source), *layout, str(tmp_path / f"{name}.npy"))
        assert made.returncode == 0, made.stderr
    assert (np.load(tmp_path / "a.npy") == np.load(tmp_path / "b.npy")).all()


def test_plain_games_become_pgn(tmp_path):
    second = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    (tmp_path / "a.plain").write_text(
        plain((START, "e2e4", 31997, 0, 1), (second, "e7e5", -31998, 1, -1))
    )
    made = run("convert", str(tmp_path / "a.plain"), "-o", "-", "--to", "pgn")
    assert made.returncode == 0, made.stderr
    assert "1. e4 { [%eval #1] }" in made.stdout and made.stdout.strip().endswith("e5 1-0")


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_cut_games(corpus, tmp_path, threads):
    text = gzip.decompress((corpus / "peer-data/sf-plain/games.plain.gz").read_bytes())
    (tmp_path / "a.plain").write_bytes(text * 40)
    build(tmp_path / "a.plain", "-o", tmp_path / "set", "-j", threads)
    assert sum(len(games) for _, games in shards(tmp_path / "set")) == 37 * 40


def checked(tmp_path, name, text, code=0):
    (tmp_path / name).write_text(text)
    result = run("check", str(tmp_path / name), "--json")
    assert result.returncode == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_castling_letters_out_of_order_are_a_fault_wherever_a_fen_stands(tmp_path):
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
    for letters, codes in {
        "kqKQ": ["castling_order"],
        "KKqQk": ["castling", "castling_order"],
    }.items():
        fen = f"{board} {letters} - 0 1"
        said = json.loads(run("inspect", fen).stdout)
        assert [f["code"] for f in said["faults"]] == codes
        assert said["fen"] == START
        for name, text in {
            "a.txt": f"{fen}\n",
            "a.epd": f"{board} {letters} - ce 5;\n",
            "a.plain": plain((fen, "e2e4", 5, 0, 1)),
            "a.pgn": f'[FEN "{fen}"]\n\n1. e4 *\n',
        }.items():
            (game,) = checked(tmp_path, name, text)
            assert len(game["faults"]) == len(codes), name
            assert not any(f["refused"] for f in game["faults"])


def test_tags_and_moves_may_share_a_line(tmp_path):
    text = '[Event "a"] [White "w"] 1. e4 e5 * [Event "b"] 1. d4 [Event "c"] 1. c4 1-0\n'
    games = checked(tmp_path, "a.pgn", text)
    assert [g["plies"] for g in games] == [2, 1, 1]
    assert [len(g["faults"]) for g in games] == [0, 1, 0], "the second has no result"


def test_a_stray_backslash_is_skipped_and_the_game_kept(tmp_path):
    text = '[Event "a"]\n\n1. e4 \\$1 e5\\ 2. Nf3\\$2 (2. d4 \\) \\ Nc6 \\1-0\n'
    (game,) = checked(tmp_path, "a.pgn", text)
    assert game["plies"] == 4 and game["result"] == "1-0"
    assert len(game["faults"]) == 5 and not any(f["refused"] for f in game["faults"])
    (tmp_path / "b.pgn").write_text("1. e\\4 *\n")
    assert run("check", str(tmp_path / "b.pgn")).returncode == 3, "nothing is guessed"


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.pgn", '1. e4 Ke4 *\n\n[Event "b"]\n\n1. e4\n\n[Variant "x"]\n\n1. e4 *\n\n1. d4 *\n'),
        ("a.epd", "nonsense\n8/8/8/8/8/8/8/k1K5 w - - ce 5;\n"),
        ("a.plain", plain((START, "e2e4", 5, 0, 1), ("nonsense", "e2e4", 5, 1, 1))),
        ("a.trmph", "#5,a1 b\n#5,z9\n#2,a1b1a2b2\n"),
        ("a.sgf", "(;GM[11]SZ[5];B[a1])\n(;GM[11]SZ[5];B[z9])\n(;GM[1]SZ[9])\n"),
        ("a.c4", "123 1\n9\n"),
        ("a.txt", "startpos\nnonsense\n8/8/8/8/8/8/8/k1K5 w - -\n"),
    ],
)
def test_every_game_and_every_fault_has_the_same_keys(tmp_path, name, text):
    games = checked(tmp_path, name, text, code=3)
    assert len({tuple(g) for g in games}) == 1
    assert set(games[0]) >= {"variant", "plies", "result", "final", "key", "faults"}
    faults = [f for g in games for f in g["faults"]]
    keys = ("code", "offset", "line", "column", "ply", "refused", "detail")
    assert {tuple(f) for f in faults} == {keys}


def test_lenient_does_not_forgive_a_cut_file(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 Ke4 *\n\n" * 1000)
    cut = gzip.compress((tmp_path / "a.pgn").read_bytes())[:-20]
    (tmp_path / "cut.pgn.gz").write_bytes(cut)
    assert run("check", str(tmp_path / "a.pgn"), "--lenient").returncode == 0
    assert run("check", str(tmp_path / "cut.pgn.gz"), "--lenient").returncode == 1
    said = " ".join(run("check", "--help").stdout.split())
    assert "a file that is damaged or cannot be read ends with 1 all the same" in said


def test_pgn_keeps_clocks_and_evaluations_and_says_what_else_it_drops(tmp_path):
    (tmp_path / "a.pgn").write_text(
        '[Event "a"]\n\n{start} 1. e4! { [%eval 0.17] [%clk 0:03:00] best } (1. d4 {no} $1) '
        "1... e5 { [%clk 0:02:59.5] } 2. Nf3 $1 { [%eval #-3] } Nc6 ; a line\n *\n"
    )
    made = run("convert", str(tmp_path / "a.pgn"), "-o", str(tmp_path / "b.pgn"))
    assert made.returncode == 0, made.stderr
    moves = " ".join((tmp_path / "b.pgn").read_text().split("\n\n")[1].split())
    assert moves == (
        "1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%clk 0:02:59.5] } "
        "2. Nf3 { [%eval #-3] } 2... Nc6 *"
    )
    assert "not kept: 3 comments, 1 variation, 2 marks ($1, !?)\n" in made.stderr
    again = run("convert", str(tmp_path / "b.pgn"), "-o", "-", "--to", "pgn")
    assert again.stdout == (tmp_path / "b.pgn").read_text() and "not kept" not in again.stderr


DOUBLE_STEP = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {} 0 1"


def test_every_verb_that_writes_a_fen_is_told_when_it_has_its_en_passant_square(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 e5 1-0\n")
    (tmp_path / "b.pgn").write_text(f'[FEN "{DOUBLE_STEP.format("e3")}"]\n\n1... e5 1-0\n')
    (tmp_path / "c.pgn").write_text("1. e4 *\n")
    build(tmp_path / "a.pgn", "-o", tmp_path / "set")
    tensor = str(tmp_path / "a.npy")
    encoded = ["encode", "startpos moves e2e4", "--layout", "chess/planes25", "-o", tensor]
    assert run(*encoded).returncode == 0
    verbs = {
        "info": ["info", str(tmp_path / "set"), "--record", "1", "--json"],
        "export": ["export", str(tmp_path / "set"), "--to", "plain"],
        "decode": ["decode", tensor],
        "convert": ["convert", str(tmp_path / "b.pgn"), "-o", "-", "--to", "uci"],
        "convert to PGN": ["convert", str(tmp_path / "b.pgn"), "-o", "-", "--to", "pgn"],
    }
    looks = {
        "inspect": ["inspect", "startpos moves e2e4"],
        "show": ["show", "startpos moves e2e4"],
        "perft": ["perft", "1", "startpos moves e2e4", "--json"],
        "check": ["check", str(tmp_path / "c.pgn"), "--json"],
        "transition": ["transition", "startpos", "e4", "--json"],
    }
    for name, words in (verbs | looks).items():
        usual = "-" if name in looks else "e3"
        for flag, square in {"": usual, "always": "e3", "pseudo": "-", "legal": "-"}.items():
            flags = ["--en-passant", flag] if flag else []
            said = run(*words, *flags)
            assert said.returncode == 0, said.stderr
            wanted = DOUBLE_STEP.format(square)
            if name == "decode":  # the tensor shows no counters
                wanted = wanted.rsplit(" ", 2)[0]
            assert wanted in said.stdout, (name, flag)
    assert run("inspect", "startpos", "--en-passant", "never").returncode == 2


def test_what_is_written_of_a_position_encodes_to_its_tensor(tmp_path):
    """Also where no capture is legal: chess/planes25 shows the square after every double step."""
    build(LICHESS, "-o", tmp_path / "set", "--limit", 20, "--result", "1-0")
    layout = ["--layout", "chess/planes25", "-o"]
    assert run("encode", str(tmp_path / "set"), *layout, str(tmp_path / "a.npy")).returncode == 0
    (tmp_path / "a.txt").write_text(run("decode", str(tmp_path / "a.npy")).stdout)
    text = run("export", str(tmp_path / "set"), "--to", "plain").stdout
    fens = [line[4:] for line in text.splitlines() if line.startswith("fen ")]
    (tmp_path / "b.txt").write_text("\n".join(fens) + "\n")
    wanted = np.load(tmp_path / "a.npy")
    for name in "ab":
        made = [str(tmp_path / f"{name}.txt"), *layout, str(tmp_path / "again.npy"), "--force"]
        assert run("encode", *made).returncode == 0
        assert (np.load(tmp_path / "again.npy") == wanted).all(), name
