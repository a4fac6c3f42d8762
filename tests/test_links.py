"""The pages are in order: links lead somewhere, tables are complete, paths exist."""

import re
import subprocess

import pytest

import intarsia
from tests.conftest import GAMES, ROOT, run
from tests.pages import PAGES, anchors, code_words, links, prose, table, text_of

FOLDERS = "apps|bench|cmake|docs|examples|fuzz|python|src|tests"


def test_the_readme_is_short():
    assert len(text_of("README.md").splitlines()) < 150
    long = [line for line in prose("README.md").splitlines() if len(line) > 450]
    assert long == []


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_what_exists(page):
    for link in links(page):
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        assert target.exists(), f"{page}: {link}"
        if anchor:
            assert anchor in anchors(target.relative_to(ROOT)), f"{page}: {link}"


def test_every_page_is_linked_from_the_readme():
    assert {*PAGES} - {*links("README.md"), "README.md"} == set()


def paths_in(text):
    """The paths between backticks; <game> is every game, other placeholders are any name."""
    for code in code_words(text):
        if not re.fullmatch(rf"(?:{FOLDERS})(?:/[\w.<>-]+)*", code):
            continue
        for path in {code.replace("<game>", game) for game in GAMES}:
            yield re.sub(r"<\w+>", "*", path)


@pytest.mark.parametrize(
    "page", ["CONTRIBUTING.md", "docs/cpp.md", "docs/performance.md", "docs/reliability.md"]
)
def test_paths_exist(page):
    paths = list(paths_in(text_of(page)))
    assert paths
    missing = [path for path in paths if not any(ROOT.glob(path))]
    assert missing == []


def test_contributing_says_where_to_change_what():
    rows = table("CONTRIBUTING.md", "Where do I change X?")
    assert len(rows) >= 10
    for row in rows:
        at_the_root = [code for code in code_words(row[1]) if re.fullmatch(r"\w+\.\w+", code)]
        assert all((ROOT / name).exists() for name in at_the_root), row
        assert [*paths_in(row[1]), *at_the_root], row


def test_the_readme_lists_the_verbs_as_the_tool_does():
    verbs = re.findall(r"^  ([a-z]+) {2,}(.+)$", run("--help").stdout, re.MULTILINE)
    assert [(row[0].strip("`"), row[1]) for row in table("README.md", "Verbs")] == verbs


def test_the_readme_lists_the_layouts_as_the_tool_does():
    layouts = re.findall(r"^(\S+) +(\([^)]*\))", run("layouts").stdout, re.MULTILINE)
    assert [(row[0].strip("`"), row[1]) for row in table("README.md", "Layouts")] == layouts


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_dev_exist(page):
    known = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True).stdout
    for command in re.findall(r"\./dev ([a-z]+)(?: (--\w+))?", text_of(page)):
        for word in filter(None, command):
            assert re.search(rf"(?<![\w-]){word}\b", known), f"{page}: ./dev {' '.join(command)}"


def test_flags_exist():
    """What prose calls a flag is one of the tool's, of ./dev's, of an example's or of a test's."""
    known = text_of("docs/cli.md") + (ROOT / "dev").read_text() + "--gtest_filter"
    known += "".join(path.read_text() for path in sorted(ROOT.glob("examples/**/*.py")))
    for page in PAGES:
        for code in code_words(prose(page)):
            for flag in re.findall(r"(?<![\w-])--[a-z][\w-]*", code):
                assert re.search(rf"{flag}(?![\w-])", known), f"{page}: {flag}"


def test_the_glossary_has_the_words():
    words = {"fact", "feature", "frame", "layout", "plan", "passport", "record", "part"}
    assert words <= set(anchors("docs/glossary.md"))


def test_the_version_is_the_same_everywhere():
    versions = {
        "CHANGELOG.md": re.search(r"^## (\d+\.\d+\.\d+)", text_of("CHANGELOG.md"), re.M)[1],
        "CMakeLists.txt": re.search(r"VERSION (\d+\.\d+\.\d+)", text_of("CMakeLists.txt"))[1],
        "the package": intarsia.__version__,
        "the tool": run("--version").stdout.split()[1],
    }
    assert len(set(versions.values())) == 1, versions
