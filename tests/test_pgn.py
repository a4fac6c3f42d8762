"""PGN through the tool: the corpus against python-chess, hostile files, exit codes."""

import gzip
import io
import json
import re
import subprocess

import pytest

from tests.conftest import ROOT, TOOL, run
from tests.memory import measured

DONE, FAILED, USAGE, SOME_REJECTED = range(4)
LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
MEMORY_LIMIT = 256 << 20

GAME = (
    '[Event "t"]\n[Site "?"]\n[Date "2024.01.01"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n'
    '[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n'
)


def check(*files, stdin=b""):
    """The games that `check --json` tells, and the finished process."""
    result = subprocess.run(
        [TOOL, "check", "--json", *files], input=stdin, capture_output=True, check=False
    )
    return [json.loads(line) for line in result.stdout.splitlines()], result


def refusals(games):
    return [f for g in games for f in g["faults"] if f["refused"]]


def check_limited(path):
    """Games, refused games, exit code and the most memory of a `check` in a process of its own."""
    done = measured(TOOL, "check", path)
    summary = done.stderr.splitlines()[-1]
    games, refused = map(int, re.match(r"(\d+) games?: (\d+) refused", summary).groups())
    return games, refused, done.returncode, done.most_bytes


# --- the corpus, game by game ---------------------------------------------------------------------

# Where python-chess 1.11.2 reads something else, and why we do not follow it.
EXPLAINED = {
    "misc/uzchesscup.pgn": "45 header-only games; it reads the first and stops",
    "pgn-extract/test-fuzzydepth.pgn": "four games without tags, one a line; it reads one",
    "pgn-extract/test-nobadresults.pgn": "nine games, each on the line of its tag; it reads one",
    "scid/res_gameLatin1.pgn": "all tags and moves on one line; it reads no move",
}
# It ends a game at the blank line after a first comment; a blank line ends nothing.
CUT_AT_BLANK_LINE = {
    "pgn-extract/barnes-horton.pgn",
    "pgn-extract/test-C.pgn",
    "pgn-extract/test-F-text.pgn",
    "pgn-extract/test-F.pgn",
    "pgn-extract/test-L2.pgn",
    "pgn-extract/test-N.pgn",
    "pgn-extract/test-R.pgn",
    "pgn-extract/test-Ta.pgn",
    "pgn-extract/test-V.pgn",
    "pgn-extract/test-W.pgn",
    "pgn-extract/test-addhashcode.pgn",
    "pgn-extract/test-f1.pgn",
    "pgn-extract/test-fencomments.pgn",
    "pgn-extract/test-nomovenumbers.pgn",
    "pgn-extract/test-noresults.pgn",
    "pgn-extract/test-notags.pgn",
    "pgn-extract/test-plycount.pgn",
    "pgn-extract/test-plylimit.pgn",
    "pgn-extract/test-totalplycount.pgn",
    "pgn-extract/test-ucW.pgn",
    "pgn-extract/test-w.pgn",
    "pgn-extract/test-checkmate.pgn",
    "pgn-extract/test-nochecks.pgn",
    "pgn-extract/test-stalemate.pgn",
}
# Games that we refuse: file -> what the refusal says, and the plies before it.
REFUSED = {
    ("chess-library/black2move.pgn", 1): ("0-0-0", 0),
    ("chess-library/corrupted.pgn", 1): ("Kx", 124),
    ("pgn-extract/nested-comment.pgn", 1): ("which", 1),  # the comment ends at the first }
    ("pgn-extract/test-allownullmoves.pgn", 1): ("null move", 1),
    ("pgn-extract/test-allownullmoves.pgn", 2): ("null move", 1),
    ("python-chess/anastasian-lewis.pgn", 1): ("null move", 81),
    ("pychess/badpgn.pgn", 1): ("tag", 0),
}
OTHER_VARIANTS = ("atomic", "Antichess", "Crazyhouse")
# The Result tag is no result, or the marker after the moves says otherwise and wins.
OTHER_RESULT = {
    "chess-library/empty_body.pgn": "*",
    "chess-library/no_moves_but_game_termination_2.pgn": "1/2-1/2",
    "chess-library/no_moves_but_game_termination_3.pgn": "*",
    "pychess/promotion.pgn": "*",
}


def without_en_passant(fen):
    """Ours is written by the legal rule, python-chess's after every double step."""
    fields = fen.split()
    return fields[:3] + fields[4:]


