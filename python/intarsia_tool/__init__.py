"""Starts the command-line tool, which lies beside this file.

It is a package of its own so that the tool starts without `intarsia` and NumPy.
"""

import os
import pathlib
import signal
import sys


def main() -> None:
    """Become the tool, with the arguments of this process."""
    # Python ignores these two for itself. The tool wants them as the shell left them.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    tool = pathlib.Path(__file__).with_name("intarsia")
    os.execv(tool, ["intarsia", *sys.argv[1:]])
