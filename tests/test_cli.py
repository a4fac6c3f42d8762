"""The tool's contract: streams, exit codes, helpful errors."""

import json

import pytest

from tests.conftest import ROOT, TOOL, inspect, run

DONE, FAILED, USAGE, SOME_REJECTED, DIFFERENCE = range(5)
SUITE = ROOT / "tests/data/perft/standard.epd"


def test_version_and_help():
    assert run("--version").stdout.startswith("intarsia ")
    for words in (["--help"], ["perft", "--help"], ["inspect", "--help"]):
        text = run(*words)
        assert text.returncode == DONE
        examples = text.stdout.rstrip().splitlines()[-4:]
        assert examples[0] == "Examples:"
        assert all(line.startswith("  intarsia ") for line in examples[1:])


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["perfd"], "did you mean perft?"),
        (["perft", "3", "--divid"], "did you mean --divide?"),
        (["perft"], "either DEPTH or --suite"),
        (["perft", "3", "--suite", "x"], "either DEPTH or --suite"),
        (["perft", "-1"], ""),
        (["perft", "100"], "range"),
        (["perft", "x"], "DEPTH"),
        (["perft", "3", "-j", "0"], "range"),
        (["perft", "3", "nonsense"], "no file and no position"),
        (["build", "x", "-o", "y", "--min-elo", "abc"], "--min-elo: expected a number, not abc"),
        ([], "required"),
    ],
)
def test_misuse_is_exit_2_with_a_hint(words, hint):
    result = run(*words)
    assert result.returncode == USAGE
    assert result.stdout == ""
    assert hint in result.stderr


def test_perft_counts():
    assert run("perft", "0").stdout == "1\n"
    assert run("perft", "4").stdout == "197281\n"
    assert run("perft", "3", "startpos moves e2e4").stdout == "13160\n"
    words = ["r3k2r/8/8/8/8/8/8/R3K2R", "w", "KQkq", "-", "0", "1"]
    assert run("perft", "3", *words).stdout == "13744\n"
    for threads in ("1", "7"):
        assert run("perft", "5", "-j", threads).stdout == "4865609\n"


def test_perft_divide_ends_with_the_count_alone():
    lines = run("perft", "3", "--divide").stdout.splitlines()
    assert lines[-1] == "8902"
    assert len(lines) == 21
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == 8902
    reply = json.loads(run("perft", "3", "--divide", "--json").stdout)
    assert (reply["schema"], reply["nodes"], reply["divide"]["e2e4"]) == (1, 8902, 600)


def test_perft_chess960_writes_king_takes_rook():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert "e1g1: 1" in run("perft", "1", fen, "--divide").stdout
    assert "e1h1: 1" in run("perft", "1", fen, "--divide", "--chess960").stdout


def test_suite_passes_and_finds_mismatches(tmp_path):
    result = run("perft", "--suite", str(SUITE), "--max-depth", "3")
    assert result.returncode == DONE
    assert result.stdout == "128 passed, 0 failed\n"

    wrong = tmp_path / "wrong.epd"
    wrong.write_text(
        "# a comment\n#another\n8/8/8/8/8/8/8/k1K5 w - - 0 1 ;D1 3 ;D2 8\nstartpos ;D1 twenty\n"
        "8/8/8/8/8/8/8/k1K5 w - - 0 1 ;D1 3\n"
    )
    result = run("perft", "--suite", str(wrong))
    assert result.returncode == DIFFERENCE
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{wrong}:3: depth 2: expected 8, found 7")
    assert lines[-1] == "1 passed, 2 failed"
    assert f"{wrong}:4: syntax" in result.stderr

    wrong.write_text("8/8/8/8/8/8/8/k1K5 w - - 0 1 ;D1 3\n8/8 ;D1 1\n")
    assert run("perft", "--suite", str(wrong)).returncode == SOME_REJECTED
    assert run("perft", "--suite", str(wrong), "--lenient").returncode == DONE