def expected_games(corpus):
    files = {}
    for line in (corpus / "chess/pgn/EXPECTED.jsonl").read_text().splitlines():
        game = json.loads(line)
        files.setdefault(game["file"], []).append(game)
    return files


def test_the_corpus_is_read_as_python_chess_reads_it(corpus):
    read = 0
    for name, theirs in expected_games(corpus).items():
        ours, result = check(corpus / "chess/pgn" / name)
        assert result.returncode in (DONE, SOME_REJECTED), name
        if name in EXPLAINED:
            continue
        if name in CUT_AT_BLANK_LINE:  # the part before the moves is not a game
            theirs = [g for g in theirs if g["plies"] > 0]
        assert len(ours) == len(theirs), name
        for mine, other in zip(ours, theirs, strict=True):
            compare(name, mine, other)
            read += 1
    assert read > 5_600


def compare(name, mine, other):
    place = (name, mine["game"])
    refused = refusals([mine])
    if other["variant"] in OTHER_VARIANTS:
        assert mine["variant"] == other["variant"], place
        assert other["variant"] in refused[0]["detail"], place
        return
    if place in REFUSED:
        word, plies = REFUSED[place]
        assert word in refused[0]["detail"] and refused[0]["ply"] == mine["plies"] == plies, place
        return
    assert not refused, (place, refused)
    assert mine["plies"] == other["plies"], place
    assert mine["key"] == other["polyglot"], place
    assert without_en_passant(mine["final"]) == without_en_passant(other["final_fen"]), place
    if other["result"] != mine["result"]:
        assert mine["result"] == OTHER_RESULT[name] and mine["faults"], place


def test_what_python_chess_does_not_read_is_read(corpus):
    folder = corpus / "chess/pgn"
    counts = {name: [g["plies"] for g in check(folder / name)[0]] for name in EXPLAINED}
    assert counts["misc/uzchesscup.pgn"] == [0] * 45
    assert counts["pgn-extract/test-fuzzydepth.pgn"] == [5, 5, 5, 5]
    assert counts["pgn-extract/test-nobadresults.pgn"] == [1] * 9
    assert counts["scid/res_gameLatin1.pgn"] == [149]


# --- hostile files --------------------------------------------------------------------------------

# Name -> games told, games refused, exit code; None: any number.
HOSTILE = {
    "nul_in_tag.pgn": (1, 0, DONE),
    "nul_in_moves.pgn": (1, 1, SOME_REJECTED),
    "invalid_utf8.pgn": (1, 0, DONE),
    "utf16le_bom.pgn": (1, 1, SOME_REJECTED),
    "utf8_bom.pgn": (1, 0, DONE),
    "cr_only.pgn": (1, 0, DONE),
    "mixed_eol.pgn": (2, 0, DONE),
    "no_final_newline.pgn": (1, 0, DONE),
    "unterminated_comment.pgn": (1, 1, SOME_REJECTED),
    "unterminated_tag.pgn": (2, 1, SOME_REJECTED),
    "unbalanced_close.pgn": (1, 0, DONE),
    "nested_2000.pgn": (1, 0, DONE),
    "tag_65536.pgn": (1, 0, DONE),
    "many_tags_20000.pgn": (1, 1, SOME_REJECTED),
    "huge_nag.pgn": (1, 0, DONE),
    "huge_move_number.pgn": (1, 0, DONE),
    "illegal_move.pgn": (2, 1, SOME_REJECTED),
    "ambiguous_san.pgn": (2, 2, SOME_REJECTED),  # game 1 has an illegal king move besides
    "null_moves.pgn": (1, 1, SOME_REJECTED),
    "zero_castling.pgn": (1, 0, DONE),
    "result_conflict.pgn": (1, 0, DONE),
    "bad_fen_tag.pgn": (2, 1, SOME_REJECTED),
    "percent_escape.pgn": (1, 0, DONE),
    "semicolon_comment.pgn": (1, 0, DONE),
    "path_names.pgn": (1, 0, DONE),
    "empty.pgn": (0, 0, DONE),
    "blank_only.pgn": (0, 0, DONE),
    "random_bytes.pgn": (None, None, SOME_REJECTED),
    "shuffle_long_game.pgn": (1, 0, DONE),
    "ok_checksum.pgn.zst": ("plain", 0, DONE),
    "two_frames.pgn.zst": ("plain", 0, DONE),
    "two_frames_cut_inside_game.pgn.zst": ("plain", 0, DONE),
    "skippable_frames.pgn.zst": ("plain", 0, DONE),
    "trailing_garbage.pgn.zst": ("plain", 0, FAILED),
    "empty_frame.pgn.zst": (0, 0, DONE),
    "truncated_half.pgn.zst": (None, None, FAILED),
    "truncated_last_byte.pgn.zst": (None, None, FAILED),
    "truncated_header.pgn.zst": (0, 0, FAILED),
    "bitflip.pgn.zst": (None, None, FAILED),
    "checksum_mismatch.pgn.zst": (None, None, FAILED),
    "bad_magic.pgn.zst": (0, 0, FAILED),
    "zero_bytes.pgn.zst": (0, 0, FAILED),
    "plain_text_named_zst.pgn.zst": (0, 0, FAILED),
    "window_31.pgn.zst": (0, 0, FAILED),
    "bomb_zero_1GiB.pgn.zst": (1, 1, SOME_REJECTED),
    "bomb_pgn_256MiB.pgn.zst": (None, 0, DONE),
    "bomb_comment_1GiB.pgn.zst": (1, 1, SOME_REJECTED),
}


