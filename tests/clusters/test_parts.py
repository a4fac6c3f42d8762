"""Plans, parts and collections through the tool: killed, doubled, grown, damaged."""

import json
import os
import random
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest

from tests.clusters.samples import FLAGS, PARTS, check_same, files_below, write_sources
from tests.conftest import TOOL, run

DONE, FAILED, USAGE, SOME_REJECTED, DIFFERENCE = range(5)
RUNS = 20 if os.environ.get("INTARSIA_FULL") else 2


def plan(sources, out, *words):
    files = sorted(sources.glob("*.pgn"))
    done = run(
        "plan", *files, "-o", out, "--root", sources, "--part-bytes", "100kB", *FLAGS, *words
    )
    assert done.returncode == DONE, done.stderr
    return json.loads((out / "plan.json").read_text())


def part(sources, out, which, *words):
    return run("build", "--plan", out, "--part", which, "--root", sources, "--lenient", *words)


def finish(out):
    return json.loads(run("finish", out, "--json").stdout)


def test_parts_in_any_order_are_the_collection_of_one_command(tmp_path, sources, alone):
    out = tmp_path / "set"
    assert len(plan(sources, out)["parts"]) == PARTS
    assert finish(out)["missing"] == list(range(PARTS)) and finish(out)["array"] == "0-6"
    for which in ("6", "1/3", "0/2"):
        assert part(sources, out, which).returncode == DONE
    done = run("finish", out)
    assert done.returncode == FAILED and done.stdout == "missing: 3,5\n"
    again = part(sources, out, "6")
    assert again.returncode == DONE and "there already" in again.stderr
    assert run("build", "--plan", out, "--root", sources, "--lenient").returncode == DONE
    assert finish(out)["complete"] and finish(out)["was_there"]
    check_same(out, alone)


def test_a_part_is_the_data_set_of_its_sources(tmp_path, sources, alone):
    for number, name in ((0, "m0.pgn"), (4, "m5.pgn"), (6, "m7.pgn")):
        built = tmp_path / name
        run("build", sources / name, "--root", sources, "-o", built, *FLAGS, "--lenient")
        check_same(built, alone / f"part-{number:05}")


