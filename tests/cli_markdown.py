"""docs/cli.md, from the tool's own help: .venv/bin/python -m tests.cli_markdown > docs/cli.md"""

import re

from tests.conftest import run

INTRODUCTION = """\
# The tool

Written from `intarsia --help` and that of every verb; a test keeps this page fresh. With examples
and their output: [tour.md](tour.md).

An argument that is an existing path is a file, `-` is standard input, anything else is read as a
position. `--json` writes JSON Lines to standard output; what people want to read goes to standard
error.
"""


def cli_markdown() -> str:
    whole = run("--help").stdout
    codes = re.search(r"^Exit codes: (.*?)\.\n\n", whole, re.M | re.S).group(1)
    lines = [INTRODUCTION, "## Exit codes\n"]
    for meaning in codes.split(";"):
        code, _, text = " ".join(meaning.split()).partition(" ")
        lines.append(f"- **{code}** {text}")
    lines += ["", "## All verbs\n", _block(whole)]
    for verb in _verbs(whole):
        text = run(verb, "--help").stdout
        lines += [f"## {verb}\n", _block(text)]
        for job in _verbs(text):
            lines += [f"### {verb} {job}\n", _block(run(verb, job, "--help").stdout)]
    return "\n".join(lines).rstrip() + "\n"


def _verbs(text: str) -> list[str]:
    return re.findall(r"^  ([a-z]+)  ", text, re.M)


def _block(text: str) -> str:
    return f"```text\n{text.strip()}\n```\n"


if __name__ == "__main__":
    print(cli_markdown(), end="")
