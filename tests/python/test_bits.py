"""Bits: layers instead of planes, the same as in files, and planes again by one call."""

import itertools
import pickle
import threading

import numpy as np
import pytest
from intarsia._batches import Filler

import intarsia as ia
from tests.conftest import ROOT, run

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
DTYPES = ("float32", "float16", "bfloat16", "uint8", "int8")
OF_THE_USER = [
    ia.Layout(
        "chess",
        ["codes.signed", "clock/100", "turn.sign", {"last": 3, "features": ["us.pieces"]}],
        frame="mover",
        order="HWC",
        id="my/chess",
    ),
    ia.Layout("hex", [{"last": 2, "features": ["blue.stones", "last_move"]}, "turn.player"]),
    ia.Layout("connect4", ["codes.signed", "us.discs", "ply"], frame="mover", order="flat"),
]


def played(game, count):
    """Every position of a game in which the moves in the middle are played."""
    positions = [game.position]
    while len(positions) < count and not game.outcome:
        moves = list(game.legal_moves)
        game.push(moves[len(moves) * 2 // 3])
        positions.append(game.position)
    return positions


@pytest.fixture(scope="module")
def positions():
    """Of each game and board: 4 and 26 are less and more than a word of Hex, 13 is three."""
    games = list(itertools.islice(ia.read(LICHESS), 3))
    found = {("chess", None): [p for game in games for p in game.positions()][:150]}
    for size in (4, 8, 13, 26):
        found["hex", size] = played(ia.HexGame(size), 40)
    for size in (None, "8x8"):
        found["connect4", size] = played(ia.Game("connect4", size=size), 30)
    return found


def layouts():
    return [*ia.layouts(), *OF_THE_USER]


def types_of(layout):
    """The types that hold it."""

    def holds(dtype):
        try:
            return bool(ia.layout(layout, dtype=dtype))
        except ValueError as error:
            assert "cannot hold" in str(error)
            return False

    return [dtype for dtype in DTYPES if holds(dtype)]


def test_every_type_is_tried():
    assert {dtype for layout in layouts() for dtype in types_of(layout)} == set(DTYPES)
    assert all("float32" in types_of(layout) for layout in layouts())


@pytest.mark.parametrize("layout", layouts(), ids=lambda each: each.id)
def test_expanded_they_are_the_planes_bit_for_bit(positions, layout):
    for (game, _), some in positions.items():
        if game != layout.game:
            continue
        bits = ia.encode(some, layout, dtype="bits")
        assert len(bits) == len(some)
        for order, dtype in itertools.product(("CHW", "HWC", "flat"), types_of(layout)):
            expected = ia.encode(some, layout, order=order, dtype=dtype)
            found = ia.expand(bits, layout, order=order, dtype=dtype)
            assert found.dtype == expected.dtype and found.shape == expected.shape
            assert found.tobytes() == expected.tobytes(), (order, dtype)
        assert np.array_equal(ia.expand(bits), ia.encode(some, bits.layout))


def test_a_layout_of_fractions_in_bytes_is_rounded_alike(positions):
    layout = ia.Layout("chess", ["us.pieces", "occurrences/3"], frame="mover")
    some = positions["chess", None]
    bytes_ = ia.encode(some, layout, dtype="uint8")
    assert {0, 85, 255} <= set(np.unique(bytes_))
    bits = ia.encode(some, layout, dtype="bits")
    assert np.array_equal(ia.expand(bits, layout, dtype="uint8"), bytes_)


@pytest.mark.parametrize(
    ("layout", "key"), [("chess/planes25", ("chess", None)), ("hex/3nxn", ("hex", 13))]
)
def test_they_are_the_arrays_of_the_tool(positions, layout, key, tmp_path):
    some = positions[key]
    texts = [p.text for p in some] if key[0] == "hex" else [p.fen for p in some]
    (tmp_path / "lines").write_text("\n".join(texts))
    words = ["--layout", layout, "--dtype", "bits", "-o", tmp_path / "x.npy"]
    done = run("encode", tmp_path / "lines", *words)
    assert done.returncode == 0, done.stderr
    bits = ia.encode(texts, layout, dtype="bits")
    assert np.array_equal(bits.masks, np.load(tmp_path / "x.masks.npy"))
    assert np.array_equal(bits.values, np.load(tmp_path / "x.values.npy"))
    from_files = ia.Bits(*(np.load(tmp_path / f"x.{name}.npy") for name in ("masks", "values")))
    with pytest.raises(ValueError, match="say which layout"):
        ia.expand(from_files)
    sized = ia.layout(layout, size=key[1])
    assert np.array_equal(ia.expand(from_files, sized), ia.encode(texts, layout))


def test_the_tool_says_where_bits_are_wrong(tmp_path):
    words = ["--layout", "chess/planes25", "--dtype", "bits", "-o", tmp_path / "x.npy"]
    assert run("encode", "startpos", "startpos", *words).returncode == 0
    values = np.load(tmp_path / "x.values.npy")
    masks = np.load(tmp_path / "x.masks.npy")
    hex_bits = ia.encode(["hex 5", "hex 5"], "hex/nxn", dtype="bits")
    hex_bits.masks[1, 0, 0] = 1 << 63
    with pytest.raises(ia.ParseError, match=r"row 1: .*layer 0 has cells beyond the board"):
        ia.expand(hex_bits)
    assert values.shape == masks.shape[:2] == (2, 25)
    words = ["--layout", "hex/nxn", "--size", "5", "--dtype", "bits", "-o", tmp_path / "h.npy"]
    assert run("encode", "hex 5", "hex 5", *words).returncode == 0
    np.save(tmp_path / "h.masks.npy", hex_bits.masks)
    told = run("decode", tmp_path / "h.masks.npy")
    assert told.returncode == 1
    assert "row 1: " in told.stderr and "layer 0 has cells beyond the board" in told.stderr


def test_one_position_and_none():
    one = ia.encode("startpos", "chess/canonical18", dtype="bits")
    assert one.is_single and one.masks.shape == (18, 1) and one.values.shape == (18,)
    assert np.array_equal(ia.expand(one), ia.encode("startpos", "chess/canonical18"))
    assert repr(one) == "<ia.Bits of 1 position in chess/canonical18: 18 layers, 216 bytes each>"
    for wrong in (len, lambda bits: bits[0]):
        with pytest.raises(TypeError, match="one position has no"):
            wrong(one)
    none = ia.encode([], "chess/canonical18", dtype="bits")
    assert len(none) == 0 and ia.expand(none).shape == (0, 8, 8, 18)
    assert repr(none) == "<ia.Bits of 0 positions in chess/canonical18: 18 layers, 0 bytes each>"


def test_rows_are_chosen_as_of_arrays(positions):
    some = positions["chess", None]
    bits = ia.encode(some, "chess/planes25", dtype="bits")
    planes = ia.encode(some, "chess/planes25")
    for rows in (slice(3, 9), [5, 1, 5], np.arange(len(some)) % 2 == 0, slice(None, None, -2)):
        assert np.array_equal(ia.expand(bits[rows]), planes[rows])
    assert bits[7].is_single and np.array_equal(ia.expand(bits[7]), planes[7])


def test_a_buffer_is_filled_and_positions_are_read_back(positions):
    some = positions["chess", None][:8]
    made = ia.encode(some, "chess/planes25", dtype="bits")
    out = ia.Bits(np.empty_like(made.masks), np.empty_like(made.values), "chess/planes25")
    assert ia.encode(some, "chess/planes25", dtype="bits", out=out) is out
    assert np.array_equal(out.masks, made.masks) and np.array_equal(out.values, made.values)
    planes = ia.encode(some, "chess/planes25", dtype="float16")
    assert ia.decode(made).positions == ia.decode(planes, "chess/planes25").positions
    apart = np.zeros((8, 2, 25, 8, 8), np.float16)
    assert ia.expand(made, dtype="float16", out=apart[:, 1]).base is apart
    assert np.array_equal(apart[:, 1], planes) and not apart[:, 0].any()
    converted = ia.convert(made, "chess/planes25", "chess/canonical18")
    again = ia.convert(ia.expand(made), "chess/planes25", "chess/canonical18")
    assert np.array_equal(converted.tensor, again.tensor) and converted.lost == again.lost


def test_a_batch_of_a_set_is_the_bits_of_its_positions(tmp_path):
    ds = ia.build(LICHESS, tmp_path / "set", limit=60, final=True)
    for layout in ("chess/canonical18", OF_THE_USER[0]):
        options = {"policy": "chess/az4672", "value": "outcome", "unknown": "nan", "seed": 3}
        whole = ds.batches(layout, 700, **options)
        layered = ds.batches(layout, 700, dtype="bits", reuse=True, prefetch=2, **options)
        for planes, bits in zip(whole, layered, strict=True):
            assert isinstance(bits.planes, ia.Bits)
            assert np.array_equal(ia.expand(bits.planes, layout), planes.planes)
            assert np.array_equal(bits.policy, planes.policy)
            assert np.array_equal(bits.value, planes.value, equal_nan=True)
            assert np.array_equal(bits.mask, planes.mask)
    batch = ds.take([5, 0, 700], "chess/canonical18", dtype="bits")
    assert np.array_equal(ia.expand(batch.planes), ds.take([5, 0, 700], "chess/canonical18").planes)
    one, three = (
        ds.take(range(3000), "chess/planes25", dtype="bits", threads=n).planes for n in (1, 3)
    )
    assert np.array_equal(one.masks, three.masks) and np.array_equal(one.values, three.values)


def test_a_batch_lies_in_memory_that_can_be_pinned(tmp_path):
    """The loader says where buffers for a GPU are: all that is filled must be there."""
    ds = ia.build(LICHESS, tmp_path / "set", limit=2)
    options = ("chess/az4672", "wdl", True, None, None, None)
    filler = Filler(ds, "chess/canonical18", None, "bits", *options)
    taken = []
    filler.allocate = lambda size: taken.append(np.empty(size, np.uint8)) or taken[-1]
    planes, *targets = filler.buffers(10)
    filled = [planes.masks, planes.values, *targets]
    assert len(taken) == len(filled) == 5
    assert all(any(np.shares_memory(part, one) for one in taken) for part in filled)


def test_symmetries_turn_bits_as_planes(tmp_path):
    ds = ia.build(HEX, tmp_path / "set", limit=10)
    options = {"augment": "symmetries", "seed": 8}
    planes = next(ds.batches("hex/3nxn", 300, **options)).planes
    bits = next(ds.batches("hex/3nxn", 300, dtype="bits", **options)).planes
    assert np.array_equal(ia.expand(bits, "hex/3nxn"), planes)
    assert not np.array_equal(planes, next(ds.batches("hex/3nxn", 300, seed=8)).planes)


def test_they_travel_as_they_are(positions):
    bits = ia.encode(positions["hex", 13], "hex/3nxn", dtype="bits")
    again = pickle.loads(pickle.dumps(bits))
    assert again.layout == bits.layout and np.array_equal(again.masks, bits.masks)
    assert np.array_equal(ia.expand(again), ia.expand(bits))


def test_other_threads_may_write_meanwhile(positions):
    """The masks are copied before they are looked at: what is found sound is what is expanded."""
    bits = ia.encode(positions["hex", 13] * 50, "hex/3nxn", dtype="bits")
    clean, dirty = bits.masks.copy(), bits.masks | np.uint64(1 << 63)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            bits.masks[...] = dirty
            bits.masks[...] = clean

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(20):
            try:
                planes = ia.expand(bits)
            except ia.ParseError as error:
                assert "beyond the board" in str(error)
            else:
                assert set(np.unique(planes)) <= {0, 1}
    finally:
        stop.set()
        thread.join()


def test_what_does_not_fit_is_refused(positions):
    some = positions["chess", None][:4]
    bits = ia.encode(some, "chess/planes25", dtype="bits")
    with pytest.raises(ValueError, match=r"bits of chess/planes25, not of chess/canonical18"):
        ia.expand(bits, "chess/canonical18")
    with pytest.raises(ValueError, match="another game"):
        ia.expand(bits, "hex/nxn")
    with pytest.raises(ValueError, match=r"expected masks \(n, layers, words\)"):
        ia.Bits(np.zeros((4, 25), np.uint64), np.zeros((4, 24), np.float32))
    plain = ia.Bits(bits.masks, bits.values)
    with pytest.raises(ValueError, match=r"expected masks \(n, 18, 1\) for chess/canonical18"):
        ia.expand(plain, "chess/canonical18")
    with pytest.raises(TypeError, match="uint64"):
        ia.expand(ia.Bits(bits.masks.astype(np.uint32), bits.values, "chess/planes25"))
    with pytest.raises(TypeError, match=r"expected ia\.Bits, not an array"):
        ia.expand(ia.encode(some, "chess/planes25"), "chess/planes25")
    with pytest.raises(TypeError, match=r"out: expected ia\.Bits"):
        ia.encode(some, "chess/planes25", dtype="bits", out=np.zeros((4, 25, 8, 8)))
    with pytest.raises(ValueError, match="out: expected bits of a batch"):
        ia.encode(some, "chess/planes25", dtype="bits", out=bits[0])
    with pytest.raises(ValueError, match="as many rows"):
        ia.encode(some, "chess/planes25", dtype="bits", out=bits[:2])
    bits.masks.flags.writeable = False
    with pytest.raises(TypeError, match=r"out\.masks: expected an array of uint64 that can be"):
        ia.encode(some, "chess/planes25", dtype="bits", out=bits)


def test_values_beyond_a_type_and_layers_over_one_another_are_refused():
    bits = ia.encode("startpos", "chess/mailbox69", dtype="bits")
    layout = ia.Layout("chess", ["codes.signed"])
    codes = ia.encode(["startpos"] * 3, layout, dtype="bits")
    codes.masks[2, 1] |= codes.masks[2, 0]
    with pytest.raises(ia.ParseError, match=r"row 2: codes\.signed: layer 1 has cells of another"):
        ia.expand(codes)
    bits.values[0] = np.nan
    with pytest.raises(ia.ParseError, match="does not fit int8"):
        ia.expand(bits, dtype="int8")
