//! Matches of `expert` against `glouton` and against a plain alpha-beta search of eight turns:
//! `cargo bench -p brelan-awale --features database --bench matches -- [GAMES [FOLDER]]`.
//!
//! Every opening is four random turns and is played twice, with sides exchanged. A win counts 1, a
//! draw 1/2. With at least 200 games the documented scores are asserted.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use awale::database::AwaleDatabase;
use awale::{Awale, Engine, FEW_SEEDS, Greedy, Naive, Oracle, Oracles, Packed, Pit};
use table::{
    Chance, Limits, Mind, Next, NoMove, Outcome, Referee, Seat, Seeded, Side, Strategy, Trust, Turn,
};

const OPENING: u8 = 4;
const TIME: Duration = Duration::from_millis(100);

/// Alpha-beta of this depth in turns that counts captured seeds, without a transposition table or
/// exact values.
struct Plain(u8);

impl Plain {
    fn value(board: Packed, turns: u8, depth: u8, mut alpha: i8, beta: i8) -> i8 {
        if turns == 0 || board.seeds() <= FEW_SEEDS {
            return board.difference();
        }
        if depth == 0 {
            return 0;
        }
        let mut best = None;
        for (_, after, captured) in board.moves() {
            let gain = captured.cast_signed();
            let value = gain - Self::value(after, turns - 1, depth - 1, gain - beta, gain - alpha);
            best = best.max(Some(value));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best.unwrap_or(board.difference())
    }
}

impl Strategy<Awale> for Plain {
    fn choose(&mut self, seat: &mut Seat<'_, Awale>) -> Result<Pit, NoMove> {
        let game = seat.view();
        let worth = |(_, after, captured): &(usize, Packed, u8)| {
            let rest = Self::value(*after, game.turns_left() - 1, self.0 - 1, -50, 50);
            captured.cast_signed() - rest
        };
        let best = Packed::from(game.board()).moves().max_by_key(worth);
        best.map(|(pit, ..)| Pit::OWN[pit]).ok_or(NoMove::Fault)
    }
}

fn opening(luck: &mut dyn Chance) -> Awale {
    let players = [Mind::strategy(Naive), Mind::strategy(Naive)];
    let mut referee = Referee::new(Awale::default(), players, Trust::Guarded);
    for _ in 0..OPENING {
        let _ = referee.think(luck, &Limits::default(), |_, _| ());
    }
    referee.game().clone()
}

fn play(start: Awale, players: [Mind<Awale>; 2], luck: &mut dyn Chance) -> Referee<Awale> {
    let limits = Limits {
        time: Some(TIME),
        ..Limits::default()
    };
    let mut referee = Referee::new(start, players, Trust::Guarded);
    while let Next::Think(_) = referee.next(|_, _| ()) {
        let thought = referee.think(luck, &limits, |_, _| ());
        thought.expect("both players are strategies");
    }
    referee
}

/// The expert's average points per game.
fn score(games: u64, oracles: &Oracles, opponent: impl Fn() -> Box<dyn Strategy<Awale>>) -> f64 {
    let mut points = 0.0;
    for number in 0..games {
        let mut luck = Seeded::stream(7, number / 2);
        let start = opening(&mut luck);
        let expert = Mind::strategy(Engine::new(oracles.clone()));
        let other = Mind::Strategy(opponent());
        let side = Side::BOTH[(number % 2) as usize];
        let players = match side {
            Side::First => [expert, other],
            Side::Second => [other, expert],
        };
        let referee = play(start, players, &mut luck);
        points += match table::Game::turn(referee.game()) {
            Turn::Over(Outcome::Win(winner)) => f64::from(u8::from(winner == side)),
            _ => 0.5,
        };
    }
    points / games as f64
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let games = arguments.next().map_or(4, |word| {
        word.parse()
            .expect("the first argument is a number of games")
    });
    let database = arguments.next().map(|folder| {
        let database =
            AwaleDatabase::open(Path::new(&folder)).expect("the folder holds a database");
        Arc::new(database) as Arc<dyn Oracle>
    });
    let oracles = Oracles::with(database);
    let greedy = score(games, &oracles, || Box::new(Greedy));
    let plain = score(games, &oracles, || Box::new(Plain(8)));
    let seeds = oracles.seeds();
    println!("{games} games, values up to {seeds} seeds, {TIME:?} a move");
    println!("expert against glouton:               {greedy:.3}");
    println!("expert against plain alpha-beta of 8: {plain:.3}");
    assert!(games < 200 || greedy >= 0.95, "against glouton");
    assert!(games < 200 || plain >= 0.80, "against plain alpha-beta");
}
