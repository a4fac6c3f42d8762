"""Data sets on a card, with a driver that has none: the whole way but the card itself.

tests/fake_cuda runs the kernels' own text in loops on this machine. What a real card does is for
`./dev gpu`.
"""

import numpy as np
import pytest

import intarsia as ia
from tests.python import fake_card
from tests.python.fake_card import HISTORY, expect_same

EVERYTHING = ia.Layout(
    "chess", ["us.attacks", "them.rook.attacks", "en_passant.legal", "check", "codes.naive"]
)

pytestmark = fake_card.MARKS


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return fake_card.chess_set(tmp_path_factory.mktemp("sets") / "data")


@pytest.fixture(scope="module")
def hex_set(tmp_path_factory):
    return fake_card.hex_set(tmp_path_factory.mktemp("sets") / "hex")


@pytest.mark.parametrize("shuffle", ["global", "blocks", "lanes", None])
@pytest.mark.parametrize("layout", ["chess/canonical18", "chess/planes25", HISTORY])
def test_batches_are_those_of_the_host(ds, layout, shuffle):
    asked = {"seed": 3, "epoch": 1, "shuffle": shuffle, "mask": False, "unknown": "nan"}
    asked |= {"policy": "chess/az4672", "value": "wdl"}
    expect_same(ds.batches(layout, 500, **asked), ds.to("cuda").batches(layout, 500, **asked))


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "uint8", "int8"])
@pytest.mark.parametrize("order", ["CHW", "HWC", "flat"])
def test_types_and_orders_are_those_of_the_host(ds, dtype, order):
    asked = {"order": order, "dtype": dtype}
    for layout in ("chess/canonical18", "chess/observation839"):
        try:
            host = ds.batches(layout, 700, **asked)
        except ValueError:
            continue  # the type does not hold all values
        expect_same(host, ds.to("cuda").batches(layout, 700, **asked))


def test_parts_of_a_set_are_those_of_the_host(ds):
    train = ia.open(ds.path, split="train")
    some = train.where(ply="4..30").select(np.arange(0, 500, 3))
    for part in (train, ia.open(ds.path, split="rest"), some):
        asked = {"policy": "chess/lc0-1858", "mask": False, "seed": 9}
        expect_same(
            part.batches(HISTORY, 300, **asked), part.to("cuda").batches(HISTORY, 300, **asked)
        )
    on_card = train.to("cuda")
    narrowed = on_card.where(ply="4..30")
    assert narrowed.nbytes == on_card.nbytes < ds.to("cuda").nbytes
    expect_same(train.where(ply="4..30").batches(HISTORY, 300), narrowed.batches(HISTORY, 300))


def test_what_is_unknown_is_left_out_as_on_the_host(ds):
    asked = {"value": "outcome", "unknown": "skip"}
    expect_same(
        ds.batches("chess/planes25", 400, **asked),
        ds.to("cuda").batches("chess/planes25", 400, **asked),
    )


@pytest.mark.parametrize("value", ["outcome", "wdl", "eval", "mix:0.7"])
def test_values_are_those_of_the_host(ds, value):
    asked = {"value": value, "unknown": "nan"}
    expect_same(
        ds.batches("chess/planes25", 900, **asked),
        ds.to("cuda").batches("chess/planes25", 900, **asked),
    )


def test_ranks_and_workers_share_as_on_the_host(ds):
    on_card = ds.to("cuda")
    for share in ({"rank": 1, "world": 3}, {"partition": (1, 2)}, {"drop_last": True}):
        for shuffle in ("global", "lanes"):
            asked = {"shuffle": shuffle, "seed": 4, **share}
            expect_same(
                ds.batches("chess/signed64", 257, **asked),
                on_card.batches("chess/signed64", 257, **asked),
            )


def test_streams_go_on_over_the_ends_of_epochs(ds):
    host, device = (
        one.stream("chess/signed64", 900, seed=2, shuffle="lanes") for one in (ds, ds.to("cuda"))
    )
    turns = 2 * len(ds) // 900 + 1
    expect_same(
        [next(host) for _ in range(turns)],
        [next(device) for _ in range(turns)],
    )
    assert host.state() == device.state()


@pytest.mark.parametrize("layout", ["hex/3nxn", "hex/nxn"])
def test_symmetries_are_those_of_the_host(hex_set, layout):
    asked = {"augment": "symmetries", "policy": "hex/cells", "value": "training", "mask": False}
    asked |= {"unknown": "nan", "seed": 6}
    expect_same(
        hex_set.batches(layout, 300, **asked), hex_set.to("cuda").batches(layout, 300, **asked)
    )


def test_numbers_are_taken_in_any_order(ds):
    numbers = np.array([5, 0, 5, len(ds) - 1, 77])
    asked = {"policy": "chess/az4672", "mask": False}
    expect_same(
        [ds.take(numbers, HISTORY, **asked)], [ds.to("cuda").take(numbers, HISTORY, **asked)]
    )
    with pytest.raises(IndexError):
        ds.to("cuda").take([len(ds)], HISTORY)


