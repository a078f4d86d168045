//! Policy iteration: the optimal plans for the current winning probabilities give new probabilities,
//! until these no longer change.

use std::array::from_fn;

use crate::engine::round::{ByResult, MOST_GIVEN, Round};
use crate::engine::ruin;
use crate::engine::solution::{Solution, stakes};

/// Largest relative change of a probability at which the iteration has converged.
const CONVERGED: f64 = 1e-13;

/// Largest difference between normalised stakes that count as equal: ten times the rounding error
/// with the most tokens. It can change a decision only between choices that agree in 11 digits.
const ALIKE: f64 = 1e-12;

/// Number of iterations after which the solver gives up. Five suffice for every sum that the tests
/// try, but no theorem excludes a cycle when both players change their plans at once.
const MOST_STEPS: u32 = 50;

/// The state of a policy iteration that can be interrupted.
#[derive(Debug)]
pub struct Solver {
    /// The first player's probabilities of winning with 1, 2… tokens after the last iteration.
    winning: Vec<f64>,
    /// Probabilities of the results of the rounds computed in this iteration, from one token on.
    results: Vec<ByResult>,
    /// Normalised stakes of the last round that was solved rather than copied.
    shape: ByResult,
    /// Number of complete iterations.
    steps: u32,
    /// Number of rounds computed since the beginning.
    rounds: u64,
}

impl Solver {
    /// Starts the iteration for `tokens` tokens of both players together, at least 2, from the
    /// probabilities of two players who give away as many tokens as they can in every round.
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

    /// Number of tokens of both players together.
    pub fn tokens(&self) -> usize {
        self.winning.len() + 1
    }

    /// Iterates until the solution is found or `pause` returns true. `pause` is called before every
    /// round with the number of rounds computed since the beginning, including earlier calls.
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
                self.add_results(own);
                self.rounds += 1;
            }
            if self.step() <= CONVERGED {
                return Some(Solution::new(self.winning.clone(), self.rounds));
            }
        }
        None
    }

    /// Adds the results of the round that begins with `own` tokens. Scaling and shifting all stakes
    /// does not change the optimal plan, so a round whose normalised stakes equal those of the last
    /// solved round has the same results. Far from both ends all rounds do, so that many tokens take
    /// hardly longer than few.
    fn add_results(&mut self, own: usize) {
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

    /// Ends an iteration: replaces the probabilities by those that follow from the results, and
    /// returns the largest relative change.
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

/// Stakes normalised to the range 0 to 1.
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

    /// Tokens of each player and the first player's probability of winning, from an independent
    /// program.
    const KNOWN: [(i32, f64); 5] = [
        (1, 171_702_818_839.0 / 396_105_341_039.0),
        (2, 0.446_386_904_820_786),
        (5, 0.479_674_393_351_306),
        (10, 0.459_468_956_963_172),
        (20, 0.442_189_242_988_599),
    ];

    #[test]
    fn probabilities_equal_those_of_an_independent_program() {
        for (each, known) in KNOWN {
            let found = solve(2 * each as usize).winning(each);
            assert!(
                (found - known).abs() < 1e-12,
                "{each} each: {found} for {known}"
            );
        }
    }

    #[test]
    fn a_paused_solver_gives_the_same_solution() {
        let mut solver = Solver::new(12);
        let paused = (1..1000).find_map(|calls| solver.work(|rounds| rounds == 3 * calls));
        let paused = paused.expect("found in steps of three rounds");
        assert_eq!(paused.rounds(), solve(12).rounds());
        let same = |own| (paused.winning(own) - solve(12).winning(own)).abs() < f64::EPSILON;
        assert!((1..12).all(same));
    }

    #[test]
    fn copied_rounds_satisfy_the_optimality_equation() {
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

    /// Checks that five iterations suffice for these sums of tokens.
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
    fn five_iterations_suffice_for_few_tokens() {
        check_steps(2..=30);
    }

    #[test]
    #[ignore = "takes half a minute"]
    fn five_iterations_suffice_for_every_sum_up_to_400_and_for_the_largest() {
        check_steps((2..=400).chain([1_000, 2_000, 5_000, 10_000, 20_000]));
    }
}
