"""What the pages show is what happens: their sessions are run, page by page, from top to bottom."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import intarsia as ia
from tests.conftest import BUILD, ROOT, run
from tests.pages import PAGES, blocks

# What the sessions call games.pgn.zst and games.trmph.
SAMPLES = {
    "games.pgn.zst": ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst",
    "games.trmph": ROOT / "tests/data/hex/selfplay13.trmph",
}


def copy_samples(folder):
    for name, path in SAMPLES.items():
        shutil.copy(path, folder / name)


def steps(page):
    """The commands of the page's console blocks with their output."""
    for block in blocks(page, "console"):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


STEPS = [
    pytest.param(page, command, output, id=f"{page}: {command}")
    for page in PAGES
    for command, output in steps(page)
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Where the session of each page runs, step after step: with the files that it names."""
    made = {}

    def folder_of(page):
        if page not in made:
            made[page] = tmp_path_factory.mktemp("session")
            copy_samples(made[page])
        return made[page]

    return folder_of


@pytest.mark.parametrize(("page", "command", "output"), STEPS)
def test_the_session_runs(page, command, output, folders, monkeypatch):
    monkeypatch.chdir(folders(page))
    words = shlex.split(command)
    if words[0] == "cat":  # a file of the reader's own: what is shown is what it holds
        (folders(page) / words[1]).write_text(output)
        return
    assert words[0] == "intarsia"
    found = run(*words[1:])
    assert found.returncode == 0, found.stderr
    checker = doctest.OutputChecker()
    assert checker.check_output(output, found.stdout, doctest.ELLIPSIS), found.stdout


def python_sessions():
    """The lines of Python of each page, as one text."""
    for page in PAGES:
        if session := "\n".join(blocks(page, "pycon")):
            yield pytest.param(session, id=page)


@pytest.mark.parametrize("session", list(python_sessions()))
def test_the_python_session_runs(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copy_samples(tmp_path)
    test = doctest.DocTestParser().get_doctest(session, {}, "session", None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/tour.md", "docs/hex.md"])
def test_there_is_a_session(page):
    assert len(list(steps(page))) >= 4


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/hex.md", "docs/glossary.md"])
def test_there_is_a_python_session(page):
    assert "\n".join(blocks(page, "pycon")).count(">>>") >= 9


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "json")])
def test_layouts_in_json_are_some(page, tmp_path):
    for layout in blocks(page, "json"):
        (tmp_path / "mine.json").write_text(layout)
        found = run("layouts", str(tmp_path / "mine.json"))
        assert found.returncode == 0, found.stderr


def test_the_network_learns(tmp_path):
    """The program of docs/training.md, all blocks one after the other."""
    pytest.importorskip("torch")
    copy_samples(tmp_path)
    program = "\n".join(blocks("docs/training.md", "python"))
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}  # beside other tests
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    *epochs, move = done.stdout.splitlines()
    losses = [float(line.split()[-1]) for line in epochs]
    assert losses[-1] < losses[0] < 4.1, losses  # 4.2 before it has learned anything
    assert move in ia.Position("startpos").legal_moves


def test_the_program_of_the_cpp_page_runs(tmp_path):
    """Against the installed tree, with the page's own CMakeLists.txt."""

    def step(*command):
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (program,) = blocks("docs/cpp.md", "cpp")
    (project,) = blocks("docs/cpp.md", "cmake")
    (output,) = blocks("docs/cpp.md", "text")
    (tmp_path / "main.cc").write_text(program)
    (tmp_path / "CMakeLists.txt").write_text(project)
    step("cmake", "--install", str(BUILD), "--prefix", "prefix")
    prefix = f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}"
    step("cmake", "-G", "Ninja", "-S", ".", "-B", "build", prefix)
    step("cmake", "--build", "build")
    assert step("build/my_trainer") == output
    (lines,) = blocks("README.md", "cpp")
    (tmp_path / "readme.cc").write_text(lines)
    step("g++", "-std=c++20", "-fsyntax-only", "-Iprefix/include", "readme.cc")
