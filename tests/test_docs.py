"""Generated documents are fresh."""

from tests.cli_markdown import cli_markdown
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


def test_cli_md_is_what_the_tool_says():
    written = (ROOT / "docs/cli.md").read_text()
    assert written == cli_markdown(), (
        "docs/cli.md is stale: .venv/bin/python -m tests.cli_markdown > docs/cli.md"
    )
    assert "## Exit codes" in written and "- **130** Ctrl-C" in written
