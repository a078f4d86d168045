//! Shares of a game: win + draw/2, with bounds and error.

use crate::{Side, Value};

/// Losses below this count as zero: probabilities of 421 are exact to 13 digits.
const ROUNDING: f64 = 1e-12;

/// The share of the game that one side gets under best play of both, from 0 to 1. The bounds are
/// equal when it is known; a measured share has a standard error.
///
/// ```
/// use table::{Share, Value};
/// let drawn_at_least = Share::from_value(Value::Bounded { low: 0, high: 4 });
/// assert_eq!((drawn_at_least.low, drawn_at_least.high), (0.5, 1.0));
/// assert!(!drawn_at_least.is_exact());
/// ```
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Share {
    /// Lower bound of the share, from 0 to 1.
    pub low: f64,
    /// Upper bound of the share, from 0 to 1.
    pub high: f64,
    /// Standard error, 0 if nothing was sampled.
    pub error: f64,
}

impl Share {
    /// A share with the bounds 0 and 1: a search was stopped before it proved anything.
    pub const UNKNOWN: Self = Self {
        low: 0.0,
        high: 1.0,
        error: 0.0,
    };

    /// A proved share.
    pub const fn exactly(value: f64) -> Self {
        Self::measured(value, 0.0)
    }

    /// A share measured on samples, with its standard error.
    pub const fn measured(value: f64, error: f64) -> Self {
        Self {
            low: value,
            high: value,
            error,
        }
    }

    /// The share of a value. A heuristic score gives [`UNKNOWN`](Self::UNKNOWN), because it is not
    /// a probability.
    pub fn from_value(value: Value) -> Self {
        match value {
            Value::Exact { win, draw, .. } => Self::exactly(win + draw / 2.0),
            Value::Sampled {
                win, draw, error, ..
            } => Self::measured(win + draw / 2.0, error),
            Value::Bounded { low, high } => Self {
                low: share_of_score(low),
                high: share_of_score(high),
                error: 0.0,
            },
            Value::Estimate { .. } => Self::UNKNOWN,
        }
    }

    /// The midpoint of the bounds.
    pub fn value(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Whether the share is proved: equal bounds and no standard error.
    pub fn is_exact(self) -> bool {
        self.is_closed() && self.error <= 0.0
    }

    /// Whether the bounds are equal: the share is proved or measured.
    pub fn is_closed(self) -> bool {
        self.high <= self.low
    }

    /// Uncertainty of [`value`](Self::value): half the distance of the bounds, plus the standard
    /// error.
    pub fn doubt(self) -> f64 {
        (self.high - self.low) / 2.0 + self.error
    }

    /// The share of the opponent.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            low: 1.0 - self.high,
            high: 1.0 - self.low,
            error: self.error,
        }
    }

    /// Converts a share of `side` to a share of the first side, and back.
    #[must_use]
    pub fn seen_by_first(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => self.turned(),
        }
    }

    /// The maximum of two shares, bound by bound, with the error of the larger value.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        let larger = if other.value() > self.value() {
            other
        } else {
            self
        };
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
            error: larger.error,
        }
    }

    /// The loss of a side that gets this share instead of `best`, the best share of the other
    /// moves: at least 0.
    #[must_use]
    pub fn lost_to(self, best: Self) -> Self {
        let positive = |loss: f64| if loss < ROUNDING { 0.0 } else { loss };
        Self {
            low: positive(best.low - self.high),
            high: positive(best.high - self.low),
            error: self.error.hypot(best.error),
        }
    }
}

fn share_of_score(score: i32) -> f64 {
    f64::midpoint(f64::from(score.signum()), 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_counts_only_what_the_bounds_prove() {
        let cases = [
            // Bounds of the chosen move, of the best other move, and of the loss.
            ((1.0, 1.0), (0.0, 1.0), (0.0, 0.0)),
            ((0.0, 0.0), (1.0, 1.0), (1.0, 1.0)),
            ((0.0, 0.5), (0.5, 1.0), (0.0, 1.0)),
            ((0.0, 0.5), (1.0, 1.0), (0.5, 1.0)),
            ((0.5, 0.5), (0.0, 0.0), (0.0, 0.0)),
        ];
        for (chosen, best, (low, high)) in cases {
            let share = |(low, high)| Share {
                low,
                high,
                error: 0.0,
            };
            let loss = share(chosen).lost_to(share(best));
            assert_eq!(loss, share((low, high)), "{chosen:?} instead of {best:?}");
        }
    }

    #[test]
    fn a_heuristic_score_gives_an_unknown_share() {
        assert_eq!(
            Share::from_value(Value::Estimate { score: 7.0 }),
            Share::UNKNOWN
        );
        assert!((Share::UNKNOWN.doubt() - 0.5).abs() < f64::EPSILON);
    }
}
