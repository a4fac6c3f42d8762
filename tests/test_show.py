"""Pictures of positions: what they show is what `encode` writes."""

import difflib
import json
import re
import shlex
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.conftest import ROOT, run

DONE, FAILED, USAGE, SOME_REJECTED, _ = range(5)
LEVITSKY_MARSHALL = "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23"
LINE = "startpos moves e2e4 c7c5 e4e5 d7d5"
LAYOUTS = [
    "chess/canonical18",
    "chess/observation839",
    "chess/observation776",
    "chess/signed64",
    "chess/naive64",
    "chess/planes25",
    "chess/mailbox69",
]
TITLE = re.compile(r"(\S+) (?:([a-h][1-8]) )?= (\S+) at \[([\d, ]+)\]")
SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = {
    f"{name}-{layout}.txt": (position, f"chess/{layout}")
    for name, position in (("start", "startpos"), ("levitsky-marshall", LEVITSKY_MARSHALL))
    for layout in ("canonical18", "planes25")
}
HEX = "#7,c1c1d4e5f3c6d6b5"  # a swap; Blue moves
GOLDEN["hex-swapped-3nxn.txt"] = (HEX, "hex/3nxn")
GOLDEN["hex-swapped-mover.txt"] = (f"{HEX}a7", str(ROOT / "tests/data/golden/hex-mover.json"))


class Page(HTMLParser):
    """Titles, tags and attributes of a page; says when elements are not nested."""

    VOID = ("meta", "wbr")

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.titles = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *a) for a in attrs]
        self.titles += [value for name, value in attrs if name == "title"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *a) for a in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.titles.append(data)


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)


def show(*words):
    result = run("show", *words)
    assert result.returncode == DONE, result.stderr
    return result.stdout


def encoded(position, layout, tmp_path):
    file = tmp_path / "encoded.npy"
    result = run("encode", position, "--layout", layout, "-o", str(file), "--force")
    assert result.returncode == DONE, result.stderr
    return np.load(file)[0]


def check_titles(titles, tensor):
    """Every element of the tensor has its tooltip, once, with its exact value."""
    seen = set()
    for match in filter(None, map(TITLE.fullmatch, titles)):
        place = tuple(map(int, match[4].split(", ")))
        assert np.float32(match[3]) == tensor[place]
        seen.add(place)
    assert len(seen) == tensor.size


@pytest.mark.parametrize("position", ["startpos", LINE, LEVITSKY_MARSHALL])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_value_is_the_encoders(layout, position, tmp_path):
    tensor = encoded(position, layout, tmp_path)
    svg, page = tmp_path / "x.svg", tmp_path / "x.html"
    words = (position, "--layout", layout, "--svg", str(svg), "--html", str(page), "--json")
    reply = json.loads(show(*words))

    root = ElementTree.fromstring(svg.read_text())
    check_titles([t.text for t in root.iter(f"{SVG}title")], tensor)
    check_titles(Page(page.read_text()).titles, tensor)
    assert (reply["schema"], reply["layout"]) == (1, layout)
    assert len(reply["cells"]) == len(set(reply["cells"])) == 64
    values = [np.float32(p["values"]) for p in reply["planes"]]
    if tensor.ndim == 3 and layout == "chess/canonical18":
        tensor = tensor.transpose(2, 0, 1)
    assert np.array_equal(np.concatenate(values), tensor.reshape(-1))
    assert all(p["lo"] <= p["hi"] and p["meaning"] for p in reply["planes"])


def test_svg_has_the_board_and_all_planes(tmp_path):
    root = ElementTree.fromstring(show(LINE, "--layout", "chess/planes25", "--svg", "-"))
    groups = [g for g in root.iter(f"{SVG}g") if g.get("class") == "plane"]
    assert len(groups) == 25
    assert all(len(g.findall(f".//{SVG}polygon")) == 64 for g in groups)
    (board,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "board"]
    (marks,) = [g for g in board.iter(f"{SVG}g") if g.get("class") == "marks"]
    assert len(marks) == 32
    titles = [t.text for t in board.iter(f"{SVG}title")]
    assert "e5 white pawn" in titles and "e4" in titles


def test_html_stands_alone_and_names_every_plane():
    text = show(LINE, "--layout", "chess/canonical18", "--html", "-")
    page = Page(text)
    assert page.tags.count("figure") == 18
    assert page.tags.count("polygon") == 19 * 64 + 2, "and two rings of the last move"
    assert not {"link", "img", "iframe", "object", "embed", "base"} & set(page.tags)
    assert not [a for a in page.attributes if a[1] in ("src", "href", "xlink:href", "action")]
    assert "http" not in text and "url(" not in text and "@import" not in text
    layouts = json.loads(run("layouts", "chess/canonical18", "--json").stdout)
    for feature in layouts["features"]:
        assert feature["name"].replace(".", ".<wbr>") in text
        assert feature["meaning"].replace("'", "&#39;") in text
    for fact in ("(8, 8, 18)", "HWC", "float32", "mover", "prefers-color-scheme", "White to move"):
        assert fact in text


