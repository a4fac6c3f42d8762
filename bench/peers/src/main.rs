//! What pgn-reader and shakmaty do with a PGN file: an outside program, for `./dev bench --peers`.
//!
//!     pgn_peer FILE play    every move resolved and played
//!     pgn_peer FILE skip    tokens only
//!
//! Prints half-moves (or games) and the best seconds of five runs.

use pgn_reader::{BufferedReader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};

struct Reader {
    position: Chess,
    count: u64,
    is_played: bool,
    is_bad: bool,
}

impl Visitor for Reader {
    type Result = ();

    fn begin_game(&mut self) {
        self.position = Chess::default();
        self.is_bad = false;
        self.count += u64::from(!self.is_played);
    }

    fn end_headers(&mut self) -> Skip {
        Skip(!self.is_played)
    }

    fn begin_variation(&mut self) -> Skip {
        Skip(true)
    }

    fn san(&mut self, san_plus: SanPlus) {
        if self.is_bad {
            return;
        }
        match san_plus.san.to_move(&self.position) {
            Ok(m) => {
                self.position.play_unchecked(&m);
                self.count += 1;
            }
            Err(_) => self.is_bad = true,
        }
    }

    fn end_game(&mut self) {}
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("FILE play|skip");
    let is_played = arguments.next().as_deref() == Some("play");
    let text = std::fs::read(file).expect("a file that can be read");
    let mut best = f64::INFINITY;
    let mut count = 0;
    for _ in 0..5 {
        let mut reader = Reader { position: Chess::default(), count: 0, is_played, is_bad: false };
        let start = std::time::Instant::now();
        BufferedReader::new(&text[..]).read_all(&mut reader).expect("PGN");
        best = best.min(start.elapsed().as_secs_f64());
        count = reader.count;
    }
    println!("{count} {best:.4}");
}
