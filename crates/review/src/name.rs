//! Names of choices by their loss: best, good, inaccuracy, mistake, blunder.

use table::{Key, Share, key};

/// The scale that names losses, for games without or with chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LossScale {
    /// No chance: a loss is half a point or a whole point.
    Points,
    /// Dice or hidden tiles: a loss is any share of the game.
    Chances,
}

/// Name of a choice by its loss. The limits are in `docs/review.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// No loss.
    Best,
    /// A loss below 0.01, or within the error of a sampled value.
    Good,
    /// A loss of 0.01 or more.
    Inaccuracy,
    /// A loss of 0.5 or more; with chance, 0.05 or more.
    Mistake,
    /// A loss of 1; with chance, 0.125 or more.
    Blunder,
}

/// Number of standard errors subtracted from a sampled loss before it is named.
const ERRORS_SUBTRACTED: f64 = 2.0;

impl Name {
    /// Smallest loss of an inaccuracy, a mistake and a blunder.
    pub const fn limits(scale: LossScale) -> [f64; 3] {
        match scale {
            LossScale::Points => [0.01, 0.5, 1.0],
            LossScale::Chances => [0.01, 0.05, 0.125],
        }
    }

    /// Name of a loss; `None` if the loss is not known.
    pub fn from_loss(loss: Share, scale: LossScale) -> Option<Self> {
        if !loss.is_closed() {
            return None;
        }
        let [inaccuracy, mistake, blunder] = Self::limits(scale);
        let sure = loss.low - ERRORS_SUBTRACTED * loss.error;
        Some(if loss.low <= 0.0 {
            Self::Best
        } else if sure >= blunder {
            Self::Blunder
        } else if sure >= mistake {
            Self::Mistake
        } else if sure >= inaccuracy {
            Self::Inaccuracy
        } else {
            Self::Good
        })
    }

    /// Name of a move that stays some points behind the best one by estimate; `None` where that is too
    /// little to tell.
    pub fn from_points(behind: f64) -> Option<Self> {
        match behind {
            8.0.. => Some(Self::Blunder),
            4.0.. => Some(Self::Mistake),
            2.0.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Whether the choice is an inaccuracy, a mistake or a blunder.
    pub fn is_mistake(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// The name in lower case, for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The name as a message.
    pub const fn key(self) -> Key {
        match self {
            Self::Best => key!("review-best"),
            Self::Good => key!("review-good"),
            Self::Inaccuracy => key!("review-inaccuracy"),
            Self::Mistake => key!("review-mistake"),
            Self::Blunder => key!("review-blunder"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_point_is_a_mistake_and_a_whole_one_a_blunder() {
        let name = |loss| Name::from_loss(Share::exactly(loss), LossScale::Points);
        assert_eq!(name(0.0), Some(Name::Best));
        assert_eq!(name(0.5), Some(Name::Mistake));
        assert_eq!(name(1.0), Some(Name::Blunder));
    }

    #[test]
    fn an_estimate_names_what_stays_two_points_behind() {
        let names = [0.0, 1.9, 2.0, 4.0, 8.0].map(Name::from_points);
        let [inaccuracy, mistake, blunder] =
            [Name::Inaccuracy, Name::Mistake, Name::Blunder].map(Some);
        assert_eq!(names, [None, None, inaccuracy, mistake, blunder]);
    }

    #[test]
    fn two_standard_errors_are_subtracted_before_a_loss_is_named() {
        let name = |loss, error| Name::from_loss(Share::measured(loss, error), LossScale::Chances);
        assert_eq!(name(0.06, 0.001), Some(Name::Mistake));
        assert_eq!(name(0.06, 0.02), Some(Name::Inaccuracy));
        assert_eq!(name(0.06, 0.03), Some(Name::Good));
        assert_eq!(Name::from_loss(Share::UNKNOWN, LossScale::Points), None);
    }
}
