"""Stories of people who train networks: own encoders, unknown values, half floats."""

import pickle

import numpy as np
import pytest

import intarsia as ia


def test_bfloat16_of_ml_dtypes_is_a_type_like_others():
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    planes = ia.encode("startpos", "chess/planes25", dtype=bfloat16)
    assert planes.dtype == bfloat16
    assert np.array_equal(planes.astype(np.float32), ia.encode("startpos", "chess/planes25"))
    assert ia.encode("startpos", "chess/planes25", dtype="bfloat16").dtype == np.uint16
    out = np.empty((2, 25, 8, 8), bfloat16)
    assert ia.encode(["startpos"] * 2, "chess/planes25", dtype=bfloat16, out=out) is out
    assert ia.decode(out, "chess/planes25").positions[1].turn == "white"
    done = ia.convert(out, "chess/planes25", "chess/canonical18", dtype=bfloat16)
    assert done.tensor.dtype == bfloat16


def test_an_encoder_that_returns_nothing_hears_so():
    with pytest.raises(TypeError, match=r"returned None for '.*'; is a return missing\?"):
        ia.check_encoder(lambda fen: None, "chess/planes25")


def test_an_encoder_that_raises_says_in_which_position():
    def encode(fen):
        raise ZeroDivisionError("clock")

    with pytest.raises(ZeroDivisionError, match="clock") as error:
        ia.check_encoder(encode, "chess/planes25")
    assert error.value.__notes__[0].startswith("check_encoder: your function raised this for 'r")


@pytest.mark.parametrize("shape", [(), (25,), (25, 8), (8, 8, 12), (2, 25, 8, 8)])
def test_an_encoder_of_another_shape_gets_a_sentence(shape):
    check = ia.check_encoder(lambda fen: np.zeros(shape), "chess/planes25")
    assert not check
    assert f"your function returns the shape {shape}; chess/planes25 has (25, 8, 8)" in repr(check)


@pytest.mark.parametrize("result", [[[1, 2], [3]], "planes", {"planes": 1}, [None, None]])
def test_what_is_no_tensor_is_named(result):
    with pytest.raises(TypeError, match=r"function: expected a tensor of shape \(25, 8, 8\)"):
        ia.check_encoder(lambda fen: result, "chess/planes25")


GAMES = """[Event "a"]
[WhiteElo "2400"]
[BlackElo "2300"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[Event "b"]
[WhiteElo "1500"]
[BlackElo "1600"]
[Result "*"]

1. d4 d5 *

[Event "c"]
[Result "1/2-1/2"]

1. c4 {[%eval 0.3]} c5 {[%eval 0.1]} 1/2-1/2
"""


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("researcher")
    (folder / "games.pgn").write_text(GAMES)
    return ia.build(folder / "games.pgn", folder / "set")


def test_unknown_outcomes_are_refused_before_the_first_batch(ds):
    message = r"2 of 8 records are of games whose outcome is not known.*'skip'.*'nan'"
    for value in ("outcome", "wdl", "mix:0.5"):
        with pytest.raises(ValueError, match=message):
            ds.batches("chess/planes25", 4, value=value)
    with pytest.raises(ValueError, match="expected 'raise', 'skip' or 'nan', not 'drop'"):
        ds.batches("chess/planes25", 4, value="outcome", unknown="drop")
    assert len(ds.batches("chess/planes25", 4)) == 2
    with pytest.raises(ValueError, match="2 of 8"):
        ds.take(range(8), "chess/planes25", value="outcome")


def test_unknown_outcomes_are_left_out_or_nan(ds):
    kept = ds.batches("chess/planes25", 4, value="outcome", unknown="nan")
    assert sum(np.isnan(batch.value).sum() for batch in kept) == 2
    known = list(ds.batches("chess/planes25", 4, value="outcome", unknown="skip", seed=3))
    assert [len(batch.planes) for batch in known] == [4, 2]
    numbers = np.concatenate([batch.numbers for batch in known])
    assert sorted(numbers) == [0, 1, 2, 3, 6, 7]
    for batch in known:
        same = ds.take(batch.numbers, "chess/planes25", value="outcome")
        assert np.array_equal(same.planes, batch.planes) and np.array_equal(same.value, batch.value)
    some = ds.take(range(3, 7), "chess/planes25", value="outcome", unknown="skip")
    assert some.numbers.tolist() == [3, 6] and len(some.planes) == 2


def test_positions_without_an_evaluation_are_counted_one_by_one(ds):
    with pytest.raises(ValueError, match="7 of 8 records have no evaluation"):
        ds.batches("chess/planes25", 4, value="eval")
    (batch,) = ds.batches("chess/planes25", 4, value="eval", unknown="skip")
    assert batch.numbers.tolist() == [7] and not np.isnan(batch.value).any()


