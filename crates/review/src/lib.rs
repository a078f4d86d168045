//! Reviews of recorded games: the value of every move, with luck and skill apart.
//!
//! Values are shares of the game, win + draw/2, under best play of both sides. A sampled share has
//! a standard error; a search that was stopped gives bounds. Limits, names and the sum are
//! documented in `docs/review.md`.

text::catalogue!();

mod account;
mod advice;
mod assess;
mod json;
mod judge;
mod name;
mod page;
mod report;
mod trail;

use table::{
    Budget, Ending, Explain, Limits, Message, Monotonic, Player, Record, RecordError, Seeded,
    Share, Side,
};

pub use account::{Opening, Sum};
pub use advice::{Advice, advise};
pub use assess::loss;
pub use judge::{Judge, Reviewed};
pub use name::{LossScale, Name};
pub use page::Draw;

use host::{GameInfo, Progress};

/// Maximum number of lines of a record: enough for a long game of 421 with 100 tokens a side.
/// Longer records give [`ReviewError::TooLong`].
pub const MOST_LINES: usize = 100_000;

/// Maximum size of a record file, in bytes. Callers refuse larger files.
pub const MOST_BYTES: u64 = 16 << 20;

/// The review of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The reviewed game.
    pub game: GameInfo,
    /// The first and the second player.
    pub players: [Player; 2],
    /// How the game ended; `None` if it is unfinished.
    pub ending: Option<Ending>,
    /// The result as a sum of seat, luck, mistakes, cheats and forfeit.
    pub sum: Sum,
    /// Choices, chance results and cheats, in order.
    pub plies: Vec<Ply>,
}

/// One change of the game: a choice, a chance result or a cheat. Shares are the first side's.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// Side that chose, threw, drew or cheated.
    pub side: Side,
    /// Position before the change. Before a choice, it is the view of `side`.
    pub position: String,
    /// The move, the throw or draw, or the cheat.
    pub text: String,
    /// The first side's share in the position before the change.
    pub value: Share,
    /// Kind of the change, with its value.
    pub kind: PlyKind,
}

/// Kind of a [`Ply`], with its value.
#[derive(Clone, PartialEq, Debug)]
pub enum PlyKind {
    /// A move chosen by a side.
    Choice(Choice),
    /// A chance result, with the first side's gain; `None` if the gain is not known.
    Chance(Option<Gain>),
    /// A cheat that worked, with the first side's gain; `None` if the gain is not known.
    Cheat(Option<Gain>),
}

/// A difference of two shares, from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// Gain of the first side.
    pub value: f64,
    /// Standard error; 0 if the gain is exact.
    pub error: f64,
}

/// A choice and the values of its alternatives.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Legal moves with the first side's share after each. A very long list is cut.
    pub values: Vec<(String, Share)>,
    /// The best move.
    pub best: String,
    /// Share that the mover lost by not playing the best move, 0 or more.
    pub loss: Share,
    /// Points that the move stays behind the best one by estimate, where the loss is not known.
    pub behind: Option<f64>,
    /// Moves that are as good as the best one by estimate, or nearly.
    pub near: Vec<String>,
    /// Name of the loss, or of the points that a move stays behind; `None` if neither is known.
    pub name: Option<Name>,
    /// Reasons why the choice was a mistake. Empty for other choices and for games without reasons.
    pub why: Vec<Message>,
}

impl Review {
    /// The first side's result: 1, 0.5 or 0; `None` if the game is unfinished. A side caught
    /// cheating loses.
    pub fn result(&self) -> Option<f64> {
        self.ending.map(result_of)
    }

    /// The choices of both sides, in order.
    pub fn choices(&self) -> impl Iterator<Item = (&Ply, &Choice)> {
        self.plies.iter().filter_map(|ply| match &ply.kind {
            PlyKind::Choice(choice) => Some((ply, choice)),
            PlyKind::Chance(_) | PlyKind::Cheat(_) => None,
        })
    }

