"""Wrong types, shapes, types of elements, orders and buffers: refused with what was expected."""

import chess
import numpy as np
import pytest

import intarsia as ia

FENS = ["startpos", "startpos moves e2e4", "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1"]
LAYOUT = "chess/canonical18"
RIGHT = ia.encode(FENS, LAYOUT)


class Broken:
    """An array whose door does not open."""

    shape = RIGHT.shape

    def __dlpack__(self, **_):
        raise RuntimeError("no")

    def __dlpack_device__(self):
        return (1, 0)


@pytest.mark.parametrize("source", [None, 3, b"startpos", object(), [], {}, ["startpos"]])
def test_a_position_is_made_of_what_it_can_be_made_of(source):
    for make in (ia.Position, ia.ChessGame):
        with pytest.raises(TypeError, match="expected a FEN or position line"):
            make(source)


@pytest.mark.parametrize("positions", [None, 3, b"startpos", {}, object(), [3], [None], [[]]])
def test_positions_are_what_can_be_encoded(positions):
    with pytest.raises(TypeError, match=r"expected a (FEN or position line|position as text)"):
        ia.encode(positions, LAYOUT)


@pytest.mark.parametrize(
    ("text", "offset"),
    [("", 0), ("8/8/8/8 w - - 0 1", 7), ("startpos moves e2e4 e2e4", 20), ("é", 0), ("\0", 0)],
)
def test_bad_texts_say_where(text, offset):
    for call in (lambda: ia.encode([FENS[0], text], LAYOUT), lambda: ia.Position(text)):
        with pytest.raises((ia.ParseError, ia.IllegalError)) as caught:
            call()
        assert caught.value.offset == offset
    with pytest.raises(ValueError, match="row 1: "):
        ia.encode([FENS[0], text], LAYOUT)


@pytest.mark.parametrize(
    ("bad", "error"),
    [(chess.Board(None), ia.ParseError), (5, TypeError), ("x", ia.ParseError), ([], TypeError)],
)
def test_every_bad_row_is_named(bad, error):
    for call in (lambda rows: ia.encode(rows, LAYOUT), ia.to_records):
        with pytest.raises(error, match=r"^row 2: ") as caught:
            call(["startpos", ia.Position(), bad, "y"])
        assert error is TypeError or caught.value.row == 2
    records = ia.to_records(FENS)
    records["fullmove"][1] = 0
    with pytest.raises(ia.ParseError, match=r"^row 1: "):
        ia.from_records(records)


def test_the_first_bad_row_is_named_whatever_the_threads():
    many = [FENS[0]] * 20_000
    for bad in (3, 1_500, 19_999):
        broken = list(many)
        broken[bad] = broken[-1] = "nonsense"
        for threads in (1, 2, 5, None):
            with pytest.raises(ia.ParseError, match=f"row {bad}: ") as caught:
                ia.encode(broken, LAYOUT, threads=threads)
            assert caught.value.row == bad


