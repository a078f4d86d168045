//! Gambler's ruin: the probability that the first player runs out of tokens first, when the results
//! of every round have given probabilities.

use crate::engine::round::{ByResult, MOST_GIVEN};

/// Number of states that a state leads to: 8 tokens fewer to 8 tokens more.
const WIDTH: usize = 2 * MOST_GIVEN + 1;

/// Transition probabilities from one number of the first player's tokens; the elimination of other
/// states changes them.
#[derive(Clone, Copy)]
struct WalkState {
    /// Probability of going to `index − 8` more tokens.
    to: [f64; WIDTH],
    /// Probability that the first player has no tokens left.
    won: f64,
    /// Probability that the second player has no tokens left.
    lost: f64,
}

/// The first player's probabilities of winning with 1, 2… of `results.len() + 1` tokens, where
/// `results` are the probabilities of the round's results with that many tokens.
///
/// States are eliminated from the top by the method of Grassmann, Taksar and Heyman, which never
/// subtracts, so that the smallest probabilities are as precise as the largest.
pub(crate) fn winning(results: &[ByResult]) -> Vec<f64> {
    let count = results.len();
    let mut states: Vec<WalkState> = results
        .iter()
        .enumerate()
        .map(|(index, results)| WalkState::new(results, index, count))
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

impl WalkState {
    /// The state of `index + 1` tokens among `count` states.
    fn new(results: &ByResult, index: usize, count: usize) -> Self {
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

    /// The probability of leaving this state downwards or by the end of the game, once all states
    /// above are eliminated.
    fn leaving(&self) -> f64 {
        self.to[..MOST_GIVEN].iter().sum::<f64>() + self.won + self.lost
    }

    /// Replaces the transition to the eliminated state `top`, `distance` tokens above, by the
    /// transitions of `top`.
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

    /// A round in which the first player loses one token with probability `down` and gains one with
    /// probability `up`.
    fn single(down: f64, up: f64) -> ByResult {
        let mut results = [0.0; WIDTH];
        results[MOST_GIVEN + 1] = down;
        results[MOST_GIVEN] = 1.0 - down - up;
        results[MOST_GIVEN - 1] = up;
        results
    }

    #[test]
    fn a_fair_game_is_won_in_proportion_to_the_opponent_s_tokens() {
        for (own, win) in (1..).zip(winning(&[single(0.3, 0.3); 9])) {
            assert!((win - (1.0 - f64::from(own) / 10.0)).abs() < 1e-15);
        }
    }

    #[test]
    fn the_smallest_probabilities_are_as_precise_as_the_largest() {
        // Closed form with r = up / down: (r^(total − own) − 1) / (r^total − 1).
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
    fn giving_more_tokens_than_are_left_also_wins() {
        let mut results = [0.0; WIDTH];
        (results[MOST_GIVEN + 8], results[MOST_GIVEN - 8]) = (0.25, 0.75);
        assert_eq!(winning(&[results; 7]), [0.25; 7]);
    }
}
