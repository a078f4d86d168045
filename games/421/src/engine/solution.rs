//! The whole game: how likely the first player wins with every number of tokens, and the best plans
//! for every round.
//!
//! Tokens are conserved, so with a given sum the only state between rounds is how many the first
//! player has. Whatever both plan, all dice may show what lets the first player win a round, or the
//! second: every game ends, and the optimality equation over these states has one solution.

use std::array::from_fn;
use std::sync::OnceLock;

use crate::engine::lattice::{COMBINATIONS, LATTICE};
use crate::engine::round::{ByResult, MOST_GIVEN, PlayerTurn, Round};
use crate::rules::{Game421, MOST_THROWS, Move};

/// Which dice to take up from each combination after the first throw and after the second.
type Plan = [[u8; COMBINATIONS]; 2];

/// What both players do in a round.
#[derive(Debug)]
pub(crate) struct Plans {
    first: Plan,
    second: [Plan; COMBINATIONS],
}

impl Plans {
    pub(crate) fn of(round: &Round) -> Self {
        let plan =
            |turn: PlayerTurn<'_>| from_fn(|throw| from_fn(|c| turn.choice(throw as u8 + 1, c)));
        let second = from_fn(|first| plan(round.turn(Some(first))));
        Self {
            first: plan(round.turn(None)),
            second,
        }
    }

    /// The best move where a player has the hand; keeping where nobody has.
    pub(crate) fn best(&self, game: &Game421) -> Move {
        let Some(faces) = game.dice().faces().filter(|_| game.throws() < MOST_THROWS) else {
            return Move::Keep;
        };
        let lattice = &*LATTICE;
        let plan = match game.to_beat() {
            None => &self.first,
            Some(result) => &self.second[lattice.node(result.faces())],
        };
        match plan[usize::from(game.throws()) - 1][lattice.node(faces)] {
            0 => Move::Keep,
            choice => Move::Throw(lattice.again(choice, faces)),
        }
    }
}

/// Optimal play when both players have a given number of tokens together.
#[derive(Debug)]
pub struct Solution {
    winning: Vec<f64>,
    /// Worked out when a round is first played.
    plans: Vec<OnceLock<Box<Plans>>>,
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

    /// How many rounds it took to find.
    pub(crate) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many tokens both players have together.
    pub fn tokens(&self) -> usize {
        self.winning.len() + 1
    }

    /// The probability that the first player wins when a round begins and it has `own` tokens.
    pub fn winning(&self, own: i32) -> f64 {
        winning(&self.winning, usize::try_from(own).unwrap_or(0))
    }

    /// The round that begins when the first player has `own` tokens.
    pub(crate) fn round(&self, own: usize) -> Round {
        Round::solve(&stakes(&self.winning, own))
    }

    /// The best move in a game of as many tokens; keeping where no player has the hand.
    pub fn best(&self, game: &Game421) -> Move {
        let own = usize::try_from(game.totals()[0]).unwrap_or(0);
        let plans = self.plans.get(own.wrapping_sub(1));
        plans.map_or(Move::Keep, |plans| {
            plans
                .get_or_init(|| Box::new(Plans::of(&self.round(own))))
                .best(game)
        })
    }
}

/// Whoever has no tokens left has won (R7).
fn winning(winning: &[f64], own: usize) -> f64 {
    let in_play = |own: usize| winning.get(own).copied().unwrap_or(0.0);
    own.checked_sub(1).map_or(1.0, in_play)
}

/// What the results of a round are worth to the first player, who has `own` tokens before it.
pub(crate) fn stakes(values: &[f64], own: usize) -> ByResult {
    from_fn(|index| winning(values, (own + MOST_GIVEN).saturating_sub(index)))
}

#[cfg(test)]
mod tests {
    use crate::engine::solver::Solver;

    #[test]
    fn more_tokens_are_worse_and_none_is_won() {
        let solution = Solver::new(30).work(|_| false).unwrap();
        assert!(solution.winning(0) >= 1.0 && solution.winning(-7) >= 1.0);
        assert!(solution.winning(30) <= 0.0);
        assert!((0..30).all(|own| solution.winning(own) > solution.winning(own + 1)));
    }
}
