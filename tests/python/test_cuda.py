"""Data sets on a card, with a driver that has none: the whole way but the card itself.

tests/fake_cuda runs the kernels' own text in loops on this machine. What a real card does is for
`./dev gpu`.
"""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT
from tests.python import fake_card

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
HISTORY = ia.Layout(
    "chess", [{"last": 4, "features": ["us.pieces", "occurrences/3"]}], frame="mover"
)
EVERYTHING = ia.Layout(
    "chess", ["us.attacks", "them.rook.attacks", "en_passant.legal", "check", "codes.naive"]
)

pytestmark = fake_card.MARKS


@pytest.fixture(scope="module", autouse=True)
def fake(tmp_path_factory):
    with fake_card.driver(tmp_path_factory.mktemp("cuda")) as library:
        yield library


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    path = tmp_path_factory.mktemp("sets") / "data"
    return ia.build(
        LICHESS, path, final=True, limit=60, shard_records=1200, split={"train": 0.7, "rest": 0.3}
    )


@pytest.fixture(scope="module")
def hex_set(tmp_path_factory):
    return ia.build(HEX, tmp_path_factory.mktemp("sets") / "hex", limit=40)


def expect_same(host, device):
    """Every part of every batch, as bytes: NaN too."""
    count = 0
    for ours, theirs in zip(host, device, strict=True):
        for part, on_card in zip(ours[:3], theirs[:3], strict=True):
            assert (part is None) == (on_card is None)
            if part is not None:
                assert on_card.shape == part.shape
                assert on_card.numpy().tobytes() == part.tobytes()
        assert np.array_equal(ours.numbers, theirs.numbers)
        count += 1
    assert count


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


@pytest.mark.parametrize("limit", [60_000, "0.05MB", 1])
def test_what_does_not_fit_is_sent_along(ds, hex_set, limit):
    on_card = ds.to("cuda", limit=limit)
    assert on_card.is_streamed and on_card.nbytes <= 60_000
    for shuffle in ("global", "lanes"):
        asked = {"policy": "chess/az4672", "mask": False, "seed": 1, "shuffle": shuffle}
        for prefetch in (0, 2):
            expect_same(
                ds.batches(HISTORY, 400, **asked),
                on_card.batches(HISTORY, 400, prefetch=prefetch, **asked),
            )
    asked = {"augment": "symmetries", "policy": "hex/cells", "mask": False}
    expect_same(
        hex_set.batches("hex/2nxn", 300, **asked),
        hex_set.to("cuda", limit=1).batches("hex/2nxn", 300, **asked),
    )


@pytest.mark.parametrize("size", [20, 64, 900])
def test_shards_come_and_go(tmp_path_factory, fake, size):
    """Lanes read many small shards, of which a few fit at once; of 900 rows, too many for them."""
    path = tmp_path_factory.mktemp("sets") / "many"
    many = ia.build(
        LICHESS, path, final=True, shard_records=30, limit=150, split={"a": 0.8, "b": 0.2}
    )
    assert len(many.manifest["shards"]) > 100
    part = ia.open(path, split="a").where(ply="3..60")
    for host in (many, part):
        on_card = host.to("cuda", limit=150_000)
        assert on_card.is_streamed and on_card.nbytes <= 190_000
        before = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2")
        for epoch in (0, 1):
            asked = {"shuffle": "lanes", "epoch": epoch, "policy": "chess/az4672", "mask": False}
            expect_same(
                host.batches(HISTORY, size, **asked), on_card.batches(HISTORY, size, **asked)
            )
        assert fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2") > before


def test_a_shard_comes_once_an_epoch(tmp_path, fake):
    """Or twice, where one lane ends in it and another begins; and the next epoch's first ones come
    before it begins.
    """
    host = ia.build(LICHESS, tmp_path / "games", final=True, shard_records=30)
    lanes, shards = ia._core.LANES, len(host.manifest["shards"])
    on_card = host.to("cuda", limit=720_000)  # room for two shards of each lane
    assert on_card.is_streamed and shards > 5 * lanes
    stream = on_card.stream("chess/signed64", 2 * lanes, shuffle="lanes")
    before = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2")
    epochs, tables = 4, 10
    while stream.epoch < epochs:
        next(stream)
    copies = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2") - before
    assert copies < epochs * (shards + lanes) + lanes + tables


def test_what_a_thread_made_is_waited_for_in_the_callers_stream(ds, fake):
    """Records that are sent along one by one are collected by a thread, in CUDA's own stream."""
    asked = {"shuffle": "global", "policy": "chess/az4672", "mask": False}
    before = fake.fake_cuda_calls(b"cuStreamWaitEvent")
    with ia.cuda.stream(4711):
        batches = list(ds.to("cuda", limit=1000).batches(HISTORY, 500, prefetch=2, **asked))
        assert {part.__cuda_array_interface__["stream"] for part in batches[0][:2]} == {4711}
    assert fake.fake_cuda_calls(b"cuStreamWaitEvent") - before >= len(batches)
    expect_same(ds.batches(HISTORY, 500, **asked), batches)


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


