"""Data sets on bad days: killed runs, full and damaged disks, other writers, hostile names."""

import contextlib
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import time

import pytest

from tests.conftest import TOOL, kill_somewhere, run
from tests.data_sets import LICHESS, build, files_of, manifest_of, unpacked_lichess
from tests.memory import measured


@pytest.fixture(scope="module")
def lichess(tmp_path_factory):
    return unpacked_lichess(tmp_path_factory.mktemp("lichess"))


def test_killed_runs_lose_nothing(lichess, tmp_path):
    """kill -9 at random moments, verify, resume; then the same bytes as a run in one go."""
    big = tmp_path / "big.pgn"
    text = (lichess / "games.pgn").read_bytes()
    big.write_bytes(text * 4)
    options = ["--shard-records", "3000", "--split", "train=0.8,validation=0.2", "--every", "2"]
    start = time.monotonic()
    build(big, "-o", tmp_path / "whole", *options)
    length = time.monotonic() - start
    whole = files_of(tmp_path / "whole")
    rng = random.Random(os.environ.get("INTARSIA_SEED", "2"))
    kills = 50 if os.environ.get("INTARSIA_FULL") else 5
    killed = 0
    for _ in range(20 * kills):
        folder = tmp_path / "set"
        command = [str(TOOL), "build", str(big), "-o", str(folder), "--resume", *options]
        killed += kill_somewhere(command, rng.uniform(0, length)) == -signal.SIGKILL
        if (folder / "manifest.json").exists():
            check = run("verify", str(folder), "--json")
            assert check.returncode == 0, check.stdout
            if json.loads(check.stdout)["complete"]:
                assert files_of(folder) == whole
                shutil.rmtree(folder)
                if killed >= kills:
                    break
    assert killed >= kills
    done = run("build", str(big), "-o", str(tmp_path / "set"), "--resume", *options)
    assert done.returncode == 0, done.stderr
    assert files_of(tmp_path / "set") == whole


