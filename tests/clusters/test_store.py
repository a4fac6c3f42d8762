"""Collections in object storage: a store in memory, one that fails, and an S3 server."""

import base64
import hashlib
import os
import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import intarsia as ia
from tests.clusters import s3_server
from tests.clusters.samples import OPTIONS, PARTS, check_same

fsspec = pytest.importorskip(
    "fsspec", reason="fsspec is not installed: pip install 'intarsia[remote]'"
)
BYTES = 100_000
SECRET = "a-key-that-nobody-may-see"


@pytest.fixture
def memory(sources):
    """The sources in a store of this process's own."""
    fs = fsspec.filesystem("memory")
    fs.store.clear()
    for path in sources.glob("*.pgn"):
        fs.pipe_file(f"/in/{path.name}", path.read_bytes())
    yield fs
    fs.store.clear()


def download(fs, path, folder):
    fs.get(path, str(folder), recursive=True)
    return folder


def test_a_bucket_gets_the_same_bytes(tmp_path, sources, alone, memory):
    words = {"part_bytes": BYTES, "scratch": tmp_path / "scratch", **OPTIONS}
    assert ia.build("memory://in/*.pgn", "memory://out/a", **words) is None
    check_same(download(memory, "/out/a", tmp_path / "a"), alone)
    files = sorted(sources.glob("*.pgn"))
    ia.build(files, "memory://out/b", root=sources, **words)
    check_same(download(memory, "/out/b", tmp_path / "b"), alone)
    ia.build("memory://in", tmp_path / "c", part_bytes=BYTES, root="memory://in", **OPTIONS)
    check_same(tmp_path / "c", alone)
    assert os.listdir(tmp_path / "scratch") == []


def test_steps_at_an_address(tmp_path, alone, memory):
    out = "memory://out/set"
    assert ia.plan("memory://in/*.pgn", out, part_bytes=BYTES, **OPTIONS) == PARTS
    assert ia.plan("memory://in/*.pgn", out, part_bytes=BYTES, **OPTIONS) == PARTS
    with pytest.raises(ValueError, match="another plan"):
        ia.plan("memory://in/*.pgn", out, part_bytes=BYTES)
    with pytest.raises(ia.MissingParts):
        ia.finish(out)
    for part in (0, "0/2", "1/2"):
        assert ia.build_part(out, part, root="memory://in", scratch=tmp_path)
        assert not ia.build_part(out, part, root="memory://in", scratch=tmp_path)
    assert ia.finish(out) is None and ia.finish(out) is None
    check_same(download(memory, "/out/set", tmp_path / "set"), alone)


def test_twins_of_a_part_meet_at_its_manifest(tmp_path, alone, memory):
    out = "memory://out/set"
    ia.plan("memory://in/*.pgn", out, part_bytes=BYTES, **OPTIONS)
    with ThreadPoolExecutor(4) as pool:
        twins = [pool.submit(ia.build_part, out, 1, root="memory://in") for _ in range(4)]
        assert any([twin.result() for twin in twins])
    memory.rm("/out/set/part-00001/manifest.json")
    assert ia.build_part(out, 1, root="memory://in")
    from intarsia._parts_away import Away

    with pytest.raises(ValueError, match="not with the same bytes"):
        Away(out, True).create("part-00001/manifest.json", b"{}")


def test_a_source_that_was_changed_is_refused(memory):
    out = "memory://out/set"
    ia.plan("memory://in/*.pgn", out, part_bytes=BYTES, **OPTIONS)
    memory.pipe_file("/in/m0.pgn", b"[Event]")
    with pytest.raises(ValueError, match="7 bytes, and the plan says"):
        ia.build_part(out, 0, root="memory://in")


def test_sets_elsewhere_are_read_as_here(tmp_path, alone, memory):
    ia.build("memory://in/*.pgn", "memory://out/set", part_bytes=BYTES, **OPTIONS)
    cache = {"cache": tmp_path / "cache", "cache_bytes": 1 << 30}
    away = ia.open("memory://out/set", split="train", **cache)
    here = ia.open(alone, split="train")
    assert len(away) == len(here) and away.trace(9)["state"] == here.trace(9)["state"]
    assert away.manifest["xxh3"] == here.manifest["xxh3"]
    assert np.array_equal(away.games["hash"], here.games["hash"])
    for shuffle in ("lanes", "global", None):
        words = {"policy": "chess/az4672", "value": "outcome", "seed": 3, "shuffle": shuffle}
        pairs = zip(
            away.batches("chess/canonical18", 1024, **words),
            here.batches("chess/canonical18", 1024, **words),
            strict=True,
        )
        for a, b in pairs:
            assert np.array_equal(a.planes, b.planes) and np.array_equal(a.policy, b.policy)
    again = pickle.loads(pickle.dumps(away))
    assert np.array_equal(again[100:200], here[100:200])
    assert repr(away) == repr(here).replace(repr(str(alone)), repr("memory://out/set"))
    stream = away.stream("chess/canonical18", 64, seed=1, rank=1, world=2, shuffle="lanes")
    other = here.stream("chess/canonical18", 64, seed=1, rank=1, world=2, shuffle="lanes")
    assert np.array_equal(next(stream).planes, next(other).planes)
    assert stream.state() == other.state()
    memory.store.clear()  # all of it is here
    assert np.array_equal(away[:50], here[:50])


