"""The example of an indexed job: what its pods call, number by number, one of them twice."""

import os
import subprocess

import pytest

from tests.clusters.samples import FLAGS, check_same
from tests.conftest import ROOT, TOOL, run

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: pip install pyyaml")
JOB = ROOT / "examples/clusters/build-job.yaml"


def test_the_pods_of_the_example_make_the_same_bytes(tmp_path, sources, alone):
    job = yaml.safe_load(JOB.read_text())["spec"]
    assert job["completionMode"] == "Indexed"  # so the pods are told their numbers
    container = job["template"]["spec"]["containers"][0]
    told = {variable["name"]: variable["value"] for variable in container["env"]}
    assert told == {"JOB_COMPLETIONS": str(job["completions"])}
    out = tmp_path / "set"
    files = sorted(sources.glob("*.pgn"))
    words = ["-o", out, "--root", sources, "--part-bytes", "100000", *FLAGS]
    assert run("plan", *files, *words).returncode == 0
    places = {"intarsia": TOOL, "/data/set": out, "/data/months": sources}
    command = [places.get(word, word) for word in container["command"]]
    for number in [*range(job["completions"]), 0]:
        environment = os.environ | told | {"JOB_COMPLETION_INDEX": str(number)}
        pod = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert pod.returncode == 0, pod.stderr
    assert run("finish", out).returncode == 0
    check_same(out, alone)
