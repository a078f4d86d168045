//! What positions and moves are worth, and how sure that is.

use std::cmp::Ordering;

use crate::{Budget, Chance, Game, Side, Stopped};

/// The worth of a position or a move for the side that is to move or makes it. No probability is
/// invented: a search that was stopped gives bounds or an estimate and says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Proved.
    Exact {
        /// Probability of winning under best play of both.
        win: f64,
        /// Probability of a draw.
        draw: f64,
        /// Probability of losing.
        loss: f64,
        /// The game's own margin, where it has one.
        score: Option<i32>,
    },
    /// Measured on samples.
    Sampled {
        /// Share of wins.
        win: f64,
        /// Share of draws.
        draw: f64,
        /// Share of losses.
        loss: f64,
        /// Standard error of `win + draw / 2`.
        error: f64,
    },
    /// Between two scores, both possible.
    Bounded {
        /// The score is at least this.
        low: i32,
        /// The score is at most this.
        high: i32,
    },
    /// A heuristic score.
    Estimate {
        /// In the units of the game's own score.
        score: f64,
    },
}

impl Value {
    /// A proved win, loss or draw whose margin is `score`: its sign tells which.
    pub fn of_score(score: i32) -> Self {
        Self::sure(score.cmp(&0), Some(score))
    }

    /// A proved win or loss without margin.
    pub fn of_win(win: bool) -> Self {
        Self::sure(
            if win {
                Ordering::Greater
            } else {
                Ordering::Less
            },
            None,
        )
    }

    /// A proved probability of winning where draws do not exist.
    pub fn of_chance(win: f64) -> Self {
        Self::Exact {
            win,
            draw: 0.0,
            loss: 1.0 - win,
            score: None,
        }
    }

    fn sure(sign: Ordering, score: Option<i32>) -> Self {
        let is = |wanted| f64::from(u8::from(sign == wanted));
        let (win, draw, loss) = (
            is(Ordering::Greater),
            is(Ordering::Equal),
            is(Ordering::Less),
        );
        Self::Exact {
            win,
            draw,
            loss,
            score,
        }
    }

    /// The same seen by the opponent.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Exact {
                win,
                draw,
                loss,
                score,
            } => Self::Exact {
                win: loss,
                draw,
                loss: win,
                score: score.map(|score| -score),
            },
            Self::Sampled {
                win,
                draw,
                loss,
                error,
            } => Self::Sampled {
                win: loss,
                draw,
                loss: win,
                error,
            },
            Self::Bounded { low, high } => Self::Bounded {
                low: -high,
                high: -low,
            },
            Self::Estimate { score } => Self::Estimate { score: -score },
        }
    }

    /// A number to order the moves of one position by: the score where there is one, else the
    /// expected share of the game.
    pub fn merit(self) -> f64 {
        match self {
            Self::Exact {
                score: Some(score), ..
            } => f64::from(score),
            Self::Exact { win, draw, .. } | Self::Sampled { win, draw, .. } => win + draw / 2.0,
            Self::Bounded { low, high } => f64::midpoint(f64::from(low), f64::from(high)),
            Self::Estimate { score } => score,
        }
    }
}

/// A position's worth, and that of each of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<M> {
    /// The side to move, whose throw or draw it is, or who would be next if the game were not over.
    pub side: Side,
    /// For that side.
    pub value: Value,
    /// For the side that makes the move; empty at chance nodes and finished positions.
    pub moves: Vec<(M, Value)>,
    /// Positions searched, where the engine counts them.
    pub nodes: Option<u64>,
}

impl<M: Copy> Evaluation<M> {
    /// The first of the moves that no other beats.
    pub fn best(&self) -> Option<M> {
        let better = |best: Option<(M, Value)>, next: &(M, Value)| match best {
            Some(best) if best.1.merit() >= next.1.merit() => Some(best),
            _ => Some(*next),
        };
        self.moves.iter().fold(None, better).map(|(mv, _)| mv)
    }
}

/// An engine that says what every move is worth.
pub trait Expert<G: Game> {
    /// Evaluates what `view` shows, at any turn: a player's, nature's, or none. `luck` is for
    /// engines that sample.
    ///
    /// # Errors
    /// [`Stopped`] when it was told to stop before it knew anything.
    fn evaluate(
        &mut self,
        view: G::View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<G::Move>, Stopped>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_twice_changes_nothing() {
        let sampled = Value::Sampled {
            win: 0.5,
            draw: 0.2,
            loss: 0.3,
            error: 0.01,
        };
        let bounded = Value::Bounded { low: -3, high: 5 };
        for value in [Value::of_score(4), Value::of_win(false), sampled, bounded] {
            assert_eq!(value.turned().turned(), value);
        }
        assert_eq!(bounded.turned(), Value::Bounded { low: -5, high: 3 });
    }

    #[test]
    fn best_takes_the_first_of_equals() {
        let moves = vec![
            (1, Value::of_score(-1)),
            (2, Value::of_score(3)),
            (3, Value::of_score(3)),
        ];
        let value = Value::of_score(3);
        let evaluation = Evaluation {
            side: Side::First,
            value,
            moves,
            nodes: None,
        };
        assert_eq!(evaluation.best(), Some(2));
    }
}
