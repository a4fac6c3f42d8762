"""A game is a row: outside a game's own files nobody compares or lists the names of games."""

import ast
import io
import re
import tokenize

import pytest

from tests.conftest import GAMES, ROOT

# Words of one game that would be a comparison with it all the same.
WORDS = ("trmph", "pgn", "blue", "white", "sgf", "fen")

PYTHON = ROOT / "python/intarsia"
BIND = ROOT / "python/bind"


# The one list of games, and the header that includes those of all games.
LISTS = (
    "src/intarsia/games/rows.h",
    "src/intarsia/games/registry.cc",
    "src/intarsia/intarsia.h",
)


def is_own(path):
    """Whether a file is a game's own: its folder, module or file has its name."""
    name = path.relative_to(ROOT)
    return any(re.fullmatch(rf"({'|'.join(GAMES)})(_\w+)?(\.\w+)?", part) for part in name.parts)


def files(folder, *endings):
    found = [f for ending in endings for f in sorted(folder.rglob(f"*{ending}")) if not is_own(f)]
    assert found
    return found


def has_name(word):
    """A game's name as a part of an identifier: hex_line, is_hex, ChessGame."""
    parts = re.findall(r"[A-Z]?[a-z0-9]+", word)
    return any(part.lower() in GAMES for part in parts)


def docstrings(tree):
    """The lines of texts that document, by (first, last)."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, kinds) and ast.get_docstring(node) is not None:
            yield node.body[0].lineno, node.body[0].end_lineno


def exports(tree):
    """The lines of imports, and of __all__, in the package's __init__: its list of classes."""
    for node in tree.body:
        is_list = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
        if isinstance(node, (ast.Import, ast.ImportFrom)) or is_list:
            yield node.lineno, node.end_lineno


def python_faults(path):
    source = path.read_text()
    tree = ast.parse(source)
    spans = list(docstrings(tree))
    if path == PYTHON / "__init__.py":
        spans += exports(tree)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if any(first <= token.start[0] <= last for first, last in spans):
            continue
        where = f"{path.relative_to(ROOT)}:{token.start[0]}: {token.string}"
        if token.type == tokenize.NAME and has_name(token.string):
            yield where
        if token.type == tokenize.STRING:
            text = token.string.lstrip("rbfRBF").strip("\"'")
            if text in (*GAMES, *WORDS) or text.startswith(tuple(f"{game}/" for game in GAMES)):
                yield where


@pytest.mark.parametrize("path", files(PYTHON, ".py"), ids=lambda p: p.name)
def test_python_names_no_game(path):
    assert list(python_faults(path)) == []


def without_comments(source):
    """C++ without comments and without the texts that document (raw strings)."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())  # noqa: E731
    source = re.sub(r'R"\((.*?)\)"', blank, source, flags=re.S)
    return re.sub(r"//[^\n]*", blank, source)


def cpp_faults(path):
    for number, line in enumerate(without_comments(path.read_text()).splitlines(), 1):
        literals = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
        code = re.sub(r'"((?:[^"\\]|\\.)*)"', '""', line)
        names = [word for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", code) if has_name(word)]
        named = [text for text in literals if text in (*GAMES, *WORDS)]
        named += [text for text in literals if re.match(rf"({'|'.join(GAMES)})/", text)]
        included = [t for t in literals if re.search(rf"/({'|'.join(GAMES)})[/.]", f"/{t}")]
        for what in (*names, *named, *included):
            yield f"{path.relative_to(ROOT)}:{number}: {what}"


@pytest.mark.parametrize("path", files(BIND, ".cc", ".h"), ids=lambda p: p.name)
def test_the_bindings_name_no_game(path):
    assert list(cpp_faults(path)) == []


@pytest.mark.parametrize("folder", ["src/intarsia", "apps"])
def test_the_library_and_the_tool_name_no_game(folder):
    found = [
        fault
        for path in files(ROOT / folder, ".cc", ".h")
        if not path.name.endswith("_test.cc") and path.relative_to(ROOT).as_posix() not in LISTS
        for fault in cpp_faults(path)
    ]
    assert found == []


def test_what_would_be_found(tmp_path, monkeypatch):
    """The two readers find what they are for, and leave comments and documentation alone."""
    monkeypatch.setattr("tests.test_names_of_games.ROOT", tmp_path)
    code = tmp_path / "a.py"
    lines = (
        '"""Of chess and hex."""',
        "# hex",
        'if game == "hex":',
        '    hex_sizes("chess/x")',
        "",
    )
    code.write_text("\n".join(lines))
    assert [fault.split(": ")[1] for fault in python_faults(code)] == [
        '"hex"',
        "hex_sizes",
        '"chess/x"',
    ]
    code = tmp_path / "a.cc"
    code.write_text('// hex\n#include "intarsia/hex/game.h"\nif (name == "chess") HexBatch();\n')
    assert [fault.split(": ")[1] for fault in cpp_faults(code)] == [
        "intarsia/hex/game.h",
        "HexBatch",
        "chess",
    ]


def test_the_page_asks_what_a_game_has_and_not_its_name():
    compared = re.compile(rf'[!=]==? *"({"|".join(GAMES)})"')
    found = [
        f"{file.name}: {line.strip()}"
        for file in files(ROOT / "page/src", ".ts")
        for line in file.read_text().splitlines()
        if compared.search(line)
    ]
    assert not found
