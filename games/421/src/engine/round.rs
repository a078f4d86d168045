//! Optimal play of one round by both players, for given stakes, by backward induction.
//!
//! After the third throw the value of a combination is the value of the round's result; while dice
//! fall, the value of a node is the average over the next die; after a throw, the value of a
//! combination is the best over all choices of dice to keep.

use std::array::from_fn;
use std::sync::LazyLock;

use crate::engine::lattice::{CHOICES, COMBINATIONS, EMPTY, LATTICE, NODES};
use crate::round_result::RoundResult;

/// Most tokens that change hands in a round.
pub(crate) const MOST_GIVEN: usize = 8;

/// A number for every result of a round, indexed by the tokens that go from the first player to the
/// second, −8 to 8, plus 8.
pub(crate) type ByResult = [f64; 2 * MOST_GIVEN + 1];

/// Number of turns solved side by side in vector registers; it divides the number of combinations.
const LANES: usize = 8;

/// One number for each turn solved side by side.
type Lanes = [f64; LANES];

/// Index into [`ByResult`] by the first player's combination and the second's.
static RESULTS: LazyLock<[[u8; COMBINATIONS]; COMBINATIONS]> = LazyLock::new(|| {
    let combination = |number: usize| LATTICE.combinations[number];
    let given =
        |first, second| RoundResult::new(combination(first), combination(second)).to_second();
    from_fn(|first| {
        from_fn(|second| MOST_GIVEN.saturating_add_signed(given(first, second) as isize) as u8)
    })
});

/// Optimal play of [`LANES`] turns that are solved side by side.
#[derive(Debug)]
struct Turns {
    /// Value of each node during throw 1, 2 and 3.
    worth: [[Lanes; NODES]; 3],
    /// Best choice of dice to take up from each combination after the first and the second throw.
    choices: [[[u8; LANES]; COMBINATIONS]; 2],
}

impl Turns {
    /// Solves turns whose final combinations have the values `ends`.
    fn solve(ends: &[Lanes; COMBINATIONS]) -> Self {
        let mut worth = [[[0.0; LANES]; NODES]; 3];
        let mut choices = [[[0; LANES]; COMBINATIONS]; 2];
        let [first, second, third] = &mut worth;
        third[..COMBINATIONS].copy_from_slice(ends);
        LATTICE.average(third);
        choices[1] = choose(ends, third, second);
        LATTICE.average(second);
        choices[0] = choose(ends, second, first);
        LATTICE.average(first);
        Self { worth, choices }
    }

    /// Probability of each combination at the end of the turn.
    fn ends(&self) -> [Lanes; COMBINATIONS] {
        let lattice = &*LATTICE;
        let mut ended = [[0.0; LANES]; COMBINATIONS];
        let mut thrown = lattice.first_throw.map(|likely| [likely; LANES]);
        for choices in &self.choices {
            let mut mass = [[0.0; LANES]; NODES];
            for (combination, choices) in choices.iter().enumerate() {
                for (lane, &choice) in choices.iter().enumerate() {
                    let kept = usize::from(lattice.kept[combination][usize::from(choice)]);
                    mass[kept][lane] += thrown[combination][lane];
                }
            }
            // A node of three dice means that all were kept, so that the turn is over.
            for (ended, mass) in ended.iter_mut().zip(&mut mass) {
                add(ended, mass);
                *mass = [0.0; LANES];
            }
            lattice.throw(&mut mass);
            thrown.copy_from_slice(&mass[..COMBINATIONS]);
        }
        ended
            .iter_mut()
            .zip(&thrown)
            .for_each(|(ended, thrown)| add(ended, thrown));
        ended
    }
}

/// Adds the lanes of `more` to those of `sum`.
fn add(sum: &mut Lanes, more: &Lanes) {
    sum.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum += more);
}

