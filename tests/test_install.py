"""An outside project builds and runs against the installed tree."""

import os
import shutil
import subprocess

from tests.conftest import ROOT


def test_an_outside_project_uses_the_installed_package(tmp_path):
    def step(*command):
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    prefix = tmp_path / "prefix"
    step("cmake", "--install", str(ROOT / "build/release"), "--prefix", str(prefix))
    # Plain flags: the consumer need not know how the library was built.
    prefix_flag = f"-DCMAKE_PREFIX_PATH={prefix}"
    step("cmake", "-G", "Ninja", "-S", str(ROOT / "tests/outside"), "-B", "build", prefix_flag)
    step("cmake", "--build", "build")
    out = step(str(tmp_path / "build/outside"))
    assert out == "20 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 13160\n"
    assert step(str(prefix / "bin/intarsia"), "perft", "3") == "8902\n"


def test_a_missing_library_is_answered_with_the_line_that_installs_it(tmp_path):
    flags = ["-DINTARSIA_APPS=OFF", "-DINTARSIA_TESTS=OFF"]
    flags += [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("hwy", "nlohmann_json")]
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(tmp_path), *flags],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "sudo apt-get install libhwy-dev nlohmann-json3-dev" in done.stderr


def test_a_missing_compiler_is_answered_with_the_line_that_installs_it(tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("cmake", "ninja"):
        (tools / name).symlink_to(shutil.which(name))
    environment = {key: value for key, value in os.environ.items() if key not in ("CXX", "CC")}
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(tmp_path / "build")],
        capture_output=True,
        text=True,
        env={**environment, "PATH": str(tools)},
    )
    assert done.returncode != 0
    assert "sudo apt-get install g++ libhwy-dev libxxhash-dev nlohmann-json3-dev" in done.stderr
