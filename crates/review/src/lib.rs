//! What every move of a recorded game was worth, luck and skill apart.
//!
//! The unit is the share of the game, win + draw/2, under best play of both. What is not proved
//! says so: a measured share has a standard error, a search that was stopped leaves bounds. Limits,
//! names and the sum are documented in `docs/review.md`.

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

/// The most lines of a record that is reviewed: a long game of 421 with a hundred tokens each.
pub const MOST_LINES: usize = 100_000;

/// The most bytes of a file that is worth reading as a record.
pub const MOST_BYTES: u64 = 16 << 20;

/// What a record came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game that was played.
    pub game: GameInfo,
    /// Who played.
    pub players: [Player; 2],
    /// How the game ended; none when it was broken off.
    pub ending: Option<Ending>,
    /// Where the result comes from.
    pub sum: Sum,
    /// Everything that changed the game, in order.
    pub plies: Vec<Ply>,
}

/// One thing that changed the game. Shares are the first side's.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// Whose choice, throw, draw or cheat it was.
    pub side: Side,
    /// The position before it: for a choice as the side saw it.
    pub position: String,
    /// The move, what was thrown or drawn, the cheat.
    pub text: String,
    /// What the position was worth.
    pub value: Share,
    /// What it was.
    pub deed: PlyKind,
}

/// What changed the game.
#[derive(Clone, PartialEq, Debug)]
pub enum PlyKind {
    /// A side chose.
    Choice(Choice),
    /// Nature decided: what the first side gained by it, unless that is not known.
    Chance(Option<Gain>),
    /// A cheat worked: what the first side gained by it, unless that is not known.
    Cheat(Option<Gain>),
}

/// A difference of two shares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// Of the first side.
    pub value: f64,
    /// Standard error.
    pub error: f64,
}

/// A choice, and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Every legal move, or the first of very many, with the share of the first side after it.
    pub values: Vec<(String, Share)>,
    /// The best move.
    pub best: String,
    /// What the mover lost by not playing it.
    pub loss: Share,
    /// What that is called; none where it is not known how much was lost.
    pub name: Option<Name>,
    /// Why it was a mistake; empty for other choices, and for games that give no reasons.
    pub why: Vec<Message>,
}

impl Review {
    /// The first side's share of the result; none when the game was broken off. A caught cheat
    /// loses (R32b).
    pub fn result(&self) -> Option<f64> {
        self.ending.map(result_of)
    }

    /// The choices of both sides, in order.
    pub fn choices(&self) -> impl Iterator<Item = (&Ply, &Choice)> {
        self.plies.iter().filter_map(|ply| match &ply.deed {
            PlyKind::Choice(choice) => Some((ply, choice)),
            PlyKind::Chance(_) | PlyKind::Cheat(_) => None,
        })
    }

    /// The choices that lost something to speak of, with their number among the plies from 0.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Ply, &Choice)> {
        self.plies.iter().enumerate().filter_map(|(number, ply)| {
            let PlyKind::Choice(choice) = &ply.deed else {
                return None;
            };
            choice.name?.is_mistake().then_some((number, ply, choice))
        })
    }
}

impl Review {
    /// The choice by which a side lost most, the last of equals, with its number among the side's
    /// choices from 1; none where it made no mistake that is known.
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
    /// Whether the game was lost for the mover after this choice, whatever it had played later.
    pub fn loses_all(&self) -> bool {
        let PlyKind::Choice(choice) = &self.deed else {
            return false;
        };
        let chosen = choice.values.iter().find(|(text, _)| *text == self.text);
        chosen.is_some_and(|(_, share)| share.seen_by_first(self.side).high <= 0.0)
    }
}

impl Choice {
    /// The moves that lose nothing to speak of, as far as that is known.
    pub fn fine(&self, side: Side) -> impl Iterator<Item = &str> {
        let own = move |share: Share| share.seen_by_first(side);
        let best = self.values.iter().map(|(_, share)| own(*share));
        let best = best.reduce(Share::max).unwrap_or(Share::UNKNOWN);
        // What is an inaccuracy is one on both scales.
        let name =
            move |share: Share| Name::from_loss(own(share).lost_to(best), LossScale::Chances);
        let values = self.values.iter();
        let fine = values.filter(move |(_, share)| name(*share).is_some_and(|n| !n.is_mistake()));
        fine.map(|(text, _)| text.as_str())
    }
}

fn result_of(ending: Ending) -> f64 {
    match ending.loser() {
        None => 0.5,
        Some(Side::First) => 0.0,
        Some(Side::Second) => 1.0,
    }
}

/// Why a record cannot be reviewed.
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

/// Reviews records and gives advice, of any game. It keeps its engine from one to the next.
pub trait Reviewer: Send {
    /// What every move of `record` was worth. `limits` are for the whole game: its time, or for each
    /// position its effort, with which a review repeats; without either it takes the game's usual
    /// time. `progress` is told after every position.
    ///
    /// # Errors
    /// A record that cannot be replayed or is too long, or a stop that was pulled.
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Review, ReviewError>;

    /// Advice for a position given as text, as the side to move sees it.
    ///
    /// # Errors
    /// A text that is no position, or in which nobody is to move: what to say about it.
    fn advise(&mut self, position: &str, limits: &Limits) -> Result<Advice, Message>;
}

/// The reviewer of one game: the only implementation of [`Reviewer`].
struct TypedReviewer<G: Reviewed>(Box<dyn Judge<G>>);

impl<G: Reviewed> Reviewer for TypedReviewer<G> {
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
        assess::review(&mut *self.0, record, limits, progress)
    }

    fn advise(&mut self, position: &str, limits: &Limits) -> Result<Advice, Message> {
        let clock = Monotonic::start();
        let budget = Budget::new(limits, &clock);
        self.0.advise(position, &mut Seeded::new(0), &budget)
    }
}

/// A reviewer that asks `judge`.
pub fn reviewer<G: Reviewed>(judge: Box<dyn Judge<G>>) -> Box<dyn Reviewer> {
    Box::new(TypedReviewer(judge))
}