/// Writes to `before` the value of each combination under the best choice of dice to take up, and
/// returns the choices. `ends` are the values when all dice are kept, `after` those of the next throw.
fn choose(
    ends: &[Lanes; COMBINATIONS],
    after: &[Lanes; NODES],
    before: &mut [Lanes; NODES],
) -> [[u8; LANES]; COMBINATIONS] {
    let lattice = &*LATTICE;
    from_fn(|combination| {
        let mut best = ends[combination];
        // As wide as the values, so that one vector comparison selects both.
        let mut chosen = [0u64; LANES];
        for choice in 1..CHOICES {
            let kept = &after[usize::from(lattice.kept[combination][choice])];
            for lane in 0..LANES {
                let better = kept[lane] > best[lane];
                best[lane] = if better { kept[lane] } else { best[lane] };
                chosen[lane] = if better { choice as u64 } else { chosen[lane] };
            }
        }
        before[combination] = best;
        chosen.map(|choice| choice as u8)
    })
}

/// Optimal play of both players in one round.
#[derive(Debug)]
pub(crate) struct Round {
    /// The first player's turn, the same in all lanes.
    first: Turns,
    /// The second player's turns, one lane for each combination of the first player.
    second: Vec<Turns>,
}

impl Round {
    /// Solves a round whose results have the values `stakes` for the first player.
    pub(crate) fn solve(stakes: &ByResult) -> Self {
        let results = &*RESULTS;
        let turns = |block: usize| {
            let loss = |first: usize, own: usize| -stakes[usize::from(results[first][own])];
            Turns::solve(&from_fn(|own| {
                from_fn(|lane| loss(block * LANES + lane, own))
            }))
        };
        let second: Vec<Turns> = (0..COMBINATIONS / LANES).map(turns).collect();
        let end = |own: usize| -second[own / LANES].worth[0][EMPTY][own % LANES];
        Self {
            first: Turns::solve(&from_fn(|own| [end(own); LANES])),
            second,
        }
    }

    /// Probability of each result under optimal play.
    pub(crate) fn results(&self) -> ByResult {
        let first_ends = self.first.ends();
        let mut sum = [0.0; 2 * MOST_GIVEN + 1];
        for (block, turns) in self.second.iter().enumerate() {
            let first = &first_ends[block * LANES..][..LANES];
            let results = &RESULTS[block * LANES..][..LANES];
            for (second, likely) in turns.ends().iter().enumerate() {
                for lane in 0..LANES {
                    sum[usize::from(results[lane][second])] += first[lane][lane] * likely[lane];
                }
            }
        }
        sum
    }

    /// The turn of the first player, or of the second against the combination with this number.
    pub(crate) fn turn(&self, to_beat: Option<usize>) -> PlayerTurn<'_> {
        match to_beat {
            None => PlayerTurn {
                turns: &self.first,
                lane: 0,
            },
            Some(first) => PlayerTurn {
                turns: &self.second[first / LANES],
                lane: first % LANES,
            },
        }
    }
}

/// Optimal play of one turn of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerTurn<'a> {
    turns: &'a Turns,
    lane: usize,
}

impl PlayerTurn<'_> {
    /// Value of a node for the player of this turn during throw 1, 2 or 3: of a combination to choose
    /// from, or of some dice while the others fall.
    pub(crate) fn worth(self, throws: u8, node: usize) -> f64 {
        self.turns.worth[usize::from(throws) - 1][node][self.lane]
    }

    /// The best choice of dice to take up from a combination after throw 1 or 2, as bits, the largest
    /// face first; 0 to keep all.
    pub(crate) fn choice(self, throws: u8, combination: usize) -> u8 {
        self.turns.choices[usize::from(throws) - 1][combination][self.lane]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_a_round_is_the_expectation_over_its_results() {
        for bend in [0.0, 0.02, 0.3] {
            let stakes: ByResult = from_fn(|index| (bend * index as f64).exp() + index as f64);
            let round = Round::solve(&stakes);
            let results = round.results();
            assert!((results.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            let expected: f64 = results
                .iter()
                .zip(stakes)
                .map(|(likely, stake)| likely * stake)
                .sum();
            let worth = round.turn(None).worth(1, EMPTY);
            assert!(
                (worth / expected - 1.0).abs() < 1e-14,
                "{worth} for {expected}"
            );
        }
    }
}
