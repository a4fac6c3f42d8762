"""The hobbyist chooses games: by what their tags say, their length, and how even they were."""

import json

import pytest

import intarsia as ia
from tests.conftest import run

GAMES = [
    # event, ECO, titles, ratings, moves
    ("Rated Blitz game", "B90", ("", ""), ("2000", "2050"), "1. e4 c5 2. Nf3 d6"),
    ("Rated Bullet game", "C20", ("BOT", ""), ("2500", "2000"), "1. e4 e5"),
    ("Casual blitz game", "B99", ("", "GM"), ("?", "2050"), "1. e4 c5"),
    ("Titled Arena", "A00", ("", "BOT"), ("", ""), "1. g4 d5 2. f3 e5 3. h3"),
]


def pgn(event, eco, titles, ratings, moves):
    tags = {"Event": event, "ECO": eco, "Result": "*"}
    tags |= {"WhiteTitle": titles[0], "BlackTitle": titles[1]}
    tags |= {"WhiteElo": ratings[0], "BlackElo": ratings[1]}
    return "".join(f'[{k} "{v}"]\n' for k, v in tags.items() if v) + f"\n{moves} *\n\n"


@pytest.fixture
def games(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text("".join(pgn(*game) for game in GAMES))
    return file


# The flags, the same in Python, the numbers of the games that stay, and what dropped the others.
CASES = [
    (["--event", "*blitz*"], {"event": "*blitz*"}, [1, 3], {"event": 2}),
    (["--eco", "B9?"], {"eco": "B9?"}, [1, 3], {"eco": 2}),
    (["--eco", "B90,C2?"], {"eco": "B90,C2?"}, [1, 2], {"eco": 2}),
    (["--event", "Titled*|*bullet*"], {"event": "Titled*|*bullet*"}, [2, 4], {"event": 2}),
    (["--no-bots"], {"no_bots": True}, [1, 3], {"no-bots": 2}),
    (["--length", "3.."], {"length": (3, None)}, [1, 4], {"length": 2}),
    (["--length", "..4"], {"length": range(5)}, [1, 2, 3], {"length": 1}),
    (
        ["--max-elo-difference", "100"],
        {"max_elo_difference": 100},
        [1, 3, 4],
        {"max-elo-difference": 1},
    ),
    (["--tag", "BlackTitle=GM"], {"tag": {"BlackTitle": "GM"}}, [3], {"tag": 3}),
    (["--tag", "Event!=Rated*"], {"tag": "Event!=Rated*"}, [3, 4], {"tag": 2}),
    (
        ["--tag", "Event=Rated*", "--tag", "ECO=C*"],
        {"tag": ["Event=Rated*", "ECO=C*"]},
        [2],
        {"event": 2, "eco": 1},
    ),
    (["--require", "WhiteTitle"], {"require": "WhiteTitle"}, [2], {"require": 3}),
]


@pytest.mark.parametrize(("flags", "arguments", "kept", "dropped"), CASES)
def test_games_are_chosen_by_what_they_say(flags, arguments, kept, dropped, games, tmp_path):
    done = run("build", games, "-o", tmp_path / "a", "--json", *flags)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["dropped"] == dropped
    ds = ia.build(games, tmp_path / "b", **arguments)
    assert ds.games["number"].tolist() == kept
    assert ia.open(tmp_path / "a").games["number"].tolist() == kept
    again = run("build", "-o", tmp_path / "a", "--resume", "--json")
    assert json.loads(again.stdout)["games"] == len(kept), "the same options, from the data set"


def test_unrated_games_that_a_rating_filter_keeps_are_counted(games, tmp_path):
    done = run("build", games, "-o", tmp_path / "a", "--min-elo", "2000")
    assert "  unrated   2 games kept" in done.stderr
    done = run("build", games, "-o", tmp_path / "b", "--min-elo", "2000", "--json")
    assert json.loads(done.stdout)["unrated"] == 2
    report = ia.build(games, tmp_path / "c", min_elo=2000).report
    assert report.unrated == 2 and "unrated   2 games kept" in str(report)
    assert "  unrated" not in run("build", games, "-o", tmp_path / "d").stderr


def test_a_set_is_narrowed_by_the_same_names(games, tmp_path):
    ds = ia.build(games, tmp_path / "a")
    assert ds.where(length="3..").games["number"].tolist() == [1, 4]
    assert ds.where(max_elo_difference=100).games["number"].tolist() == [1, 3, 4]


def test_lengths_are_the_same_when_built_and_when_narrowed(games, tmp_path):
    for final in (False, True):
        built = ia.build(games, tmp_path / f"a{final}", length=(3, 4), final=final)
        whole = ia.build(games, tmp_path / f"b{final}", final=final)
        assert len(built) == len(whole.where(length=(3, 4))) == 4 + final


@pytest.mark.parametrize("wanted", [{"event": [5]}, {"eco": 5}, {"tag": {"Event": None}}])
def test_patterns_are_texts(wanted, games, tmp_path):
    with pytest.raises(TypeError, match=r"expected a pattern such as '\*Blitz\*'"):
        ia.build(games, tmp_path / "a", **wanted)


@pytest.mark.parametrize("rule", ["", "=x", "|=x"])
def test_a_rule_that_says_nothing_is_refused(rule, games, tmp_path):
    done = run("build", games, "-o", tmp_path / "a", "--tag", rule)
    assert done.returncode == 2 and "WhiteTitle!=BOT" in done.stderr
    if not rule:
        done = run("build", games, "-o", tmp_path / "a", "--event", rule)
        assert done.returncode == 2 and "expected some text" in done.stderr
    with pytest.raises(ValueError, match="expected a tag"):
        ia.build(games, tmp_path / "a", tag=[rule])
