"""What a data set holds is compared with its checksums before anybody uses it."""

import json
import os
import resource
import shutil
import signal
import subprocess

import numpy as np
import pytest

from tests.conftest import TOOL, run
from tests.data_sets import LICHESS, build, files_of, manifest_of

DONE, FAILED, USAGE = range(3)
OPTIONS = ["--shard-records", "6000", "--split", "train=0.7,validation=0.3", "--every", "3"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "set"
    build(LICHESS, "-o", folder, *OPTIONS)
    assert len(manifest_of(folder)["shards"]) > 3
    return folder


@pytest.fixture(scope="module")
def begun(whole, tmp_path_factory):
    """The same set, from a run that was interrupted after some shards."""
    folder = tmp_path_factory.mktemp("begun") / "set"
    # The fourth shard finds no room, and those before it are kept.
    command = [TOOL, "build", LICHESS, "-o", folder, *OPTIONS, "-j", "1"]
    for shards in range(1, 50):
        largest = max(p.stat().st_size for p in whole.glob("shard-*"))
        limit = largest - 5_000 + 100 * shards

        def small_files(limit=limit):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        subprocess.run([*command, "--force"], preexec_fn=small_files, check=False)
        made = manifest_of(folder)
        if made["shards"] and not made["complete"]:
            return folder
    pytest.fail("no run ended between two shards")


def copied(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "set")


def flip(path, at=-5):
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.write_bytes(data)


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def remove(path):
    path.unlink()


NAMES = ("shard-00000.npy", "games-00000.npy", "selection-00000.npy", "selection-00001.npy")


@pytest.mark.parametrize("spoil", [flip, cut, remove])
@pytest.mark.parametrize("name", NAMES)
def test_resume_keeps_nothing_that_was_changed(whole, begun, tmp_path, name, spoil):
    for which in (whole, begun):
        folder = copied(which, tmp_path / which.parent.name)
        spoil(folder / name)
        before = files_of(folder)
        done = run("build", str(LICHESS), "-o", str(folder), *OPTIONS, "--resume")
        assert done.returncode == FAILED
        assert name in done.stderr and "--force builds it anew" in done.stderr
        assert files_of(folder) == before
        build(LICHESS, "-o", folder, *OPTIONS, "--force")
        assert files_of(folder) == files_of(whole)


def test_resume_completes_what_is_right(whole, begun, tmp_path):
    folder = copied(begun, tmp_path)
    build(LICHESS, "-o", folder, *OPTIONS, "--resume")
    assert files_of(folder) == files_of(whole)
    again = build(LICHESS, "-o", folder, *OPTIONS, "--resume")
    assert "complete already" in again.stderr


def test_trust_looks_at_lengths_alone(begun, tmp_path):
    folder = copied(begun, tmp_path)
    flip(folder / "shard-00000.npy")
    build(LICHESS, "-o", folder, *OPTIONS, "--resume", "--trust")
    assert run("verify", str(folder)).returncode == 4
    cut(folder / "shard-00000.npy")
    done = run("build", str(LICHESS), "-o", str(folder), *OPTIONS, "--resume", "--trust")
    assert done.returncode == FAILED
    alone = run("build", str(LICHESS), "-o", str(folder), *OPTIONS, "--trust")
    assert alone.returncode == USAGE and "--resume" in alone.stderr


@pytest.mark.parametrize("spoil", [flip, cut, remove])
@pytest.mark.parametrize("name", NAMES)
def test_no_reader_uses_what_was_changed(whole, tmp_path, name, spoil):
    """A selection with a flipped bit would give other tensors, a games table other games."""
    folder = copied(whole, tmp_path)
    spoil(folder / name)
    split = ["--split", "train"] if name == "selection-00001.npy" else []
    encode = ["encode", folder, "-l", "chess/signed64", "-o", tmp_path / "out.npy", *split]
    export = ["export", folder, "--to", "pgn", "-o", tmp_path / "out.pgn"]
    plain = ["export", folder, "--to", "plain", "-o", tmp_path / "out.plain", *split]
    trace = ["info", folder, "--record", "7", *split]
    users = {
        "shard": [encode, export, plain, trace],
        "games": [export, trace],
        "selection": [encode, plain] + ([trace] if split else []),
    }
    for words in users[name.split("-")[0]]:
        done = run(*map(str, words))
        assert done.returncode == FAILED, words
        assert name in done.stderr, words
    assert [p.name for p in tmp_path.iterdir()] == ["set"]


def few_files(limit):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))

    return set_limit


