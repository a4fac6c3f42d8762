"""The examples that train and play: the loss falls, a stopped training goes on exactly there."""

import csv
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys

import chess
import chess.engine
import pytest

import intarsia as ia
from tests.conftest import ROOT
from tests.pages import blocks

torch = pytest.importorskip("torch", reason="apt-get install python3-torch")

EXAMPLES = ROOT / "examples"
GAMES = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
SMALL = ["--channels", "8", "--blocks", "1", "--batch-size", "32", "--device", "cpu"]
ALONE = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}  # beside other tests


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games") / "data"
    ia.build(GAMES, folder, limit=40, split={"train": 0.8, "validation": 0.2}, seed=1)
    return folder


@pytest.fixture(autouse=True)
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def train(data, folder, *options, bundled=None, **defaults):
    """As train_chess.py does, with a small network."""
    from training import command

    usual = {"layout": "chess/canonical18", "policy": "chess/az4672", **defaults}
    source = [] if data is None else ["--data", str(data)]
    words = ["-o", str(folder), *source, *SMALL, *map(str, options)]
    command.main("", bundled, words, **usual)


def table(folder, name):
    with (folder / name).open() as file:
        return list(csv.DictReader(file))


def losses(folder):
    return [(row["of_moves"], row["of_outcomes"]) for row in table(folder, "losses.csv")]


def checkpoint(folder):
    return torch.load(folder / "checkpoint.pt")


def message(call, *arguments):
    with pytest.raises(SystemExit) as ended:
        call(*arguments)
    return str(ended.value)


def test_the_loss_falls_and_unseen_moves_are_found(data, tmp_path, capsys):
    words = ["--channels", 16, "--batch-size", 64, "--seed", 1]
    train(data, tmp_path, "--steps", 90, "--check-every", 90, *words)
    found = [float(of_moves) for of_moves, _ in losses(tmp_path)]
    assert len(found) == 90
    assert sum(found[-10:]) < 0.9 * sum(found[:10])
    (last,) = table(tmp_path, "checks.csv")
    assert float(last["right"]) > 2.5 * float(last["by_chance"]) > 0.08
    assert "of unseen games" in capsys.readouterr().out
    assert (tmp_path / "loss.png").read_bytes()[1:4] == b"PNG"


def test_a_stopped_training_goes_on_exactly_there(data, tmp_path):
    """Also over the end of an epoch, and wherever it looks at unseen games."""
    size = len(ia.open(data, split="train")) // 10 + 1
    for folder, stops in (("whole", [14]), ("parts", [3, 10, 11, 14])):
        for part, steps in enumerate(stops):
            words = ["--steps", steps, "--check-every", 4, "--batch-size", size, "--seed", 7]
            train(data, tmp_path / folder, *words, *(["--resume"] if part else []))
    assert losses(tmp_path / "parts") == losses(tmp_path / "whole")
    whole, parts = checkpoint(tmp_path / "whole"), checkpoint(tmp_path / "parts")
    for name, weights in whole["net"].items():
        assert torch.equal(weights, parts["net"][name]), name


def test_the_best_network_plays(data, tmp_path):
    from training.checkpoint import load_net

    train(data, tmp_path, "--steps", 12, "--check-every", 2)
    found = [float(row["right"]) for row in table(tmp_path, "checks.csv")]
    best = max(range(len(found)), key=lambda number: (found[number], number))
    train(data, tmp_path / "until", "--steps", 2 * (best + 1), "--check-every", 2)
    weights, until = load_net(tmp_path).state_dict(), checkpoint(tmp_path / "until")["net"]
    assert all(torch.equal(weights[name], until[name]) for name in until)


def test_bits_make_no_difference(data, tmp_path):
    for layout in ("chess/canonical18", "chess/planes25"):
        for folder, options in (("planes", []), ("bits", ["--bits"])):
            train(data, tmp_path / folder / layout, "--steps", 4, "--layout", layout, *options)
        assert losses(tmp_path / "bits" / layout) == losses(tmp_path / "planes" / layout)


def test_ctrl_c_saves_and_the_same_command_goes_on(data, tmp_path):
    words = ["-o", str(tmp_path / "net"), "--data", str(data), *SMALL, "--check-every", "2"]
    defaults = "layout='chess/planes25', policy='chess/az4672'"
    code = f"from training import command; command.main('', None, {words!r}, {defaults})"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=EXAMPLES,
        env=ALONE,
    )
    assert process.stdout.readline().startswith("step 2:")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert errors == "stopped: the same command with --resume goes on exactly here\n"
    done = len(losses(tmp_path / "net"))
    more = ["--layout", "chess/planes25", "--steps", done + 2]
    train(data, tmp_path / "net", *more, "--resume")
    train(data, tmp_path / "whole", *more)
    assert losses(tmp_path / "net") == losses(tmp_path / "whole")


