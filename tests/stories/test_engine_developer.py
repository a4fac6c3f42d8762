"""Stories of people who write an engine: games with clocks and evaluations, loaders, warnings."""

import pickle
import warnings

import numpy as np
import pytest

import intarsia as ia

PGN = """[Event "a"]
[Result "1-0"]

{A quiet
  start} 1. e4 {[%eval 0.17] [%clk 0:03:00] best by test} e5 {[%clk 0:02:58.5]}
{and more} 2. Nf3 $1 (2. d4 {not this} exd4) Nc6 {[%eval #-3]} 1-0

[Event "b"]

1. d4 *
"""


@pytest.fixture
def games(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    return list(ia.read(tmp_path / "games.pgn"))


def test_games_of_a_file_show_clocks_evaluations_and_comments(games):
    first, second = games
    assert first.clocks == [180.0, 178.5, None, None]
    assert first.evals[:4] == [None, 17, None, None] and first.evals[4] < -31000
    assert first.comments == {0: "A quiet start", 1: "best by test", 2: "and more"}
    assert second.clocks == [None] and second.evals == [None, None] and second.comments == {}


def test_they_go_along_with_the_game(games):
    game = games[0]
    for same in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert (same.clocks, same.evals, same.comments) == (game.clocks, game.evals, game.comments)
        assert same == game
    game.pop()
    assert len(game.clocks) == 3 and len(game.evals) == 4
    game.push("d6")
    assert game.evals == [None, 17, None, None, None] and game.clocks == [180.0, 178.5, None, None]
    game = ia.ChessGame()
    assert game.clocks == [] and game.evals == [None] and game.comments == {}


def test_comments_of_any_size_take_bounded_memory(tmp_path):
    comment = "{" + "word " * 1000 + "}"
    (tmp_path / "games.pgn").write_text('[Event "x"]\n\n1. e4 ' + comment * 1000 + " *\n")
    (game,) = ia.read(tmp_path / "games.pgn", errors="skip")
    assert 0 < len(game.comments[1]) <= 1 << 20


def test_a_loader_has_the_names_of_torch(tmp_path):
    torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
    (tmp_path / "games.pgn").write_text(PGN)
    ds = ia.build(tmp_path / "games.pgn", tmp_path / "set")
    options = {"batch_size": 2, "drop_last": True, "num_workers": 1, "persistent_workers": True}
    loader = ia.torch.loader(ds, "chess/planes25", **options, seed=4)
    assert len(loader) == 2
    epochs = [[batch.numbers.tolist() for batch in loader] for _ in range(3)]
    alone = ia.torch.loader(ds, "chess/planes25", 2, drop_last=True, seed=4)
    assert epochs == [[batch.numbers.tolist() for batch in alone] for _ in range(3)]
    assert epochs[0] != epochs[1] or epochs[1] != epochs[2]
    assert "2 of 2 records each" in repr(alone) and "num_workers=1" in repr(loader)
    assert "<table>" in alone._repr_html_() and "chess/planes25" in alone._repr_html_()
    assert "<table>" in ds._repr_html_() and "record 0" in ds._repr_html_()
    with pytest.raises(ValueError, match="1 of 5 records"):
        ia.torch.loader(ds, "chess/planes25", value="outcome")
    skipping = ia.torch.loader(ds, "chess/planes25", 8, value="outcome", unknown="skip")
    (batch,) = skipping
    assert isinstance(batch.planes, torch.Tensor) and sorted(batch.numbers) == [0, 1, 2, 3]
    assert {"loader", "Loader"} <= set(dir(ia.torch)) and "np" not in dir(ia.torch)


WON = "#2,a1b1a2b2"  # Blue has won at the third move


def test_moves_after_a_win_are_cut_with_a_warning():
    for make in (ia.HexGame, ia.HexPosition, lambda text: ia.Game("hex", text)):
        with pytest.warns(UserWarning, match="byte 9: Blue had won at ply 3: the moves after it"):
            assert make(WON).moves == ["a1", "b1", "a2"]
    lines = ["#2,a1", WON, WON]
    with pytest.warns(UserWarning, match="row 1: byte 9: Blue had won.* 1 more row") as found:
        planes = ia.encode(lines, "hex/3nxn")
    assert planes.shape == (3, 3, 2, 2) and found[0].filename == __file__
    with pytest.warns(UserWarning, match="row 1: byte 9"):
        ia.to_records(lines)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ia.HexGame("#2,a1b1a2")
        assert np.array_equal(ia.encode("#2,a1b1a2", "hex/3nxn"), planes[1])
        with pytest.raises(UserWarning, match="had won"):
            ia.HexGame(WON)
        with pytest.raises(UserWarning, match="had won"):
            ia.encode(WON, "hex/3nxn")
    with pytest.raises(ia.IllegalError, match=r"over|won|ended"):
        ia.Game("connect4", "connect4 12121212")


def test_the_tool_reports_them_too(tmp_path):
    from tests.conftest import run

    result = run("inspect", WON)
    assert "illegal at 9: Blue had won at ply 3" in result.stderr
    assert '"faults":[{"code":"illegal","offset":9' in result.stdout and result.returncode == 0
    (tmp_path / "lines.txt").write_text(f"hex 2\n{WON}\n")
    result = run("encode", tmp_path / "lines.txt", "--layout", "hex/3nxn", "-o", tmp_path / "o.npy")
    assert "lines.txt:2: illegal at 9: Blue had won" in result.stderr
