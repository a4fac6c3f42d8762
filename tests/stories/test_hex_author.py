"""Stories of people who write a Hex program: cells in every form, boards of any size, links."""

import pickle

import numpy as np
import pytest

import intarsia as ia


def test_a_move_is_a_name_a_place_or_a_number():
    moves = ["a3", "A3", " a3\n", (2, 0), [2, 0], 10, np.int64(10), (np.int32(2), np.int32(0))]
    for move in moves:
        game = ia.HexGame(5)
        game.push(move)
        assert game.moves == ["a3"], move
        assert ia.HexPosition(5).after(move).moves == ["a3"]
    game.push(25)  # behind the last cell, as in policies
    assert game.moves == ["a3", "swap"]
    assert ia.policy("hex/cells").index(ia.HexPosition(5), (2, 0)) == 10


@pytest.mark.parametrize("move", [26, -1, (5, 0), (0, -1)])
def test_what_is_not_on_the_board_is_refused(move):
    with pytest.raises(ValueError, match="expected"):
        ia.HexGame(5).push(move)


def test_cells_go_from_form_to_form():
    for size in (1, 5, 26):
        for number in range(size * size):
            name, place = ia.hex.cell_name(number, size), ia.hex.row_column(number, size)
            assert ia.hex.cell(name, size) == ia.hex.cell(place, size) == number
            assert ia.hex.cell(name.upper(), size) == number
            assert place == divmod(number, size)
    for wrong in ("z9", "swap", "", 25, (5, 5)):
        with pytest.raises((ValueError, TypeError)):
            ia.hex.cell(wrong, 5)
    with pytest.raises(ValueError, match="size"):
        ia.hex.cell("a1", 99)


def test_a_board_without_a_mover_is_encoded_where_nobody_asks_for_one():
    board = ia.HexSetup(5, blue=["c3"], red=["b1"])
    planes = ia.encode(board, "hex/2nxn")
    assert ia.decode(planes, "hex/2nxn").position == board
    assert ia.encode([board, board], "hex/nxn").shape == (2, 5, 5)
    with pytest.raises(ValueError, match=r"who moves, which hex/3nxn shows; setup.position"):
        ia.encode(board, "hex/3nxn")
    known = ia.HexSetup(5, blue=["c3"], red=["b1"], turn="red")
    assert ia.decode(ia.encode(known, "hex/3nxn"), "hex/3nxn").position.turn == "red"
    assert ia.HexPosition(known).turn == ia.HexGame(known).turn == "red"
    with pytest.raises(ValueError, match="who moves"):
        ia.HexPosition(board)


WON = "hex 3 moves b1 a2 b2 c2 b3"


def test_a_finished_board_shows_how_it_was_won():
    text = ia.show(WON).text
    assert "1 ·(B)·\n 2 R(B)R\n  3 ·[B]·\n" in text, "the chain, and the stone that completed it"
    assert "Blue has won" in text
    picture = ia.show(ia.HexGame(WON)).svg
    assert picture.count(", wins</title>") == 3
    assert "b3 blue stone, the last move, wins" in picture
    going_on = ia.show("hex 3 moves b1 a2 b2")
    assert "wins" not in going_on.text + going_on.html and "2 R[B]·" in going_on.text


def test_stones_have_the_numbers_of_their_moves():
    text = ia.show("hex 5 moves c1 swap c3", numbers=True).text
    assert "R2" in text and "[B3]" in text and "B1" not in text, "the first stone was swapped away"
    assert "b3 blue stone, move 5, the last move" in ia.show(ia.HexGame(WON), numbers=True).svg


def test_a_board_without_a_mover_is_drawn():
    board = ia.HexSetup(3, blue=["b1", "b2", "b3"], red=["a2"])
    assert "1 ·(B)·\n 2 R(B)·\n  3 ·(B)·\n" in ia.show(board).text
    assert "who moves is not known" in ia.show(ia.HexSetup(3, blue=["b1"])).text
    numbered = ia.show(board, numbers=True).text
    assert "numbers   none: the moves that led here are not known" in numbered
    assert "1 red.stones" in ia.show(board, "hex/2nxn").text
    with pytest.raises(ValueError, match="who moves, which hex/3nxn shows"):
        ia.show(board, "hex/3nxn")


