"""The installed tree: which headers it has, and programs that are built against it."""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import BUILD, ROOT

# The five headers that users include, as cmake/install.cmake has them.
WHOLE = ("chess.h", "connect4.h", "cuda.h", "hex.h", "intarsia.h")

# As somebody has it who knows nothing of how the library was built.
PLAIN = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8"}


def step(*command, cwd=None):
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=PLAIN)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source, folder, prefix, *options):
    """Builds a project against the installed package."""
    prefix_flag = f"-DCMAKE_PREFIX_PATH={prefix}"
    step("cmake", "-G", "Ninja", "-S", str(source), "-B", str(folder), prefix_flag, *options)
    step("cmake", "--build", str(folder))


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """The installed tree."""
    folder = tmp_path_factory.mktemp("installed")
    step("cmake", "--install", str(BUILD), "--prefix", str(folder))
    return folder


def included(header):
    return re.findall(r'^#include "(intarsia/[^"]+)"', header.read_text(), re.MULTILINE)


def closure():
    """The headers for users and all that they include."""
    found, left = set(), [f"intarsia/{name}" for name in WHOLE]
    while left:
        if (header := left.pop()) not in found:
            found.add(header)
            left += included(ROOT / "src" / header)
    return found


def example_of(header):
    """The program in a header's first comment."""
    comment = header.read_text().partition("\n\n")[0]
    lines = re.findall(r"^//   (.*)$", comment, re.MULTILINE)
    assert 8 <= len(lines) <= 16
    body = "\n".join(lines)
    return f'#include <vector>\n#include "intarsia/{header.name}"\nint main() {{\n{body}\n}}\n'


def test_the_public_headers_are_installed_and_no_others(prefix):
    installed = {
        path.relative_to(prefix / "include").as_posix()
        for path in (prefix / "include").rglob("*")
        if path.is_file()
    }
    assert installed == closure()
    assert [name for name in installed if "/internal/" in name or "toy" in name] == []
    parts = ("fact_table", "line_parser", "pipeline", "row_of", "rules_of", "typed", "writer")
    assert not installed & {
        f"intarsia/{f}/{p}.h" for f in ("data", "game", "layout") for p in parts
    }


def is_shown_by_the_build(header):
    """Whether a file of our own begins with the header: then it has compiled by itself."""
    code = (ROOT / "src" / header).with_suffix(".cc")
    return code.exists() and code.read_text().startswith(f'#include "{header}"')


def test_every_installed_header_compiles_alone(prefix):
    include = prefix / "include"
    headers = sorted(closure())
    if not os.environ.get("INTARSIA_FULL"):
        headers = [header for header in headers if not is_shown_by_the_build(header)]

    def compile_one(header):
        command = ["g++", "-fsyntax-only", "-std=c++20", "-Wall", "-Wextra", "-Werror"]
        command += ["-I", str(include), "-include", header, "-x", "c++", "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, env=PLAIN)
        return f"{header}: {done.stderr}" if done.returncode else None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        assert [fault for fault in pool.map(compile_one, headers) if fault] == []


def test_programs_of_others_use_the_installed_package(prefix, tmp_path):
    """One whose globals call us, and the examples in the comments of the public headers."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in WHOLE:
        (programs / f"{name[:-2]}_example.cc").write_text(example_of(ROOT / "src/intarsia" / name))
    build(ROOT / "tests/outside", tmp_path, prefix, f"-DPROGRAMS={programs}")
    out = step(str(tmp_path / "before_main"))
    assert out == "20 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 13160\n"
    (tmp_path / "games.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n")
    for name in WHOLE:
        step(str(tmp_path / f"{name[:-2]}_example"), cwd=tmp_path)
    assert step(str(prefix / "bin/intarsia"), "perft", "3") == "8902\n"


def test_the_examples_run_against_the_installed_package(prefix, tmp_path):
    build(ROOT / "examples/cpp", tmp_path, prefix)

    def run(name, *arguments):
        return step(str(tmp_path / name), *map(str, arguments), cwd=tmp_path).splitlines()

    assert run("chess_planes", "chess/planes25", "e4", "e5") == [
        "3 positions, (25, 8, 8) each",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1",
        "not shown: castling.rooks",
        "not shown: clock",
        "not shown: fullmove",
        "not shown: occurrences",
        "not shown: history",
    ]
    games = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
    assert run("make_set", "data", games) == [
        "26178 positions to train on",
        "the mover scores +0.006 on average",
        f"the first one was ply 38 of a game in {games}",
    ]
    book = run("opening_book", games, "startpos moves e2e4")
    assert book[1].startswith("253 games: white 48.6%")
    assert [line.split()[:2] for line in book[4:7]] == [["e5", "93"], ["c5", "37"], ["d5", "36"]]
    assert book[-1].startswith("score +0.0")
    assert book[-1].endswith("after 50000 positions")
    assert run("hex_policies", ROOT / "tests/data/hex/selfplay13.trmph") == [
        "351 positions of (3, 13, 13), 170 moves to choose from"
    ]


def test_a_library_that_users_miss_is_answered_with_the_line_that_installs_it(prefix, tmp_path):
    options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON"]
    options.append("-DINTARSIA_LIBRARY_zstd=")  # as if it had been looked for in vain
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", str(ROOT / "examples/cpp"), "-B", str(tmp_path), *options],
        capture_output=True,
        text=True,
        env=PLAIN,
    )
    assert done.returncode != 0
    assert "sudo apt-get install libhwy-dev libzstd-dev" in done.stderr


def test_a_missing_library_is_answered_with_the_line_that_installs_it(tmp_path):
    flags = ["-DINTARSIA_APPS=OFF", "-DINTARSIA_TESTS=OFF"]
    flags += [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("hwy", "nlohmann_json")]
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(tmp_path), *flags],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "sudo apt-get install libhwy-dev nlohmann-json3-dev" in done.stderr


def test_a_missing_compiler_is_answered_with_the_line_that_installs_it(tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("cmake", "ninja"):
        (tools / name).symlink_to(shutil.which(name))
    environment = {key: value for key, value in os.environ.items() if key not in ("CXX", "CC")}
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(tmp_path / "build")],
        capture_output=True,
        text=True,
        env={**environment, "PATH": str(tools)},
    )
    assert done.returncode != 0
    packages = re.search(r"BUILD_PACKAGES=\((.+?)\)", (ROOT / "dev").read_text(), re.DOTALL)[1]
    wanted = [name for name in packages.split() if name not in ("cmake", "ninja-build")]
    assert f"sudo apt-get install {' '.join(wanted)}" in done.stderr
