"""Pictures from Python are the tool's own, and tensors are drawn as they are."""

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import run

LINE = "startpos moves e2e4 e7e6 e4e5 d7d5"


@pytest.mark.parametrize("layout", ia.layouts("chess"), ids=lambda layout: layout.id)
def test_a_position_is_drawn_as_by_the_tool(layout, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    picture = ia.show(LINE, layout)
    shown = run("show", LINE, "--layout", layout.id, "--color", "never")
    assert picture.text == shown.stdout
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    run("show", LINE, "--layout", layout.id, "--svg", str(svg), "--html", str(html))
    for name in ("svg", "html", "txt"):
        picture.save(tmp_path / f"b.{name}")
    assert svg.read_text() == (tmp_path / "b.svg").read_text() == picture._repr_svg_()
    assert html.read_text() == (tmp_path / "b.html").read_text()


@pytest.mark.parametrize("layout", ia.layouts("chess"), ids=lambda layout: layout.id)
def test_a_tensor_of_a_position_is_drawn_like_it(layout):
    tensor = ia.encode(LINE, layout)
    drawn = ia.show(tensor, layout, turn="white").text
    shown = ia.show(LINE, layout).text.replace("[", " ").replace("]", " ")  # but the last move
    assert drawn.splitlines()[-5:] == shown.splitlines()[-5:]
    assert "[" in ia.show(LINE, layout).text and "last move" not in drawn


def test_a_tensor_that_is_no_position_is_drawn_as_it_is():
    tensor = ia.encode("startpos", "chess/canonical18")
    tensor[3, 3, 0] = 1.25
    text = ia.show(tensor, "chess/canonical18", planes=["us.pawn"]).text
    assert "no position" in text and "1 out of range" in text and "1.25" in text
    assert "plane 0 (us.pawn), row 3, column 3: has 1.25" in text
    halves = ia.encode("startpos", "chess/canonical18", dtype="uint8")
    assert "all 0.33" in ia.show(halves, "chess/canonical18", planes=[12]).text


def test_planes_are_chosen_by_name_or_index():
    for planes in ("us.king,6", ["us.king", 6], [5, "them.pawn"]):
        text = ia.show(LINE, "chess/canonical18", planes).text
        assert "5 us.king" in text and "6 them.pawn" in text and "us.rook" not in text
    with pytest.raises(ValueError, match=r"us\.king"):
        ia.show(LINE, "chess/canonical18", ["us.kong"])
    with pytest.raises(ValueError, match="turn"):
        ia.show(LINE, "chess/canonical18", turn="w")
    with pytest.raises(ValueError, match="ends in"):
        ia.show(LINE, "chess/canonical18").save("picture.png")
    with pytest.raises(ValueError, match="one tensor"):
        ia.show(ia.encode([LINE, LINE], "chess/planes25"), "chess/planes25")


def test_positions_and_games_draw_themselves():
    for thing in (ia.Position(LINE), ia.ChessGame(LINE)):
        svg = thing._repr_svg_()
        assert svg.startswith("<svg") and svg.count("white pawn") >= 8


def test_without_a_layout_the_board_is_drawn(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    for line in (LINE, "hex 3 moves b1 a2 b2 c2 b3", "connect4 4433225"):
        for flags in ([], ["--numbers"]):
            picture = ia.show(line, numbers=bool(flags))
            assert picture.text == run("show", line, *flags, "--color", "never").stdout
            assert picture.svg == run("show", line, *flags, "--svg", "-").stdout
            assert picture.html == run("show", line, *flags, "--html", "-").stdout
    position = ia.Position(LINE)
    assert ia.show(position).svg == ia.show(ia.ChessGame(LINE)).svg == position._repr_svg_()
    with pytest.raises(ValueError, match="planes: they are a layout's"):
        ia.show(position, planes=["us.king"])


def test_a_tensor_without_a_layout_must_fit_one():
    tensor = ia.encode(LINE, "chess/planes25")
    assert ia.show(tensor).text == ia.show(tensor, "chess/planes25").text
    assert "moves that led here are not known" in ia.show(tensor, numbers=True).text
    with pytest.raises(ValueError, match="shape"):
        ia.show(np.zeros((3, 5)))


def test_a_figure_has_an_axis_for_each_plane():
    pytest.importorskip("matplotlib")
    figure = ia.plot(LINE, "chess/canonical18", columns=6)
    assert len(figure.axes) == 18
    assert figure.axes[0].get_title() == "0 us.pawn"
    assert np.array_equal(
        figure.axes[0].images[0].get_array(), ia.encode(LINE, "chess/canonical18")[..., 0]
    )


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"intarsia\[plot\]"):
        ia.plot(LINE, "chess/canonical18")


def test_planes_are_chosen_by_number_too():
    king = ia.show("startpos", "chess/canonical18", planes=["us.king"]).text
    assert ia.show("startpos", "chess/canonical18", planes=5).text == king
    assert ia.show("startpos", "chess/canonical18", planes=np.int64(5)).text == king
    pawns = ia.show("startpos", "chess/canonical18", planes=0).text
    assert "us.pawn" in pawns and "us.king" not in pawns


@pytest.mark.parametrize(
    "nothing", [None, ia.Setup("8/8/8/8/8/8/P7/8 w - - 0 1"), ["startpos"], {}]
)
def test_what_cannot_be_drawn_is_told(nothing):
    with pytest.raises(TypeError, match="expected a position or a tensor, not"):
        ia.show(nothing, "chess/planes25")


def test_columns_of_a_plot_are_a_number():
    pytest.importorskip("matplotlib")
    with pytest.raises(ValueError, match="columns: expected 1 or more"):
        ia.plot("startpos", "chess/planes25", columns=0)
