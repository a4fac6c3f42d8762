"""Texts that end around the places where `build` cuts them: every reader counts the same games."""

import itertools
import re
import warnings

import pytest

import intarsia as ia
from tests.conftest import run
from tests.data_sets import manifest_of

LONGEST = 1 << 20  # a piece without the start of a game: data::kMaxGrowth * data::kPieceBytes
DONE, SOME_REJECTED = 0, 3


def exactly(length, start, unit, end=""):
    """`start`, as many units as fit, padding within the last one, `end`: so many bytes."""
    room = length - len(start) - len(end)
    text = start + unit * (room // len(unit))
    return text + " " * (length - len(text) - len(end)) + end


def tagless(length):
    return exactly(length, "", "1. e4 e5 2. Nf3 0-1\n\n", "1. d4 0-1")


def annotated(length):
    """One game."""
    return exactly(length, "1. e4 {", "a long thought ", "} e5 2. Nf3 1-0")


def unfinished(length):
    """One game whose comment has no end."""
    return exactly(length, "1. e4 e5 {", "a long thought ")


def junk(length):
    return exactly(length, "", "lorem ipsum dolor sit amet ")


def zeros(length):
    return "\0" * length


def trmph(length):
    return exactly(length, "", "#5,a1b2c3 b\n", "#5,a1b2\n#5,a9")


def one_line(length):
    """Of a length that no reader takes."""
    return exactly(length, "#5,a1", "b2")


def sgf(length):
    return exactly(length, "", "(;GM[11]SZ[5];B[a1];W[b2])\n", "(;GM[11]SZ[5];B[c3])")


def cut_sgf(length):
    return exactly(length, "(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5]C[", "a long thought ")


FORMS = [
    (tagless, "pgn"),
    (annotated, "pgn"),
    (unfinished, "pgn"),
    (junk, "pgn"),
    (zeros, "pgn"),
    (trmph, "trmph"),
    (one_line, "trmph"),
    (sgf, "sgf"),
    (cut_sgf, "sgf"),
]


def counted_by_check(path):
    done = run("check", str(path))
    games, refused = map(int, re.search(r"(\d+) games?: (\d+) refused", done.stderr).groups())
    assert done.returncode == (SOME_REJECTED if refused else DONE), done.stderr
    return games - refused, refused


def counted_by_read(path):
    reader = ia.read(path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ia.GameWarning)
        for _ in reader:
            pass
    return reader.games, reader.refused


@pytest.mark.parametrize(("text", "ending"), FORMS, ids=[f.__name__ for f, _ in FORMS])
def test_every_reader_counts_the_same(text, ending, tmp_path):
    for place, more in itertools.product([LONGEST, 2 * LONGEST], range(-3, 4)):
        path = tmp_path / f"games.{ending}"
        path.write_text(text(place + more))
        assert path.stat().st_size == place + more
        checked = counted_by_check(path)
        assert counted_by_read(path) == checked, (place, more)
        done = run("build", str(path), "-o", str(tmp_path / "set"), "-j", "2", "--force")
        assert done.returncode == (SOME_REJECTED if checked[1] else DONE), done.stderr
        m = manifest_of(tmp_path / "set")
        rejected = sum(m["rejected"].values())
        assert (m["read"] - rejected, rejected) == checked, (place, more)
        assert m["games"] + sum(m["dropped"].values()) + rejected == m["read"]