def test_svg_refers_to_nothing_outside():
    text = show(LEVITSKY_MARSHALL, "--layout", "chess/planes25", "--svg", "-")
    assert text.count("http") == 1  # the name of the SVG namespace
    assert "href" not in text and "url(" not in text and "@import" not in text


def test_moves_carry_history():
    knights = "startpos moves g1f3 g8f6 f3g1 f6g8"
    words = ("--layout", "chess/canonical18", "--planes", "occurrences/3", "--json")
    (plane,) = json.loads(show(knights, *words))["planes"]
    assert set(plane["values"]) == {0.6666667}
    assert plane["index"] == 12


def test_planes_are_chosen_by_name_and_index():
    words = (LINE, "--layout", "chess/planes25", "--json", "--planes")
    assert [p["index"] for p in json.loads(show(*words, "12,white.pawn"))["planes"]] == [12, 0]
    for bad, hint in (
        ("white.pwan", "did you mean white.pawn?"),
        ("25", "there are 0 to 24"),
        ("white.pawn,", "no plane"),
    ):
        result = run("show", *words, bad)
        assert (result.returncode, result.stdout) == (USAGE, "")
        assert hint in result.stderr


def test_the_last_move_and_the_win_are_marked(tmp_path):
    chess = show("startpos moves e2e4")
    assert "4 · · · ·[♙]· · ·" in chess and "2 ♙ ♙ ♙ ♙[·]♙ ♙ ♙" in chess
    assert "[ ] last move" in chess and "[" not in show("startpos")
    won = show("hex 3 moves b1 a2 b2 c2 b3")
    assert "1 ·(B)·\n 2 R(B)R\n  3 ·[B]·\n" in won and "( ) wins" in won
    assert "·(X X X[X]· ·" in show("connect4 4433225")
    assert "[" not in show("hex 3 blue b1 red a2 turn blue"), "nobody knows the last move"
    with_planes = show("startpos moves e2e4", "--layout", "chess/planes25")
    assert "4 · · · ·[♙]· · ·" in with_planes


def rings(svg):
    (group,) = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("class") == "rings"]
    return len(group)


def test_pictures_have_rings_on_the_last_move():
    assert rings(show("startpos", "--svg", "-")) == 0
    assert rings(show("startpos moves e2e4", "--svg", "-")) == 2
    won = show("hex 3 moves b1 a2 b2 c2 b3", "--svg", "-")
    assert rings(won) == 1 and won.count(", wins</title>") == 3
    assert "b3 blue stone, the last move, wins" in show(
        "hex 3 moves b1 a2 b2 c2 b3", "--layout", "hex/3nxn", "--html", "-"
    )


def test_men_have_the_numbers_of_their_moves():
    stones = show("hex 5 moves c1 swap c3 d4", "--numbers")
    assert "R2" in stones and "B3" in stones and "[R4]" in stones and "B1" not in stones
    assert "X1  O2" not in show("connect4 4433", "--numbers")
    assert "·   ·   X3  X1  ·" in show("connect4 4433", "--numbers")
    castled = show("startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1", "--numbers")
    assert "♖4 [♔4]" in castled and "♗3" in castled and "♟1" in castled
    svg = show("connect4 4433", "--numbers", "--svg", "-")
    assert all(f">{n}</text>" in svg for n in range(1, 5)) and "move 3</title>" in svg
    alone = show("hex 3 blue b1 red a2 turn blue", "--numbers")
    assert "none: the moves that led here are not known" in alone


def test_planes_of_a_player_have_its_colour():
    def colours(position, layout):
        root = ElementTree.fromstring(show(position, "--layout", layout, "--svg", "-"))
        planes = [g for g in root.iter(f"{SVG}g") if g.get("class") == "plane"]
        cells = [p for g in planes for p in g.iter(f"{SVG}polygon")]
        return {p.get("style") for p in cells if p.get("class") in ("p", "n")}

    blue, red = "fill:#2f5d9e", "fill:#c43c34"
    assert colours("#5,a1b2", "hex/2nxn") == colours("#5,a1b2", "hex/nxn") == {blue, red}
    assert {"fill:#fffdf6", "fill:#2b2521"} < colours("startpos", "chess/planes25")
    assert colours("connect4 44", "connect4/2planes") == {"fill:#f2c12e", red}


