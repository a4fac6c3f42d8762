"""What tests of the Python package share."""

import signal

import pytest

from tests.python import fake_card, graphs


@pytest.fixture
def timer():
    """Raises KeyboardInterrupt, as Ctrl-C does, after so many seconds."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def fake(tmp_path_factory):
    """A card that is none: fake_card.MARKS ask for it."""
    with fake_card.driver(tmp_path_factory.mktemp("cuda")) as library:
        yield library


@pytest.fixture(scope="module")
def games():
    """A graph of them, in memory."""
    return graphs.of_games()


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The same, stored."""
    return graphs.stored(tmp_path_factory.mktemp("graphs"))
