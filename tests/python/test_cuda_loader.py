"""The loader of PyTorch over a data set on a card, with a driver that has none."""

import contextlib
import itertools
import types

import numpy as np
import pytest

import intarsia as ia
from intarsia import _cuda_array, _cuda_batches, _cuda_memory, _torch_together
from tests.python import fake_card
from tests.python.fake_card import LICHESS
from tests.python.together import run_together

torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
pytestmark = fake_card.MARKS

ASKED = {"policy": "chess/az4672", "value": "outcome", "unknown": "skip", "mask": False, "seed": 5}


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return ia.build(LICHESS, tmp_path_factory.mktemp("sets") / "data", limit=30, shard_records=500)


@pytest.fixture(autouse=True)
def copied(monkeypatch):
    """PyTorch without CUDA takes no memory of a card; it gets a copy."""
    monkeypatch.setattr(
        _cuda_array.Array, "torch", lambda array: torch.from_numpy(array.numpy()), raising=True
    )


def loaders(ds, layout, size, **options):
    asked = {**ASKED, **options}
    return [ia.torch.loader(of, layout, size, **asked) for of in (ds, ds.to("cuda"))]


def expect_same(host, device):
    count = 0
    for ours, theirs in zip(host, device, strict=True):
        for part, on_card in zip(ours, theirs, strict=True):
            assert (part is None) == (on_card is None)
            if part is not None:
                assert part.dtype == on_card.dtype and part.shape == on_card.shape
                assert part.stride() == on_card.stride() and torch.equal(part, on_card)
        assert np.array_equal(ours.numbers, theirs.numbers)
        count += 1
    assert count


@pytest.mark.parametrize("together", [1, 3, 8])
@pytest.mark.parametrize("size", [7, 64, 700])
@pytest.mark.parametrize("options", [{}, {"drop_last": True}, {"shuffle": "lanes"}, {"epochs": 2}])
def test_batches_made_as_one_are_those_of_the_host(ds, monkeypatch, size, together, options):
    monkeypatch.setattr(_cuda_batches, "_MOST_TOGETHER", together)
    host, device = loaders(ds, "chess/canonical18", size, **options)
    assert len(host) == len(device)
    for _ in range(2):  # passes
        expect_same(host, device)
        assert host.state_dict() == device.state_dict()


def test_an_endless_loop_goes_from_epoch_to_epoch(ds):
    host, device = loaders(ds, "chess/signed64", 300, epochs="endless")
    count = 3 * len(ds) // 300
    expect_same(itertools.islice(host, count), itertools.islice(device, count))


def test_a_state_is_that_of_the_batch_that_was_handed_out(ds):
    host, device = loaders(ds, "chess/signed64", 50)
    batches = iter(device)
    for _ in range(11):  # in the middle of those that were made as one
        next(batches)
    host.load_state_dict(device.state_dict())
    expect_same(host, batches)
    device.load_state_dict({**device.state_dict(), "place": 450})
    host.load_state_dict(device.state_dict())
    expect_same(host, device)


def test_ranks_share_as_on_the_host(ds):
    for rank in range(3):
        expect_same(*loaders(ds, "chess/signed64", 90, rank=rank, world=3))


def test_few_large_batches_are_made_as_one(ds):
    filler = ia.torch.loader(ds.to("cuda"), "chess/planes25", 64, **ASKED).dataset.filler
    assert filler.together(64, "global") == 8 and filler.together(64, "lanes") == 1
    assert filler.together(4096, "global") == 2 and filler.together(1 << 20, "global") == 1


def test_threads_share_the_batches_of_an_iteration(ds):
    host, device = loaders(ds, "chess/signed64", 16)
    for _ in range(5):
        batches, found = iter(device), []

        def take(batches=batches, found=found):
            found.extend(batch.numbers for batch in batches)

        run_together(take, take, take, take)
        wanted = [batch.numbers for batch in host]
        assert sorted(map(bytes, found)) == sorted(map(bytes, wanted))


@pytest.mark.parametrize("at", ["_cut", "_parts_of"])
def test_an_interrupt_loses_no_batch(ds, monkeypatch, at):
    host, device = loaders(ds, "chess/signed64", 16)
    usual, calls = getattr(_torch_together, at), itertools.count()

    def interrupted(*arguments):
        found = usual(*arguments)
        if next(calls) in (1, 2, 7):
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(_torch_together, at, interrupted)
    batches, found, count = iter(device), [], 0
    while len(found) < len(host):
        try:
            found.append(next(batches))
        except KeyboardInterrupt:
            count += 1
            assert device.state_dict()["place"] == 16 * len(found)
    assert count == 3
    expect_same(host, found)


def test_each_batch_is_a_tensor_of_its_own(ds):
    """One is changed in place while another is learned from, under any mode of torch."""
    _, device = loaders(ds, "chess/planes25", 16)
    batches = iter(device)
    with torch.inference_mode():
        first = next(batches).planes
    second = next(batches).planes
    weight = torch.ones(1, requires_grad=True)
    loss = (second * weight).sum()
    first += 1
    assert not first.is_inference() and first._base is None
    loss.backward()
    planes = next(batches).planes
    planes *= weight
    planes.sum().backward()


def test_nothing_of_this_machines_memory_is_pinned(ds):
    """A usual option, which DataLoader would carry out on tensors of a card."""
    host, device = loaders(ds, "chess/signed64", 64, pin_memory=True)
    assert not device.pin_memory
    expect_same(host, device)


class Allocator:
    """What memory of a card asks of torch: in which stream it is made, and in which it is used."""

    OutOfMemoryError = MemoryError
    uint8 = torch.uint8

    def __init__(self):
        self.cuda = self
        self.current, self.log = 1, []

    def device(self, _kind, number):
        return types.SimpleNamespace(index=number)

    def default_stream(self, _device):
        return 0

    def ExternalStream(self, stream, device):
        return stream

    @contextlib.contextmanager
    def stream(self, stream):
        before, self.current = self.current, stream
        yield
        self.current = before

    def empty(self, shape, dtype, device):
        self.log.append(("made", self.current))
        return types.SimpleNamespace(
            data_ptr=lambda: 4096,
            device=device,
            record_stream=lambda stream: self.log.append(("used", stream)),
        )


def test_torchs_memory_belongs_to_the_stream_that_writes_it(monkeypatch):
    allocator = Allocator()
    for module in (_cuda_array, _cuda_memory):
        monkeypatch.setattr(module, "torch_here", lambda: allocator)
    monkeypatch.setattr(_cuda_memory, "torch_stream", lambda number: 1)
    card = types.SimpleNamespace(number=0, order=lambda *streams: allocator.log.append(streams))
    arrays = [_cuda_array.Array.empty(card, (5,), "uint8", stream) for stream in (1, 7, 0)]
    assert allocator.log == [("made", 1), ("made", 7), ("made", 0)]
    allocator.log.clear()
    for array in arrays:
        array[:3].use_in(7)  # a part, whose whole is used again
    assert allocator.log == [(1, 7), ("used", 7), (0, 7), ("used", 7)]
    assert {array._stream for array in arrays} == {7}
    arrays[0].use_in(0)
    assert allocator.log[-2:] == [(7, 0), ("used", 0)]