def test_targets_of_records_are_not_nan_without_a_word(ds):
    with pytest.raises(ValueError, match="2 of 8 records"):
        ia.targets(ds.records, "chess/planes25", value="outcome")
    found = ia.targets(ds.records, "chess/planes25", value="outcome", unknown="nan")
    assert np.isnan(found.value).sum() == 2


def test_a_batch_knows_its_records(ds):
    for batch in ds.batches("chess/planes25", 3, seed=5):
        planes, policy, value, mask = batch
        assert policy is value is mask is None
        assert np.array_equal(ds.take(batch.numbers, "chess/planes25").planes, planes)
        assert np.array_equal(pickle.loads(pickle.dumps(batch)).numbers, batch.numbers)
    batches = ds.batches("chess/planes25", 3, seed=5, prefetch=2)
    assert [b.numbers.tolist() for b in batches] == [batches.indices(i).tolist() for i in range(3)]


def test_a_set_is_narrowed_by_the_filters_of_build(ds):
    assert len(ds.where(min_elo=2000)) == 6  # the game that says no rating is kept, as in build
    assert len(ds.where(min_elo=2000, outcome="1-0")) == 4
    assert len(ds.where(outcome=["1-0", "draw"], ply="1..")) == 4
    assert len(ds.where(has_eval=True)) == 2 and len(ds.where(ply=(0, 0))) == 3
    assert len(ds.where(outcome="1-0").where(ply="2..")) == 2
    assert len(ds.where(outcome="0-1")) == 0
    with pytest.raises(ValueError, match="outcome: "):
        ds.where(outcome="blitz")
    with pytest.raises(TypeError, match="require"):
        ds.where(require="Event")


def test_a_narrowed_set_is_a_set(ds):
    part = ds.where(outcome=["1-0", "draw"], ply="1..")
    assert [part.trace(i)["ply"] for i in range(4)] == [1, 2, 3, 1]
    assert np.array_equal(part.records, ds.records[[1, 2, 3, 7]])
    assert np.array_equal(part[-1], ds[7]) and np.array_equal(part[1:3], ds[2:4])
    assert part.games["number"].tolist() == [1, 3]
    assert "4 of 8 records" in repr(part)
    again = pickle.loads(pickle.dumps(part))
    assert np.array_equal(again.records, part.records)
    epochs = [
        [
            (b.numbers.tolist(), b.value.tolist())
            for b in each.batches("chess/planes25", 3, value="outcome", seed=9)
        ]
        for each in (part, again, part)
    ]
    assert epochs[0] == epochs[1] == epochs[2]
    assert sorted(n for numbers, _ in epochs[0] for n in numbers) == [0, 1, 2, 3]
    # The plies before are seen, though they are not in the part.
    history = ia.Layout("chess", ["us.pieces", "them.pieces@1", "us.pawn@2"])
    assert np.array_equal(part.take([0], history).planes, ds.take([1], history).planes)


def test_a_set_is_narrowed_by_masks_of_records_and_of_games(ds):
    assert np.array_equal(ds.select(ds.records["eval"] > 0).records, ds.records[7:])
    rated = ds.select(ds.games["ratings"].min(axis=1) > 0)
    assert rated.games["number"].tolist() == [1, 2] and len(rated) == 6
    assert np.array_equal(ds.select([5, 1]).records, ds.records[[1, 5]])
    assert rated.select(rated.games["outcome"] == 0).games["number"].tolist() == [2]
    with pytest.raises(ValueError, match="a mask of 8 records or of 3 games"):
        ds.select(np.ones(5, bool))


def test_tables_become_data_frames(ds):
    pd = pytest.importorskip("pandas")
    games = pd.DataFrame(ds.games)
    assert len(games) == 3 and games["ratings_0"].tolist() == [2400, 1500, 0]
    assert games.loc[games["outcome"] == 1, "number"].tolist() == [1]
    records = pd.DataFrame(ds.records)
    assert len(records) == 8 and {"occupied", "pieces_0", "pieces_15", "eval"} <= set(records)
    assert records["occupied"].tolist() == ds.records["occupied"].tolist()
    assert len(pd.DataFrame(ds.games[:0])) == 0
    assert list(pd.DataFrame(ds[2:4])["fullmove"]) == ds.records["fullmove"][2:4].tolist()
    assert ds.records.columns["pieces_3"].tolist() == ds.records["pieces"][:, 3].tolist()


def test_a_trace_says_all_that_info_says(ds):
    found = ds.trace(1)
    assert found["source"].endswith("games.pgn") and found["game"] == 1 and found["ply"] == 1
    assert found["ratings"] == (2400, 2300) and found["folder"] == ds.path
    assert found["state"]["move"] == "e7e5" and found["state"]["fen"].split()[1] == "b"