def test_ctrl_c_keeps_finished_shards(lichess, tmp_path):
    source = tmp_path / "pipe"
    os.mkfifo(source)
    text = (lichess / "games.pgn").read_bytes()
    command = [
        TOOL,
        "build",
        source,
        "-o",
        tmp_path / "set",
        "--from",
        "pgn",
        "--shard-records",
        "2000",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    with open(source, "wb", buffering=0) as pipe:
        pipe.write(text)
        while not (tmp_path / "set" / "shard-00001.npy").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(BrokenPipeError):
            pipe.write(text * 3)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "--resume" in said
    assert run("verify", str(tmp_path / "set")).returncode == 0


def test_a_second_writer_is_refused(lichess, tmp_path):
    source = tmp_path / "pipe"
    os.mkfifo(source)
    first = subprocess.Popen(
        [TOOL, "build", source, "-o", tmp_path / "set", "--from", "pgn"], stderr=subprocess.DEVNULL
    )
    with open(source, "wb") as pipe:
        pipe.write((lichess / "games.pgn").read_bytes()[:300_000])
        pipe.flush()
        while not (tmp_path / "set" / "manifest.json").exists():
            time.sleep(0.01)
        for flag in ("--resume", "--force"):
            second = run("build", str(lichess / "games.pgn"), "-o", str(tmp_path / "set"), flag)
            assert second.returncode == 1
            assert "another program is writing" in second.stderr
    assert first.wait(60) in (0, 3)  # the last game was cut


def test_a_full_disk_is_a_clean_error(lichess, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("only root may mount a small disk; a failing write is tested in data_set_test")
    try:
        command = [str(lichess / "games.pgn"), "-o", str(disk / "set"), "--shard-records", "3000"]
        full = run("build", *command)
        assert full.returncode == 1 and "No space left" in full.stderr
        assert run("verify", str(disk / "set")).returncode == 0
        assert len(manifest_of(disk / "set")["shards"]) > 1
        subprocess.run(["mount", "-o", "remount,size=8m", disk], check=True)
        build(*command, "--resume")
        build(*command[:1], "-o", tmp_path / "whole", *command[3:])
        assert files_of(disk / "set") == files_of(tmp_path / "whole")
    finally:
        subprocess.run(["umount", disk], check=True)


def test_names_from_outside_make_no_files(tmp_path):
    """Sources, tags and links that would like to write elsewhere."""
    evil = tmp_path / "in" / ("shard-00000.npy\n" + "x" * 200)
    evil.parent.mkdir()
    evil.write_text(
        '[Event "../../../tmp/evil"]\n[Site "/etc/passwd"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    )
    target = tmp_path / "outside"
    target.write_text("safe")
    folder = tmp_path / "set"
    folder.mkdir()
    for name in ("rejected.jsonl", "manifest.json", "shard-00000.npy", ".tmp-shard-00000.npy"):
        (folder / name).symlink_to(target)
    refused = run("build", str(evil), "-o", str(folder))
    assert refused.returncode == 1 and "--force" in refused.stderr
    build(evil, "-o", folder, "--force")
    assert target.read_text() == "safe"
    assert not any(p.is_symlink() for p in folder.iterdir())
    assert sorted(p.name for p in folder.iterdir()) == [
        "games-00000.npy", "manifest.json", "rejected.jsonl", "shard-00000.npy",
    ]  # fmt: skip
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "outside", "set"]


def test_a_cut_stream_fails_and_keeps_what_was_finished(lichess, tmp_path):
    (tmp_path / "cut.pgn.zst").write_bytes(LICHESS.read_bytes()[:-20_000])
    result = run("build", str(tmp_path / "cut.pgn.zst"), "-o", str(tmp_path / "set"),
                 "--shard-records", "2000")  # fmt: skip
    assert result.returncode == 1 and "cut.pgn.zst" in result.stderr
    assert run("verify", str(tmp_path / "set")).returncode == 0


def test_damage_may_be_skipped(lichess, tmp_path):
    text = (lichess / "games.pgn").read_bytes()
    packed = gzip.compress(text)
    (tmp_path / "cut.pgn.gz").write_bytes(packed[: len(packed) // 2])
    inputs = [tmp_path / "cut.pgn.gz", lichess / "games.pgn"]
    refused = run("build", *map(str, inputs), "-o", str(tmp_path / "set"))
    assert refused.returncode == 1 and "--lenient" in refused.stderr
    whole = manifest_of(lichess / "set")
    sets = []
    for threads in ("1", "4"):
        folder = tmp_path / f"set{threads}"
        kept = run("build", *map(str, inputs), "-o", str(folder), "--lenient", "-j", threads)
        assert kept.returncode == 1 and "cut.pgn.gz" in kept.stderr
        made = manifest_of(folder)
        assert made["complete"] and whole["games"] + 50 < made["games"] < 2 * whole["games"] - 50
        assert run("verify", str(folder)).returncode == 0
        sets.append(files_of(folder))
    assert sets[0] == sets[1]
    assert b"cut.pgn.gz" in sets[0]["rejected.jsonl"].splitlines()[-1]


def test_verify_finds_a_changed_byte(lichess, tmp_path):
    shutil.copytree(lichess / "set", tmp_path / "set")
    shard = tmp_path / "set" / "shard-00001.npy"
    data = bytearray(shard.read_bytes())
    data[5000] ^= 1
    shard.write_bytes(data)
    result = run("verify", str(tmp_path / "set"), "--json")
    assert result.returncode == 4
    found = json.loads(result.stdout)
    assert not found["ok"] and [d["file"] for d in found["differences"]] == ["shard-00001.npy"]
    assert run("verify", str(tmp_path / "nothing")).returncode == 1


def test_an_export_of_changed_records_is_refused(lichess, tmp_path):
    """Records that no longer follow from each other: never a crash, never another game."""
    shutil.copytree(lichess / "set", tmp_path / "set")
    shard = tmp_path / "set" / "shard-00000.npy"
    data = bytearray(shard.read_bytes())
    for at in (len(data) - 32 * 99 + 28, len(data) - 32 * 5 + 8):
        changed = bytearray(data)
        changed[at] ^= 8
        shard.write_bytes(changed)
        for to in ("pgn", "plain", "npz"):
            out = tmp_path / f"out.{to}"
            result = run("export", str(tmp_path / "set"), "--to", to, "-o", str(out))
            assert result.returncode == 1 and "verify" in result.stderr, result
            assert not list(tmp_path.glob("out.*"))


def test_what_cannot_be_written_is_an_error(lichess):
    for to in ("plain", "pgn", "npz"):
        with open("/dev/full", "wb") as full:
            command = [TOOL, "export", lichess / "set", "--to", to]
            result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
            assert result.returncode == 1 and b"cannot write" in result.stderr


def test_tiny_games_take_little_memory(tmp_path):
    for text in ("*\n" * 2_000_000, "e4 *\n" * 800_000, "x *\n" * 800_000):
        (tmp_path / "a.pgn").write_text(text)
        command = [TOOL, "build", tmp_path / "a.pgn", "-o", tmp_path / "set", "--force", "-j", "8"]
        assert measured(*command).most_bytes < 256 << 20


def test_bombs_stay_small(corpus, tmp_path):
    for name in ("bomb_comment_1GiB", "bomb_pgn_256MiB", "bomb_zero_1GiB"):
        bomb = corpus / "hostile" / f"{name}.pgn.zst"
        done = measured(TOOL, "build", bomb, "-o", tmp_path / name)
        assert done.returncode in (0, 3), name
        assert done.most_bytes < 256 << 20, name
        assert run("verify", str(tmp_path / name)).returncode == 0
