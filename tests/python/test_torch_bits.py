"""Bits as tensors: planes on any device by a few operations, equal to those of C++ bit for bit."""

import itertools
import pickle

import numpy as np
import pytest

import intarsia as ia
from tests.python.test_bits import LICHESS, OF_THE_USER, layouts, played, types_of

torch = pytest.importorskip("torch", reason="apt-get install python3-torch")

HAS_COMPILE = hasattr(torch, "compile")
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@pytest.fixture(scope="module")
def positions():
    game = next(iter(ia.read(LICHESS)))
    return {
        "chess": game.positions()[:60],
        "hex": played(ia.HexGame(13), 40),
        "connect4": played(ia.Game("connect4"), 30),
    }


def raw(tensor):
    """The bytes of a tensor whose elements NumPy may not know."""
    return tensor.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes()


def planes_of_cpp(some, layout, dtype):
    """As the loader gives them: NCHW, HWC layouts with the channels last."""
    chosen = ia.layout(layout, dtype=dtype)
    return ia.torch.planes_of(ia.encode(some, chosen), chosen)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("layout", layouts(), ids=lambda each: each.id)
def test_planes_are_those_of_cpp(positions, layout, device):
    some = positions[layout.game]
    bits = ia.torch.tensors_of_bits(ia.encode(some, layout, dtype="bits")).to(device)
    for order, name in itertools.product(("CHW", "HWC", "flat"), types_of(layout)):
        dtype = getattr(torch, name)
        expected = planes_of_cpp(some, ia.layout(layout, order=order), dtype)
        found = ia.torch.expand(bits, ia.layout(layout, order=order), dtype)
        assert found.dtype == expected.dtype and found.shape == expected.shape
        assert found.stride() == expected.stride() and found.device.type == device
        assert raw(found) == raw(expected), (order, dtype)
    assert torch.equal(ia.torch.expand(bits).cpu(), planes_of_cpp(some, bits.layout, torch.float32))


def test_channels_last_is_a_memory_format(positions):
    bits = ia.torch.tensors_of_bits(
        ia.encode(positions["chess"], "chess/canonical18", dtype="bits")
    )
    planes = ia.torch.expand(bits)
    assert tuple(planes.shape) == (len(bits), 18, 8, 8)
    assert planes.is_contiguous(memory_format=torch.channels_last)


def test_fractions_are_rounded_as_in_cpp():
    layout = ia.Layout("chess", ["occurrences/3", "clock.capped/100"], frame="mover")
    lines = ["startpos", *(f"8/8/4k3/8/8/4K3/8/8 w - - {n} 90" for n in range(100))]
    bits = ia.encode(lines, layout, dtype="bits")
    for dtype in (torch.uint8, torch.float16, torch.bfloat16):
        assert raw(ia.torch.expand(bits, layout, dtype)) == raw(planes_of_cpp(lines, layout, dtype))


def test_one_position_and_none(positions):
    one = ia.encode("startpos", "chess/planes25", dtype="bits")
    assert np.array_equal(ia.torch.expand(one).numpy(), ia.encode("startpos", "chess/planes25"))
    none = ia.encode([], "chess/planes25", dtype="bits")
    assert tuple(ia.torch.expand(none).shape) == (0, 25, 8, 8)


def test_a_network_begins_with_the_module(positions):
    some = positions["chess"]
    torch.manual_seed(3)
    head = torch.nn.Conv2d(25, 4, 3)
    net = torch.nn.Sequential(ia.torch.Expand("chess/planes25"), head)
    assert "chess/planes25, (25, 8, 8) CHW, torch.float32" in repr(net)
    assert set(net.state_dict()) == {"1.weight", "1.bias"}
    bits = ia.torch.tensors_of_bits(ia.encode(some, "chess/planes25", dtype="bits"))
    expected = head(torch.from_dlpack(ia.encode(some, "chess/planes25")))
    assert torch.equal(net(bits), expected)
    assert torch.equal(head(net[0](bits.masks, bits.values)), expected)
    again = pickle.loads(pickle.dumps(net))
    assert torch.equal(again(pickle.loads(pickle.dumps(bits))), expected)


