"""The pages for people: README, CONTRIBUTING, CHANGELOG and docs/, and what stands in them."""

import re

from tests.conftest import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
PAGES += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md"))

_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(.+?)\1")


def text_of(page):
    return (ROOT / page).read_text()


def blocks(page, language):
    """The fenced blocks of one language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)


def prose(page):
    """Everything but the fenced blocks."""
    return _FENCE.sub("", text_of(page))


def code_words(text):
    """What stands between backticks."""
    return [code for _, code in _CODE.findall(text)]


def links(page):
    """The targets of links and pictures, those in code left out."""
    return re.findall(r"\]\(([^)\s]+)\)", _CODE.sub("", prose(page)))


def anchors(page):
    """The names by which headings can be linked to: as hosts of repositories make them."""
    found = []
    for heading in re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.append(f"{name}-{found.count(name)}" if name in found else name)
    return found


def table(page, heading):
    """The rows of the first table under a heading, as lists of cells, without its head."""
    section = re.split(r"^#+ ", text_of(page), flags=re.MULTILINE)
    (body,) = [part for part in section if part.splitlines()[:1] == [heading]]
    rows = [line.strip()[1:-1].split("|") for line in body.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]
