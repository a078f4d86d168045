//! The result of a game as a sum: opening, luck, mistakes, cheats, forfeit.

use crate::{Gain, Ply, PlyKind};
use table::Share;

/// The first side's share before the first choice, minus one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Opening {
    /// Advantage of the seat: the value of the first position.
    Seat(f64),
    /// Advantage of the deal, valued with all tiles open.
    Deal(f64),
}

impl Opening {
    /// The advantage, from -0.5 to 0.5.
    pub const fn value(self) -> f64 {
        match self {
            Self::Seat(value) | Self::Deal(value) => value,
        }
    }
}

/// The terms of `result − ½`, for the first side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sum {
    /// The first side's share before the first choice, minus one half.
    pub opening: Opening,
    /// The first side's total gain by throws and draws.
    pub luck: f64,
    /// Total loss by the choices of each side, 0 or more. The total adds the second side's and
    /// subtracts the first side's.
    pub mistakes: [f64; 2],
    /// The first side's total gain by cheats that worked.
    pub cheats: f64,
    /// The first side's gain by the forfeit of a side: resignation, time, a caught cheat.
    pub forfeit: f64,
    /// Remainder that no other term explains. `None` if nothing is hidden and every term is known.
    pub hidden: Option<f64>,
    /// Standard error of the sampled terms, or 0.5 if a term is not known; `None` if all are exact.
    pub error: Option<f64>,
}

impl Sum {
    /// Sum of all terms: the result minus one half. For an unfinished game, the value of the last
    /// position minus one half.
    pub fn total(&self) -> f64 {
        let [first, second] = self.mistakes;
        let skill = second - first;
        let others = self.cheats + self.forfeit + self.hidden.unwrap_or(0.0);
        self.opening.value() + self.luck + skill + others
    }
}

/// Input of the sum besides the plies.
pub(crate) struct AccountEnds {
    /// The first side's share before the first choice.
    pub(crate) first: Share,
    /// The first side's share at the end of the record.
    pub(crate) last: Share,
    /// The first side's result; `None` if the game is unfinished.
    pub(crate) result: Option<f64>,
    /// Whether the game hides tiles. The opening term is then the deal.
    pub(crate) hides: bool,
    /// Number of plies that belong to the deal: 0 or 1.
    pub(crate) dealt: usize,
}

/// Computes the sum of a review from its plies.
pub(crate) fn account(plies: &[Ply], ends: &AccountEnds) -> Sum {
    let opening = ends.first.value() - 0.5;
    let mut uncertainty = Uncertainty::default();
    uncertainty.add(ends.first);
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
        match &ply.kind {
            PlyKind::Choice(choice) => {
                sum.mistakes[ply.side.index()] += uncertainty.loss(choice.loss);
            }
            PlyKind::Chance(gain) => sum.luck += uncertainty.gain(*gain),
            PlyKind::Cheat(gain) => sum.cheats += uncertainty.gain(*gain),
        }
    }
    if let Some(result) = ends.result {
        sum.forfeit = result - ends.last.value();
    }
    uncertainty.add(ends.last);
    if ends.hides || uncertainty.open {
        let whole = ends.result.unwrap_or(ends.last.value());
        sum.hidden = Some(whole - 0.5 - sum.total());
    }
    sum.error = uncertainty.error();
    sum
}

/// Uncertainty of the terms.
#[derive(Default)]
struct Uncertainty {
    variance: f64,
    /// Whether a term is not known.
    open: bool,
}

impl Uncertainty {
    fn add(&mut self, share: Share) {
        self.variance += share.error.powi(2);
        self.open |= !share.is_closed();
    }

    /// Value of a loss. A loss that is not known counts 0 and becomes part of `hidden`.
    fn loss(&mut self, loss: Share) -> f64 {
        self.add(loss);
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

/// The first side's gain between two of its shares; `None` unless both are known.
pub(crate) fn gain(before: Share, after: Share) -> Option<Gain> {
    (before.is_closed() && after.is_closed()).then(|| Gain {
        value: after.value() - before.value(),
        error: before.error.hypot(after.error),
    })
}
