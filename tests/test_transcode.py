"""Tensors of one layout into another's, and what is left when a run is stopped."""

import json
import os
import signal
import subprocess
import time

import pytest

from tests.conftest import TOOL, run

DONE, FAILED, USAGE, SOME_REJECTED = range(4)


def encode(tmp_path, name, *flags):
    path = tmp_path / name
    result = run("encode", "startpos moves e2e4", "-o", str(path), *flags)
    assert result.returncode == DONE, result.stderr
    return path


def test_the_summary_says_what_is_lost_and_assumed(tmp_path):
    planes = encode(tmp_path, "a.npy", "-l", "chess/planes25")
    to = ["-l", "chess/canonical18", "-o", str(tmp_path / "b.npy"), "--json"]
    done = json.loads(run("encode", str(planes), str(planes), *to).stdout)
    assert done["count"] == 2
    assert done["lost"] == ["en_passant.raw", "turn"]
    assert done["assumed"] == {"occurrences": "1"}
    alone = run("encode", "startpos", *to, "--force")
    assert "lost" not in json.loads(alone.stdout)


def test_rounding_is_said(tmp_path):
    own = tmp_path / "own.json"
    features = ["white.pieces", "black.pieces", "turn.white", "fullmove/65535"]
    own.write_text(json.dumps({"game": "chess", "dtype": "uint8", "features": features}))
    rounded = encode(tmp_path, "a.npy", "-l", str(own))
    to = run("encode", str(rounded), "-l", "chess/observation839", "-o", str(tmp_path / "b.npy"))
    assert "fullmove/65535 (rounded)" in to.stderr


def test_the_layout_that_is_missing_is_named_by_its_flag(tmp_path):
    planes = encode(tmp_path, "a.npy", "-l", "chess/planes25")
    (tmp_path / "a.layout.json").unlink()
    to = ["-l", "chess/canonical18", "-o", str(tmp_path / "b.npy")]
    result = run("encode", str(planes), *to)
    assert result.returncode == USAGE and "--from is needed" in result.stderr
    with planes.open("rb") as file:
        piped = subprocess.run([TOOL, "encode", "-", *to], stdin=file, capture_output=True)
    assert b"standard input has no passport" in piped.stderr and b"--from" in piped.stderr
    assert run("encode", str(planes), "--from", "chess/planes25", *to).returncode == DONE
    assert "--layout is needed" in run("decode", str(planes)).stderr


def test_a_tensor_that_ends_early_is_named(tmp_path):
    planes = encode(tmp_path, "a.npy", "-l", "chess/planes25")
    own = "chess/planes25"
    for words in (["decode", "-", "-l", own], ["encode", "-", "--from", own, "-l", own, "-o", "-"]):
        cut = subprocess.run([TOOL, *words], input=planes.read_bytes()[:-9], capture_output=True)
        assert cut.returncode == FAILED and b"-: the data ends" in cut.stderr


def test_messages_name_the_file_that_was_asked_for(tmp_path):
    flags = ["-l", "chess/planes25"]
    planes = encode(tmp_path, "a.npy", *flags)
    assert f"{planes} exists" in run("encode", "startpos", *flags, "-o", str(planes)).stderr
    missing = tmp_path / "nodir" / "a.npy"
    assert str(missing) in run("encode", "startpos", *flags, "-o", str(missing)).stderr
    bits = run("encode", "startpos", *flags, "--dtype", "bits", "-o", str(tmp_path / "b.npy"))
    assert "b.masks.npy and" in bits.stderr and "b.values.npy" in bits.stderr


def test_moves_that_lines_of_a_file_do_not_have_are_refusals(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("startpos\nstartpos moves e2e4\n")
    result = run("transition", str(file), "e2e4")
    assert result.returncode == SOME_REJECTED and f"{file}:2: illegal" in result.stderr
    assert run("transition", "startpos", "e2e5").returncode == USAGE


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_a_stopped_run_leaves_nothing(number, code, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    try:
        os.close(os.open(out, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        pytest.skip("this file system has no files without a name")
    words = ["encode", "-", "-l", "chess/canonical18", "-o", str(out / "a.npy")]
    with subprocess.Popen([TOOL, *words], stdin=subprocess.PIPE) as tool:
        tool.stdin.write(b"startpos\n" * 10_000)
        tool.stdin.flush()
        deadline = time.monotonic() + 60
        while not is_writing(tool.pid, out) and time.monotonic() < deadline:
            time.sleep(0.01)
        tool.send_signal(number)
        assert tool.wait(60) == code
        tool.stdin.close()
    assert list(out.iterdir()) == []


def is_writing(process, folder):
    files = f"/proc/{process}/fd"
    try:
        return any(os.readlink(f"{files}/{n}").startswith(str(folder)) for n in os.listdir(files))
    except OSError:  # closed meanwhile
        return False
