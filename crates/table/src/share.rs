//! Shares of a game, win + draw/2, and what may be wrong about them.

use crate::{Side, Value};

/// Losses below this are rounding: probabilities of 421 are exact to 13 digits.
const ROUNDING: f64 = 1e-12;

/// The share of the game that one side gets under best play of both: between two bounds, which are
/// equal where it is known, and with a standard error where it was measured.
///
/// ```
/// use table::{Share, Value};
/// let drawn_at_least = Share::from_value(Value::Bounded { low: 0, high: 4 });
/// assert_eq!((drawn_at_least.low, drawn_at_least.high), (0.5, 1.0));
/// assert!(!drawn_at_least.is_exact());
/// ```
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Share {
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// Standard error, 0 where nothing was sampled.
    pub error: f64,
}

impl Share {
    /// Nothing is known: a search was stopped before it proved anything.
    pub const UNKNOWN: Self = Self {
        low: 0.0,
        high: 1.0,
        error: 0.0,
    };

    /// A share that is proved.
    pub const fn exactly(value: f64) -> Self {
        Self {
            low: value,
            high: value,
            error: 0.0,
        }
    }

    /// A share that was measured.
    pub const fn measured(value: f64, error: f64) -> Self {
        Self {
            low: value,
            high: value,
            error,
        }
    }

    /// What a value says of the share. An estimated score says nothing of it: no probability is
    /// invented.
    pub fn from_value(value: Value) -> Self {
        match value {
            Value::Exact { win, draw, .. } => Self::exactly(win + draw / 2.0),
            Value::Sampled {
                win, draw, error, ..
            } => Self::measured(win + draw / 2.0, error),
            Value::Bounded { low, high } => Self {
                low: of_score(low),
                high: of_score(high),
                error: 0.0,
            },
            Value::Estimate { .. } => Self::UNKNOWN,
        }
    }

    /// The middle of what is possible.
    pub fn value(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Whether it is proved.
    pub fn is_exact(self) -> bool {
        self.is_closed() && self.error <= 0.0
    }

    /// Whether one number is known, exactly or by measurement.
    pub fn is_closed(self) -> bool {
        self.high <= self.low
    }

    /// How far the truth may be from the value: half of what is open, and the standard error.
    pub fn doubt(self) -> f64 {
        (self.high - self.low) / 2.0 + self.error
    }

    /// The same seen by the opponent.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            low: 1.0 - self.high,
            high: 1.0 - self.low,
            error: self.error,
        }
    }

    /// What is `side`'s as the first side sees it, and the other way round.
    #[must_use]
    pub fn seen_by_first(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => self.turned(),
        }
    }

    /// The larger of two; of what was measured, the larger value.
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

    /// What is lost by whoever gets this instead of `best`, which is the best of the other moves:
    /// never less than nothing.
    #[must_use]
    pub fn lost_to(self, best: Self) -> Self {
        let positive = |loss: f64| if loss < ROUNDING { 0.0 } else { loss };
        let (low, high) = (
            positive(best.low - self.high),
            positive(best.high - self.low),
        );
        let compared = !(self.is_exact() && best.is_exact());
        Self {
            low,
            high,
            error: if compared {
                self.error.hypot(best.error)
            } else {
                0.0
            },
        }
    }
}

fn of_score(score: i32) -> f64 {
    f64::midpoint(f64::from(score.signum()), 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_loses_only_what_is_proved() {
        let cases = [
            // Chosen, best of the others, at least and at most lost.
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
    fn an_estimate_is_no_probability() {
        assert_eq!(
            Share::from_value(Value::Estimate { score: 7.0 }),
            Share::UNKNOWN
        );
        assert!((Share::UNKNOWN.doubt() - 0.5).abs() < f64::EPSILON);
    }
}
