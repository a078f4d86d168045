//! Two strategies on the same deals with seats exchanged: shared by a test and a benchmark.

use std::fmt;
use std::time::Duration;

use cpu_time::ThreadTime;
use dominos::{Dominos, Move, Reasoner, Rule, STRATEGIES};
use table::{
    Chance, Ending, Limits, Mind, Next, NoMove, Referee, Seat, Seeded, Side, Strategy, Trust,
};

/// What the expert must reach, by rule and opponent; more than one half against plain averaging.
pub(crate) const CLAIMS: [(Rule, &str, f64); 5] = [
    (Rule::One, "moyenne", 0.50),
    (Rule::One, "premier", 0.70),
    (Rule::One, "naif", 0.75),
    (Rule::Two, "premier", 0.68),
    (Rule::Two, "habile", 0.56),
];

/// The score of the first strategy, and what its choices took.
#[derive(Debug)]
pub(crate) struct Score {
    /// Wins and half the draws, a game.
    pub(crate) mean: f64,
    /// Its standard error, over pairs of games on one deal.
    pub(crate) error: f64,
    /// Processor time of one choice, where there was one.
    pub(crate) time: Duration,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, error, time } = self;
        write!(f, "{mean:.4} ± {error:.4}, {time:?} a choice")
    }
}

/// A strategy by its name; `moyenne` is plain averaging of perfect-information samples.
fn strategy(name: &str) -> Box<dyn Strategy<Dominos>> {
    if let Some(named) = STRATEGIES.iter().find(|named| named.name == name) {
        return (named.make)();
    }
    assert_eq!(name, "moyenne", "no such strategy");
    Box::new(Reasoner::averaging())
}

/// A strategy with a stopwatch.
struct Timed {
    inner: Box<dyn Strategy<Dominos>>,
    watch: std::sync::mpsc::Sender<Duration>,
}

impl Strategy<Dominos> for Timed {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let choices = seat.view().moves().len();
        let start = ThreadTime::now();
        let mv = self.inner.choose(seat);
        if choices > 1 {
            // Nobody listens once the match is over.
            let _ = self.watch.send(start.elapsed());
        }
        mv
    }
}

/// Plays `pairs` pairs of games.
pub(crate) fn duel(rule: Rule, names: [&str; 2], pairs: u64, limits: &Limits) -> Score {
    let (watch, times) = std::sync::mpsc::channel();
    let first = Timed {
        inner: strategy(names[0]),
        watch,
    };
    let (unheard, _) = std::sync::mpsc::channel();
    let second = Timed {
        inner: strategy(names[1]),
        watch: unheard,
    };
    let mut players = [Mind::of(first), Mind::of(second)];
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

/// Both games on one deal: the mean score of the first player.
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

/// Nature follows the deal, the strategies' own luck the seating.
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
        done.expect("brought what the table waits for");
    };
    (referee.into_minds(), ending)
}

fn mean_and_error(scores: &[f64]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}
