"""The hobbyist's mistakes at the edges: each is said, and nothing readable is lost."""

import os
import subprocess

import pytest

import intarsia as ia
from tests.conftest import ROOT, run

DONE, FAILED, USAGE, SOME_REJECTED = 0, 1, 2, 3
LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"


@pytest.fixture(scope="module")
def pgn(tmp_path_factory):
    file = tmp_path_factory.mktemp("games") / "games.pgn"
    file.write_bytes(subprocess.run(["zstd", "-dcq", LICHESS], capture_output=True).stdout)
    return file


@pytest.mark.parametrize("pack", [["zip", "-q"], ["tar", "cf"]], ids=["zip", "tar"])
@pytest.mark.parametrize("kept", [20_000, 200_000])
def test_games_before_the_damage_of_an_archive_are_kept(pack, kept, pgn, tmp_path):
    archive = tmp_path / "games.archive"
    subprocess.run([*pack, archive, pgn.name], cwd=pgn.parent, check=True)
    cut = tmp_path / "cut"
    cut.write_bytes(archive.with_suffix(archive.suffix).read_bytes()[:kept])
    checked = run("check", cut)
    whole = int(checked.stderr.split(" game")[0].split()[-1])
    done = run("build", cut, pgn, "-o", tmp_path / "set", "--lenient")
    report = ia.open(tmp_path / "set").report
    assert done.returncode == FAILED and report.rejected == {"damaged input": 1}
    beside = int(run("check", pgn).stderr.split(" game")[0].split()[-1])
    assert report.read - 1 == whole + beside and whole > 5


def test_boards_of_two_sizes_on_standard_input_are_refused(tmp_path):
    lines = "#7,a1b2\n#8,c3\n"
    done = run("encode", "-", "-l", "hex/nxn", "-o", tmp_path / "a.npy", stdin=lines)
    assert done.returncode == USAGE and "7 (1 input) 8 (1 input)" in done.stderr
    late = "#7,a1b2\n" * 1500 + "#8,c3\n"
    done = run("encode", "-", "-l", "hex/nxn", "-o", tmp_path / "a.npy", stdin=late)
    assert done.returncode == SOME_REJECTED and "1 input with boards of other sizes" in done.stderr


WORDS = ("outcome", "time_control", "length", "date", "variant", "termination", "ply", "event")


@pytest.mark.parametrize("name", WORDS)
def test_an_empty_word_is_no_filter(name, pgn, tmp_path):
    flag = f"--{name.replace('_', '-')}"
    done = run("build", pgn, "-o", tmp_path / "a", flag, "")
    assert done.returncode == USAGE and "expected some text" in done.stderr
    with pytest.raises(ValueError, match=f"{name}: expected some text"):
        ia.build(pgn, tmp_path / "a", **{name: ""})
    assert not (tmp_path / "a").exists()


def test_no_empty_files_are_left(tmp_path):
    (tmp_path / "bad.pgn").write_text("1. e5 *\n")
    done = run("convert", tmp_path / "bad.pgn", "-o", tmp_path / "a.uci")
    assert done.returncode == SOME_REJECTED and "nothing came out" in done.stderr
    (tmp_path / "good.pgn").write_text("1. e4 *\n")
    run("build", tmp_path / "good.pgn", "-o", tmp_path / "set")
    done = run("export", tmp_path / "set", "--to", "plain", "-o", tmp_path / "a.plain")
    assert done.returncode == SOME_REJECTED and "nothing came out" in done.stderr
    assert not (tmp_path / "a.uci").exists() and not (tmp_path / "a.plain").exists()
    assert run("decode", tmp_path / "nowhere.npy").returncode == FAILED


def test_an_archive_of_two_games_leaves_no_set(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 *\n")
    (tmp_path / "b.trmph").write_text("#5,a1b2\n")
    subprocess.run(["zip", "-q", "mixed.zip", "a.pgn", "b.trmph"], cwd=tmp_path, check=True)
    done = run("build", tmp_path / "mixed.zip", "-o", tmp_path / "set")
    assert done.returncode == FAILED and "one game" in done.stderr
    assert list((tmp_path / "set").iterdir()) == []


def test_what_is_cut_or_wrong_is_noted(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 {[%eval 999] [%clk bar]} e5 {[%eval #99999]} *\n")
    said = run("check", tmp_path / "a.pgn").stdout
    assert "evaluation 999 is read as 310.00" in said and '"bar"' in said and "#99999" in said
    (tmp_path / "b.pgn").write_text("1. e4 {[%eval 310.00]} e5 {[%eval #-3]} *\n")
    assert run("check", tmp_path / "b.pgn").stdout == ""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    (tmp_path / "a.plain").write_text(f"fen {start}\nmove e2e4\nscore 5\nply 0\nresult 7\ne\n")
    assert "expected -1, 0 or 1" in run("check", tmp_path / "a.plain").stdout


def test_what_is_no_file_in_a_folder_is_named(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.pgn").write_text("1. e4 *\n")
    (folder / "nowhere.pgn").symlink_to("missing.pgn")
    (folder / "round").symlink_to(".")
    os.mkfifo(folder / "pipe.pgn")
    done = run("build", folder, "-o", tmp_path / "set")
    assert done.returncode == DONE and "3 files" in done.stderr
    reader = ia.read(folder)
    with pytest.warns(ia.GameWarning, match="not read"):
        assert len(list(reader)) == 1
    assert len(reader.skipped) == 3


def test_help_is_found_by_its_name():
    assert run("help").stdout == run("--help").stdout
    assert run("help", "show").stdout == run("show", "--help").stdout


def test_decode_says_which_turn_it_was_told(tmp_path):
    file = tmp_path / "one.npy"
    run("encode", "startpos moves e2e4", "-l", "chess/canonical18", "-o", file)
    assert "(read as: black, by --turn)" in run("decode", file, "--turn", "black").stderr
    assert "(read as: White, or Black" in run("decode", file).stderr


KK = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKQkq - 0 1"


@pytest.mark.parametrize(
    "use",
    [
        lambda: ia.Position(KK),
        lambda: ia.ChessGame(KK),
        lambda: ia.show(KK),
        lambda: ia.Transition(KK, "e2e4"),
        lambda: ia.encode(KK, "chess/canonical18"),
    ],
    ids=["Position", "ChessGame", "show", "Transition", "encode"],
)
def test_warnings_point_at_the_line_of_the_user(use):
    with pytest.warns(ia.GameWarning, match="named twice") as found:
        use()
    assert [w.filename for w in found] == [__file__]


def test_errors_of_python_speak_python(tmp_path):
    ia.build(LICHESS, tmp_path / "set", min_elo=1500, limit=10)
    with pytest.raises(
        ia.ParseError, match=r"^min_elo is 1600 now and was 1500 .* anew with force=True"
    ):
        ia.build(LICHESS, tmp_path / "set", min_elo=1600, resume=True)
    assert ia.ParseError.__module__ == ia.IllegalError.__module__ == "intarsia"


def test_several_openings_as_a_list(tmp_path):
    one = ia.build(LICHESS, tmp_path / "one", eco="B9?,C2?")
    assert 0 < len(ia.build(LICHESS, tmp_path / "two", eco=["B9?", "C2?"])) == len(one)