    /// Inaccuracies, mistakes and blunders, each with its index in `plies`.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Ply, &Choice)> {
        self.plies.iter().enumerate().filter_map(|(number, ply)| {
            let PlyKind::Choice(choice) = &ply.kind else {
                return None;
            };
            choice.name?.is_mistake().then_some((number, ply, choice))
        })
    }

    /// The side's choice with the largest loss, the last one among equals, with its number among
    /// the side's choices from 1. `None` if the side has no known mistake.
    pub fn worst(&self, side: Side) -> Option<(usize, &Ply, &Choice)> {
        let own = self.choices().filter(|(ply, _)| ply.side == side);
        let numbered = own
            .zip(1..)
            .map(|((ply, choice), number)| (number, ply, choice));
        let mistakes = numbered.filter(|(_, _, choice)| choice.name.is_some_and(Name::is_mistake));
        mistakes.max_by(|(_, _, one), (_, _, other)| one.loss.low.total_cmp(&other.loss.low))
    }
}

impl Ply {
    /// Whether this choice left the mover in a position that is proved lost.
    pub fn loses_all(&self) -> bool {
        let PlyKind::Choice(choice) = &self.kind else {
            return false;
        };
        let chosen = choice.values.iter().find(|(text, _)| *text == self.text);
        chosen.is_some_and(|(_, share)| share.seen_by_first(self.side).high <= 0.0)
    }
}

impl Choice {
    /// Moves named `best` or `good`, and those that are so by estimate.
    pub fn fine(&self, side: Side) -> impl Iterator<Item = &str> {
        let own = move |share: Share| share.seen_by_first(side);
        let best = self.values.iter().map(|(_, share)| own(*share));
        let best = best.reduce(Share::max).unwrap_or(Share::UNKNOWN);
        // Both scales have the same limit for an inaccuracy.
        let name =
            move |share: Share| Name::from_loss(own(share).lost_to(best), LossScale::Chances);
        let values = self.values.iter();
        let fine = values.filter(move |(_, share)| name(*share).is_some_and(|n| !n.is_mistake()));
        let near = self.near.iter().map(String::as_str);
        fine.map(|(text, _)| text.as_str()).chain(near)
    }
}

fn result_of(ending: Ending) -> f64 {
    match ending.loser() {
        None => 0.5,
        Some(Side::First) => 0.0,
        Some(Side::Second) => 1.0,
    }
}

/// Error for a record that cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum ReviewError {
    /// The record cannot be replayed.
    #[message(transparent)]
    Record(#[from] RecordError),
    /// The record is of another game.
    #[message("review-other-game", game = _0)]
    OtherGame(String),
    /// The record has more than [`MOST_LINES`] lines.
    #[message("review-too-long", lines = _0, most = MOST_LINES)]
    TooLong(usize),
    /// The review was stopped before its end.
    #[message("review-stopped")]
    Stopped,
}

impl From<table::Stopped> for ReviewError {
    fn from(_: table::Stopped) -> Self {
        Self::Stopped
    }
}

/// Reviews records and gives advice, without the type of the game. It keeps its engine between
/// calls.
pub trait Reviewer: Send {
    /// Reviews a record. The time of `limits` is for the whole record; its effort is for each
    /// position, and makes the review reproducible. Without either, the time is
    /// [`Judge::usual_time`]. `progress` is called after every position.
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Review, ReviewError>;

    /// Gives advice for a position as text, from the view of the side to move. An error says that
    /// the text is not a position, or that no side is to move in it.
    fn advise(&mut self, position: &str, limits: &Limits) -> Result<Advice, Message>;
}

impl<G: Reviewed> Reviewer for Box<dyn Judge<G>> {
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Review, ReviewError> {
        let game = &record.header.game;
        if game != G::NAME && !G::ALIASES.contains(&&**game) {
            return Err(ReviewError::OtherGame(game.clone()));
        }
        if record.entries.len() > MOST_LINES {
            return Err(ReviewError::TooLong(record.entries.len()));
        }
        assess::review(&mut **self, record, limits, progress)
    }

    fn advise(&mut self, position: &str, limits: &Limits) -> Result<Advice, Message> {
        let clock = Monotonic::start();
        let budget = Budget::new(limits, &clock);
        (**self).advise(position, &mut Seeded::new(0), &budget)
    }
}

/// Creates a reviewer whose values come from `judge`.
pub fn reviewer<G: Reviewed>(judge: Box<dyn Judge<G>>) -> Box<dyn Reviewer> {
    Box::new(judge)
}
