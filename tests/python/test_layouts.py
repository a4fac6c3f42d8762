"""Layouts as Python sees them: names, ranges, passports, layouts of one's own."""

import json

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT, run


def test_planes_have_names_meanings_and_ranges():
    layout = ia.layout("chess/canonical18")
    assert (layout.id, layout.game, layout.frame) == ("chess/canonical18", "chess", "mover")
    assert (layout.order, layout.dtype, layout.shape) == ("HWC", "float32", (8, 8, 18))
    assert (layout.divisor, layout.history) == (1, 0)
    assert [plane.index for plane in layout.planes] == list(range(18))
    assert layout.planes[12].name == "occurrences/3"
    assert layout.planes[0].meaning == "the mover's pawns"
    assert layout.planes[0].range == (0, 1)
    assert layout.index("us.pawn") == 0 and layout.index("en_passant.legal") == 13
    assert layout.lost[0] == "turn"
    with pytest.raises(ValueError, match=r"did you mean 'us.pawn'\?"):
        layout.index("us.pawns")


@pytest.mark.parametrize("layout", ia.layouts("chess"), ids=lambda layout: layout.id)
def test_an_index_is_where_the_plane_lies(layout):
    """The tensor of one feature alone is found at its index."""
    position = ia.Position("r3k2r/pp6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 9")
    tensor = position.encode(layout)
    for plane in layout.planes:
        own = ia.Layout("chess", [plane.name], frame=layout.frame, dtype=layout.dtype, order="CHW")
        expected = position.encode(own)[0]
        if layout.order == "CHW":
            assert np.array_equal(tensor[plane.index], expected)
        elif layout.order == "HWC":
            assert np.array_equal(tensor[..., plane.index], expected)
        else:
            flat = tensor.ravel()
            assert flat[plane.index] == expected[0, 0]
        assert plane.range[0] <= expected.min() and expected.max() <= plane.range[1]


def test_uint8_says_its_divisor():
    layout = ia.layout("chess/canonical18", dtype="uint8")
    assert layout.divisor == 255 and layout.numpy_dtype == np.uint8
    assert set(np.unique(ia.encode("startpos", layout))) == {0, 85, 255}
    assert ia.layout("chess/planes25", dtype=np.uint8).divisor == 1


def test_passports_are_the_tools_own(tmp_path):
    out = tmp_path / "x.npy"
    for name in ("chess/canonical18", "chess/observation839"):
        assert (
            run("encode", "startpos", "--layout", name, "-o", str(out), "--force").returncode == 0
        )
        written = json.loads((tmp_path / "x.layout.json").read_text())
        layout = ia.layout(name)
        assert layout.passport == written
        assert ia.layout(written) == layout
        assert ia.layout(tmp_path / "x.layout.json") == layout
        assert ia.layout(str(tmp_path / "x.layout.json")) == layout
        assert np.array_equal(np.load(out)[0], ia.encode("startpos", layout))
    changed = {**layout.passport, "features": layout.passport["features"][::-1]}
    with pytest.raises(ia.ParseError, match="hash"):
        ia.layout(changed)


def test_a_layout_of_ones_own_is_like_any_other(tmp_path):
    own = ia.Layout(
        "chess",
        ["us.pieces", {"fact": "clock", "per": 100}, {"last": 2, "features": ["them.king"]}],
        frame="mover",
        order="HWC",
        dtype="float16",
        id="my/own",
    )
    assert own.shape == (8, 8, 9) and own.history == 1
    assert [plane.name for plane in own.planes][6:] == ["clock/100", "them.king", "them.king@1"]
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own.passport))
    assert ia.layout(file) == own
    assert ia.encode("startpos moves e2e4", file).dtype == np.float16
    assert "my/own" in repr(own) and "<table>" in own._repr_html_()
    assert ia.layout(own) is own
    assert ia.layout(own, order="CHW").shape == (9, 8, 8)
    assert "clock" in own.difference("chess/canonical18")