def test_many_shards_need_few_descriptors(tmp_path):
    """More shards and selections than a process may open."""
    games = "".join(f"1. {move} e5 1-0\n\n" for move in ("e4", "d4", "c4", "Nf3", "a3", "h4") * 60)
    (tmp_path / "games.pgn").write_text(games)
    folder = tmp_path / "set"
    build(tmp_path / "games.pgn", "-o", folder, "--shard-records", 1, "--split", "a=0.5,b=0.5")
    assert len(manifest_of(folder)["shards"]) == 360

    def limited(*words, limit):
        return subprocess.run(
            [TOOL, *map(str, words)],
            preexec_fn=few_files(limit),
            capture_output=True,
            check=False,
            text=True,
        )

    encode = ["encode", folder, "-l", "chess/planes25", "--split", "a", "-o", tmp_path / "a.npy"]
    assert limited(*encode, limit=290).returncode == DONE
    for words in (
        ["export", folder, "--to", "pgn", "-o", tmp_path / "a.pgn"],
        ["export", folder, "--to", "npz", "-o", tmp_path / "a.npz"],
        ["info", folder, "--record", 700],
        ["verify", folder],
    ):
        done = limited(*words, limit=290)
        assert done.returncode == DONE, done.stderr
    assert (tmp_path / "a.pgn").read_text().count("[Result") == 360
    # And where there are too few: that is the system's fault, not the caller's.
    for limit in range(4, 6):
        (tmp_path / "a.npy").unlink(missing_ok=True)
        (tmp_path / "a.layout.json").unlink(missing_ok=True)
        done = limited(*encode, limit=limit)
        assert done.returncode == FAILED and "Too many open files" in done.stderr


def test_a_set_of_more_shards_than_descriptors_is_read(tmp_path):
    """A thousand files may be open as a rule; here it is 256, and a record is anywhere."""
    (tmp_path / "games.pgn").write_text("1. e4 e5 2. Nf3 Nc6 1-0\n\n" * 1_100)
    folder = tmp_path / "set"
    build(tmp_path / "games.pgn", "-o", folder, "--shard-records", 4)
    assert len(manifest_of(folder)["shards"]) == 1_100

    def limited(*words):
        done = subprocess.run(
            words, preexec_fn=few_files(256), capture_output=True, check=False, text=True
        )
        assert done.returncode == DONE, done.stderr
        return done.stdout

    limited(TOOL, "encode", folder, "-l", "chess/planes25", "-o", tmp_path / "a.npy")
    assert len(np.load(tmp_path / "a.npy", mmap_mode="r")) == 4_400
    assert json.loads(limited(TOOL, "info", folder, "--record", "4399", "--json"))["row"] == 3
    limited(TOOL, "verify", folder)


def test_info_and_report_say_the_real_bytes(whole):
    """Sizes follow from the manifest, which is what the disk holds."""
    said = json.loads(run("info", str(whole), "--json").stdout)
    assert said["bytes"] == sum(os.path.getsize(p) for p in whole.iterdir())


def test_sets_share_the_descriptors_of_a_process(tmp_path):
    """With very few of them, files that are open give way to others."""
    games = "".join(f"1. {move} e5 1-0\n\n" for move in ("e4", "d4", "c4", "Nf3") * 10)
    (tmp_path / "games.pgn").write_text(games)
    folder = tmp_path / "set"
    build(tmp_path / "games.pgn", "-o", folder, "--shard-records", 1)
    done = subprocess.run(
        [TOOL, "export", folder, "--to", "pgn"],
        preexec_fn=few_files(6),
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == DONE, done.stderr
    assert done.stdout.count("[Result") == 40


def test_damage_is_not_forgotten_by_resume(tmp_path):
    cut = tmp_path / "cut.pgn.zst"
    cut.write_bytes(LICHESS.read_bytes()[: LICHESS.stat().st_size // 2])
    words = ["build", str(cut), "-o", str(tmp_path / "set"), "--lenient"]
    assert run(*words).returncode == FAILED
    again = run(*words, "--resume")
    assert again.returncode == FAILED
    assert "complete already" in again.stderr and "1 input was damaged" in again.stderr
    assert manifest_of(tmp_path / "set")["rejected"]["damaged input"] == 1


def test_ctrl_c_is_heard_between_games(tmp_path):
    """Whatever the number of shards that a piece of the input makes."""
    (tmp_path / "games.pgn").write_text("1. e4 e5 2. Nf3 Nc6 1-0\n\n" * 3000)
    command = ["build", str(tmp_path / "games.pgn"), "--shard-records", "1", "--progress", "json"]
    build(*command[1:4], "-o", tmp_path / "whole")
    folder = tmp_path / "set"
    process = subprocess.Popen(
        [TOOL, *command[:4], "-o", folder], stderr=subprocess.DEVNULL, start_new_session=True
    )
    while not (folder / "shard-00100.npy").exists():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    made = manifest_of(folder)
    assert 100 <= len(made["shards"]) < 3000 and not made["complete"]
    build(*command[1:4], "-o", folder, "--resume")
    assert files_of(folder) == files_of(tmp_path / "whole")
