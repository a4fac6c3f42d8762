"""What the README shows is what happens."""

import doctest
import re
import shlex
import shutil

import pytest

from tests.conftest import ROOT, run

GAMES = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
README = (ROOT / "README.md").read_text()


def session():
    """The commands of the README's console blocks with their output."""
    steps = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            steps.append((command, output))
    return steps


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the session runs, step after step: with the files that it names."""
    path = tmp_path_factory.mktemp("session")
    (layout,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    (path / "tiny.json").write_text(layout)
    shutil.copy(GAMES, path / "games.pgn.zst")
    return path


@pytest.mark.parametrize(("command", "output"), session())
def test_the_session_runs(command, output, folder, monkeypatch):
    monkeypatch.chdir(folder)
    words = shlex.split(command)
    assert words[0] == "intarsia"
    found = run(*words[1:])
    assert found.returncode == 0, found.stderr
    checker = doctest.OutputChecker()
    assert checker.check_output(output, found.stdout, doctest.ELLIPSIS), found.stdout


def python_sessions():
    """The README's lines of Python and those of docs/python.md, each as one text."""
    for name in ("README.md", "docs/python.md"):
        blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
        yield pytest.param("\n".join(blocks), id=name)


@pytest.mark.parametrize("session", list(python_sessions()))
def test_the_python_session_runs(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(GAMES, "games.pgn.zst")
    test = doctest.DocTestParser().get_doctest(session, {}, "session", None, 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_there_is_a_session():
    assert len(session()) >= 4


def test_the_folder_map_names_real_folders():
    for path in re.findall(r"\]\(((?:src|apps|python|tests|bench|fuzz|docs)[^)]*)\)", README):
        assert (ROOT / path).exists(), path