def test_a_bad_row_does_not_end_what_another_thread_has_begun():
    many = ["startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 200] * 1_100  # two chunks, the first long
    many[1_000] = many[1_024] = "nonsense"
    with pytest.raises(ia.ParseError, match="row 1000: "):
        ia.encode(many, LAYOUT, threads=2)


@pytest.mark.parametrize(
    ("layout", "error", "says"),
    [
        ("chess/canonical81", ValueError, "did you mean chess/canonical18"),
        ("nothing.json", FileNotFoundError, "nothing.json"),
        (3, TypeError, "expected a name"),
        (None, TypeError, "expected a name"),
        ({"game": "chess"}, ValueError, "features"),
        ({"game": "chess", "features": ["us.pawns"]}, ValueError, "did you mean us.pawn"),
        ({"game": "chess", "features": [object()]}, TypeError, "layout"),
        ({"game": "go", "features": ["x"]}, ValueError, "no game"),
    ],
)
def test_layouts_that_are_none(layout, error, says):
    with pytest.raises(error, match=says):
        ia.encode("startpos", layout)


def test_orders_and_types():
    with pytest.raises(ValueError, match="expected CHW, HWC or flat"):
        ia.encode("startpos", LAYOUT, order="NCHW")
    with pytest.raises(TypeError, match="expected CHW, HWC or flat"):
        ia.encode("startpos", LAYOUT, order=3)
    with pytest.raises(ValueError, match="expected one of float32 float16"):
        ia.encode("startpos", LAYOUT, dtype="float64")
    with pytest.raises(TypeError, match="dtype"):
        ia.encode("startpos", LAYOUT, dtype=3)
    with pytest.raises(ValueError, match=r"turn\.sign"):
        ia.encode("startpos", "chess/observation839", dtype="uint8")
    with pytest.raises(ValueError, match="bits are no type of elements"):
        ia.Layout("chess", ["us.pawn"], dtype="bits")
    with pytest.raises(ValueError, match="order of bytes"):
        ia.encode("startpos", LAYOUT, dtype=np.dtype(">f4"))
    plain = ia.Layout("chess", ["us.pawn"], order=None, dtype=None)
    assert (plain.order, plain.dtype) == ("CHW", "float32")
    with pytest.raises(TypeError, match="list of names"):
        ia.Layout("chess", "us.pawn")
    for dtype in (np.float16, np.dtype("float16"), "float16"):
        assert ia.encode("startpos", LAYOUT, dtype=dtype).dtype == np.float16
    assert ia.encode("startpos", LAYOUT, dtype="bfloat16").dtype == np.uint16


@pytest.mark.parametrize("threads", [0, -1, 10**9, 1.5, "2", True])
def test_threads_are_a_number(threads):
    with pytest.raises((TypeError, ValueError), match="threads: expected"):
        ia.encode(FENS, LAYOUT, threads=threads)


def test_new_arrays_lie_on_whole_lines():
    for size in (1, 2, 7, 100):
        assert ia.encode(FENS[:1] * size, LAYOUT).ctypes.data % 64 == 0
    assert ia.encode("startpos", "chess/mailbox69").ctypes.data % 64 == 0
    assert ia.encode([], LAYOUT).shape == (0, 8, 8, 18)
    assert ia.encode(iter(FENS), LAYOUT).shape == (3, 8, 8, 18)


def test_out_is_filled_at_any_address():
    memory = np.zeros(RIGHT.nbytes + 64, np.uint8)
    for start in range(17):
        out = memory[start : start + RIGHT.nbytes].view(np.uint8)
        out = np.ndarray(RIGHT.shape, np.float32, buffer=memory, offset=start)
        assert ia.encode(FENS, LAYOUT, out=out) is out
        assert np.array_equal(out, RIGHT)
    one = np.empty((8, 8, 18), np.float32)
    assert ia.encode(FENS[1], LAYOUT, out=one) is one
    assert np.array_equal(one, RIGHT[1])


def test_out_may_have_its_rows_apart():
    for step in (2, 3, -1):
        room = np.full((9, 8, 8, 18), -7, np.float32)
        out = room[::step][:3]
        ia.encode(FENS, LAYOUT, out=out)
        assert np.array_equal(out, RIGHT)
        assert np.count_nonzero(room == -7) >= 6 * RIGHT[0].size
    wide = np.full((3, 2, 8, 8, 18), -7, np.float32)
    ia.encode(FENS, LAYOUT, out=wide[:, 1])
    assert np.array_equal(wide[:, 1], RIGHT) and (wide[:, 0] == -7).all()


@pytest.mark.parametrize(
    ("out", "error", "says"),
    [
        (np.empty((3, 8, 8, 17), np.float32), ValueError, r"expected the shape \(3, 8, 8, 18\)"),
        (np.empty((2, 8, 8, 18), np.float32), ValueError, r"expected the shape \(3, 8, 8, 18\)"),
        (np.empty((3, 8, 8, 18), np.float64), TypeError, "expected an array of float32"),
        (np.empty((3, 8, 8, 18), np.int32), TypeError, "expected an array of float32"),
        (np.empty((3, 8, 8, 18), np.float16), TypeError, "expected an array of float32"),
        (np.empty((3, 18, 8, 8), np.float32).transpose(0, 2, 3, 1), ValueError, "contiguous"),
        (np.empty((3, 8, 8, 36), np.float32)[..., ::2], ValueError, "contiguous"),
        (np.empty((3, 8, 8, 18), ">f4"), TypeError, "expected an array of float32, not of >f4"),
        (np.empty((3, 8, 8, 18), object), TypeError, "expected an array of float32, not of object"),
        (Broken(), TypeError, "out: expected an array in the memory of the CPU .*, not Broken"),
        (
            np.lib.stride_tricks.as_strided(RIGHT[0].copy(), RIGHT.shape, (0, *RIGHT.strides[1:])),
            ValueError,
            "out: the rows lie over one another",
        ),
        ([0.0], TypeError, "out: expected an array"),
        (bytearray(13824), TypeError, "out: expected an array"),
    ],
)
def test_out_that_does_not_fit_is_refused(out, error, says):
    with pytest.raises(error, match=says):
        ia.encode(FENS, LAYOUT, out=out)


def test_fields_of_records_are_filled_and_read():
    """Their rows lie no whole elements apart."""
    table = np.zeros(3, [("label", "u1"), ("planes", "f4", (8, 8, 18))])
    assert ia.encode(FENS, LAYOUT, out=table["planes"]) is not None
    assert np.array_equal(table["planes"], RIGHT) and not table["label"].any()
    one = table[1]["planes"]
    one[...] = 0
    ia.encode(FENS[1], LAYOUT, out=one)
    assert np.array_equal(table["planes"], RIGHT)
    found = ia.decode(table["planes"], LAYOUT)
    assert found == ia.decode(RIGHT, LAYOUT)
    converted = ia.convert(table["planes"], LAYOUT, "chess/planes25").tensor
    assert np.array_equal(converted, ia.convert(RIGHT, LAYOUT, "chess/planes25").tensor)


def test_read_only_out_is_refused_and_read_only_input_is_read():
    out = np.zeros(RIGHT.shape, np.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        ia.encode(FENS, LAYOUT, out=out)
    assert not out.any()
    fixed = RIGHT.copy()
    fixed.flags.writeable = False
    assert len(ia.decode(fixed, LAYOUT).positions) == 3
    records = ia.to_records(FENS)
    records.flags.writeable = False
    assert np.array_equal(ia.encode(records, LAYOUT), RIGHT)


def test_tensors_of_any_strides_are_read():
    fens = [p.fen for p in ia.decode(RIGHT, LAYOUT).positions]
    for tensor in (RIGHT[::-1][::-1], np.asfortranarray(RIGHT), RIGHT.astype(np.float64)):
        assert [p.fen for p in ia.decode(tensor, LAYOUT).positions] == fens
    assert [p.fen for p in ia.decode(RIGHT[::-1], LAYOUT).positions] == fens[::-1]
    assert [p.fen for p in ia.decode(RIGHT.astype(">f4"), LAYOUT).positions] == fens
    assert ia.decode(RIGHT[:0], LAYOUT).positions == []
    # Empty arrays of NumPy 2.4 have no strides.
    nothing = np.ndarray((0, 8, 8, 18), np.float32, buffer=b"", strides=(0, 0, 0, 0))
    assert ia.decode(nothing, LAYOUT).positions == []
    assert ia.convert(nothing, LAYOUT, "chess/planes25").tensor.shape == (0, 25, 8, 8)
    assert ia.encode([], LAYOUT, out=nothing.copy()).shape == nothing.shape
    assert ia.decode(RIGHT[0], LAYOUT).position.fen == fens[0]
    assert ia.decode(RIGHT.tolist(), LAYOUT).positions[0].fen == fens[0]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "uint8"])
