//! The solution of the whole game: the first player's probability of winning with every number of
//! tokens, and the optimal plans of every round.
//!
//! Tokens are conserved, so with a given sum the only state between rounds is the number of the first
//! player's tokens. Under any plans each player can win a round with positive probability: every game
//! ends, and the optimality equation over these states has one solution.

use std::array::from_fn;
use std::sync::OnceLock;

use crate::engine::lattice::{COMBINATIONS, LATTICE};
use crate::engine::round::{ByResult, MOST_GIVEN, PlayerTurn, Round};
use crate::rules::{Game421, MOST_THROWS, Move};

/// The best choice of dice to take up from each combination after the first and the second throw.
type TurnPlan = [[u8; COMBINATIONS]; 2];

/// The optimal plans of both players for one round.
#[derive(Debug)]
pub(crate) struct Plans {
    first: TurnPlan,
    /// The second player's plans by the first player's combination.
    second: [TurnPlan; COMBINATIONS],
}

impl Plans {
    /// Copies the choices of a solved round.
    pub(crate) fn from_round(round: &Round) -> Self {
        let plan =
            |turn: PlayerTurn<'_>| from_fn(|throw| from_fn(|c| turn.choice(throw as u8 + 1, c)));
        let second = from_fn(|first| plan(round.turn(Some(first))));
        Self {
            first: plan(round.turn(None)),
            second,
        }
    }

    /// The best move of the player to move; [`Move::Keep`] while dice are in the air.
    pub(crate) fn best(&self, game: &Game421) -> Move {
        let Some(faces) = game.dice.faces().filter(|_| game.throws < MOST_THROWS) else {
            return Move::Keep;
        };
        let lattice = &*LATTICE;
        let plan = match game.to_beat {
            None => &self.first,
            Some(result) => &self.second[lattice.node(result.faces())],
        };
        match plan[usize::from(game.throws) - 1][lattice.node(faces)] {
            0 => Move::Keep,
            choice => Move::Throw(lattice.again(choice, faces)),
        }
    }
}

/// Optimal play for a given sum of tokens of both players.
#[derive(Debug)]
pub struct Solution {
    /// The first player's probability of winning with 1, 2… tokens at the beginning of a round.
    winning: Vec<f64>,
    /// Plans of each round, computed on first use.
    plans: Vec<OnceLock<Box<Plans>>>,
    /// Number of rounds that were computed to find the solution.
    rounds: u64,
}

impl Solution {
    pub(crate) fn new(winning: Vec<f64>, rounds: u64) -> Self {
        let plans = winning.iter().map(|_| OnceLock::new()).collect();
        Self {
            winning,
            plans,
            rounds,
        }
    }

    pub(crate) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Number of tokens of both players together.
    pub fn tokens(&self) -> usize {
        self.winning.len() + 1
    }

    /// The first player's probability of winning at the beginning of a round with `own` tokens.
    pub fn winning(&self, own: i32) -> f64 {
        winning(&self.winning, usize::try_from(own).unwrap_or(0))
    }

    /// Solves the round that begins when the first player has `own` tokens.
    pub(crate) fn round(&self, own: usize) -> Round {
        Round::solve(&stakes(&self.winning, own))
    }

    /// The best move in a game with this sum of tokens; [`Move::Keep`] while dice are in the air.
    pub fn best(&self, game: &Game421) -> Move {
        let own = usize::try_from(game.totals()[0]).unwrap_or(0);
        let plans = self.plans.get(own.wrapping_sub(1));
        plans.map_or(Move::Keep, |plans| {
            plans
                .get_or_init(|| Box::new(Plans::from_round(&self.round(own))))
                .best(game)
        })
    }
}

/// The first player's probability of winning with `own` tokens: 1 without tokens, 0 with all (R7).
fn winning(winning: &[f64], own: usize) -> f64 {
    let in_play = |own: usize| winning.get(own).copied().unwrap_or(0.0);
    own.checked_sub(1).map_or(1.0, in_play)
}

/// The stakes of a round: the first player's probability of winning after each result, with `own`
/// tokens before the round.
pub(crate) fn stakes(values: &[f64], own: usize) -> ByResult {
    from_fn(|index| winning(values, (own + MOST_GIVEN).saturating_sub(index)))
}

#[cfg(test)]
mod tests {
    use crate::engine::solver::Solver;

    #[test]
    fn more_tokens_lower_the_probability_of_winning() {
        let solution = Solver::new(30).work(|_| false).unwrap();
        assert!(solution.winning(0) >= 1.0 && solution.winning(-7) >= 1.0);
        assert!(solution.winning(30) <= 0.0);
        assert!((0..30).all(|own| solution.winning(own) > solution.winning(own + 1)));
    }
}