def test_a_collection_is_taken_wherever_a_set_is(tmp_path, sources, alone, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = sorted(sources.glob("*.pgn"))
    run("build", *files, "--root", sources, "-o", "flat", *FLAGS)
    assert run("merge", alone, "-o", "merged").returncode == DONE
    check_same("merged", "flat")
    for folder in (alone, "flat"):
        name = os.path.basename(folder)
        words = ["-l", "chess/canonical18", "--split", "validation"]
        assert run("encode", folder, *words, "-o", f"{name}.npy").returncode == DONE
        assert run("export", folder, "--to", "plain", "-o", f"{name}.plain").returncode == DONE
        assert run("graph", "build", folder, "-o", f"{name}.graph").returncode == DONE
    assert np.array_equal(np.load("set.npy"), np.load("flat.npy"))
    with open("set.plain") as a, open("flat.plain") as b:
        assert a.read() == b.read()
    graphs = [json.loads((tmp_path / f"{n}.graph/graph.json").read_text()) for n in ("set", "flat")]
    assert graphs[0]["content"] == graphs[1]["content"]
    total = json.loads(run("info", alone, "--json").stdout)
    assert total["positions"] == json.loads(run("info", "flat", "--json").stdout)["positions"]
    for record in ("0", str(total["positions"] - 1)):
        here, there = (
            json.loads(run("info", f, "--record", record, "--json").stdout) for f in (alone, "flat")
        )
        assert here["folder"].startswith(f"{alone}/part-")
        assert all(here[key] == there[key] for key in ("source", "offset", "game", "ply", "state"))


def test_verify_finds_a_changed_byte_in_the_part_that_has_it(tmp_path, alone):
    out = tmp_path / "set"
    shutil.copytree(alone, out)
    assert run("verify", out).returncode == DONE
    for name in ("part-00002/shard-00000.npy", "part-00002/manifest.json", "manifest.json"):
        path = out / name
        was = path.read_bytes()
        path.write_bytes(was[:300] + bytes([was[300] ^ 1]) + was[301:])
        done = run("verify", out)
        assert done.returncode == DIFFERENCE and f"{out}/{name}" in done.stdout
        path.write_bytes(was)
    (out / "part-00002/shard-00000.npy").write_bytes(b"")
    assert run("verify", out, "--part", "0/2").returncode == DIFFERENCE
    assert run("verify", out, "--part", "1/2").returncode == DONE
    shutil.rmtree(out / "part-00002")
    assert run("verify", out).returncode == DIFFERENCE


def test_a_collection_grows_and_keeps_its_records(tmp_path):
    sources = write_sources(tmp_path / "months", 20)
    files, out = sorted(sources.glob("*.pgn")), tmp_path / "set"
    words = ["-o", out, "--root", sources, "--part-bytes", "60kB", *FLAGS]
    for some in (files[:5], files[5:]):
        more = ["--append"] if (out / "plan.json").exists() else []
        for _ in range(2):  # the same command again changes nothing
            assert run("plan", *some, *words, *more).returncode == DONE
        before = {n: p.read_bytes() for n, p in files_below(out).items() if "part-" in n}
        run("build", "--plan", out, "--root", sources, "--lenient")
        assert run("finish", out).returncode == DONE
        after = {n: p.read_bytes() for n, p in files_below(out).items()}
        assert before.items() <= after.items()
    assert json.loads((out / "manifest.json").read_text())["parts"][-1]["sources"][1] == 8
    assert run("plan", files[0], *words, "--append").returncode == FAILED
    assert run("plan", files[0], *words, "--append", "--min-elo", "3").returncode == FAILED
    assert run("plan", *files, *words).returncode == DONE  # grouped like that at once
    assert run("plan", *files[1:], *words).returncode == FAILED


def test_another_source_is_refused_by_both_sizes(tmp_path):
    sources = write_sources(tmp_path / "months", 5)
    out = tmp_path / "set"
    plan(sources, out)
    (sources / "m0.pgn").write_text("[Event]")
    done = part(sources, out, "0")
    assert done.returncode == FAILED and "7 bytes, and the plan says" in done.stderr
    assert part(tmp_path / "elsewhere", out, "0").returncode == FAILED


def test_another_version_of_the_tool_is_refused(tmp_path, sources):
    import xxhash

    out = tmp_path / "set"
    plan(sources, out)
    text = (out / "plan.json").read_text().replace("intarsia 0", "intarsia 9", 1)
    before = text[: text.rindex(',\n  "xxh3"')]
    seal = xxhash.xxh3_64_hexdigest(before.encode())
    (out / "plan.json").write_text(f'{before},\n  "xxh3": "{seal}"\n}}\n')
    done = part(sources, out, "0")
    assert done.returncode == FAILED and "planned by intarsia 9" in done.stderr
    (out / "plan.json").write_text(text)
    assert "changed or cut" in part(sources, out, "0").stderr


@pytest.mark.parametrize(
    "words", [("--limit", "3"), ("--unique", "positions"), ("--resume",), ("--min-elo", "9")]
)
def test_what_a_plan_cannot_have_is_said(tmp_path, sources, words):
    out = tmp_path / "set"
    done = run("build", "--plan", out, "--part", "0", *words)
    assert done.returncode == USAGE and "--plan" in done.stderr
    if words[0] == "--limit":
        files = sorted(sources.glob("*.pgn"))
        assert "one machine" in run("plan", *files, "-o", out, "--root", sources, *words).stderr


def worker(sources, out, share, **more):
    words = ["--plan", out, "--part", share, "--root", sources, "--lenient", "-j", "1"]
    return subprocess.Popen([TOOL, "build", *words], stderr=subprocess.DEVNULL, **more)


@pytest.mark.parametrize("seed", range(RUNS))
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_deaths_at_any_moment_leave_no_trace(tmp_path, sources, alone, seed, workers):
    chance = random.Random(seed)
    out = tmp_path / "set"
    plan(sources, out)
    for _ in range(20):
        some = [worker(sources, out, f"{i}/{workers}") for i in range(workers)]
        time.sleep(chance.uniform(0.01, 0.3))
        for process in some[: chance.randint(1, workers)]:
            process.send_signal(signal.SIGKILL)
        for process in some:
            process.wait()
        if not finish(out)["missing"]:
            break
    run("build", "--plan", out, "--root", sources, "--lenient")
    assert finish(out)["complete"]
    check_same(out, alone)


def test_twins_of_a_part_both_succeed(tmp_path, sources, alone):
    out = tmp_path / "set"
    plan(sources, out)
    twins = [worker(sources, out, "1") for _ in range(4)]
    assert [process.wait() for process in twins] == [0] * 4
    run("build", "--plan", out, "--root", sources, "--lenient")
    assert finish(out)["complete"]
    check_same(out, alone)
    assert not [name for name in os.listdir(out) if name.startswith(".attempt")]


def test_an_orphan_does_not_lock_out_a_retry(tmp_path, sources, alone):
    out = tmp_path / "set"
    plan(sources, out)
    orphan = worker(sources, out, "0")
    while not [name for name in os.listdir(out) if name.startswith((".attempt", "part"))]:
        time.sleep(0.001)
    orphan.send_signal(signal.SIGSTOP)  # alive, with its lock, and getting nowhere
    try:
        assert part(sources, out, "0").returncode == DONE
    finally:
        orphan.send_signal(signal.SIGCONT)
    assert orphan.wait() == DONE
    check_same(out / "part-00000", alone / "part-00000")


def test_old_attempts_leave_when_all_is_there(tmp_path, sources):
    out = tmp_path / "set"
    plan(sources, out)
    for name in (".attempt-00000-aaaaaaaa-00000000", ".attempt-00001-aaaaaaaa-00000001"):
        (out / name).mkdir()
        (out / name / "shard-00000.npy").write_bytes(b"x")
    os.utime(out / ".attempt-00000-aaaaaaaa-00000000", (1, 1))
    assert json.loads(run("info", out, "--json").stdout)["attempts"] == 2
    run("build", "--plan", out, "--root", sources, "--lenient")
    assert finish(out)["attempts_removed"] == 1
    assert json.loads(run("info", out, "--json").stdout)["attempts"] == 1


def test_the_part_is_found_in_what_the_scheduler_says(tmp_path, sources):
    out = tmp_path / "set"
    plan(sources, out)
    words = [TOOL, "build", "--plan", out, "--part", "auto", "--root", sources, "--lenient"]
    for set_by, expected in (
        ({"SLURM_ARRAY_TASK_ID": "3"}, [3]),
        ({"JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "4"}, [1, 5]),
        ({"PMI_RANK": "6", "PMI_SIZE": "9"}, [6]),
        ({}, None),
    ):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "PMI", "OMPI"))}
        done = subprocess.run(
            [*words, "--json"], env=clean | set_by, capture_output=True, text=True, check=False
        )
        if expected is None:
            assert done.returncode == USAGE and "no scheduler" in done.stderr
        else:
            assert [p["part"] for p in json.loads(done.stdout)["parts"]] == expected


