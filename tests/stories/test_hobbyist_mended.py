"""The hobbyist's files have small faults: what is put right is counted, nothing is passed over."""

import json
import os
import subprocess
import warnings

import pytest

import intarsia as ia
from tests.conftest import run

DONE, FAILED = 0, 1
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
TWICE = f"{START} KKqQ - 0 1"  # castling letters in an order of their own, one of them twice

# A file with a sound game and one that is put right, and the name of what is.
MENDED = {
    "a.pgn": ('[Result "1-0"]\n\n1. e4 1-0\n\n[Result "1-0"]\n\n1. e4 0-1\n', "invalid"),
    "a.epd": (f"{START} KQkq - bm e4;\n{START} KKqQ - bm e4;\n", "castling"),
    "a.plain": (
        f"fen {START} KQkq - 0 1\nmove e2e4\nscore 5\nply 0\nresult 0\ne\n"
        f"fen {START} KQkq - 0 1\nmove e2e4\nscore 31990\nply 0\nresult 0\ne\n",
        "invalid",
    ),
    "b.plain": (f"fen {TWICE}\nmove e2e4\nscore 5\nply 0\nresult 0\ne\n", "castling"),
    "fens.txt": (f"{START} KQkq - 0 1\n{TWICE}\n{START} KQkq -\n", "castling"),
    "a.trmph": ("#5,a1b2\n#5,a1b2a2b3a3b4a4b5a5c1c2\n", "illegal"),
    "a.sgf": ("(;GM[11]SZ[3];B[a1])(;GM[11]SZ[3]RE[W+];B[a1];W[b1];B[a2];W[b2];B[a3])", "invalid"),
}


@pytest.mark.parametrize("name", MENDED)
def test_build_counts_what_it_put_right(name, tmp_path):
    text, reason = MENDED[name]
    (tmp_path / name).write_text(text)
    checked = run("check", tmp_path / name, "--json")
    faulty = [g for g in map(json.loads, checked.stdout.splitlines()) if g["faults"]]
    done = run("build", tmp_path / name, "-o", tmp_path / "set")
    assert done.returncode == DONE and f"mended    1 {reason}, first" in done.stderr, done.stderr
    report = ia.open(tmp_path / "set").report
    assert report.mended == {reason: 1} and f"mended    1 {reason}" in str(report)
    assert report.mended_first[reason]["line"] == faulty[0]["line"]
    assert json.loads(run("info", tmp_path / "set", "--json").stdout)["mended"] == {reason: 1}


def test_sound_files_have_nothing_to_mend(tmp_path):
    (tmp_path / "a.pgn").write_text("1. e4 e5 *\n")
    done = run("build", tmp_path / "a.pgn", "-o", tmp_path / "set")
    assert done.returncode == DONE and "mended" not in done.stderr
    assert ia.open(tmp_path / "set").report.mended == {}


def test_castling_letters_in_another_order_are_reported_everywhere(tmp_path):
    file = tmp_path / "fens.txt"
    file.write_text(f"{START} KQkq - 0 1\n" + f"{TWICE}\n" * 3)
    done = run("encode", file, "-l", "chess/canonical18", "-o", tmp_path / "a.npy")
    assert done.returncode == DONE and "fens.txt:2" in done.stderr
    assert "another order" in done.stderr and "2 more like it" in done.stderr
    assert "another order" in run("show", TWICE).stderr
    with pytest.warns(ia.GameWarning, match="castling"):
        position = ia.Position(TWICE)
    assert position.fen == f"{START} KQq - 0 1"
    with pytest.warns(ia.GameWarning, match=r"row 1: .* 1 more row"):
        ia.encode([START + " KQkq - 0 1", TWICE, TWICE], "chess/canonical18")
    with pytest.warns(ia.GameWarning, match="castling"):
        ia.policy("chess/az4672").mask(TWICE)
    with warnings.catch_warnings():  # four fields are a FEN that many programs write
        warnings.simplefilter("error")
        ia.Position(START + " KQkq -")
        ia.encode([START + " KQkq -"], "chess/canonical18")


