//! The whole game: how likely the first player wins with every number of tokens, and the best plans
//! for every round.
//!
//! Tokens are conserved, so with a given sum the only state between rounds is how many the first
//! player has. Policy iteration: the best plans of all rounds for the probabilities so far give new
//! probabilities, until these stay the same. What stays is the value of the game: whatever both
//! plan, all dice may show what lets the first player win the round, or the second, so that every
//! game ends and the optimality equation has one solution.

use std::array::from_fn;
use std::sync::OnceLock;

use crate::lattice::{COMBINATIONS, LATTICE};
use crate::round::{ByResult, MOST_GIVEN, Round, Turn};
use crate::ruin;
use crate::rules::{Game421, MOST_THROWS, Move};

/// Probabilities that change by less than this share of themselves stay the same.
const SAME: f64 = 1e-13;

/// Shapes of stakes that differ by less are the same: ten times what rounding makes of equal ones
/// with the most tokens. It can move a decision only between choices that are equal to 11 digits.
const ALIKE: f64 = 1e-12;

/// Steps after which the iteration is given up. Five were enough for every sum that was tried, but
/// no theorem forbids that two players who change their plans at once go round in circles.
const MOST_STEPS: u32 = 50;

/// A [`Solution`] in the making.
#[derive(Debug)]
pub struct Solver {
    winning: Vec<f64>,
    /// Of the rounds that were worked out in this step.
    results: Vec<ByResult>,
    /// Of the stakes of the last of them that was not taken from the round below.
    shape: ByResult,
    steps: u32,
}

impl Solver {
    /// Begins for so many tokens of both players together, at least 2.
    pub fn new(tokens: usize) -> Self {
        let winning = (1..tokens)
            .map(|own| 1.0 - own as f64 / tokens as f64)
            .collect();
        Self {
            winning,
            results: Vec::new(),
            shape: [0.0; 2 * MOST_GIVEN + 1],
            steps: 0,
        }
    }

    /// How many tokens both players have together.
    pub fn tokens(&self) -> usize {
        self.winning.len() + 1
    }

    /// Goes on until the solution is found or `pause` says so, which is asked after every round with
    /// the number of rounds done in this call.
    ///
    /// ```
    /// let solution = jeu421::Solver::new(2).work(|_| false).unwrap();
    /// let exact = 171_702_818_839.0 / 396_105_341_039.0;
    /// assert!((solution.winning(1) - exact).abs() < 1e-12);
    /// ```
    pub fn work(&mut self, mut pause: impl FnMut(u64) -> bool) -> Option<Solution> {
        let mut rounds = 0;
        while self.steps < MOST_STEPS {
            while self.results.len() < self.winning.len() {
                if pause(rounds) {
                    return None;
                }
                let own = self.results.len() + 1;
                self.work_out(own);
                rounds += 1;
            }
            if self.step() <= SAME {
                return Some(Solution::new(self.winning.clone()));
            }
        }
        None
    }

    /// Adds the results of the round that begins with `own` tokens. A plan stays best when all stakes
    /// are scaled and shifted alike, so a round whose stakes have the shape of one below it has its
    /// results: far from both ends all rounds do, and many tokens take hardly longer than few.
    fn work_out(&mut self, own: usize) {
        let stakes = stakes(&self.winning, own);
        let shape = shape(&stakes);
        let alike = |known: &ByResult| known.iter().zip(&shape).all(|(a, b)| (a - b).abs() < ALIKE);
        let results = match self.results.last() {
            Some(below) if alike(&self.shape) => *below,
            _ => {
                self.shape = shape;
                Round::solve(&stakes).results()
            }
        };
        self.results.push(results);
    }

    /// Takes over the probabilities that follow from the results; the largest relative change.
    fn step(&mut self) -> f64 {
        let next = ruin::winning(&self.results);
        let pairs = next.iter().zip(&self.winning);
        let change = pairs
            .map(|(new, old)| (new - old).abs() / new)
            .fold(0.0, f64::max);
        self.winning = next;
        self.results.clear();
        self.steps += 1;
        change
    }
}

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
        let plan = |turn: Turn<'_>| from_fn(|throw| from_fn(|c| turn.choice(throw as u8 + 1, c)));
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
}

impl Solution {
    fn new(winning: Vec<f64>) -> Self {
        let plans = winning.iter().map(|_| OnceLock::new()).collect();
        Self { winning, plans }
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

fn stakes(values: &[f64], own: usize) -> ByResult {
    from_fn(|index| winning(values, (own + MOST_GIVEN).saturating_sub(index)))
}

/// Stakes scaled to go from 0 to 1.
fn shape(stakes: &ByResult) -> ByResult {
    let (low, high) = (stakes[0], stakes[2 * MOST_GIVEN]);
    stakes.map(|stake| (stake - low) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(tokens: usize) -> Solution {
        Solver::new(tokens)
            .work(|_| false)
            .expect("policy iteration converges")
    }

    /// From an independent computation.
    const KNOWN: [(i32, f64); 5] = [
        (1, 171_702_818_839.0 / 396_105_341_039.0),
        (2, 0.446_386_904_820_786),
        (5, 0.479_674_393_351_306),
        (10, 0.459_468_956_963_172),
        (20, 0.442_189_242_988_599),
    ];

    #[test]
    fn known_probabilities_hold() {
        for (each, known) in KNOWN {
            let found = solve(2 * each as usize).winning(each);
            assert!(
                (found - known).abs() < 1e-12,
                "{each} each: {found} for {known}"
            );
        }
    }

    #[test]
    fn a_paused_solver_goes_on_where_it_was() {
        let mut solver = Solver::new(12);
        let solution = (0..1000).find_map(|_| solver.work(|rounds| rounds == 3));
        assert_eq!(
            solution.expect("found in steps of three rounds").winning,
            solve(12).winning
        );
    }

    #[test]
    fn more_tokens_are_worse_and_none_is_won() {
        let solution = solve(30);
        assert_eq!(
            (
                solution.winning(0),
                solution.winning(-7),
                solution.winning(30)
            ),
            (1.0, 1.0, 0.0)
        );
        assert!((0..30).all(|own| solution.winning(own) > solution.winning(own + 1)));
    }
}