def test_a_cache_holds_no_more_than_it_may(tmp_path, alone, memory):
    ia.build("memory://in/*.pgn", "memory://out/set", part_bytes=BYTES, **OPTIONS)
    largest = max(path.stat().st_size for path in alone.glob("part-*/*.npy"))
    most = 3 * largest
    away = ia.open("memory://out/set", cache=tmp_path / "c", cache_bytes=most, split="train")
    with pytest.raises(ValueError, match="are needed at once"):
        away.batches("chess/canonical18", 64)
    here = ia.open(alone, split="train")
    words = {"layout": "chess/canonical18", "batch_size": 512, "shuffle": None}
    for a, b in zip(away.batches(**words), here.batches(**words), strict=True):
        assert np.array_equal(a.planes, b.planes)
        held = sum(path.stat().st_size for path in (tmp_path / "c").rglob("*.npy"))
        assert held <= most
    with pytest.raises(ValueError, match="name it"):
        ia.open("memory://out/set")


def test_a_changed_byte_elsewhere_is_found(tmp_path, memory):
    ia.build("memory://in/*.pgn", "memory://out/set", part_bytes=BYTES, **OPTIONS)
    name = "/out/set/part-00000/shard-00000.npy"
    was = memory.cat(name)
    memory.pipe_file(name, was[:500] + bytes([was[500] ^ 1]) + was[501:])
    away = ia.open("memory://out/set", cache=tmp_path / "c", cache_bytes=1 << 30, split="train")
    with pytest.raises(ValueError, match="checksum is not that of the manifest"):
        away[:10]


def flaky_store(chance):
    """A store in memory that fails now and then, before or after it has done what was asked."""
    from fsspec.implementations.memory import MemoryFileSystem

    class Flaky(MemoryFileSystem):
        protocol = ("flaky",)
        cachable = False

        @classmethod
        def _strip_protocol(cls, path):
            return MemoryFileSystem._strip_protocol(path.removeprefix("flaky://"))

        def _fail(self):
            if chance.random() < 0.3:
                raise ConnectionError("503 slow down")

        def cat_file(self, path, **more):
            self._fail()
            return super().cat_file(path, **more)

        def put_file(self, *words, **more):
            self._fail()
            super().put_file(*words, **more)
            self._fail()

        def pipe_file(self, *words, **more):
            self._fail()
            super().pipe_file(*words, **more)
            self._fail()

    return Flaky


def test_a_store_that_fails_now_and_then_is_asked_again(tmp_path, alone, memory, monkeypatch):
    from intarsia import _addresses

    monkeypatch.setattr(_addresses, "_FIRST_PAUSE", 0.0)
    monkeypatch.setattr(_addresses, "TRIES", 20)
    fsspec.register_implementation("flaky", flaky_store(random.Random(1)), clobber=True)
    ia.build("flaky://in/*.pgn", "flaky://out/set", part_bytes=BYTES, **OPTIONS)
    check_same(download(memory, "/out/set", tmp_path / "set"), alone)
    away = ia.open("flaky://out/set", cache=tmp_path / "c", cache_bytes=1 << 30, split="train")
    assert np.array_equal(away[:], ia.open(alone, split="train")[:])


def telling_store(name, tag_of, damage=lambda path, content: content):
    """A store in memory that tells tags, and does something to what arrives."""
    from fsspec.implementations.memory import MemoryFileSystem

    class Telling(MemoryFileSystem):
        protocol = (name,)
        cachable = False

        @classmethod
        def _strip_protocol(cls, path):
            return MemoryFileSystem._strip_protocol(path.removeprefix(f"{name}://"))

        def info(self, path, **more):
            found = super().info(path, **more)
            is_file = found["type"] == "file"
            return found | (tag_of(self.cat_file(path)) if is_file else {})

        def put_file(self, local, path, **more):
            with open(local, "rb") as file:
                super().pipe_file(path, damage(path, file.read()))

    fsspec.register_implementation(name, Telling, clobber=True)


def md5_tag(content):
    return {"ETag": f'"{hashlib.md5(content).hexdigest()}"'}