def test_what_does_not_fit_is_refused_if_asked(ds):
    with pytest.raises(MemoryError, match=rf"take {32 * len(ds)} bytes, and 1000 may be used"):
        ds.to("cuda", limit=1000, stream=False)


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
    made._owner.copy_in(np.ascontiguousarray(array).reshape(-1), 0)
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


def test_nothing_stays_on_the_card(ds, fake):
    before = fake.fake_cuda_live()
    on_card = ds.to("cuda")
    batch = next(on_card.batches("chess/planes25", 100, policy="chess/az4672", mask=False))
    assert fake.fake_cuda_live() > before
    del batch, on_card
    assert fake.fake_cuda_live() == before


OPENED = """
import sys, intarsia as ia
try:
    ia.open(sys.argv[1]).to("cuda").batches("chess/planes25")
except RuntimeError as error:
    print(error)
"""

KEPT = """
import sys, intarsia as ia
layout = ia.Layout("chess", ["us.pieces", "clock/7"], frame="mover")
list(ia.open(sys.argv[1]).to("cuda").batches(layout, 1000))
"""

SCRIPT = """
import gc, sys
import intarsia as ia, ctypes, os
fake = ctypes.CDLL(os.environ["INTARSIA_CUDA_DRIVER"])
ds = ia.open(sys.argv[1])
try:
    on_card = ds.to("cuda", limit=int(sys.argv[2]) or None)
    batches = on_card.batches("chess/planes25", 300, policy="chess/az4672", mask=False)
    planes = next(batches).planes.numpy()
except Exception as error:
    print(type(error).__name__, error)
on_card = batches = planes = error = None
gc.collect()
print("live", fake.fake_cuda_live())
"""


def run_apart(ds, limit=0, **environment):
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, ds.path, str(limit)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


CALLS = [
    "cuInit",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain",
    "cuCtxPushCurrent_v2",
    "cuMemGetInfo_v2",
    "cuMemAlloc_v2",
    "cuMemAllocFromPoolAsync",
    "cuMemHostAlloc",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuStreamSynchronize",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuLaunchKernel",
]


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_fails_is_named_and_leaves_nothing(ds, call):
    clean = run_apart(ds)[-1]
    for nth in (1, 2, 4):
        *said, live = run_apart(ds, FAKE_CUDA_FAIL=f"{call}:700@{nth}")
        assert all(call in line and "RuntimeError" in line for line in said[:1]), said
        assert int(live.split()[1]) <= int(clean.split()[1])
        if nth == 1:
            assert said


def test_memory_that_is_lacking_is_said_with_both_numbers(ds):
    said = run_apart(ds, FAKE_CUDA_MEMORY="400000", FAKE_CUDA_FAIL="cuMemAllocFromPoolAsync:2@2")[0]
    assert said.startswith("MemoryError out of memory on no card at all: ")
    assert "bytes wanted" in said and "free of 400000" in said


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"INTARSIA_CUDA_DRIVER": "/nowhere"}, "install the driver of your card"),
        ({"INTARSIA_NVRTC": "/nowhere"}, "pip install nvidia-cuda-nvrtc-cu12"),
        ({"FAKE_CUDA_DEVICES": "0"}, "there is no NVIDIA card here"),
        ({"FAKE_CUDA_CAPABILITY": "61"}, "the card is too old"),
        ({"INTARSIA_CUDA_DRIVER": fake_card.ENVIRONMENT["INTARSIA_NVRTC"]}, "too old"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(ds, environment, said):
    script = OPENED
    cache = {"INTARSIA_CACHE": "/nonexistent"}
    found = subprocess.run(
        [sys.executable, "-c", script, ds.path],
        env={**os.environ, **cache, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said in found and found.count("\n") == 1


def test_a_set_that_changed_on_disk_is_refused(ds, tmp_path):
    copy = tmp_path / "data"
    shutil.copytree(ds.path, copy)
    opened = ia.open(copy)
    shard = copy / "shard-00000.npy"
    content = bytearray(shard.read_bytes())
    content[-1] ^= 1
    shard.write_bytes(content)
    with pytest.raises((ValueError, RuntimeError, OSError), match="shard-00000"):
        opened.to("cuda")


def test_programs_are_kept(ds, tmp_path, monkeypatch):
    monkeypatch.setenv("INTARSIA_CACHE", str(tmp_path / "kept"))
    layout = ia.Layout("chess", ["us.pieces", "clock/7"], frame="mover")
    list(ds.to("cuda").batches(layout, 1000))
    kept = sorted((tmp_path / "kept").iterdir())
    assert any(path.name.endswith("-sm90.cubin") for path in kept)
    monkeypatch.setenv("FAKE_NVRTC_CXX", "false")  # a compiler that fails: it is not asked
    script = KEPT
    subprocess.run([sys.executable, "-c", script, ds.path], check=True)