def test_planes_are_blue_and_red():
    for turn, layout in (("red", "hex/2nxn"), ("blue", "hex/3nxn"), ("blue", "hex/nxn")):
        svg = ia.show(f"hex 19 blue c3 red q16 turn {turn}", layout).svg
        cells = [line for line in svg.splitlines() if '<polygon class="p"' in line]
        assert len(cells) == 2 and "fill:#2f5d9e" in cells[0] and "fill:#c43c34" in cells[1]


def test_layouts_and_policies_take_the_size_of_the_boards():
    mine = ia.Layout("hex", ["red.stones", "blue.stones", "turn.player"])
    for layout in ("hex/3nxn", ia.layout("hex/3nxn"), mine, pickle.loads(pickle.dumps(mine))):
        for size in (5, 13):
            position = ia.HexPosition(size).after("a1")
            planes = ia.encode(position, layout)
            assert planes.shape == (3, size, size)
            assert ia.decode(planes, layout).position.stones["blue"] == ["a1"]
    fixed = ia.layout("hex/3nxn", size=11)
    with pytest.raises(ValueError, match="size 5"):
        ia.encode(ia.HexPosition(5), fixed)
    assert ia.layout(mine, dtype="float16").shape == mine.shape == (3, 11, 11)
    assert ia.encode("#5,a1", ia.layout(mine, dtype="float16")).shape == (3, 5, 5)


def test_a_set_takes_layouts_and_policies_without_a_size(tmp_path):
    (tmp_path / "games.trmph").write_text("#5,a2b3c4 b\n#5,c3b2 r\n")
    ds = ia.build(tmp_path / "games.trmph", tmp_path / "set")
    mine = ia.Layout("hex", ["blue.stones", "red.stones", "turn.player"])
    (batch,) = ds.batches(mine, 8, policy=ia.policy("hex/cells"), value="outcome")
    assert batch.planes.shape == (5, 3, 5, 5) and batch.mask.shape == (5, 26)


def test_a_move_is_seen_as_its_edits():
    p = ia.HexPosition("hex 5 moves b1")
    swap = ia.Transition(p, "swap")
    assert swap.edits == [("b1", "blue", None), ("a2", None, "red")]
    assert swap.before == p and swap.after == p.after("swap") == swap.apply(p)
    assert swap.undo(swap.after) == p and isinstance(swap, ia.Transition)
    assert pickle.loads(pickle.dumps(swap)) == swap and eval(repr(swap)) == swap
    assert ia.Transition(p, (0, 3)).move == "d1"
    with pytest.raises(ia.IllegalError, match="taken"):
        ia.Transition(p, "b1")
    with pytest.raises(ia.IllegalError, match="applied to the position"):
        swap.apply(ia.HexPosition(5))
    drop = ia.Transition("connect4 44", "4")
    assert drop.edits == [("d3", None, "first")] and drop.undo(drop.after).text == "connect4 44"
    assert ia.Transition("startpos", "e4").tuple[:3] == (52, 1, 36)
    assert isinstance(ia.Transition(ia.Position(), "e4"), ia.Transition)
    tuple_ = ia.Transition("startpos", "e4").tuple
    assert ia.Transition.from_tuple("startpos", tuple_).move == "e2e4"


def test_a_game_becomes_a_link():
    game = ia.HexGame("#13,c1c1g7 r")
    assert game.hexworld == "https://hexworld.org/board/#13,a3:sg7:rb"
    assert ia.HexGame(game.hexworld) == game
    assert ia.HexGame(ia.HexGame(11).hexworld) == ia.HexGame(11)
    won = ia.HexGame("#2,a1b1a2")
    assert won.winner == "blue" and ia.HexGame(won.hexworld) == won
    with pytest.raises(ValueError, match="cannot say"):
        _ = ia.HexGame("#5,a2a2", swap="literal").hexworld


def test_the_module_shows_its_own_names_alone():
    assert dir(ia.hex) == sorted(ia.hex.__all__) or set(dir(ia.hex)) == set(ia.hex.__all__)
    assert "np" not in dir(ia.hex) and "torch" in dir(ia) and "connect4" in dir(ia)
