"""The layers hold: every #include is one that docs/architecture.md allows."""

import re

from tests.conftest import ROOT

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"|<(?=intarsia/))([^">]+)[">]', re.MULTILINE)
# Folders whose files are read.
READ = ("src", "apps", "page", "python", "tests", "bench", "fuzz")


def allowed():
    """The table of docs/architecture.md: folder -> folders that it may include, or None for all."""
    table = {}
    for line in (ROOT / "docs/architecture.md").read_text().splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if len(cells) == 3 and re.fullmatch(r"[a-z0-9]+", cells[0]) and cells[0] != "folder":
            names = set(re.findall(r"[a-z0-9]+", cells[1]))
            table[cells[0]] = None if names == {"everything"} else names
    return table


def folder_of(path):
    """Of a file, or of a name that is included. The header chess.h stands for the folder chess."""
    parts = path.removeprefix("src/").split("/")
    return parts[1].removesuffix(".h") if parts[0] == "intarsia" else parts[0]


def arrows():
    """Folder -> {other folder: number of includes}, and what may not be."""
    found, wrong = {}, []
    for file in sorted(ROOT.glob("*/**/*.[hc]*")):
        name = file.relative_to(ROOT).as_posix()
        top = name.split("/")[0]
        if top not in READ or file.suffix not in (".h", ".cc"):
            continue
        if "/outside/" in name:  # sees the installed headers alone
            continue
        here = folder_of(name)
        found.setdefault(here, {})
        for included in INCLUDE.findall(file.read_text()):
            there = folder_of(included)
            is_test = name.endswith("_test.cc")
            is_whole = re.fullmatch(r"intarsia/\w+\.h", included) is not None
            if is_whole and name.startswith("src/") and here != "intarsia":
                wrong.append(f"{name} includes {included}, which is for users")
            if there == here:
                continue
            found[here][there] = found[here].get(there, 0) + (not is_test)
            may = allowed()[here]
            if not is_test and may is not None and there not in may:
                wrong.append(f"{name} includes {included}")
            if "/internal/" in included and not (
                is_test and included.startswith(f"intarsia/{here}/")
            ):
                wrong.append(f"{name} reaches into {included}")
    return found, wrong


def test_includes_follow_the_table(capsys):
    found, wrong = arrows()
    with capsys.disabled():
        print("\n  the layers, with the number of includes:")
        for here, others in found.items():
            targets = ", ".join(f"{o} ({n})" for o, n in sorted(others.items()) if n)
            print(f"    {here:6} -> {targets or '-'}")
    assert wrong == []
    assert {"base", "chess", "apps"} <= set(found)


def test_the_table_has_no_cycle():
    table = {k: v for k, v in allowed().items() if v is not None}
    done = set()
    while len(done) < len(table):
        ready = {k for k, v in table.items() if k not in done and v <= done}
        assert ready, f"a cycle among {set(table) - done}"
        done |= ready
