//! The sum: where the result of a game comes from.

use crate::{Gain, Ply, PlyKind};
use table::Share;

/// What the first side had before anybody chose anything, beyond one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Opening {
    /// By its place at the table.
    Seat(f64),
    /// By the tiles it was dealt, as if all were open.
    Deal(f64),
}

impl Opening {
    /// How much that is.
    pub const fn value(self) -> f64 {
        match self {
            Self::Seat(value) | Self::Deal(value) => value,
        }
    }
}

/// `result − ½` as the first side sees it, term by term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sum {
    /// Before anybody chose.
    pub opening: Opening,
    /// Throws and draws together.
    pub luck: f64,
    /// What each side lost by its choices: the second's count for the first.
    pub mistakes: [f64; 2],
    /// Cheats that worked.
    pub cheats: f64,
    /// What resigning, running out of time or being caught changed.
    pub forfeit: f64,
    /// What no other term explains: where tiles are hidden, what they did; where too little was
    /// proved, what may be anybody's.
    pub hidden: Option<f64>,
    /// Standard error of the terms that were measured; one half where a search proved too little.
    pub error: Option<f64>,
}

impl Sum {
    /// All terms together: the result less one half, or where a game was broken off what the first
    /// side had there less one half.
    pub fn total(&self) -> f64 {
        let [first, second] = self.mistakes;
        let skill = second - first;
        let rest = self.cheats + self.forfeit + self.hidden.unwrap_or(0.0);
        self.opening.value() + self.luck + skill + rest
    }
}

/// What the sum is made of besides the plies.
pub(crate) struct AccountEnds {
    /// The first side's share before anybody chose.
    pub(crate) first: Share,
    /// Where the record ends.
    pub(crate) last: Share,
    /// What the first side got in the end.
    pub(crate) result: Option<f64>,
    /// Whether the game has hidden tiles, and was dealt.
    pub(crate) hides: bool,
    /// How many plies belong to the opening: the deal.
    pub(crate) dealt: usize,
}

/// Adds the plies up.
pub(crate) fn account(plies: &[Ply], ends: &AccountEnds) -> Sum {
    let opening = ends.first.value() - 0.5;
    let mut tally = Tally::default();
    tally.doubt(ends.first);
    let mut sum = Sum {
        opening: if ends.hides {
            Opening::Deal(opening)
        } else {
            Opening::Seat(opening)
        },
        luck: 0.0,
        mistakes: [0.0; 2],
        cheats: 0.0,
        forfeit: 0.0,
        hidden: None,
        error: None,
    };
    for ply in &plies[ends.dealt..] {
        match &ply.deed {
            PlyKind::Choice(choice) => sum.mistakes[ply.side.index()] += tally.loss(choice.loss),
            PlyKind::Chance(gain) => sum.luck += tally.gain(*gain),
            PlyKind::Cheat(gain) => sum.cheats += tally.gain(*gain),
        }
    }
    if let Some(result) = ends.result {
        sum.forfeit = result - ends.last.value();
    }
    tally.doubt(ends.last);
    if ends.hides || tally.open {
        let whole = ends.result.unwrap_or(ends.last.value());
        sum.hidden = Some(whole - 0.5 - sum.total());
    }
    sum.error = tally.error();
    sum
}

/// What the terms do not know.
#[derive(Default)]
struct Tally {
    variance: f64,
    open: bool,
}

impl Tally {
    fn doubt(&mut self, share: Share) {
        self.variance += share.error.powi(2);
        self.open |= !share.is_closed();
    }

    /// A loss of which it is not known how large it is belongs to nobody.
    fn loss(&mut self, loss: Share) -> f64 {
        self.doubt(loss);
        if loss.is_closed() { loss.value() } else { 0.0 }
    }

    fn gain(&mut self, gain: Option<Gain>) -> f64 {
        self.open |= gain.is_none();
        gain.map_or(0.0, |gain| {
            self.variance += gain.error.powi(2);
            gain.value
        })
    }

    fn error(&self) -> Option<f64> {
        if self.open {
            return Some(0.5);
        }
        (self.variance > 0.0).then(|| self.variance.sqrt())
    }
}

/// The first side's gain between two of its shares, where both are known.
pub(crate) fn gain(before: Share, after: Share) -> Option<Gain> {
    (before.is_closed() && after.is_closed()).then(|| Gain {
        value: after.value() - before.value(),
        error: before.error.hypot(after.error),
    })
}