def test_labels_can_be_read_on_a_large_board():
    root = ElementTree.fromstring(show("hex 19", "--layout", "hex/3nxn", "--svg", "-"))
    found = 0
    for group in root.iter(f"{SVG}g"):
        scale = re.search(r"scale\(([\d.]+)\)", group.get("transform") or "")
        for labels in group.findall(f"{SVG}g[@class='labels']") if scale else ():
            found += 1
            assert float(scale[1]) * float(labels.get("font-size")) >= 8.7, "pixels"
            assert {t.text for t in labels} >= {"a", "s", "1", "19"}
    assert found == 4, "the board and three planes"


def test_no_layout_is_assumed():
    result = run("show", "startpos", "--planes", "0")
    assert result.returncode == USAGE
    assert "--layout is needed" in result.stderr and "chess/planes25" in result.stderr
    alone = run("show", "startpos")
    assert alone.returncode == DONE and "White to move" in alone.stdout, "without one the board"
    assert "did you mean" in run("show", "startpos", "--layout", "chess/canonical17").stderr


def test_words_of_a_position_may_come_unquoted():
    words = ("--layout", "chess/signed64")
    assert show(*LEVITSKY_MARSHALL.split(), *words) == show(LEVITSKY_MARSHALL, *words)


def test_files_are_replaced_only_by_force_and_appear_together(tmp_path):
    svg, page = tmp_path / "x.svg", tmp_path / "x.html"
    page.write_text("mine")
    words = (
        "show",
        "startpos",
        "--layout",
        "chess/signed64",
        "--svg",
        str(svg),
        "--html",
        str(page),
    )
    refused = run(*words)
    assert (refused.returncode, refused.stdout) == (FAILED, "")
    assert "--force" in refused.stderr
    assert page.read_text() == "mine" and not svg.exists()
    done = run(*words, "--force")
    assert (done.returncode, done.stdout) == (DONE, "")
    assert page.read_text().startswith("<!doctype html>") and svg.exists()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["x.html", "x.svg"]


def test_one_stream_holds_one_output(tmp_path):
    words = ("show", "startpos", "--layout", "chess/signed64")
    same = str(tmp_path / "same")
    for both in (
        ["--svg", "-", "--html", "-"],
        ["--svg", "-", "--json"],
        ["--svg", same, "--html", same],
    ):
        assert run(*words, *both).returncode == USAGE
    positions = tmp_path / "two.txt"
    positions.write_text("startpos\nstartpos moves e2e4\n")
    several = run("show", str(positions), *words[2:])
    assert several.returncode == DONE and several.stdout.count("chess/signed64") == 2
    picture = run("show", str(positions), *words[2:], "--svg", str(tmp_path / "x.svg"))
    assert picture.returncode == USAGE and "one position a picture" in picture.stderr
    assert not (tmp_path / "x.svg").exists()
    assert run("show", "nonsense", *words[2:]).returncode == USAGE
    assert run("show", "8/8 w - - 0 1", *words[2:]).returncode == SOME_REJECTED


def test_colours_are_the_callers_choice(monkeypatch):
    words = ("startpos", "--layout", "chess/planes25")
    assert "\033" not in show(*words)
    assert "\033" in show(*words, "--color", "always")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" in show(*words, "--color", "always")
    assert run("show", *words, "--color", "maybe").returncode == USAGE


@pytest.mark.parametrize("width", [60, 100, 180])
def test_planes_fit_the_terminal(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    text = show("startpos", "--layout", "chess/planes25")
    grid = text.split("to move\n")[1].splitlines()
    assert max(map(len, grid)) <= width
    assert len(re.findall(r"\d+ of 64|all [01]", text)) == 25


@pytest.mark.parametrize("name", GOLDEN)
def test_text_pictures_stay_as_they_are(name):
    position, layout = GOLDEN[name]
    found = show(position, "--layout", layout)
    expected = (ROOT / "tests/data/golden" / name).read_text()
    lines = difflib.unified_diff(
        expected.splitlines(), found.splitlines(), name, "now", lineterm=""
    )
    assert found == expected, "\n" + "\n".join(lines)


def test_the_front_page_shows_what_is_drawn_now():
    words = ("startpos moves e2e4 e7e6 e4e5 d7d5", "--layout", "chess/canonical18", "--svg")
    file = "docs/canonical18.svg"
    again = shlex.join(["intarsia", "show", *words, file, "--force"])
    assert (ROOT / file).read_text() == show(*words, "-"), f"look at it again: {again}"
