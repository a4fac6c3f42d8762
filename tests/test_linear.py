"""Every reader takes time linear in its input, by counted instructions, and bounded memory.

From n to 4n costs four times what it costs from n/4 to n; quadratic work would be sixteen times
as much. What the tool costs before it reads cancels out. Instructions are counted by valgrind, so
the load of the machine does not matter.
"""

import json
import re
import shutil
import subprocess

import pytest
import xxhash

from tests.conftest import TOOL
from tests.memory import measured

LINEAR = 8  # as far from 4 as from 16: room for tables that double
NOISE = 200_000  # instructions: threads that wait, memory that is found elsewhere
MOST_BYTES = 256 << 20
LARGEST = 64 << 20  # data::kMaxManifestBytes


def instructions(words):
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed; ./dev test --all installs it")
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", TOOL]
        + [str(w) for w in words],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode in (0, 1, 2, 3, 4), done.stderr
    return int(re.search(r"I +refs: +([\d,]+)", done.stderr).group(1).replace(",", ""))


def is_linear(words_for, n):
    quarter, one, four = (instructions(words_for(k)) for k in (n // 4, n, 4 * n))
    return four - one < LINEAR * max(one - quarter, NOISE)


WALK = (("k7/3K4 w", "d1e1"), ("k7/4K3 b", "a2a3"), ("k7/8/4K3 w", "e1d1"), ("k7/8/3K4 b", "a3a2"))


def walk(ply):
    """An entry of a long game in which the kings walk to and fro."""
    men, move = WALK[ply % 4]
    empty = "8/" * (8 - 1 - men.count("/"))
    return f"fen {empty}{men} - - 0 1\nmove {move}\nscore 0\nply {ply}\nresult 0\ne\n"


TEXTS = {
    "evals without an end": ("pgn", lambda n: "1. e4 {" + "[%eval " * n + "} e5 *"),
    "clocks without an end": ("pgn", lambda n: "1. e4 {" + "[%clk " * n + "} e5 *"),
    "evals by the thousand": ("pgn", lambda n: "1. e4 {" + "[%eval 0.1]" * n + "} e5 *"),
    "comments": ("pgn", lambda n: "1. e4 " + "{[%eval 0.1]}" * n + " e5 *"),
    "variations": ("pgn", lambda n: "1. e4 " + "(1. d4 " * n + ")" * n + " e5 *"),
    "numbers": ("pgn", lambda n: "1. e4 " + "$1 " * n + "e5 *"),
    "quotes": ("pgn", lambda n: '[Event "' + '\\"' * n + '"]\n\n1. e4 *'),
    "tags": ("pgn", lambda n: "".join(f'[T{i} "x"]\n' for i in range(8 * n)) + "\n1. e4 *"),
    "tags again": ("pgn", lambda n: '[Event "x"]\n' * n + "\n1. e4 *"),
    "games": ("pgn", lambda n: "1. e4 e5 *\n\n" * n),
    "refused games": ("pgn", lambda n: "1. e4 Ke4 *\n\n" * n),
    "open brackets": ("pgn", lambda n: "[" * n),
    "a shuffle": ("pgn", lambda n: "1. Nf3 Nf6 2. Ng1 Ng8 " * n + "*"),
    "TRMPH": ("trmph", lambda n: "#5,a1b2c3 b\n" * n),
    "a line": ("trmph", lambda n: "#13," + "a1" * n),
    "refused lines": ("trmph", lambda n: "#5,a1a1a1\n" * n),
    "SGF": ("sgf", lambda n: "(;GM[11]SZ[5];B[a1])\n" * n),
    "refused SGF": ("sgf", lambda n: "(;GM[11]SZ[5];B[z1])\n" * n),
    "SGF values": ("sgf", lambda n: "(;GM[11]SZ[5]C" + "[x]" * n + ";B[a1])"),
    "SGF nodes": ("sgf", lambda n: "(;GM[11]SZ[5]" + ";" * n + ";B[a1])"),
    "SGF variations": ("sgf", lambda n: "(;GM[11]SZ[5]" + "(;B[a1])" * n + ")"),
    "SGF depth": ("sgf", lambda n: "(;GM[11]SZ[5]" + "(;C[x]" * n),
    "SGF escapes": ("sgf", lambda n: "(;GM[11]SZ[5]C[" + "\\]" * n + "];B[a1])"),
    "SGF notes": ("sgf", lambda n: "(;GM[11]SZ[5];B[a1]" + "XX[y]\n" * n + ";W[b2])"),
    "EPD": ("epd", lambda n: "8/8/8/8/8/8/8/k1K5 w - - " + 'id "x"; ' * n + "\n"),
    "EPD lines": ("epd", lambda n: "8/8/8/8/8/8/8/k1K5 w - - ce 5;\n" * n),
    "plain": ("plain", lambda n: "fen 8/8/8/8/8/8/8/k1K5 w - - 0 1\nmove c1c2\ne\n" * n),
    "plain game": ("plain", lambda n: "".join(map(walk, range(4 * n)))),
    "plain without an end": ("plain", lambda n: "fen 8/8/8/8/8/8/8/k1K5 w - - 0 1\n" * n),
    "positions": ("lines", lambda n: "8/8/8/8/8/8/8/k1K5 w - - 0 1 | 5 | 0.5\n" * n),
    "moves": ("lines", lambda n: "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * n + "\n"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name, tmp_path):
    form, text = TEXTS[name]

    def build(n):
        path = tmp_path / f"games-{n}"
        path.write_text(text(n))
        return ["build", path, "-o", tmp_path / "set", "--from", form, "-j", "1", "--force"]

    assert is_linear(build, 2_000)
    if form not in ("pgn", "trmph", "sgf"):
        return

    def check(n):
        path = tmp_path / f"games-{n}.{form}"
        path.write_text(text(n))
        return ["check", path]

    assert is_linear(check, 2_000)


def test_tiny_shards(tmp_path):
    """The manifest, written anew for each of them, would be quadratic in their number."""

    def build(n):
        (tmp_path / "games.pgn").write_text("1. e4 *\n\n" * n)
        tiny = ["--shard-records", "1", "--split", "a=0.5,b=0.5", "-j", "1", "--force"]
        return ["build", tmp_path / "games.pgn", "-o", tmp_path / "set", *tiny]

    assert is_linear(build, 300)


def sealed(manifest):
    """The text of a manifest with the hash that it must end with."""
    text = json.dumps(manifest, indent=None)
    body = "{\n  " + text[1:-1]
    return f'{body},\n  "xxh3": "{xxhash.xxh3_64_hexdigest(body.encode())}"\n}}\n'


@pytest.fixture(scope="module")
def manifest(tmp_path_factory):
    folder = tmp_path_factory.mktemp("set")
    (folder / "games.pgn").write_text("1. e4 e5 *\n")
    subprocess.run([TOOL, "build", folder / "games.pgn", "-o", folder / "set"], check=True)
    found = json.loads((folder / "set/manifest.json").read_text())
    del found["xxh3"]
    return found


MANIFESTS = {
    "names": lambda m, n: m | {"rejected": {f"r{i}": 1 for i in range(n)}},
    "options": lambda m, n: m | {"options": {f"o{i}": 1 for i in range(n)}},
    "numbers": lambda m, n: m | {"record_types": [1] * n},
    "brackets": lambda m, n: m | {"record_types": [[] for _ in range(n)]},
    "sources": lambda m, n: m | {"sources": m["sources"] * n},
    "texts": lambda m, n: m | {"tool": "\\" * n},
    "shards": lambda m, n: (
        m
        | {
            "read": n,
            "games": n,
            "positions": n * m["positions"],
            "shards": [
                m["shards"][0] | {"name": f"shard-{i:05}.npy", "games_name": f"games-{i:05}.npy"}
                for i in range(n)
            ],
        }
    ),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifests(name, manifest, tmp_path):
    def info(n):
        (tmp_path / f"{n}").mkdir(exist_ok=True)
        (tmp_path / f"{n}/manifest.json").write_text(sealed(MANIFESTS[name](manifest, n)))
        return ["info", tmp_path / f"{n}"]

    assert is_linear(info, 1_000)


@pytest.mark.parametrize("name", ["numbers", "names", "brackets", "shards"])
def test_the_largest_manifest_takes_little_memory(name, manifest, tmp_path):
    count = 10_000
    text = sealed(MANIFESTS[name](manifest, count))
    while len(text) > LARGEST or len(text) < 0.9 * LARGEST:
        count = int(count * 0.97 * LARGEST / len(text))
        text = sealed(MANIFESTS[name](manifest, count))
    (tmp_path / "manifest.json").write_text(text)
    found = measured(TOOL, "info", tmp_path)
    assert found.returncode in (0, 1)
    assert found.most_bytes < MOST_BYTES


def layout(n):
    return json.dumps({"id": "my/x", "game": "chess", "features": ["us.king"] * n})


@pytest.mark.parametrize(
    "text",
    [
        layout,
        lambda n: '{"id": "my/x", ' + ", ".join(f'"k{i}": 1' for i in range(n)) + "}",
        lambda n: '{"features": ' + "[" * n,
        lambda n: '{"id": "' + "\\u0041" * n + '"}',
    ],
    ids=["features", "keys", "brackets", "escapes"],
)
def test_layouts(text, tmp_path):
    def layouts(n):
        path = tmp_path / f"{n}.json"
        path.write_text(text(n))
        return ["layouts", path]

    assert is_linear(layouts, 1_000)