def test_the_corpus_is_the_same_on_a_card(corpus, tmp_path):
    """Real games of other origins: Chess960, comments, Hex of several sizes."""
    chess = ia.build(corpus / "chess/pgn/misc", tmp_path / "chess", final=True, limit=150)
    for layout in (*ia.layouts("chess"), HISTORY):
        expect_same(chess.batches(layout, 2000), chess.to("cuda").batches(layout, 2000))
    for size in (11, 13):
        games = ia.build(corpus / "hex/trmph", tmp_path / f"hex{size}", limit=400)
        hex_set = ia.open(games.path, size=size)
        for layout in ("hex/nxn", "hex/2nxn", "hex/3nxn"):
            expect_same(hex_set.batches(layout, 900), hex_set.to("cuda").batches(layout, 900))


def test_records_on_a_card_are_encoded(ds):
    records = ds.records[:300]
    rows = on_card_bytes(np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1))
    for layout in ("chess/planes25", EVERYTHING):
        planes = ia.cuda.encode(rows, layout)
        assert planes.numpy().tobytes() == ia.encode(records, layout).tobytes()
    out = on_card_bytes(np.zeros((300, 25 * 64 * 4), np.uint8), (300, 25, 8, 8), "float32")
    assert ia.cuda.encode(rows, "chess/planes25", out=out) is out
    assert out.numpy().tobytes() == ia.encode(records, "chess/planes25").tobytes()
    history = ia.cuda.encode(rows, HISTORY, history=True)
    assert history.numpy().tobytes() == ds.take(np.arange(300), HISTORY).planes.tobytes()


def on_card_bytes(array, shape=None, dtype="uint8"):
    """A copy on the card."""
    card = ia.cuda.card("cuda")
    made = ia.cuda.Array.empty(card, shape or array.shape, dtype, 0)
    made._owner.memory.copy_in(np.ascontiguousarray(array).reshape(-1), 0)
    return made


def test_arrays_that_do_not_fit_are_refused(ds):
    rows = on_card_bytes(np.zeros((3, 32), np.uint8))
    with pytest.raises(TypeError, match="in the memory of a card"):
        ia.cuda.encode(np.zeros((3, 32), np.uint8), "chess/planes25")
    with pytest.raises(TypeError, match=r"uint8 of shape \(n, 32\)"):
        ia.cuda.encode(on_card_bytes(np.zeros((3, 31), np.uint8)), "chess/planes25")
    with pytest.raises(ValueError, match="shape"):
        ia.cuda.encode(
            rows, "chess/planes25", out=on_card_bytes(np.zeros(4, np.uint8), (1,), "float32")
        )
    with pytest.raises(TypeError, match="float32, not of uint8"):
        ia.cuda.encode(rows, "chess/planes25", out=rows)


def test_an_array_says_where_it_lies(ds):
    planes = next(ds.to("cuda").batches("chess/planes25", 10)).planes
    said = planes.__cuda_array_interface__
    assert said["data"] == (planes.address, False) and said["shape"] == (10, 25, 8, 8)
    assert said["typestr"] == "<f4" and said["strides"] is None
    assert planes.__dlpack_device__() == (2, 0)
    assert "dltensor" in repr(planes.__dlpack__())
    assert planes.device == "cuda:0" and planes.nbytes == 10 * 25 * 64 * 4
    assert np.array_equal(np.asarray(planes), planes.numpy())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"policy": "chess/az4672", "mask": True}, "mask=False"),
        ({"dtype": "bits"}, "dtype"),
        ({"policy": "chess/az4672", "policy_form": "visits"}, "policy_form"),
        ({"value": "column:x"}, "columns"),
        ({"extra": "x"}, "columns"),
    ],
)
def test_what_a_card_cannot_make_is_refused_by_name(ds, asked, said):
    with pytest.raises(ValueError, match=said):
        ds.to("cuda").batches("chess/planes25", **asked)


def test_a_set_stays_in_its_process(ds):
    import pickle

    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(ds.to("cuda"))
    assert type(ds.to("cuda").to("cpu")) is ia.DataSet
    for wrong in ("gpu", "cuda:x"):
        with pytest.raises(ValueError, match="'cuda:1'"):
            ds.to(wrong)
    with pytest.raises(RuntimeError, match="there is no card 7"):
        ds.to("cuda:7")
    with pytest.raises(ValueError, match="limit"):
        ds.to("cuda", limit="much")


def test_sets_that_cannot_lie_side_by_side_are_refused(tmp_path):
    (tmp_path / "two.trmph").write_text("#5,a1b2 b\n#6,a1b2c3 r\n")
    several = ia.build(tmp_path / "two.trmph", tmp_path / "mixed")
    with pytest.raises(ValueError, match="boards of several sizes"):
        several.to("cuda")
