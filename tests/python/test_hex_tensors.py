"""Hex tensors against NumPy written apart; what a tensor cannot say is never guessed."""

import concurrent.futures

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import intarsia as ia
from tests.conftest import run
from tests.oracle.plain_hex import OTHER, played
from tests.python.test_hex_games import CHOICES, SIZES, SWAPS, choices_of

IDS = ["hex/nxn", "hex/2nxn", "hex/3nxn"]


def oracle(plain, name):
    return {"hex/nxn": plain.nxn, "hex/2nxn": plain.two, "hex/3nxn": plain.three}[name]()


@settings(max_examples=100, deadline=None)
@given(SIZES, CHOICES, SWAPS)
def test_tensors_are_numpys(size, choices, swap):
    plain = played(size, choices_of(size, choices, swap))
    game = ia.HexGame(plain.trmph())
    for name in IDS:
        right = oracle(plain, name)
        found = game.encode(name)
        assert found.dtype == right.dtype and np.array_equal(found, right)
        for source in (plain.trmph(), game, game.position, game.sgf and ia.HexPosition(game.sgf)):
            assert np.array_equal(ia.encode([source, source], name), np.stack([right, right]))
        records = ia.to_records(game)
        assert np.array_equal(ia.encode(records, ia.layout(name, size=size)), right[None])
        back = ia.decode(right, name, plain.turn).position
        assert back.stones == {color: plain.names(color) for color in OTHER}
        assert back.turn == plain.turn
        for target in IDS:
            done = ia.convert(right, name, target, turn=plain.turn)
            assert np.array_equal(done.tensor, oracle(plain, target))


def test_every_ply_of_a_game_in_one_call():
    game = ia.HexGame("#13,c1c1g7h6f8 b")
    planes = ia.encode(game.positions(), "hex/3nxn")
    assert planes.shape == (6, 3, 13, 13)
    assert planes[1, 0, 2, 0] == 1 and planes[2, 1, 0, 2] == 1 and planes[2, 0].sum() == 0
    assert planes[:, 2, 0, 0].tolist() == [0, 1, 0, 1, 0, 1]
    records = ia.to_records(game.positions())
    assert records.dtype == ia.hex.record_dtype(13) and records.itemsize == 49
    assert np.array_equal(ia.encode(records, "hex/3nxn"), planes)
    assert np.array_equal(ia.encode(records.view(np.uint8).reshape(6, 49), "hex/3nxn"), planes)
    assert np.array_equal(ia.encode(records[2], "hex/3nxn"), planes[2])
    assert [p.key for p in ia.from_records(records)] == [p.key for p in game.positions()]
    assert records["ply"].tolist() == list(range(6)) and records["flags"][3] & 8


def test_a_name_takes_the_size_of_the_boards():
    assert ia.encode("#5,a1", "hex/3nxn").shape == (3, 5, 5)
    assert ia.encode(["#19,a1", ia.HexGame(19)], "hex/nxn").shape == (2, 19, 19)
    assert ia.encode([], "hex/3nxn").shape == (0, 3, 11, 11)
    with pytest.raises(ValueError, match=r"several sizes: 5 \(1\), 7 \(2\)"):
        ia.encode(["#5,a1", "#7,a1", ia.HexGame(7)], "hex/3nxn")
    with pytest.raises(ia.ParseError, match=r"row 1: a board of size 7.*size=7"):
        ia.encode(["#5,a1", "#7,a1"], ia.layout("hex/3nxn", size=5))
    assert ia.layout("hex/3nxn").size == 11 and ia.layout("chess/planes25").size == 8
    assert ia.layout(ia.layout("hex/nxn"), size=7).shape == (7, 7)
    with pytest.raises(ia.ParseError, match="size 8"):
        ia.layout("chess/planes25", size=9)
    for wrong in (13.0, True, [13]):
        with pytest.raises(TypeError, match="size"):
            ia.layout("hex/nxn", size=wrong)
    assert ia.layout("hex/nxn", size="13") == ia.layout("hex/nxn", size=13)
    with pytest.raises(ia.ParseError, match=r"1 to 26, not .13x13"):
        ia.layout("hex/nxn", size="13x13")
    for shape in [(13, 13), (2, 13, 13), (1, 1), (4, 26, 26)]:
        assert ia.decode(np.zeros(shape, np.int8), "hex/nxn").positions[0].size == shape[-1]
    assert ia.decode(np.zeros((3, 13, 13), np.float32)).position.size == 13
    assert ia.decode(np.zeros((7, 2, 9, 9), np.float32)).positions[6].size == 9
    with pytest.raises(ValueError, match=r"expected the shape \(3, 11, 11\)"):
        ia.decode(np.zeros((3, 13, 12), np.float32), "hex/3nxn")
    with pytest.raises(ValueError, match="fits"):
        ia.decode(np.zeros((8, 8), np.int8))
    flat = ia.encode("#6,a1b2", "hex/3nxn", order="flat")
    assert flat.shape == (73,) and ia.decode(flat, "hex/3nxn", order="flat").position.size == 6


