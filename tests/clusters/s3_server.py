"""An S3 server of loopback, for tests and the benchmark."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

from tests.clusters.slurm import free_port


@contextlib.contextmanager
def running(secret: str) -> Iterator[Any]:
    """A file system of fsspec on it, for this process and those that it starts."""
    import fsspec

    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, **quiet)
    before = dict(os.environ)
    os.environ |= {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": secret,
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(os.environ["AWS_ENDPOINT_URL"], timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        yield fsspec.filesystem("s3")
    finally:
        os.environ.clear()
        os.environ |= before
        server.terminate()
        server.wait(10)
