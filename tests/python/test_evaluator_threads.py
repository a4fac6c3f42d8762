"""Evaluators that are interrupted, that threads share, and that run out of memory."""

import functools
import gc
import subprocess
import sys
import weakref

import pytest

import intarsia as ia
from tests.python.scores import material, zeros
from tests.python.together import run_together


@pytest.mark.parametrize(
    "arguments",
    [{}, {"order": "breadth"}, {"order": lambda c: c.depth}, {"score": material, "batch": 16}],
    ids=["own", "breadth", "chosen", "score"],
)
def test_ctrl_c_ends_it_and_what_was_scored_stays(timer, arguments):
    layout = "chess/canonical18" if "score" in arguments else None
    ev = ia.Evaluator(layout=layout, **arguments)
    timer(0.2)
    with pytest.raises(KeyboardInterrupt):
        ev.evaluate("startpos", nodes=1 << 40)
    assert ev.scored > 0
    assert ev.answer("startpos").nodes == ev.scored
    assert ev.step(100) == 100


INTERRUPTED_OFTEN = """
import random, signal
import numpy as np
import intarsia as ia

rng = random.Random(7)
signal.signal(signal.SIGALRM, signal.default_int_handler)
for _ in range(300):
    ev = ia.Evaluator(lambda batch: np.zeros(len(batch)), "chess/canonical18", batch=8)
    graph = ia.Graph("chess")
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-4, 5e-3))
        while True:
            ev.evaluate("startpos", nodes=50)
            graph.explore("startpos", depth=1)
            len(graph), graph["startpos"].moves, graph.statistics
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_no_interrupt_is_lost():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_OFTEN], capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    assert (done.returncode, done.stdout) == (0, "interrupted\n" * 300)


def test_a_score_function_cannot_ask_the_evaluator_that_waits_for_it():
    def score(batch):
        assert len(other.graph) > 0
        return zeros(batch) + ev.scored

    other = ia.Evaluator()
    other.evaluate("hex 5", nodes=10)
    ev = ia.Evaluator(score, "chess/canonical18")
    with pytest.raises(RuntimeError, match="being changed"):
        ev.evaluate("startpos", nodes=10)

    def nested(batch):
        return zeros(batch) + ia.Evaluator().evaluate("hex 2", nodes=100).score / 2

    assert ia.Evaluator(nested, "chess/canonical18").evaluate("startpos", nodes=50).nodes == 50


def test_a_search_ends_before_the_memory_does():
    ev = ia.Evaluator(memory="2MB")
    with pytest.warns(RuntimeWarning, match="here it ends; memory= allows more"):
        answer = ev.evaluate("startpos", nodes=1 << 60)
    assert 1_000 < answer.nodes < 500_000
    assert len(answer.moves) == 20
    with pytest.warns(RuntimeWarning):
        assert ev.step(10) == 0
    ev.clear()
    assert ev.evaluate("startpos", nodes=100).nodes == 100
    with pytest.raises(ValueError, match="memory: expected"):
        ia.Evaluator(memory="1kB")


def test_several_threads():
    ev = ia.Evaluator(material, "chess/canonical18", order="breadth", batch=50)
    ev.evaluate("startpos", nodes=1)

    def often(job):
        for _ in range(20):
            job()

    jobs = [lambda: ev.step(100), lambda: ev.answer("startpos"), lambda: list(ev.graph)[:3]]
    run_together(*(functools.partial(often, job) for job in (*jobs, jobs[0])))
    assert ev.scored == 4001
    plain = ia.Evaluator(material, "chess/canonical18", order="breadth").evaluate("startpos", 4001)
    assert ev.answer("startpos") == plain


def test_an_evaluator_in_a_cycle_is_collected():
    class Net:
        def __call__(self, batch):
            return zeros(batch)

    net = Net()
    net.evaluator = ia.Evaluator(net, "chess/canonical18")
    net.evaluator.evaluate("startpos", nodes=10)
    gone = weakref.ref(net)
    del net
    gc.collect()
    assert gone() is None
