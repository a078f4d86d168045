//! Values of positions and moves, and the engines that compute them.

use std::mem;

use serde::ser::{SerializeStruct as _, Serializer};

use crate::{Budget, Chance, Game, Side, Stopped};

/// Value of a position for the side to move, or of a move for the side that plays it. A search that
/// was stopped gives bounds or an estimate, never a made-up probability.
///
/// As JSON, an object with `kind` and the fields of the variant; bounds are `"bounds": [low, high]`.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Value {
    /// A value proved by the engine.
    Exact {
        /// Probability of winning under best play of both.
        win: f64,
        /// Probability of a draw.
        draw: f64,
        /// Probability of losing.
        loss: f64,
        /// Margin in the units of the game, if it has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<i32>,
    },
    /// A value measured on random samples.
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
    /// Proved bounds of the score.
    #[serde(serialize_with = "serialize_bounds")]
    Bounded {
        /// Lower bound of the score, in the units of the game.
        low: i32,
        /// Upper bound of the score, in the units of the game.
        high: i32,
    },
    /// A heuristic score. It ranks the moves in hints; reviews count it as not proved.
    Estimate {
        /// Score in the units of the game.
        score: f64,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn serialize_bounds<S: Serializer>(low: &i32, high: &i32, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_struct("Bounded", 1)?;
    object.serialize_field("bounds", &[low, high])?;
    object.end()
}

impl Value {
    /// A proved win, draw or loss, by the sign of `score`, with `score` as margin.
    pub fn of_score(score: i32) -> Self {
        let has_sign = |sign| f64::from(score.signum() == sign);
        Self::Exact {
            win: has_sign(1),
            draw: has_sign(0),
            loss: has_sign(-1),
            score: Some(score),
        }
    }

    /// A proved win or loss without margin.
    pub fn of_win(win: bool) -> Self {
        Self::of_chance(f64::from(win))
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

    /// The value for the opponent.
    #[must_use]
    pub fn turned(mut self) -> Self {
        match &mut self {
            Self::Exact {
                win, loss, score, ..
            } => {
                mem::swap(win, loss);
                *score = score.map(|score| -score);
            }
            Self::Sampled { win, loss, .. } => mem::swap(win, loss),
            Self::Bounded { low, high } => (*low, *high) = (-*high, -*low),
            Self::Estimate { score } => *score = -*score,
        }
        self
    }

    /// Sort key for the moves of one position: the score if there is one, else the expected share
    /// of the game.
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

    /// The move with the greatest [`merit`](Self::merit), the first of equals.
    pub fn best<M>(moves: &[(M, Self)]) -> Option<&M> {
        let better = |best: &'_ (M, Self), next: &'_ (M, Self)| best.1.merit() < next.1.merit();
        let best = moves
            .iter()
            .reduce(|best, next| if better(best, next) { next } else { best });
        best.map(|(mv, _)| mv)
    }
}

/// Value of a position and of each of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<M> {
    /// The side that moves, throws or draws next, or would if the game were not over.
    pub side: Side,
    /// Value of the position for that side.
    pub value: Value,
    /// Value of each move for that side; empty at chance turns and in finished positions.
    pub moves: Vec<(M, Value)>,
    /// Number of positions searched, if the engine counts them.
    pub nodes: Option<u64>,
}

impl<M: Copy> Evaluation<M> {
    /// The move with the greatest [`merit`](Value::merit), the first of equals; `None` without
    /// moves.
    pub fn best(&self) -> Option<M> {
        Value::best(&self.moves).copied()
    }
}

/// An engine that evaluates every move of a position.
pub trait Expert<G: Game> {
    /// Evaluates the position in `view`, at any kind of turn. Engines that sample use `luck`. The
    /// search fails if it was stopped before it had any result.
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