def test_the_type_of_a_tensor_is_its_own(dtype):
    tensors = ia.encode(FENS, LAYOUT, dtype=dtype)
    assert [p.fen for p in ia.decode(tensors, LAYOUT).positions] == [
        p.fen for p in ia.decode(RIGHT, LAYOUT).positions
    ]
    chw = ia.encode(FENS, LAYOUT, order="CHW")
    assert len(ia.decode(chw, LAYOUT, order="CHW").positions) == 3
    assert len(ia.decode(chw, ia.layout(LAYOUT, order="CHW")).positions) == 3


@pytest.mark.parametrize(
    ("tensor", "error", "says"),
    [
        (RIGHT[:, :7], ValueError, r"expected the shape \(8, 8, 18\) or \(n, 8, 8, 18\)"),
        (RIGHT[..., None], ValueError, "expected the shape"),
        (RIGHT.astype(np.int64), ia.ParseError, r"plane 12 \(occurrences/3\).*has 0"),
        (RIGHT.astype(complex), TypeError, "expected elements of float32"),
        ("startpos", TypeError, "expected an array"),
        (None, TypeError, "expected elements"),
        (np.full_like(RIGHT, np.nan), ia.ParseError, r"row 0: plane 0 \(us.pawn\), row 0"),
        (np.full_like(RIGHT, np.inf), ia.ParseError, "row 0: plane 0"),
    ],
)
def test_tensors_that_are_none(tensor, error, says):
    for call in (
        lambda: ia.decode(tensor, LAYOUT),
        lambda: ia.convert(tensor, LAYOUT, "chess/planes25"),
    ):
        with pytest.raises(error, match=says):
            call()