def flip(content):
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.fixture
def at_once(monkeypatch):
    from intarsia import _addresses

    monkeypatch.setattr(_addresses, "_FIRST_PAUSE", 0.0)


@pytest.mark.parametrize(
    "tag_of",
    [
        md5_tag,
        lambda content: {"md5Hash": base64.b64encode(hashlib.md5(content).digest()).decode()},
        lambda content: {"content_settings": {"content_md5": hashlib.md5(content).digest()}},
    ],
    ids=["S3", "Google", "Azure"],
)
def test_what_is_damaged_on_its_way_is_found_and_sent_again(
    tmp_path, alone, memory, at_once, tag_of
):
    damaged = []

    def once(path, content):
        is_new = path.endswith("shard-00000.npy") and path not in damaged
        damaged.append(path)
        return flip(content) if is_new else content

    telling_store("telling", tag_of, once)
    ia.build("telling://in/*.pgn", "telling://out/set", part_bytes=BYTES, **OPTIONS)
    assert len(damaged) > len(set(damaged))
    check_same(download(memory, "/out/set", tmp_path / "set"), alone)


def test_what_is_damaged_every_time_is_an_error(memory, at_once):
    telling_store("damaging", md5_tag, lambda path, content: flip(content))
    with pytest.raises(OSError, match=r"part-00000/.*checksum is another"):
        ia.build("damaging://in/m0.pgn", "damaging://out/set", **OPTIONS)


@pytest.mark.parametrize("tag", [{"ETag": f'"{"0" * 32}"'}, {"ETag": '"0-2"'}, {"md5Hash": "?"}])
def test_tags_that_are_no_checksums_are_let_be(tmp_path, alone, memory, at_once, tag):
    telling_store("opaque", lambda content: tag)
    ia.build("opaque://in/*.pgn", "opaque://out/set", part_bytes=BYTES, **OPTIONS)
    check_same(download(memory, "/out/set", tmp_path / "set"), alone)


def test_a_store_that_keeps_no_promise_is_refused(tmp_path, memory, alone):
    from fsspec.implementations.memory import MemoryFileSystem

    class Careless(MemoryFileSystem):
        protocol = ("careless",)

        @classmethod
        def _strip_protocol(cls, path):
            return MemoryFileSystem._strip_protocol(path.removeprefix("careless://"))

        def pipe_file(self, path, value, mode="overwrite", **more):
            super().pipe_file(path, value, **more)

    fsspec.register_implementation("careless", Careless, clobber=True)
    words = {"part_bytes": BYTES, **OPTIONS}
    with pytest.raises(ValueError, match="exclusive=False"):
        ia.build("careless://in/*.pgn", "careless://out/a", **words)
    ia.build("careless://in/*.pgn", "careless://out/b", exclusive=False, **words)
    check_same(download(memory, "/out/b", tmp_path / "b"), alone)


def test_addresses_hold_no_passwords():
    with pytest.raises(ValueError, match="password"):
        ia.open("ftp://me:secret@host/set", cache="/tmp", cache_bytes=1)


@pytest.fixture(scope="module")
def s3():
    """An S3 server on loopback, with a bucket."""
    pytest.importorskip("s3fs", reason="s3fs is not installed: pip install s3fs")
    pytest.importorskip("moto", reason="moto is not installed: pip install 'moto[server]'")
    with s3_server.running(SECRET) as fs:
        fs.mkdir("games")
        yield fs


def test_an_s3_bucket_gets_the_same_bytes(tmp_path, sources, alone, s3):
    s3.put([str(path) for path in sorted(sources.glob("*.pgn"))], "games/in/")
    words = {"part_bytes": BYTES, "scratch": tmp_path / "scratch", **OPTIONS}
    with ProcessPoolExecutor(2) as pool:
        ia.build("s3://games/in/*.pgn", "s3://games/out/set", executor=pool, **words)
    check_same(download(s3, "games/out/set", tmp_path / "set"), alone)
    assert os.listdir(tmp_path / "scratch") == []
    cache = {"cache": tmp_path / "cache", "cache_bytes": 1 << 30}
    away = ia.open("s3://games/out/set", split="train", **cache)
    assert np.array_equal(away[:], ia.open(alone, split="train")[:])
    stored = [pickle.dumps(away), *(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())]
    assert not any(SECRET.encode() in content for content in stored)


def test_of_many_who_create_a_manifest_one_succeeds(s3):
    from intarsia._addresses import Folder

    def create(number):
        return Folder("s3://games/race").create("manifest.json", b"%d" % number)

    with ThreadPoolExecutor(32) as pool:
        made = list(pool.map(create, range(32)))
    assert made.count(True) == 1
    assert s3.cat("games/race/manifest.json") == b"%d" % made.index(True)
