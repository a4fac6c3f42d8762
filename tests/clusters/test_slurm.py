"""The example's array job on a real Slurm: a build is killed, then a whole node."""

import json
import os
import signal

import pytest

from tests.clusters.samples import FLAGS, check_same
from tests.clusters.slurm import HOW_TO_INSTALL, Slurm, is_installed
from tests.conftest import ROOT, TOOL, run

SCRIPT = ROOT / "examples/clusters/build.sbatch"
# Parts 1 and 4 hang in their first attempt, in the midst of it, and leave their number.
HANGING = """\
#!/bin/bash
part=$SLURM_ARRAY_TASK_ID mark={marks}/$SLURM_ARRAY_TASK_ID
if [[ $part == [14] && ! -e $mark ]]; then
  "{tool}" "$@" &
  kill -STOP $!
  echo "$! $SLURMD_NODENAME" >"$mark.new"
  mv "$mark.new" "$mark"
  wait $!
  exit
fi
exec "{tool}" "$@"
"""


@pytest.mark.skipif(not is_installed(), reason=HOW_TO_INSTALL)
def test_an_array_survives_a_killed_build_and_a_dead_node(tmp_path, sources, alone):
    out, marks = tmp_path / "set", tmp_path / "marks"
    marks.mkdir()
    tool = tmp_path / "intarsia"
    tool.write_text(HANGING.format(marks=marks, tool=TOOL))
    tool.chmod(0o755)
    files = sorted(sources.glob("*.pgn"))
    run("plan", *files, "-o", out, "--root", sources, "--part-bytes", "100kB", *FLAGS)
    with Slurm(tmp_path / "slurm") as slurm:
        slurm.environment |= {"INTARSIA": str(tool)}

        def submit():
            missing = json.loads(run("finish", out, "--json").stdout)["array"]
            words = ["--parsable", "-o", tmp_path / "out.%A_%a", f"--array={missing}"]
            job = slurm.ask("sbatch", *words, SCRIPT, out, sources)
            assert job.isdigit(), slurm.ask("sinfo")
            return job

        def hung(part):
            slurm.wait((marks / part).exists, f"part {part}", 120)
            number, node = (marks / part).read_text().split()
            return int(number), node

        job = submit()
        number, node = hung("1")
        os.kill(number, signal.SIGKILL)
        number, node = hung("4")
        slurm.kill_node(node, number)
        state = "squeue", "-h", "-j", f"{job}_4", "-o", "%t"
        slurm.wait(lambda: slurm.ask(*state) == "PD", "the task requeued", 120)
        # The controller holds it back for two minutes: no longer than the test wants to wait.
        slurm.ask("scontrol", "update", f"JobId={job}_4", "StartTime=now")
        slurm.wait(lambda: not slurm.ask("squeue", "-h"), "the end of the array", 180)
        assert run("finish", out).stdout == "missing: 1\n"
        submit()
        slurm.wait(lambda: not slurm.ask("squeue", "-h"), "the end of the second array", 120)
    assert json.loads(run("finish", out, "--json").stdout)["complete"]
    check_same(out, alone)
