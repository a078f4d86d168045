//! Finding the solution by policy iteration: the best plans of all rounds for the probabilities so
//! far give new probabilities, until these stay the same.

use std::array::from_fn;

use crate::engine::round::{ByResult, MOST_GIVEN, Round};
use crate::engine::ruin;
use crate::engine::solution::{Solution, stakes};

/// Probabilities that change by less than this share of themselves stay the same.
const SAME: f64 = 1e-13;

/// Shapes of stakes that differ by less are the same: ten times what rounding makes of equal ones
/// with the most tokens. It can move a decision only between choices that are equal to 11 digits.
const ALIKE: f64 = 1e-12;

/// Steps after which the iteration is given up. Five are enough for every sum that the tests try, but
/// no theorem forbids that two players who change their plans at once go round in circles.
const MOST_STEPS: u32 = 50;

/// A [`Solution`] in the making.
#[derive(Debug)]
pub struct Solver {
    winning: Vec<f64>,
    /// The results of the rounds that were worked out in this step, from one token on.
    results: Vec<ByResult>,
    /// The shape of the stakes of the last of these rounds that was solved, not copied from the one
    /// below it.
    shape: ByResult,
    steps: u32,
    rounds: u64,
}

impl Solver {
    /// Begins for so many tokens of both players together, at least 2, with the probabilities between
    /// two players who want to give as many as they can in every round.
    pub fn new(tokens: usize) -> Self {
        let greedy = Round::solve(&from_fn(|index| index as f64)).results();
        let winning = ruin::winning(&vec![greedy; tokens.saturating_sub(1)]);
        Self {
            winning,
            results: Vec::new(),
            shape: [0.0; 2 * MOST_GIVEN + 1],
            steps: 0,
            rounds: 0,
        }
    }

    /// How many tokens both players have together.
    pub fn tokens(&self) -> usize {
        self.winning.len() + 1
    }

    /// Goes on until the solution is found or `pause` says so, which is asked before every round with
    /// the number of rounds done since the beginning, in this call or before.
    ///
    /// ```
    /// let solution = jeu421::Solver::new(2).work(|_| false).unwrap();
    /// let exact = 171_702_818_839.0 / 396_105_341_039.0;
    /// assert!((solution.winning(1) - exact).abs() < 1e-12);
    /// ```
    pub fn work(&mut self, mut pause: impl FnMut(u64) -> bool) -> Option<Solution> {
        while self.steps < MOST_STEPS {
            while self.results.len() < self.winning.len() {
                if pause(self.rounds) {
                    return None;
                }
                let own = self.results.len() + 1;
                self.work_out(own);
                self.rounds += 1;
            }
            if self.step() <= SAME {
                return Some(Solution::new(self.winning.clone(), self.rounds));
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

/// Stakes scaled to go from 0 to 1.
fn shape(stakes: &ByResult) -> ByResult {
    let (low, high) = (stakes[0], stakes[2 * MOST_GIVEN]);
    stakes.map(|stake| (stake - low) / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::lattice::EMPTY;

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
        let paused = (1..1000).find_map(|calls| solver.work(|rounds| rounds == 3 * calls));
        let paused = paused.expect("found in steps of three rounds");
        assert_eq!(paused.rounds(), solve(12).rounds());
        let same = |own| (paused.winning(own) - solve(12).winning(own)).abs() < f64::EPSILON;
        assert!((1..12).all(same));
    }

    #[test]
    fn rounds_that_share_their_plans_satisfy_the_optimality_equation() {
        let solution = solve(1_200);
        for own in (1..1_200_i32).step_by(67) {
            let worth = solution.round(own as usize).turn(None).worth(1, EMPTY);
            let winning = solution.winning(own);
            assert!(
                (worth / winning - 1.0).abs() < 1e-13,
                "{own}: {worth} for {winning}"
            );
        }
    }

    fn check_steps(sums: impl IntoIterator<Item = usize>) {
        for tokens in sums {
            let mut solver = Solver::new(tokens);
            assert!(
                solver.work(|_| false).is_some() && solver.steps <= 5,
                "{tokens} tokens"
            );
        }
    }

    #[test]
    fn five_steps_are_enough_for_few_tokens() {
        check_steps(2..=30);
    }

    #[test]
    #[ignore = "takes half a minute"]
    fn five_steps_are_enough_for_every_sum_up_to_400_and_for_the_largest() {
        check_steps((2..=400).chain([1_000, 2_000, 5_000, 10_000, 20_000]));
    }
}
