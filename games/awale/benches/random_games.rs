//! Speed of random games on packed boards: `cargo bench -p brelan-awale --bench random_games`.
//!
//! Every game obeys the subject's four stop conditions. The benchmark prints plies per second of
//! processor time on one core; `benches/awale.py` compares them with those of `OpenSpiel`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Duration;

use awale::{Board, FEW_SEEDS, MAX_TURNS, Packed, SEEDS};
use cpu_time::ThreadTime;

const GAMES: u32 = 100_000;

/// Number of rounds, of which the fastest counts: the machine may be busy.
const ROUNDS: u32 = 5;

/// Marsaglia's xorshift generator, fast enough not to slow the games down.
struct Xorshift(u64);

impl Xorshift {
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) * n) >> 32
    }
}

/// A random acceptable move: a random pit with seeds, or another one if that would starve the
/// opponent.
#[inline]
fn random_move(board: Packed, luck: &mut Xorshift) -> Option<(Packed, u8)> {
    let pits = board.full_pits();
    if let Some(mv) = nth_move(board, luck.below(pits.len() as u64)) {
        return Some(mv);
    }
    let moves: Vec<_> = board.moves().collect();
    let chosen = luck.below(moves.len() as u64) as usize;
    moves
        .get(chosen)
        .map(|(_, after, captured)| (*after, *captured))
}

#[inline]
fn nth_move(board: Packed, n: u64) -> Option<(Packed, u8)> {
    board.after(board.full_pits().nth(n as usize)?)
}

/// Plays one game and returns its number of plies and the number of seeds at its end.
fn play(luck: &mut Xorshift) -> (u64, u8) {
    let mut board = Packed::from(&Board::default());
    let mut scores = [0u8; 2];
    let mut turn = 0;
    while turn < MAX_TURNS && board.seeds() > FEW_SEEDS {
        let Some((after, captured)) = random_move(board, luck) else {
            break;
        };
        let score = &mut scores[usize::from(turn % 2)];
        *score += captured;
        board = after;
        turn += 1;
        if *score > SEEDS / 2 {
            break;
        }
    }
    (turn.into(), scores[0] + scores[1] + board.seeds())
}

fn round(luck: &mut Xorshift) -> (u64, Duration) {
    let start = ThreadTime::now();
    let mut plies = 0;
    for _ in 0..GAMES {
        let (played, seeds) = play(luck);
        assert_eq!(seeds, SEEDS, "no seed is lost");
        plies += played;
    }
    (plies, start.elapsed())
}

fn main() {
    let mut luck = Xorshift(0x2545_f491_4f6c_dd1d);
    let rounds = (0..ROUNDS).map(|_| round(&mut luck));
    let speed = |(plies, time): &(u64, Duration)| *plies as f64 / time.as_secs_f64();
    let best = rounds.max_by(|one, other| speed(one).total_cmp(&speed(other)));
    let best = best.expect("there are rounds");
    let (speed, plies) = (speed(&best), best.0);
    let length = plies as f64 / f64::from(GAMES);
    println!("{speed:.0} plies a second, {length:.1} plies a game");
}