def test_suite_that_compares_nothing_has_failed(tmp_path):
    file = tmp_path / "suite.epd"
    file.write_text("# nothing\n")
    assert run("perft", "--suite", str(file)).returncode == FAILED
    file.write_text("8/8/8/8/8/8/8/k1K5 w - - 0 1 ;D2 7\n")
    assert run("perft", "--suite", str(file), "--max-depth", "1").returncode == FAILED
    missing = run("perft", "--suite", str(tmp_path / "nope.epd"))
    assert missing.returncode == FAILED
    assert "No such file" in missing.stderr
    # A line beyond the limit is refused, not checked in part.
    file.write_text("8/8/8/8/8/8/8/k1K5 w - - 0 1 ;D1 3 " + " " * 1_100_000 + ";D2 8\n")
    cut = run("perft", "--suite", str(file))
    assert cut.returncode == SOME_REJECTED
    assert "limit" in cut.stderr


def test_perft_reads_files_of_positions(tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("startpos\nbad line\n8/8/8/8/8/8/8/k1K5 w - - 0 1\n")
    result = run("perft", "2", str(file))
    assert result.stdout == "400\n7\n"
    assert result.returncode == SOME_REJECTED


def test_corpus_suites(corpus):
    for name in ("perftsuite_pychess.epd", "standard.epd"):
        result = run("perft", "--suite", str(corpus / "chess/perft" / name), "--max-depth", "4")
        assert result.returncode == DONE, result.stdout


def test_inspect_streams_and_numbers_lines():
    text = "\ufeffstartpos\r\n\n# a comment\nbad line\nstartpos moves e2e4 e2e4\nstartpos"
    result = run("inspect", "-", stdin=text)
    assert result.returncode == SOME_REJECTED
    replies = [json.loads(line) for line in result.stdout.splitlines()]
    assert [r.get("line") for r in replies] == [None, 4, 5, None]
    assert replies[1]["error"]["code"] == "syntax"
    assert replies[2]["error"]["code"] == "illegal"
    assert replies[2]["error"]["offset"] == 20
    assert replies[0]["key"] == "463b96181691fc9c"
    assert "-:4: syntax" in result.stderr
    assert run("inspect", "-", "--lenient", stdin=text).returncode == DONE


def test_inspect_reads_files_positions_and_says_when_neither(tmp_path):
    (tmp_path / "foo.fen").write_text("startpos\nstartpos moves e2e4\n")
    result = run("inspect", str(tmp_path / "foo.fen"), "startpos")
    assert result.returncode == DONE
    assert len(result.stdout.splitlines()) == 3
    result = run("inspect", str(tmp_path / "foo.fne"))
    assert result.returncode == USAGE
    assert "no file and no position" in result.stderr
    assert "did you mean foo.fen?" in result.stderr
    assert len(run("inspect", str(tmp_path)).stdout.splitlines()) == 2, "the files of a folder"
    (tmp_path / "empty").mkdir()
    assert run("inspect", str(tmp_path / "empty")).returncode == FAILED


def test_inspect_tells_ends_and_claims():
    mate, stale, claim, fifty = inspect(
        [
            "startpos moves f2f3 e7e5 g2g4 d8h4",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
            "8/8/8/4k3/8/8/4KR2/8 w - - 100 90",
        ]
    )
    assert mate["outcome"] == {"winner": "black", "reason": "checkmate"}
    assert mate["checkmate"] and mate["check"] and mate["legal"] == {}
    assert stale["outcome"] == {"winner": None, "reason": "stalemate"}
    assert claim["occurrences"] == 3 and claim["outcome"] is None
    assert claim["claimable"] == ["threefold_repetition"]
    assert fifty["claimable"] == ["fifty_moves"] and fifty["outcome"] is None


def test_inspect_survives_bytes_of_any_kind(tmp_path):
    file = tmp_path / "hostile"
    file.write_bytes(
        b"startpos\n" + bytes(range(256)) * 50 + b"\n" + b"x" * 3_000_000 + b"\nstartpos\n"
    )
    result = run("inspect", str(file))
    assert result.returncode == SOME_REJECTED
    replies = [json.loads(line) for line in result.stdout.splitlines()]
    assert replies[-1]["turn"] == "white"
    assert replies[-2]["error"]["code"] == "limit"


def test_full_disk_is_a_failure():
    import subprocess

    with open("/dev/full", "w") as full:
        result = subprocess.run([TOOL, "inspect", "startpos"], stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == FAILED
    assert b"cannot write" in result.stderr
