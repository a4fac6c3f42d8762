"""What tests of the Python package share."""

import signal

import pytest


@pytest.fixture
def timer():
    """Raises KeyboardInterrupt, as Ctrl-C does, after so many seconds."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