def test_the_table_is_the_tools_own():
    for layout in ia.layouts():
        assert repr(layout) == run("layouts", layout.id).stdout.rstrip("\n")
    documented = (ROOT / "docs/layouts.md").read_text()
    assert all(layout.id in documented for layout in ia.layouts())


def test_converting_says_what_is_lost_and_assumed():
    fens = ["startpos", "startpos moves e2e4", "4k2r/8/8/8/8/8/8/4K3 b k - 3 9"]
    for source in ia.layouts("chess"):
        tensors = ia.encode(fens, source)
        turns = ["white", "black", "black"]
        for target in ia.layouts("chess"):
            done = ia.convert(tensors, source, target, turns)
            found = ia.decode(tensors, source, turns).positions
            assert np.array_equal(done.tensor, ia.encode(found, target))
            assert set(done.lost) <= set(target.lost)
            assert set(done.assumed) <= set(source.lost)
    one = ia.convert(tensors[0], source, "chess/planes25", order="HWC", dtype="uint8")
    assert one.tensor.shape == (8, 8, 25) and one.tensor.dtype == np.uint8


def test_converting_says_what_history_is_assumed_or_lost():
    now = ia.Layout("chess", ["us.pieces", "them.pieces"], frame="mover", id="my/now")
    men = {"last": 2, "features": ["us.pieces", "them.pieces"]}
    past = ia.Layout("chess", [men], frame="mover", id="my/past")
    hint = ia.Layout(
        "chess", ["us.pieces", "them.pieces", "us.pawn@1"], frame="mover", id="my/hint"
    )
    tensor = ia.encode("startpos moves e2e4 e7e5", "chess/canonical18")
    for target in (past, hint):
        done = ia.convert(tensor, "chess/canonical18", target)
        assert done.assumed == {"history": "unknown"} and not done.tensor[12:].any()
    tensor = ia.encode("startpos moves e2e4 e7e5", past)
    assert "history" in ia.convert(tensor, past, now).lost
    assert ia.convert(tensor, past, hint).assumed == {}
    assert ia.convert(tensor, past, past)[1:] == ([], {})


def test_errors_in_flat_layouts_name_the_element_that_the_table_names():
    tensor = ia.encode("startpos", "chess/mailbox69")
    index = ia.layout("chess/mailbox69").index("castling.bits")
    tensor[index] = 77
    with pytest.raises(ia.ParseError, match=rf"\(castling.bits\), element {index}: has 77"):
        ia.decode(tensor, "chess/mailbox69")


def test_errors_say_in_what_steps_a_value_goes():
    tensor = ia.encode("startpos", "chess/observation839")
    tensor[837] = 0.005
    with pytest.raises(ia.ParseError, match=r"has 0.005.* it holds 0 to 1 in steps of 0.01"):
        ia.decode(tensor, "chess/observation839")


def test_a_position_needs_a_layout_of_its_game():
    for position in ("startpos", ia.Position()):
        with pytest.raises((ia.ParseError, TypeError), match=r"hex|Hex"):
            ia.encode(position, "hex/3nxn")
        with pytest.raises(ia.ParseError, match="a position of chess, but hex/3nxn"):
            ia.show(position, "hex/3nxn")
    with pytest.raises(ia.ParseError, match="a position of hex, but chess/planes25"):
        ia.encode("#5,a1", "chess/planes25")
    with pytest.raises(ValueError, match="same game"):
        ia.convert(ia.encode("startpos", "chess/signed64"), "chess/signed64", "hex/nxn")
    with pytest.raises(ia.ParseError, match="no game"):
        ia.layouts("go")


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(8 << 30)  # takes no room
    with pytest.raises(ia.ParseError, match="at most 1048576 bytes"):
        ia.layout(large)
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"game": "chess", "features": ["us.pawn"]}))
    assert ia.layout(own).shape == ia.layout(str(own)).shape == (1, 8, 8)