@pytest.mark.skipif(not HAS_COMPILE, reason="torch.compile needs torch 2 or later")
@pytest.mark.parametrize("order", ["CHW", "HWC"])
def test_it_can_be_compiled_whole(positions, order):
    layout = ia.layout("chess/planes25", order=order)
    bits = ia.torch.tensors_of_bits(ia.encode(positions["chess"], layout, dtype="bits"))
    module = ia.torch.Expand(layout, torch.bfloat16)
    # "eager" needs no compiler of C++ where the test runs, and traces all the same.
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    assert raw(compiled(bits)) == raw(module(bits))
    assert raw(compiled(bits.masks, bits.values)) == raw(module(bits))


def test_what_does_not_fit_is_refused(positions):
    bits = ia.torch.tensors_of_bits(ia.encode(positions["hex"], "hex/3nxn", dtype="bits"))
    with pytest.raises(ValueError, match="bits of hex/3nxn, not of hex/nxn"):
        ia.torch.expand(bits, "hex/nxn")
    with pytest.raises(ValueError, match="a board of another size"):
        ia.torch.Expand("hex/3nxn")(bits)
    sized = ia.torch.Expand(ia.layout("hex/3nxn", size=13))
    assert tuple(sized(bits).shape) == (40, 3, 13, 13)
    with pytest.raises(ValueError, match=r"masks \(n, 3, 3\) and values \(n, 3\) for hex/3nxn"):
        sized(bits.masks[:, :2], bits.values)
    with pytest.raises(TypeError, match="masks of int64"):
        sized(bits.masks.int(), bits.values)
    with pytest.raises(TypeError, match="two tensors"):
        sized(bits.masks)
    with pytest.raises(TypeError, match=r"expected ia\.Bits"):
        ia.torch.expand(bits.masks)
    with pytest.raises(ValueError, match="int8 cannot hold"):
        ia.torch.expand(
            ia.encode("startpos", OF_THE_USER[0], dtype="bits"), OF_THE_USER[0], torch.int8
        )
    with pytest.raises(TypeError, match="one of torch's"):
        ia.torch.expand(bits, None, "float32")


def test_tensors_are_read_like_arrays(positions):
    some = positions["chess"]
    bits = ia.encode(some, "chess/planes25", dtype="bits")
    tensors = ia.torch.tensors_of_bits(bits)
    assert (
        tensors.masks.data_ptr() == bits.masks.ctypes.data
        and ia.torch.tensors_of_bits(tensors) is tensors
    )
    planes = ia.encode(some, "chess/planes25")
    assert ia.decode(tensors).positions == ia.decode(planes, "chess/planes25").positions
    assert np.array_equal(ia.expand(tensors[3:5]), planes[3:5])


def test_boards_of_as_many_words_are_told_apart():
    """Boards of 9 and of 10 rows both take two words: only their bits know the size."""
    bits = ia.encode(["hex 9", "hex 9 moves b2"], "hex/nxn", dtype="bits")
    with pytest.raises(ValueError, match="a board of another size"):
        ia.torch.Expand(ia.layout("hex/nxn", size=10))(bits)
    assert tuple(ia.torch.expand(bits, "hex/nxn").shape) == (2, 9, 9)


@pytest.mark.parametrize("workers", [0, 2])
def test_the_loader_hands_them_through(workers, tmp_path):
    ds = ia.build(LICHESS, tmp_path / "set", limit=30)
    options = {"policy": "chess/az4672", "mask": False, "seed": 4, "num_workers": workers}
    planes = ia.torch.loader(ds, "chess/canonical18", 300, **options)
    layered = ia.torch.loader(ds, "chess/canonical18", 300, dtype="bits", **options)
    assert "dtype='bits'" in repr(layered)
    expand = ia.torch.Expand("chess/canonical18")
    for expected, found in zip(planes, layered, strict=True):
        assert isinstance(found.planes, ia.Bits) and found.planes.masks.dtype == torch.int64
        assert torch.equal(expand(found.planes), expected.planes)
        assert torch.equal(found.policy, expected.policy)
        assert np.array_equal(found.numbers, expected.numbers)
