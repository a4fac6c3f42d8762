"""Graphs that are interrupted, that threads share, and that find no memory."""

import collections
import signal
import subprocess
import sys
import threading

import numpy as np
import pandas  # noqa: F401 (before a test interrupts what imports it)
import pytest

import intarsia as ia
from tests.conftest import needs_all_addresses
from tests.data_sets import LICHESS
from tests.python.graphs import everything, needs_store
from tests.python.together import run_together


def test_ctrl_c_ends_exploring_and_what_was_found_stays(timer):
    graph = ia.Graph("hex", 9)
    timer(0.2)
    with pytest.raises(KeyboardInterrupt):
        graph.explore(nodes=1 << 30)
    assert len(graph) > 1 and len(graph) == graph.statistics.nodes


@pytest.mark.parametrize("name", ["statistics", "verify", "to_pandas", "load", "__iter__"])
def test_ctrl_c_ends_what_goes_through_all(timer, name):
    graph = ia.Graph("hex", 9)
    graph.explore(nodes=100_000)
    timer(0.15)
    with pytest.raises(KeyboardInterrupt):
        while True:
            found = getattr(graph, name)
            if callable(found):
                found = found()
            if name == "__iter__":
                collections.deque(found, 0)


def test_ctrl_c_ends_adding_games_and_merging(timer):
    graph, other = ia.Graph("chess"), ia.Graph("hex", 9)
    other.explore(nodes=100_000)
    timer(0.3)
    with pytest.raises(KeyboardInterrupt):
        while True:
            graph.add_games(LICHESS, threads=1)
    timer(0.1)
    with pytest.raises(KeyboardInterrupt):
        while True:
            ia.Graph("hex", 9).merge(other)


@needs_store
def test_ctrl_c_leaves_no_folder_behind(timer, tmp_path):
    for round_ in range(3):
        timer(0.02 * (round_ + 1))
        with pytest.raises(KeyboardInterrupt):
            while True:
                ia.build_graph(LICHESS, tmp_path / "book", force=True)
        if (tmp_path / "book" / "graph.json").exists():
            assert ia.Graph(path=tmp_path / "book").verify() == []


@pytest.mark.parametrize("meanwhile", [len, lambda graph: graph.add("hex 9")])
def test_what_is_called_meanwhile_cannot_wait_for_itself(meanwhile):
    graph = ia.Graph("hex", 9)
    before = signal.signal(signal.SIGALRM, lambda *_: meanwhile(graph))
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.02)
    try:
        with pytest.raises(RuntimeError, match=r"the graph is being changed|the graph is at work"):
            for _ in range(9):  # the first time it may just have been at something else
                graph.explore(nodes=len(graph) + 500_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert "hex 9" in graph and len(graph) == graph.statistics.nodes


def test_threads_may_ask_while_one_explores():
    graph = ia.Graph("hex", 7)
    graph.explore(depth=1)
    is_done = threading.Event()

    def explore():
        for depth in range(2, 4):
            graph.explore(depth=depth, threads=2)
        is_done.set()

    def ask():
        while not is_done.is_set():
            node = graph["hex 7"]
            assert len(node.moves) == 49 and node["d4"].text
            assert next(iter(graph)).identity >= 0

    run_together(explore, ask, ask, ask)
    expected = ia.Graph("hex", 7)
    expected.explore(depth=3)
    assert len(graph) == len(expected)


def test_threads_that_merge_two_graphs_into_each_other_do_not_wait_forever():
    one, other = ia.Graph("hex", 3), ia.Graph("hex", 3)
    one.explore(depth=2)
    other.explore("hex 3 moves b2", depth=2)

    def merge(into, source):
        for _ in range(200):
            into.merge(source)

    run_together(lambda: merge(one, other), lambda: merge(other, one))
    assert everything(one) == everything(other)


@needs_store
def test_threads_may_ask_a_stored_graph_together(book):
    expected = everything(book)

    def ask():
        for node in book:
            said = expected[node.identity]
            assert (node.text, node.stopped) == (said[0], said[3])

    run_together(ask, ask, ask)


def test_memory_is_given_back():
    before = None
    for round_ in range(30):
        graph = ia.Graph("hex", 5)
        graph.explore(depth=2)
        nodes = [node for node in graph]
        assert nodes[3].moves is not None
        frame = graph.to_pandas()
        assert np.asarray(frame.games).sum() == 0
        del graph, nodes, frame
        if round_ == 5:
            before = _resident()
    assert _resident() < before + (20 << 20)


WITHOUT_MEMORY = """
import resource
import intarsia as ia

big = ia.Graph("hex", 11)
big.explore(nodes=20_000)
with open("/proc/self/statm") as file:
    limit = int(file.read().split()[0]) * resource.getpagesize() + (80 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

def grow(graph):
    graph.explore(nodes=1 << 40, threads=2)

def evaluate(graph):
    ia.Evaluator(order="breadth").evaluate("startpos", nodes=1 << 40)

def merge(graph):
    while True:
        graph.merge(big)
        big.explore(nodes=2 * len(big))

for work in (grow, evaluate, merge):
    graph = ia.Graph("hex", 11)
    try:
        work(graph)
    except MemoryError as error:
        print(error)
    for ask in (lambda: len(graph), lambda: len(big)):
        try:
            assert ask() >= 0
        except RuntimeError as error:
            print("memory ran out while this graph was changed" in str(error))
    del graph
"""


@needs_all_addresses
def test_without_memory_it_is_an_error_and_the_graph_is_asked_no_more():
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_MEMORY], capture_output=True, text=True, timeout=300
        )
        # The C library ends a process in which a new thread finds no memory for its variables:
        # nobody can catch that. It is rare, and has nothing to say of graphs.
        if "memory for thread-local data" not in done.stderr:
            break
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert said.count("out of memory: at work on a graph") == 3
    assert said.count("True") >= 2 and set(said) == {"out of memory: at work on a graph", "True"}


def _resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