def test_moves_that_are_cut_are_warned_of_in_masks():
    with pytest.warns(ia.GameWarning, match="cut"):
        ia.policy("hex/cells", size=5).mask("#5,a1b2a2b3a3b4a4b5a5c1c2")


def test_links_in_archives_are_named(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.pgn").write_text("1. e4 e5 *\n")
    os.link(folder / "a.pgn", folder / "b.pgn")
    (folder / "c.pgn").symlink_to("a.pgn")
    subprocess.run(["tar", "cf", tmp_path / "games.tar", "-C", tmp_path, "games"], check=True)
    done = run("build", tmp_path / "games.tar", "-o", tmp_path / "set")
    assert done.returncode == DONE and "games     1 of 1" in done.stderr
    assert "2 files" in done.stderr and "c.pgn (a link)" in done.stderr
    with pytest.warns(ia.GameWarning, match="a link"):
        assert len(list(ia.read(tmp_path / "games.tar"))) == 1


def test_a_set_that_is_complete_is_compared_with_the_inputs_that_are_named(tmp_path):
    one, other, folder = tmp_path / "one.pgn", tmp_path / "other.pgn", tmp_path / "set"
    one.write_text("1. e4 e5 *\n")
    other.write_text("1. d4 d5 *\n")
    run("build", one, "-o", folder)
    again = run("build", "--resume", one, "-o", folder)
    assert again.returncode == DONE and "complete already" in again.stderr
    moved = tmp_path / "moved.pgn"
    moved.write_bytes(one.read_bytes())
    assert run("build", "--resume", moved, "-o", folder).returncode == DONE
    done = run("build", "--resume", other, "-o", folder)
    assert done.returncode == FAILED and "other.pgn is not what" in done.stderr
    assert "--force" in done.stderr
    assert run("build", "--resume", other, "-o", folder, "--trust").returncode == DONE
    limited = tmp_path / "limited"
    run("build", one, other, "-o", limited, "--limit", "1")
    assert run("build", "--resume", one, other, "-o", limited).returncode == DONE
    empty, folder = tmp_path / "empty.pgn", tmp_path / "with_empty"
    empty.write_text("")
    run("build", one, empty, "-o", folder)
    listed = tmp_path / "list.txt"
    listed.write_text(f"{one}\n{empty}\n{other}\n")
    done = run("build", "--resume", f"@{listed}", "-o", folder)
    assert done.returncode == FAILED and "other.pgn" in done.stderr


def test_a_folder_of_two_games_is_refused_before_anything_is_written(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.pgn").write_text("1. e4 e5 *\n")
    (folder / "b.trmph").write_text("#5,a1b2\n")
    done = run("build", folder, "-o", tmp_path / "set")
    assert done.returncode == FAILED and "b.trmph: a data set holds one game" in done.stderr
    assert not (tmp_path / "set").exists()


def test_read_walks_folders_and_lists(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "b.pgn").write_text("1. d4 *\n\n1. c4 *\n")
    (folder / "a.pgn").write_text("1. e4 *\n\n1. e5 *\n")
    (folder / "notes.bin").write_bytes(b"\x00\x01\x02")
    reader = ia.read(folder)
    with pytest.warns(ia.GameWarning) as warned:
        assert [g.moves for g in reader] == [["e2e4"], ["d2d4"], ["c2c4"]]
    texts = [str(w.message) for w in warned]
    assert any("a.pgn:3" in t for t in texts) and any("notes.bin" in t for t in texts)
    assert reader.skipped == [str(folder / "notes.bin")] and reader.faults[0].game == 2
    (tmp_path / "list.txt").write_text(f"{folder}/b.pgn\n{folder}/b.pgn\n")
    assert len(list(ia.read(f"@{tmp_path}/list.txt"))) == 4
    with pytest.raises(FileNotFoundError):
        ia.read(tmp_path / "nowhere")
