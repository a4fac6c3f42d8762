"""Encoders of Hex with the usual mistakes are told what they do."""

import numpy as np
import pytest

import intarsia as ia


def right(line):
    return ia.encode(line, "hex/3nxn")


def plain(line, order=(0, 1), transpose=False, player="red", swap="pieces"):
    """A hand-written hex/3nxn."""
    position = ia.HexPosition(line, swap=swap)
    planes = np.zeros((3, position.size, position.size), np.float32)
    for channel, color in zip(order, ("blue", "red"), strict=True):
        for name in position.stones[color]:
            row, column = int(name[1:]) - 1, ord(name[0]) - ord("a")
            planes[(channel, column, row) if transpose else (channel, row, column)] = 1
    planes[2] = position.turn == player
    return planes


@pytest.mark.parametrize("size", [4, 5, 11, 26])
@pytest.mark.parametrize("name", ["hex/nxn", "hex/2nxn", "hex/3nxn"])
def test_a_right_encoder_is_right(size, name):
    layout = ia.layout(name, size=size)
    assert ia.check_encoder(lambda line: ia.encode(line, layout), layout)
    assert ia.check_encoder(plain, ia.layout("hex/3nxn", size=size))
    found = ia.check_encoder(lambda p: p.encode(layout), layout, of=ia.HexPosition)
    assert found and "right: 10 positions" in repr(found)


def skips_the_swap(line):
    size, moves = line[1:].split(",")
    game = ia.HexGame(int(size))
    cells = [m for m in ia.HexGame(line).moves if m != "swap"]
    if len(cells) < len(ia.HexGame(line).moves):
        game = ia.HexGame(f"hex {size} blue {moves[:2]} turn blue")
        cells = cells[1:]
    for cell in cells:
        game.push(cell)
    return plain(game.position)


MISTAKES = {
    "Red's stones come before Blue's": lambda line: plain(line, order=(1, 0)),
    "rows and columns are exchanged": lambda line: plain(line, transpose=True),
    "the player to move is 1 for Blue": lambda line: plain(line, player="blue"),
    "rows are upside down: row 1 is at the bottom": lambda line: right(line)[:, ::-1],
    "columns are reversed: a is on the right": lambda line: right(line)[..., ::-1],
    "the board is rotated by 180°": lambda line: right(line)[:, ::-1, ::-1],
    "values are 255 times as large": lambda line: 255 * right(line),
    "a swap is left out: Blue's stone stays": skips_the_swap,
    "the mover's stones come first instead of Blue's": lambda line: ia.encode(
        line, ia.Layout("hex", ["mover.stones", "turn.player"], frame="blue", size=11)
    ),
    "the mover's stones come first and the board is transposed when Red moves": lambda line: (
        ia.encode(line, ia.Layout("hex", ["mover.stones", "turn.player"], frame="mover", size=11))
    ),
}


@pytest.mark.parametrize("convention", MISTAKES)
def test_usual_mistakes_are_named(convention):
    found = ia.check_encoder(MISTAKES[convention], "hex/3nxn")
    assert not found and found.conventions == [convention] and found.is_explained
    assert f"it seems: {convention}" in repr(found)


def test_codes_and_two_mistakes_at_once():
    codes = np.array([0, 2, 1], np.int8)
    found = ia.check_encoder(lambda line: codes[ia.encode(line, "hex/nxn")], "hex/nxn")
    assert found.conventions == ["piece codes: 1 and 2 are exchanged"]
    both = ia.check_encoder(lambda line: plain(line, transpose=True, player="blue"), "hex/3nxn")
    assert set(both.conventions) == {
        "rows and columns are exchanged",
        "the player to move is 1 for Blue",
    }


@pytest.mark.parametrize("size", ["7x6", "4x5"])
def test_a_game_without_listed_mistakes_is_compared_all_the_same(size):
    layout = ia.layout("connect4/2planes", size=size)
    assert ia.check_encoder(lambda line: ia.encode(line, layout), layout)
    own = ia.check_encoder(
        lambda p: p.encode(layout), layout, of=lambda line: ia.GamePosition("connect4", line)
    )
    assert own and own.count > 30
    wrong = ia.check_encoder(lambda line: ia.encode(line, layout)[::-1], layout)
    assert not wrong and wrong.conventions == [] and "(cell " in repr(wrong)


def test_places_are_named_by_cell():
    def wrong(line):
        planes = ia.encode(line, "hex/3nxn")
        planes[1, 2, 4] = 0.5
        return planes

    found = ia.check_encoder(wrong, "hex/3nxn")
    assert not found.conventions and found.differences[0].square == "e3"
    assert "plane 1 (red.stones) at row 2, column 4 (e3)" in repr(found)
    with pytest.raises(ValueError, match="4 or more"):
        ia.check_encoder(right, ia.layout("hex/3nxn", size=3))