def hostile_names(corpus):
    manifest = (corpus / "hostile/MANIFEST.jsonl").read_text().splitlines()
    return [e["file"] for e in map(json.loads, manifest) if e["kind"] in ("pgn", "zst")]


def test_hostile_files_behave_as_their_manifest_says(corpus):
    names = hostile_names(corpus)
    assert set(names) == set(HOSTILE), "every file of the manifest has its line here"
    plain = None
    for name in names:
        games, refused, code, memory = check_limited(corpus / "hostile" / name)
        want_games, want_refused, want_code = HOSTILE[name]
        assert code == want_code, name
        assert memory < MEMORY_LIMIT, (name, memory)
        if want_games == "plain":
            plain = plain or games
            want_games = plain
            assert games > 10
        assert want_games in (None, games), (name, games)
        assert want_refused in (None, refused), (name, refused)


def test_a_bad_game_is_told_with_its_place(corpus):
    folder = corpus / "hostile"
    data = (folder / "illegal_move.pgn").read_bytes()
    (bad, good), _ = check(folder / "illegal_move.pgn")
    (fault,) = refusals([bad])
    assert fault["code"] == "illegal" and fault["ply"] == bad["plies"]
    assert data[: fault["offset"]].count(b"\n") + 1 == fault["line"]
    assert good["faults"] == [] and good["game"] == 2
    assert data[good["offset"] :].startswith(b"[Event")


# --- the tool -------------------------------------------------------------------------------------


def test_every_packing_gives_the_same(tmp_path):
    unpacked = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True).stdout
    plain = tmp_path / "games.pgn"
    plain.write_bytes(unpacked)
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(unpacked))
    answers = [
        [{**g, "file": ""} for g in check(*args, stdin=stdin)[0]]
        for args, stdin in (
            ([plain], b""),
            ([packed], b""),
            ([LICHESS], b""),
            (["-"], plain.read_bytes()),
            (["-"], LICHESS.read_bytes()),
        )
    ]
    assert len(answers[0]) == 438 and sum(g["plies"] for g in answers[0]) == 28_538
    assert all(a == answers[0] for a in answers[1:])


def test_check_says_what_the_contract_names(tmp_path):
    file = tmp_path / "a.pgn"
    file.write_text(GAME)
    (game,), result = check(file)
    assert result.returncode == DONE
    assert game == {
        "schema": 1,
        "file": str(file),
        "game": 1,
        "offset": 0,
        "line": 1,
        "variant": "standard",
        "plies": 4,
        "result": "1-0",
        "final": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "key": game["key"],
        "faults": [],
    }


def test_check_reads_files_of_positions(tmp_path):
    file = tmp_path / "positions.fen"
    file.write_text(
        "8/8/8/8/8/8/8/k1K5 w - - 0 1\nstartpos moves e2e4\n8/8/8/8/8/8/8/8 w - - 0 1\n"
    )
    games, result = check(file)
    assert result.returncode == SOME_REJECTED
    assert [g.get("plies") for g in games] == [0, 1, None]
    assert games[2]["line"] == 3 and refusals(games)[0]["line"] == 3