def test_a_bad_tensor_is_named_by_row_plane_and_cell():
    broken = RIGHT.copy()
    broken[2, 4, 3, 13] = 1
    for call in (ia.decode, lambda *args: ia.convert(*args, "chess/planes25")):
        with pytest.raises(
            ia.ParseError, match=r"row 2: plane 13 \(en_passant.legal\), row 4, col"
        ) as e:
            call(broken, LAYOUT)
        assert (e.value.row, e.value.offset) == (2, 4 * ((4 * 8 + 3) * 18 + 13))


@pytest.mark.parametrize(
    "turn", ["w", "White", 3, ["white"], ["white"] * 2, ["white", "black", 3], [True] * 3]
)
def test_turn_is_white_or_black(turn):
    with pytest.raises((TypeError, ValueError), match="turn: expected"):
        ia.decode(RIGHT, LAYOUT, turn=turn)


def test_turn_can_be_said_for_each():
    turns = ["black", None, "white"]
    assert [p.turn for p in ia.decode(RIGHT, LAYOUT, turns).positions] == [
        "black",
        "white",
        "white",
    ]
    shown = ia.encode("startpos", "chess/planes25")
    with pytest.raises(ia.ParseError, match="shows white to move"):
        ia.decode(shown, "chess/planes25", turn="black")


def test_without_a_layout_the_shape_must_tell():
    assert ia.decode(RIGHT[:1]).position == ia.Position()
    assert ia.decode(ia.encode("startpos", "chess/mailbox69")).position == ia.Position()
    with pytest.raises(ValueError, match="chess/signed64 and chess/naive64"):
        ia.decode(ia.encode("startpos", "chess/signed64"))
    with pytest.raises(ValueError, match="fits no layout"):
        ia.decode(np.zeros((3, 3), np.float32))


def test_records_come_in_several_forms():
    records = ia.to_records(FENS)
    assert records.dtype == ia.RECORD and records.itemsize == 32
    as_bytes = records.view(np.uint8).reshape(-1, 32)
    twice = np.repeat(records, 2)[::2]
    for form in (records, as_bytes, twice, np.asfortranarray(as_bytes)):
        assert np.array_equal(ia.encode(form, LAYOUT), RIGHT)
        assert [p.fen for p in ia.from_records(form)] == [ia.Position(f).fen for f in FENS]
    for one in (records[1], as_bytes[1], records[1:2].reshape(())):
        assert np.array_equal(ia.encode(one, LAYOUT), RIGHT[1])
    for mixed in (list(records), [records[0], FENS[1], records[2]], iter(records)):
        assert np.array_equal(ia.encode(mixed, LAYOUT), RIGHT)
    assert np.array_equal(ia.to_records(list(records)), records)
    records["eval"] = 30  # what is no part of the position stays, too
    copied = ia.to_records(records)
    assert np.array_equal(copied, records) and not np.shares_memory(copied, records)
    assert ia.to_records(records[1])[0] == records[1]
    assert ia.Position(records[1]).fen == ia.Position(FENS[1]).fen
    assert ia.show(records[1], LAYOUT).text == ia.show(ia.Position(records[1]), LAYOUT).text
    with pytest.raises(TypeError, match="row 1"):
        ia.encode([records[0], np.zeros(1, [("x", "u1")])[0]], LAYOUT)
    for wrong in (RIGHT, as_bytes[:, :31], as_bytes.astype(np.int8), records.reshape(1, 3)):
        with pytest.raises(TypeError, match="no array of records"):
            ia.encode(wrong, LAYOUT)
    with pytest.raises(TypeError, match=r"expected an array of records \(ia\.record_dtype"):
        ia.from_records("startpos")
    broken = records.copy()
    broken["fullmove"][1] = 0
    for call in (lambda: ia.encode(broken, LAYOUT), lambda: ia.from_records(broken)):
        with pytest.raises(ia.ParseError) as caught:
            call()
        assert (caught.value.row, caught.value.offset) == (1, 26)