def test_layouts_of_ones_own(tmp_path):
    features = ["us.stones", "them.stones", "us.edges", "last_move@1", "swap.open"]
    mine = ia.Layout("hex", features, frame="mover", size=7, order="HWC", dtype="float16")
    assert mine.shape == (7, 7, 6) and mine.size == 7 and mine.history == 1
    assert mine.passport["size"] == 7 and ia.layout(mine.passport) == mine
    game = ia.HexGame("#7,a1b2c3")
    tensor = game.encode(mine)
    assert tensor[1, 1, 0] == 1 and tensor[0, 0, 1] == 1  # Red moves: transposed
    assert tensor[1, 1, 4] == 1  # b2, the last but one
    back = ia.decode(tensor, mine, "red").position
    assert back.stones == game.stones
    table = {"game": "hex", "frame": "mover", "features": features}
    assert ia.encode("#9,a1", table).shape == (6, 9, 9)
    file = tmp_path / "mine.json"
    file.write_text('{"game": "hex", "features": ["stones"], "size": 5}')
    assert ia.encode("#5,a1", file).shape == (2, 5, 5)
    with pytest.raises(ia.ParseError, match="size"):
        ia.encode("#6,a1", file)
    with pytest.raises(ia.ParseError, match="mover's view"):
        ia.decode(tensor, mine)


def test_who_moves_is_said_or_inferred_by_name():
    board = ia.encode("#5,a1b2c3", "hex/nxn")
    with pytest.raises(ia.ParseError, match="who moves"):
        ia.convert(board, "hex/nxn", "hex/3nxn")
    for turn, plane in [("blue", 0), ("red", 1), ("infer", 1)]:
        assert ia.convert(board, "hex/nxn", "hex/3nxn", turn=turn).tensor[2, 0, 0] == plane
    even = ia.encode("#5,a1b2", "hex/nxn")
    with pytest.raises(ia.ParseError, match="do not tell who moves"):
        ia.convert(even, "hex/nxn", "hex/3nxn", turn="infer")
    swapped = ia.convert(even, "hex/nxn", "hex/3nxn", turn="infer-swap")
    assert swapped.tensor[2, 0, 0] == 1 and swapped.assumed == {"turn": "infer-swap"}
    both = np.stack([board, even])
    each = ia.convert(both, "hex/nxn", "hex/3nxn", turn=["infer", "blue"])
    assert each.tensor[:, 2, 0, 0].tolist() == [1, 0]
    assert ia.convert(both, "hex/nxn", "hex/2nxn").tensor.shape == (2, 2, 5, 5)
    with pytest.raises(ValueError, match="one for all or one for each"):
        ia.convert(both, "hex/nxn", "hex/3nxn", turn=["blue"] * 3)
    with pytest.raises(ValueError, match="'blue', 'red', 'infer'"):
        ia.decode(board, "hex/nxn", turn="white")
    with pytest.raises(ia.ParseError, match="shows red to move, not blue"):
        ia.decode(ia.encode("#5,a1", "hex/3nxn"), "hex/3nxn", turn="blue")
    setup = ia.decode(board, "hex/nxn").position
    assert isinstance(setup, ia.HexSetup) and setup.turn is None
    assert ia.decode(board, "hex/nxn").lost == ["turn", "last_move", "history"]
    half = ia.Layout("hex", ["blue.stones", "turn.player"], size=5)
    found = ia.decode(ia.encode("#5,a1b2", half), half).position
    assert isinstance(found, ia.HexSetup) and found.turn == "blue"
    assert found.stones == {"blue": ["a1"], "red": []}


def test_what_is_no_board_is_refused_with_its_cell():
    three = ia.encode(["#5,a1", "#5,a1b2"], "hex/3nxn")
    for at, value, words in [
        ((1, 1, 0, 0), 1, "row 0, column 0"),  # two stones on a1
        ((1, 2, 3, 1), 1, "turn.player"),  # not one player everywhere
        ((1, 0, 2, 2), 0.5, "row 2, column 2"),
        ((1, 0, 2, 2), np.nan, "row 2, column 2"),
    ]:
        wrong = three.copy()
        wrong[at] = value
        with pytest.raises(ia.ParseError, match=words) as caught:
            ia.decode(wrong, "hex/3nxn")
        assert caught.value.row == 1
        with pytest.raises(ia.ParseError, match="row 1"):
            ia.convert(wrong, "hex/3nxn", "hex/nxn")
    board = np.zeros((5, 5), np.int8)
    board[1, 4] = 3
    with pytest.raises(ia.ParseError, match="row 1, column 4"):
        ia.decode(board, "hex/nxn")


