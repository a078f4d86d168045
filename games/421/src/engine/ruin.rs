//! How likely the first player is rid of all tokens first, when every round's results have given
//! probabilities.

use crate::engine::round::{ByResult, MOST_GIVEN};

const WIDTH: usize = 2 * MOST_GIVEN + 1;

/// Where the tokens of one player go from one number of tokens, before some states are eliminated
/// and after.
#[derive(Clone, Copy)]
struct State {
    /// Probability of going to this many fewer (index below 8) or more tokens.
    to: [f64; WIDTH],
    /// Probability of having none left.
    won: f64,
    /// Probability of the other having none left.
    lost: f64,
}

/// The probability for the first player of winning with 1, 2… tokens of `results.len() + 1`.
///
/// States are eliminated from the top as Grassmann, Taksar and Heyman do it: nothing is ever
/// subtracted, so that the smallest probabilities are as precise as the largest.
pub(crate) fn winning(results: &[ByResult]) -> Vec<f64> {
    let count = results.len();
    let mut states: Vec<State> = results
        .iter()
        .enumerate()
        .map(|(index, results)| State::of(results, index, count))
        .collect();
    for top in (1..count).rev() {
        let (below, from_top) = states.split_at_mut(top);
        let eliminated = from_top[0];
        for (distance, state) in (1..=MOST_GIVEN).zip(below.iter_mut().rev()) {
            state.bypass(distance, &eliminated);
        }
    }
    let mut winning = Vec::with_capacity(count);
    for state in states {
        let below = (1..=MOST_GIVEN).zip(winning.iter().rev());
        let through: f64 = below
            .map(|(fewer, win)| state.to[MOST_GIVEN - fewer] * win)
            .sum();
        winning.push((state.won + through) / state.leaving());
    }
    winning
}

impl State {
    /// The state of `index + 1` tokens among `count` states.
    fn of(results: &ByResult, index: usize, count: usize) -> Self {
        let mut state = Self {
            to: [0.0; WIDTH],
            won: 0.0,
            lost: 0.0,
        };
        for (given, &likely) in results.iter().enumerate() {
            let more = WIDTH - 1 - given;
            match (index + more).checked_sub(MOST_GIVEN) {
                None => state.won += likely,
                Some(after) if after >= count => state.lost += likely,
                Some(_) => state.to[more] += likely,
            }
        }
        state
    }

    /// The probability of going anywhere else: downwards or to the end, once all states above are
    /// eliminated.
    fn leaving(&self) -> f64 {
        self.to[..MOST_GIVEN].iter().sum::<f64>() + self.won + self.lost
    }

    /// Goes on at once from `top`, which is `distance` above, to where that leads.
    fn bypass(&mut self, distance: usize, top: &Self) {
        let share = self.to[MOST_GIVEN + distance] / top.leaving();
        for fewer in 1..=MOST_GIVEN {
            self.to[MOST_GIVEN + distance - fewer] += share * top.to[MOST_GIVEN - fewer];
        }
        self.won += share * top.won;
        self.lost += share * top.lost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round in which one token goes to the second player with probability `down`, comes back with
    /// `up`, and nothing happens otherwise.
    fn single(down: f64, up: f64) -> ByResult {
        let mut results = [0.0; WIDTH];
        results[MOST_GIVEN + 1] = down;
        results[MOST_GIVEN] = 1.0 - down - up;
        results[MOST_GIVEN - 1] = up;
        results
    }

    #[test]
    fn a_fair_game_is_won_in_proportion_to_what_the_other_has() {
        for (own, win) in (1..).zip(winning(&[single(0.3, 0.3); 9])) {
            assert!((win - (1.0 - f64::from(own) / 10.0)).abs() < 1e-15);
        }
    }

    #[test]
    fn the_smallest_probabilities_are_as_precise_as_the_largest() {
        // The gambler's ruin: with r = up / down, (r^(total − own) − 1) / (r^total − 1).
        let (down, up, total) = (0.2_f64, 0.3_f64, 400_i32);
        let ratio = up / down;
        for (own, win) in (1..).zip(winning(&vec![single(down, up); total as usize - 1])) {
            let exact = (ratio.powi(total - own) - 1.0) / (ratio.powi(total) - 1.0);
            assert!(
                (win / exact - 1.0).abs() < 1e-12,
                "{own}: {win:e} for {exact:e}"
            );
        }
    }

    #[test]
    fn giving_more_than_one_has_wins_all_the_same() {
        let mut results = [0.0; WIDTH];
        (results[MOST_GIVEN + 8], results[MOST_GIVEN - 8]) = (0.25, 0.75);
        assert_eq!(winning(&[results; 7]), [0.25; 7]);
    }
}
