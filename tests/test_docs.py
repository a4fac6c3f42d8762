"""Generated documents are fresh."""

from tests.conftest import ROOT, run


def test_layouts_md_is_what_the_tables_say():
    written = (ROOT / "docs/layouts.md").read_text()
    assert written == run("layouts", "--markdown").stdout, (
        "docs/layouts.md is stale: build/release/bin/intarsia layouts --markdown > docs/layouts.md"
    )


def test_policies_md_is_what_the_tables_say():
    written = (ROOT / "docs/policies.md").read_text()
    assert written == run("policies", "--markdown").stdout, (
        "docs/policies.md is stale: "
        "build/release/bin/intarsia policies --markdown > docs/policies.md"
    )
