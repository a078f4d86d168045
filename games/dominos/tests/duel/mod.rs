//! Matches of two strategies in which each deal is played twice with seats exchanged; shared by a
//! test and a benchmark.

use std::fmt;
use std::time::Duration;

use cpu_time::ThreadTime;
use dominos::{Dominos, Engine, Move, Rule, STRATEGIES};
use table::{
    Chance, Ending, Limits, Mind, Next, NoMove, Referee, Seat, Seeded, Side, Strategy, Trust,
};

/// Least score of the expert by rule and opponent.
pub(crate) const CLAIMS: [(Rule, &str, f64); 5] = [
    (Rule::One, "moyenne", 0.50),
    (Rule::One, "premier", 0.70),
    (Rule::One, "naif", 0.75),
    (Rule::Two, "premier", 0.68),
    (Rule::Two, "habile", 0.56),
];

/// The score of the first strategy of a match, and the time of its choices.
#[derive(Debug)]
pub(crate) struct Score {
    /// Wins plus half the draws, per game.
    pub(crate) mean: f64,
    /// Standard error of the mean, over pairs of games on one deal.
    pub(crate) error: f64,
    /// Average processor time of a choice between several moves.
    pub(crate) time: Duration,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, error, time } = self;
        write!(f, "{mean:.4} ± {error:.4}, {time:?} a choice")
    }
}

/// A strategy by its name; `moyenne` is the engine that averages with equal weights.
fn strategy(name: &str) -> Box<dyn Strategy<Dominos>> {
    if let Some(named) = STRATEGIES.iter().find(|named| named.name == name) {
        return (named.make)();
    }
    assert_eq!(name, "moyenne", "unknown strategy");
    Box::new(Engine::averaging())
}

/// A strategy whose choices are timed.
struct Timed {
    inner: Box<dyn Strategy<Dominos>>,
    times: std::sync::mpsc::Sender<Duration>,
}

impl Strategy<Dominos> for Timed {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let choices = seat.view().moves().len();
        let start = ThreadTime::now();
        let mv = self.inner.choose(seat);
        if choices > 1 {
            // The times of the second player have no receiver.
            let _ = self.times.send(start.elapsed());
        }
        mv
    }
}

/// Plays `pairs` pairs of games between two strategies.
pub(crate) fn duel(rule: Rule, names: [&str; 2], pairs: u64, limits: &Limits) -> Score {
    let (sender, times) = std::sync::mpsc::channel();
    let first = Timed {
        inner: strategy(names[0]),
        times: sender,
    };
    let (unused, _) = std::sync::mpsc::channel();
    let second = Timed {
        inner: strategy(names[1]),
        times: unused,
    };
    let mut players = [Mind::strategy(first), Mind::strategy(second)];
    let mut scores = Vec::new();
    for deal in 0..pairs {
        let score;
        (players, score) = pair(rule, players, deal, limits);
        scores.push(score);
    }
    let times: Vec<Duration> = times.try_iter().collect();
    let (mean, error) = mean_and_error(&scores);
    Score {
        mean,
        error,
        time: times.iter().sum::<Duration>() / times.len().max(1) as u32,
    }
}

type Players = [Mind<Dominos>; 2];

/// Plays both games on one deal; returns the mean score of the first player.
fn pair(rule: Rule, players: Players, deal: u64, limits: &Limits) -> (Players, f64) {
    let (players, straight) = game(rule, players, deal, 1, limits);
    let [first, second] = players;
    let (players, exchanged) = game(rule, [second, first], deal, 2, limits);
    let [second, first] = players;
    let score = f64::midpoint(
        points(straight, Side::First),
        points(exchanged, Side::Second),
    );
    ([first, second], score)
}

fn points(ending: Ending, side: Side) -> f64 {
    ending
        .winner()
        .map_or(0.5, |winner| f64::from(u8::from(winner == side)))
}

/// Plays one game. The deal determines the tiles; deal and seating determine the strategies' random
/// numbers.
fn game(
    rule: Rule,
    players: Players,
    deal: u64,
    seating: u64,
    limits: &Limits,
) -> (Players, Ending) {
    let mut nature = Seeded::stream(deal, 0);
    let mut luck = Seeded::stream(deal, seating);
    let game = Dominos::new(rule, rule.usual_size()).expect("the usual size can be dealt");
    let mut referee = Referee::new(game, players, Trust::Trusting);
    let ending = loop {
        let done = match referee.next(|_, _| ()) {
            Next::Over(ending) => break ending,
            Next::Draw { outcomes, .. } => {
                let outcome = nature.below(outcomes.into()) as u8;
                referee.draw(outcome, |_, _| ())
            }
            Next::Think(_) => referee.think(&mut luck, limits, |_, _| ()),
            Next::Answer(_) => unreachable!("both players are strategies"),
        };
        done.expect("the referee gets what it asked for");
    };
    (referee.into_minds(), ending)
}

/// Mean of the scores and its standard error.
fn mean_and_error(scores: &[f64]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}
