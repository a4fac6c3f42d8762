"""The wheel that `./dev wheel` makes, in an environment that has nothing else of ours."""

import os
import pathlib
import signal
import subprocess
import sys
import venv

import pytest

from tests.conftest import ROOT

WHEEL = os.environ.get("INTARSIA_WHEEL")
GAMES = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
# What PEP 600 lets wheels take for granted.
SYSTEM = ("linux-vdso", "ld-linux", "libc.", "libm.", "libpthread", "libdl.", "librt.")
SYSTEM += ("libgcc_s", "libstdc++", "libz.")

pytestmark = pytest.mark.skipif(not WHEEL, reason="./dev test --all makes a wheel first")


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An empty virtual environment with the wheel, and NumPy as it wants it."""
    folder = tmp_path_factory.mktemp("an empty one")  # people's folders have spaces
    venv.create(folder, with_pip=True)
    said(folder / "bin/pip", "install", "-q", "--disable-pip-version-check", WHEEL, cwd=folder)
    return folder


def said(*command, cwd):
    """What a program prints that knows nothing of this folder or its environment."""
    clean = {"HOME": str(cwd), "PATH": f"{cwd}/bin:/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=clean)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_makes_a_data_set(environment):
    program = f"""if True:
        import intarsia as ia
        ds = ia.build({str(GAMES)!r}, "data")
        for b in ds.batches("chess/canonical18", 1024, policy="chess/az4672"):
            pass
        import importlib.metadata
        assert ia.__version__ == importlib.metadata.version("intarsia")
        print(len(ds), b.planes.shape[1:], ia.__file__, sep="\\n")
    """
    said_lines = said(environment / "bin/python", "-c", program, cwd=environment).splitlines()
    count, shape, where = said_lines
    assert (count, shape) == ("28538", "(8, 8, 18)")
    assert pathlib.Path(where).is_relative_to(environment)


def test_the_tool_is_on_the_path(environment):
    assert said("intarsia", "perft", "4", cwd=environment) == "197281\n"
    said("intarsia", "build", str(GAMES), "-o", "by_tool", "--limit", "10", cwd=environment)
    assert "10 of" in said("intarsia", "info", "by_tool", cwd=environment)


def test_graphs_are_stored_and_asked(environment):
    """RocksDB comes with it."""
    said("intarsia", "graph", "build", str(GAMES), "-o", "book", cwd=environment)
    assert "253 games" in said(
        "intarsia", "graph", "query", "book", "startpos moves e4", cwd=environment
    )
    program = "import intarsia as ia; print(ia.Graph(path='book')['startpos moves e4'].games)"
    assert said(environment / "bin/python", "-c", program, cwd=environment) == "253\n"


def test_the_tool_ends_quietly_when_nobody_reads_on(environment):
    """Python ignores SIGPIPE, and programs inherit that."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [environment / "bin/intarsia", "layouts", "--markdown"]
    done = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, text=True)
    os.close(write_end)
    assert done.returncode == -signal.SIGPIPE
    assert done.stderr == ""


def test_it_has_the_licence_of_what_it_brings(environment):
    (info,) = environment.glob("lib/python3*/site-packages/intarsia-*.dist-info")
    licences = {p.name for p in (info / "licenses").iterdir() if p.stat().st_size > 100}
    brought = list(environment.glob("lib/python3*/site-packages/intarsia.libs/*"))
    assert {"LICENSE", "libarchive-dev.txt", "libcli11-dev.txt", "nanobind.txt"} <= licences
    for library in brought:
        name = library.name.split("-")[0].split(".")[0]
        assert any(name in licence for licence in licences), (name, licences)


def test_it_is_small():
    """RocksDB is half of it. ICU, which nothing of ours needs, would be 31 MB unpacked."""
    assert pathlib.Path(WHEEL).stat().st_size < 12_000_000


def test_it_brings_its_libraries(environment):
    """No library of the system is used but those that every Linux has."""
    binaries = [p for p in environment.rglob("*") if p.is_file() and is_ours(p)]
    assert len(binaries) > 5
    for binary in binaries:
        for line in said("ldd", str(binary), cwd=environment).splitlines():
            name, _, path = line.strip().partition(" => ")
            is_inside = str(environment) in path or str(environment) in name
            if name == "statically linked":  # it needs none
                continue
            assert is_inside or name.split("/")[-1].startswith(SYSTEM), (binary.name, line)


def is_ours(path):
    with path.open("rb") as file:
        is_elf = file.read(4) == b"\x7fELF"
    return is_elf and "intarsia" in str(path.relative_to(path.anchor)) and "numpy" not in str(path)


def test_its_tag_says_where_it_runs():
    tag = pathlib.Path(WHEEL).stem.split("-", 2)[2]
    assert tag.startswith(f"cp3{sys.version_info.minor}-") and "manylinux" in tag