def test_threads_types_and_buffers_change_nothing():
    game = ia.HexGame(11)
    for i in range(60):
        game.push(game.legal_moves[(7 * i) % 50])
    positions = game.positions() * 100
    right = ia.encode(positions, "hex/3nxn", threads=1)
    for threads in (2, 3, 8):
        assert np.array_equal(ia.encode(positions, "hex/3nxn", threads=threads), right)
        done = ia.convert(right, "hex/3nxn", "hex/2nxn", threads=threads)
        assert np.array_equal(done.tensor, right[:, :2])
    buffer = np.zeros((len(positions), 2, 3, 11, 11), np.float32)
    assert ia.encode(positions, "hex/3nxn", out=buffer[:, 1]) is not None
    assert np.array_equal(buffer[:, 1], right) and not buffer[:, 0].any()
    for dtype in ("float16", "int8", "uint8"):
        assert np.array_equal(ia.encode(positions, "hex/3nxn", dtype=dtype), right.astype(dtype))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: ia.encode(positions, "hex/3nxn"), range(8)):
            assert np.array_equal(found, right)
    decoded = ia.decode(right, "hex/3nxn").positions
    assert [p.key for p in decoded] == [p.key for p in positions]
    with pytest.raises(ValueError, match="out"):
        ia.encode(positions, "hex/3nxn", out=buffer[:, :, 0])


def test_records_of_small_boards_need_a_size():
    records = ia.to_records(["#4,d4", "#4,a1b2"])
    for call in (ia.from_records, lambda r: ia.encode(r, "hex/nxn")):
        with pytest.raises(ValueError, match="3 or 4"):
            call(records)
    assert ia.from_records(records, size=4)[0].stones["blue"] == ["d4"]
    assert ia.encode(records, ia.layout("hex/nxn", size=4))[0, 3, 3] == 1
    broken = ia.to_records(["#5,a1", "#5,a1b2"])
    broken["ply"][1] = 9
    for call in (ia.from_records, lambda r: ia.encode(r, "hex/nxn")):
        with pytest.raises(ia.ParseError) as caught:
            call(broken)
        assert (caught.value.row, caught.value.offset) == (1, 9)
    with pytest.raises(TypeError, match="no array of records"):
        ia.encode(broken, "chess/planes25")
    with pytest.raises(TypeError, match="no array of records"):
        ia.encode(ia.to_records("startpos"), "hex/nxn")
    with pytest.raises(ValueError, match="several sizes"):
        ia.to_records(["#5,a1", "#6,a1"])
    for call in (ia.to_records, lambda items: ia.encode(items, "hex/nxn")):
        for wrong in (5, None, b"#5,a1", ia.Position()):
            with pytest.raises(TypeError, match="a line of Hex"):
                call(["#5,a1", wrong])
    with pytest.raises(ValueError, match="1 to 26"):
        ia.hex.record_dtype(27)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60), st.integers(1, 26))
def test_arbitrary_bytes_are_records_or_errors(data, size):
    dtype = ia.hex.record_dtype(size)
    row = np.frombuffer(data.ljust(dtype.itemsize, b"\0")[: dtype.itemsize], np.uint8)
    try:
        (position,) = ia.from_records(row.copy(), size=size)
    except ia.ParseError:
        return
    assert position.size == size


def test_pictures_are_the_tools_own(tmp_path):
    line = "#5,b1b1c3"
    for name in IDS:
        picture = ia.show(line, name)
        shown = run("show", line, "--layout", name, "--color", "never")
        assert picture.text == shown.stdout
        svg = run("show", line, "--layout", name, "--svg", "-").stdout
        assert picture.svg == svg == ia.show(ia.HexGame(line), name)._repr_svg_()
        drawn = ia.show(ia.encode(line, name), name, turn="red").text
        stones = "hex 5 blue c3 red b1 turn red"  # the tensor does not show the last move
        assert drawn == ia.show(stones, name).text
    tensor = ia.encode(line, "hex/3nxn")
    tensor[1, 2, 2] = 1
    text = ia.show(tensor, "hex/3nxn").text
    assert "no position" in text and "row 2, column 2" in text
    assert "who moves is not known" in ia.show(ia.encode(line, "hex/nxn"), "hex/nxn").text
    ia.show(line, "hex/3nxn", planes=["red.stones"]).save(tmp_path / "a.html")
    with pytest.raises(ValueError, match="turn"):
        ia.show(line, "hex/3nxn", turn="white")
