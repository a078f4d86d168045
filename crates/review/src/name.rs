//! What a choice is called, by what it lost.

use table::{Key, Share, key};

/// How hard a game without or with chance judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LossScale {
    /// Nothing is left to chance: only half a point or a whole one can be lost.
    Points,
    /// Dice or hidden tiles: a choice loses some of the chances.
    Chances,
}

/// What a choice is called. The limits are in `docs/review.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// Nothing was lost.
    Best,
    /// Too little to speak of, or not more than the error of the measurement.
    Good,
    /// A hundredth of the game or more.
    Inaccuracy,
    /// Half a point; with chance, a twentieth of the game or more.
    Mistake,
    /// A whole point; with chance, an eighth of the game or more.
    Blunder,
}

/// How many standard errors a measured loss must exceed to be called one.
const SURE: f64 = 2.0;

impl Name {
    /// The smallest loss of an inaccuracy, a mistake and a blunder.
    pub const fn limits(scale: LossScale) -> [f64; 3] {
        match scale {
            LossScale::Points => [0.01, 0.5, 1.0],
            LossScale::Chances => [0.01, 0.05, 0.125],
        }
    }

    /// The name of a loss; none where it is not known how much was lost.
    pub fn from_loss(loss: Share, scale: LossScale) -> Option<Self> {
        if !loss.is_closed() {
            return None;
        }
        let [inaccuracy, mistake, blunder] = Self::limits(scale);
        let sure = loss.low - SURE * loss.error;
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

    /// Whether it is one to speak of.
    pub fn is_mistake(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// In lower case, for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The message that names it.
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
    fn what_the_error_explains_is_no_mistake() {
        let name = |loss, error| Name::from_loss(Share::measured(loss, error), LossScale::Chances);
        assert_eq!(name(0.06, 0.001), Some(Name::Mistake));
        assert_eq!(name(0.06, 0.02), Some(Name::Inaccuracy));
        assert_eq!(name(0.06, 0.03), Some(Name::Good));
        assert_eq!(Name::from_loss(Share::UNKNOWN, LossScale::Points), None);
    }
}
