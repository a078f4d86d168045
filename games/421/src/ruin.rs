//! How likely the first player is rid of all tokens first, when every round's results have given
//! probabilities.

use crate::round::{ByResult, MOST_GIVEN};

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
/// subtracted, so that every probability is right to a few units in its last place, however small.
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