def test_standard_input_has_a_name(tmp_path, sources):
    text = (sources / "m1.pgn").read_text()
    done = run("build", "-", "--name", "m1.pgn", "-o", tmp_path / "a", *FLAGS, stdin=text)
    assert done.returncode == DONE, done.stderr
    run("build", sources / "m1.pgn", "--root", sources, "-o", tmp_path / "b", *FLAGS)
    check_same(tmp_path / "a", tmp_path / "b")
    assert run("build", "x.pgn", "--name", "y", "-o", tmp_path / "c").returncode == USAGE


def test_the_graphs_of_parts_add_up_to_that_of_all(tmp_path, alone):
    books = tmp_path / "books"
    for share in ("0/2", "1/2", "1/2"):
        done = run("graph", "build", "--plan", alone, "--part", share, "-o", books)
        assert done.returncode == DONE, done.stderr
    assert "part-00006: no games" in run("graph", "build", "--plan", alone, "-o", books).stderr
    assert not [name for name in os.listdir(books) if name.startswith(".")]
    assert run("graph", "merge", books, "-o", tmp_path / "merged").returncode == DONE
    assert run("graph", "build", alone, "-o", tmp_path / "whole").returncode == DONE
    about = [json.loads((tmp_path / n / "graph.json").read_text()) for n in ("merged", "whole")]
    assert all(about[0][key] == about[1][key] for key in ("nodes", "games", "plies", "content"))
    assert run("graph", "verify", tmp_path / "merged").returncode == DONE
    done = run("graph", "build", "--plan", alone, "x.pgn", "-o", books)
    assert done.returncode == USAGE
