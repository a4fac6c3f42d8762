"""Stories of people who try it on a free evening: lines of text, a board in a list, a notebook."""

import io

import numpy as np
import pytest

import intarsia as ia

LINES = {
    "hex": "hex 5 moves a1 b2",
    "trmph": "#5,a1b2 b",
    "link": "https://hexworld.org/board/#5,a1b2",
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "startpos": "startpos moves e2e4",
    "connect4": "connect4 4453",
}
LAYOUTS = {"hex": "hex/3nxn", "chess": "chess/planes25", "connect4": "connect4/2planes"}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("before", ["", " ", "\t\n"])
@pytest.mark.parametrize("after", ["\n", "\r\n", " \t", "\v\f\n\n"])
def test_white_space_around_a_line_never_matters(line, before, after):
    text = before + line + after
    plain = ia.GamePosition(_game_of(line), line)
    assert ia.GamePosition(_game_of(line), text) == plain
    assert ia.Game(_game_of(line), text).position == plain
    layout = LAYOUTS[_game_of(line)]
    assert np.array_equal(ia.encode(text, layout), ia.encode(line, layout))
    assert np.array_equal(ia.to_records(text), ia.to_records(line))


def _game_of(line):
    return {"h": "hex", "#": "hex", "c": "connect4"}.get(line[0], "chess")


def test_a_file_is_read_line_by_line(tmp_path):
    path = tmp_path / "games.trmph"
    path.write_text("#5,a1b2 b\n#5,c3 r\r\nhex 5 moves a1\n")
    with path.open(newline="") as file:
        games = [ia.HexGame(line) for line in file]
    assert [game.moves for game in games] == [["a1", "b2"], ["c3"], ["a1"]]
    with path.open() as file:
        assert ia.encode(file.readlines(), "hex/3nxn").shape == (3, 3, 5, 5)
    assert ia.ChessGame("startpos moves e2e4\n").turn == "black"
    fens = io.StringIO(f"{LINES['fen']}\n" * 3)
    assert ia.encode(fens.readlines(), "chess/canonical18").shape == (3, 8, 8, 18)
    assert ia.Setup(f" {LINES['fen']}\n").turn == "white"


def test_a_move_may_have_its_line_end():
    game = ia.ChessGame()
    game.push("e4\n")
    game.push(" e7e5 ")
    assert game.moves == ["e2e4", "e7e5"]


def test_the_place_of_an_error_counts_from_the_texts_own_start():
    with pytest.raises(ia.ParseError) as error:
        ia.HexPosition("  hex 5 moves a1 z9\n")
    assert error.value.offset == len("  hex 5 moves a1 ")


WHOLE = [int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("kind", WHOLE)
def test_a_board_of_any_whole_numbers_is_read(kind):
    board = np.zeros((11, 11), kind)
    board[2, 0], board[3, 4] = 1, 2
    setup = ia.decode(board, "hex/nxn").position
    assert setup.stones == {"blue": ["a3"], "red": ["e4"]}
    assert ia.decode(board).position == setup
    three = ia.convert(board, "hex/nxn", "hex/3nxn", turn="blue").tensor
    assert three.dtype == np.float32 and three.sum() == 2
    assert ia.decode(three.astype(kind), "hex/3nxn").position.turn == "blue"
    turned = ia.hex.ROTATED(board, "hex/nxn")
    assert np.array_equal(turned, board[::-1, ::-1])


def test_a_board_may_be_lists_or_flags():
    board = [[0, 1, 0], [2, 0, 0], [0, 0, 0]]
    assert ia.decode(board, "hex/nxn").position.stones == {"blue": ["b1"], "red": ["a2"]}
    planes = np.array([np.equal(board, 1), np.equal(board, 2)])
    assert ia.decode(planes, "hex/2nxn").position == ia.decode(board, "hex/nxn").position
    assert "b1" in repr(ia.show(board, "hex/nxn")) or ia.show(board, "hex/nxn").text


@pytest.mark.parametrize("number", [300, -129, 1 << 40])
def test_numbers_that_do_not_fit_are_named_with_their_place(number):
    board = np.zeros((11, 11), np.int64)
    board[2, 3] = number
    with pytest.raises(ValueError, match=rf"{number} at \(2, 3\) does not fit int8"):
        ia.decode(board, "hex/nxn")