def test_what_is_not_the_same_is_refused(data, tmp_path):
    train(data, tmp_path / "net", "--steps", 2)
    before = (tmp_path / "net/checkpoint.pt").read_bytes()

    def refusal(*options):
        return message(train, data, tmp_path / "net", "--resume", "--steps", 4, *options)

    told = refusal("--layout", "chess/planes25")
    assert "was trained with chess/canonical18, not with chess/planes25:" in told
    assert "only in A: us.pawn" in told and "only in B: white.pawn" in told
    told = refusal("--policy", "chess/move4096")
    assert "another policy:\nid: chess/az4672, not chess/move4096\nsize: 4672, not 4096" in told
    assert "trained with batch_size 32, not 16" in refusal("--batch-size", 16)
    other = tmp_path / "fewer"
    ia.build(GAMES, other, limit=20, split={"train": 0.8, "validation": 0.2})
    assert re.search(r"with [\d,]+ records, and this data set has", refusal("--data", other))
    assert "--resume goes on there" in message(train, data, tmp_path / "net", "--steps", 4)
    assert "has made 2 steps already" in message(
        train, data, tmp_path / "net", "--resume", "--steps", 2
    )
    assert (tmp_path / "net/checkpoint.pt").read_bytes() == before


def test_what_cannot_be_learned_from_is_told_at_once(data, tmp_path):
    """Not after two minutes, not by a traceback, and never by waiting for positions without end."""
    two = {"train": 0.0001, "validation": 0.9999}
    ia.build(GAMES, tmp_path / "one", limit=4, split=two, seed=1)
    lacking = message(train, tmp_path / "one", tmp_path / "a", "--steps", 1)
    assert "in the split train is no position" in lacking
    assert 'has no split "train"' in message(train, no_split(tmp_path), tmp_path / "a")
    assert "No such file" in message(train, tmp_path / "nowhere", tmp_path / "a")
    assert "hex/nxn is of hex" in message(train, data, tmp_path / "a", "--layout", "hex/nxn")
    if not torch.cuda.is_available():
        assert "finds no GPU" in message(train, data, tmp_path / "a", "--device", "cuda")
    assert not (tmp_path / "a").exists()
    (tmp_path / "file").write_text("")
    assert "File exists" in message(train, data, tmp_path / "file", "--steps", 1)
    assert message(train, data, tmp_path / "b", "--check-every", 0) == "2"  # argparse's own words


def no_split(tmp_path):
    ia.build(GAMES, tmp_path / "none", limit=4)
    return tmp_path / "none"


@pytest.mark.parametrize(
    ("layout", "policy"),
    [
        ("chess/planes25", "chess/az4672"),
        ("chess/signed64", "chess/move4096"),
        ("chess/mailbox69", "chess/lc0-1858"),
        ("chess/observation839", "chess/openspiel4674"),
    ],
)
def test_another_layout_is_another_word(data, tmp_path, layout, policy):
    train(data, tmp_path, "--steps", 2, "--layout", layout, "--policy", policy)
    assert checkpoint(tmp_path)["net"]
    from training.player import Player

    assert Player(tmp_path, nodes=60)(ia.Position("startpos")) in ia.Position().legal_moves


def test_the_moves_of_a_cell_are_at_that_cell(data):
    """The head's logits stand where the code says: the move's origin, seen as the layout does."""
    from training.net import MovesByCell

    layout, position = ia.layout("chess/planes25"), ia.Position("startpos")
    head = MovesByCell(1, 73, True, 0)
    code = ia.policy("chess/az4672", view=layout)
    for move in position.legal_moves:
        row, column = 8 - int(move[1]), "abcdefgh".index(move[0])
        features = torch.zeros(1, 1, 8, 8)
        features[0, 0, row, column] = 1
        for module in head.modules():
            if isinstance(module, torch.nn.Conv2d):
                torch.nn.init.zeros_(module.bias)
                torch.nn.init.zeros_(module.weight)
                centre = module.kernel_size[0] // 2
                module.weight.data[:, :, centre, centre] = 1
        found = head(features)[0].nonzero().flatten().tolist()
        assert code.index(position, move) in found and len(found) == 73