def test_exit_codes(tmp_path):
    bad = tmp_path / "bad.pgn"
    bad.write_text(GAME + GAME.replace("Nf3", "Nf4"))
    assert run("check", str(bad)).returncode == SOME_REJECTED
    assert run("check", str(bad), "--lenient").returncode == DONE
    assert run("check", str(tmp_path / "none.pgn")).returncode == FAILED
    text = run("check", str(bad)).stdout
    assert text.startswith(f"{bad}:19: illegal:") and "game 2" in text and "ply 2" in text


def test_convert_writes_position_lines(tmp_path):
    file = tmp_path / "a.pgn"
    file.write_text(
        GAME
        + '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *\n\n'
        + '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]\n\n1. O-O *\n\n*\n'
    )
    result = run("convert", str(file), "-o", "-")
    assert result.returncode == DONE, result.stderr
    assert result.stdout.splitlines() == [
        "startpos moves e2e4 e7e5 g1f3 b8c6",
        "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
        "fen 4k3/8/8/8/8/8/8/1K4R1 w G - 0 1 moves b1g1",
        "startpos",
    ]
    out = tmp_path / "lines.txt"
    assert run("convert", str(LICHESS), "-o", str(out)).returncode == DONE
    lines = out.read_text().splitlines()
    ours, _ = check(LICHESS)
    told = run("inspect", str(out)).stdout.splitlines()
    assert [json.loads(t)["key"] for t in told] == [g["key"] for g in ours]
    assert len(lines) == 438


def test_encode_gives_a_row_for_each_position_that_was_moved_from(tmp_path):
    numpy = pytest.importorskip("numpy")
    by_games, by_lines, final = (tmp_path / n for n in ("g.npy", "l.npy", "f.npy"))
    games = tmp_path / "a.pgn"
    games.write_text(GAME + "1. d4 *\n")
    layout = ("--layout", "chess/planes25")
    assert run("encode", str(games), *layout, "-o", str(by_games)).returncode == DONE
    assert run("encode", str(games), *layout, "-o", str(final), "--final").returncode == DONE
    lines = ["e2e4", "e7e5", "g1f3", "b8c6"]
    positions = ["startpos", *(f"startpos moves {' '.join(lines[:i])}" for i in (1, 2, 3))]
    positions.append("startpos")
    assert run("encode", *positions, *layout, "-o", str(by_lines)).returncode == DONE
    assert (numpy.load(by_games) == numpy.load(by_lines)).all()
    assert len(numpy.load(by_games)) == 5 and len(numpy.load(final)) == 7


def test_encode_reads_standard_input_whole(tmp_path):
    numpy = pytest.importorskip("numpy")
    out = tmp_path / "o.npy"
    for text, rows in (("startpos\n" * 5_000, 5_000), (GAME * 500, 2_000)):
        words = ("encode", "-", "--layout", "chess/signed64", "-o", str(out), "--force")
        assert run(*words, stdin=text).returncode == DONE
        assert len(numpy.load(out)) == rows


def test_encode_leaves_refused_games_out(tmp_path):
    numpy = pytest.importorskip("numpy")
    games, out = tmp_path / "a.pgn", tmp_path / "o.npy"
    games.write_text(GAME.replace("Nf3", "Nf4") + GAME)
    result = run("encode", str(games), "--layout", "chess/canonical18", "-o", str(out))
    assert result.returncode == SOME_REJECTED and "Nf4" in result.stderr
    assert len(numpy.load(out)) == 4


# --- the writer, read by python-chess -------------------------------------------------------------


def test_python_chess_reads_what_we_write():
    pgn = pytest.importorskip("chess.pgn")
    result = run("convert", str(LICHESS), "-o", "-", "--to", "pgn")
    assert result.returncode == DONE
    assert max(len(line) for line in result.stdout.splitlines() if not line.startswith("[")) < 80
    lines = run("convert", str(LICHESS), "-o", "-", "--to", "uci").stdout.splitlines()
    text = io.StringIO(result.stdout)
    for line in lines:
        game = pgn.read_game(text)
        assert not game.errors
        moves = [m.uci() for m in game.mainline_moves()]
        assert " ".join(["startpos", *(["moves"] if moves else []), *moves]) == line
    assert pgn.read_game(text) is None
