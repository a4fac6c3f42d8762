"""Chess positions in which it shows how encoders differ."""

# Boards that no reflection maps to themselves, with what encoders get wrong.
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",  # nobody can capture
    "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",  # somebody can
    "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",  # a capture would bare the king: ready, not legal
    "7K/8/8/8/k1pP3R/8/8/8 b - d3 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 40",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w K - 3 20",  # each right alone
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w Q - 3 20",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b k - 3 20",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b q - 3 20",
    "r3k2r/pb4pp/8/8/8/2N5/PP5P/R3K2R b Kq - 5 21",
    "r3k2r/pb4pp/8/8/8/2N5/PP5P/R3K2R w Qk - 5 21",
    "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23",
    "1QQ5/8/8/k7/8/6q1/1n4K1/5N1b w - - 12 80",  # promoted men
    "8/P6k/8/8/8/8/p5K1/8 b - - 0 60",
    "8/5k2/8/8/3N4/8/1K6/8 w - - 99 120",  # clocks
    "8/5k2/8/8/3N4/8/1K6/8 b - - 100 300",
    "8/5k2/8/8/3N4/8/1K4R1/8 b - - 137 300",
    "r1bqk1nr/pppp1ppp/2n5/2b1p3/1PB1P3/5N2/P1PP1PPP/RNBQK2R b KQkq b3 0 4",
]

# Positions that have a past: repeated or not, early and late, with what moves can do.
_START = FENS[0]
_SHUFFLE = "g1f3 g8f6 f3g1 f6g8"
LINES = [
    (_START, "e2e4"),
    (_START, "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3"),
    (_START, "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4"),  # castled
    (_START, _SHUFFLE),  # the second time
    (_START, f"{_SHUFFLE} {_SHUFFLE}"),  # the third
    (_START, f"{_SHUFFLE} {_SHUFFLE} {_SHUFFLE}"),  # three or more
    (_START, f"{_SHUFFLE} g1f3"),  # the second time, Black to move
    (_START, "e2e4 g8f6 g1f3 f6g8 f3g1"),  # the second time: nobody could capture en passant
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1e2 e8e7 e2e1 e7e8"),  # new: rights are lost
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6 g8f6 d2d4"),
    ("4k3/P7/8/8/8/8/7p/4K3 w - - 0 50", "a7a8q e8e7 a8b7 e7e6"),  # promoted
]