def test_without_tqdm_and_matplotlib(data, tmp_path):
    code = (
        "import sys; sys.modules['tqdm'] = sys.modules['matplotlib'] = None\n"
        "from training import command\n"
        f"words = ['-o', {str(tmp_path)!r}, '--data', {str(data)!r}, *{SMALL!r}, '--steps', '2']\n"
        "command.main('', None, words, layout='chess/planes25', policy='chess/az4672')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=EXAMPLES, env=ALONE
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("step 2: of unseen games")
    assert len(losses(tmp_path)) == 2 and not (tmp_path / "loss.png").exists()


def test_hex_learns_from_its_symmetries_and_plays(tmp_path, capsys):
    import play
    import train_hex

    settings = {"policy": "hex/cells", "size": 13, "augment": "symmetries"}
    for layout in ("hex/3nxn", "hex/nxn"):
        folder = tmp_path / layout
        options = ["--steps", 3, "--layout", layout]
        train(None, folder, *options, bundled=train_hex.bundled, **settings)
        assert ia.open(folder / "data", split="train").records["flags"].any()
    play.main([str(folder), "--nodes", "30", "--plies", "12", "--opening", "1"])
    shown = capsys.readouterr().out
    assert "against random: " in shown and "against itself: " in shown
    assert "Blue's view" in shown


def commands(page):
    """The examples that a page tells to run, as words."""
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            if line.startswith("python examples/"):
                yield shlex.split(line)[1:]


def test_the_commands_of_the_page_are_understood():
    import play
    import uci_engine
    from training import command

    usual = {"layout": "a", "policy": "b"}
    parsers = {"play.py": play.parser(), "uci_engine.py": uci_engine.parser()}
    parsers["train_chess.py"] = parsers["train_hex.py"] = command.parser("", usual)
    told = list(commands("docs/training.md"))
    assert {pathlib.PurePath(script).name for script, *_ in told} == set(parsers)
    for script, *words in told:
        assert (ROOT / script).exists()
        parsers[pathlib.PurePath(script).name].parse_args(words)


@pytest.fixture(scope="module")
def network(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained") / "net"
    code = (
        "from training import command\n"
        f"words = ['-o', {str(folder)!r}, '--data', {str(data)!r}, *{SMALL!r}, '--steps', '20']\n"
        "command.main('', None, words, layout='chess/canonical18', policy='chess/az4672')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=EXAMPLES, env=ALONE)
    return folder


def test_the_network_plays_and_shows_the_board(network, capsys):
    import play

    play.main([str(network), "--nodes", "40", "--plies", "8", "--boards"])
    shown = capsys.readouterr().out
    assert shown.count("  a b c d e f g h\n") == 2 * (8 + 1)
    for name in ("random", "itself"):
        assert f"against {name}: 0 won, 1 drawn, 0 lost\n" in shown


@pytest.mark.parametrize("options", [[], ["--search"]])
def test_the_network_is_an_engine(network, options):
    command = [sys.executable, str(EXAMPLES / "uci_engine.py"), str(network), "--nodes", "60"]
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci([*command, *options], timeout=60, env=ALONE) as engine:
        assert engine.id["name"] == "Intarsia chess/canonical18"
        while board.ply() < 12 and not board.is_game_over():
            board.push(engine.play(board, chess.engine.Limit(nodes=60)).move)
    assert board.ply() == 12


def test_a_mate_in_one_is_played(network):
    from training.player import Player

    assert Player(network, nodes=100)(ia.Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")) == "a1a8"


def test_a_checkpoint_is_whole_or_the_one_before(network, tmp_path, monkeypatch):
    from training import checkpoint as module

    (tmp_path / "checkpoint.pt").write_bytes((network / "checkpoint.pt").read_bytes())

    def cut(found, path):
        path.write_bytes(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr(module.torch, "save", cut)
    with pytest.raises(OSError, match="No space"):
        module.save(tmp_path, {}, {})
    assert module.load(tmp_path)["step"] == 20
    with pytest.raises(module.Mismatch, match="there is no checkpoint"):
        module.load(tmp_path / "nowhere")


@pytest.mark.parametrize("kept", [0, 100, 5000])
def test_a_checkpoint_that_is_cut_is_told(network, tmp_path, kept):
    import play
    import uci_engine

    (tmp_path / "checkpoint.pt").write_bytes((network / "checkpoint.pt").read_bytes()[:kept])
    for program in (play, uci_engine):
        assert "checkpoint.pt is damaged" in message(program.main, [str(tmp_path)])


def test_a_network_of_another_game_is_no_chess_engine(tmp_path):
    import train_hex
    import uci_engine

    settings = {"policy": "hex/cells", "size": 13, "layout": "hex/nxn"}
    train(None, tmp_path, "--steps", 1, bundled=train_hex.bundled, **settings)
    told = message(uci_engine.main, [str(tmp_path)])
    assert told.endswith("a network for hex, and UCI is for chess")
