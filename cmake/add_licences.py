"""Adds the licences of the libraries that a wheel brings: add_licences.py WHEEL FOLDER.

FOLDER gets the same wheel with a file for each of them in its .dist-info/licenses.
"""

import importlib.metadata
import pathlib
import re
import subprocess
import sys

from auditwheel.wheeltools import InWheelCtx

# What is compiled in, by Debian's packages; of Python's, nanobind.
COMPILED_IN = ["libarchive-dev", "libcli11-dev", "libxxhash-dev", "nlohmann-json3-dev"]


def package_of(library: str) -> str:
    """Debian's package of a library that auditwheel renamed: libz-1a2b3c4d.so.1 was libz.so.1."""
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", library)
    found = subprocess.run(
        ["dpkg-query", "-S", f"*/{name}"], capture_output=True, text=True, check=True
    )
    return found.stdout.split(":")[0]


def main() -> None:
    wheel, folder = map(pathlib.Path, sys.argv[1:])
    with InWheelCtx(wheel, folder / wheel.name) as unpacked:
        top = pathlib.Path(unpacked.path)
        (info,) = top.glob("*.dist-info")
        licences = info / "licenses"
        licences.mkdir(exist_ok=True)
        brought = [package_of(path.name) for path in sorted(top.glob("*.libs/*"))]
        for package in sorted({*brought, *COMPILED_IN}):
            text = pathlib.Path("/usr/share/doc", package, "copyright").read_bytes()
            (licences / f"{package}.txt").write_bytes(text)
        nanobind = importlib.metadata.files("nanobind")
        (text,) = [f for f in nanobind if f.name == "LICENSE" and ".dist-info" in str(f)]
        (licences / "nanobind.txt").write_bytes(text.read_binary())


main()
