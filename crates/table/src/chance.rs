//! Random numbers: a seeded source for strategies, and the results of chance in a game.

use std::fmt::Debug;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::Side;

/// Source of random numbers for strategies and engines.
pub trait Chance: Debug + Send {
    /// A uniform number from 0 to `n − 1`.
    ///
    /// # Panics
    /// When `n` is 0.
    fn below(&mut self, n: u32) -> u32;
}

/// Reproducible random numbers: the same seed gives the same numbers on every machine.
#[derive(Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The sequence of `seed`, equal to its stream 0.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Sequence number `stream` of `seed`. Draws from one stream do not change another.
    #[must_use]
    pub fn stream(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// The numbers that `side` uses for its choice number `choice` of a game. Earlier choices do
    /// not change them, so a resumed game continues as it would have without the interruption.
    #[must_use]
    pub fn for_choice(seed: u64, side: Side, choice: u32) -> Self {
        // Above the streams of `Nature`, which end at three times 2^32.
        const FIRST_STREAM: u64 = 1 << 40;
        Self::stream(
            seed,
            FIRST_STREAM + 2 * u64::from(choice) + u64::from(side.number()),
        )
    }
}

impl Chance for Seeded {
    /// Lemire's multiplication with rejection: unbiased, and one multiplication in nearly all cases.
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "below(0) has no possible result");
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Identifies one result of chance in a game: a die of a throw of a round, or a tile of the deal.
/// Unique within a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    owner: Option<Side>,
    row: u32,
    index: u32,
}

impl Slot {
    /// A slot that only `side` draws from: the other side's moves do not change its result.
    pub const fn own(side: Side, row: u32, index: u32) -> Self {
        Self {
            owner: Some(side),
            row,
            index,
        }
    }

    /// A slot that both sides draw from, such as a tile of the boneyard.
    pub const fn shared(row: u32, index: u32) -> Self {
        Self {
            owner: None,
            row,
            index,
        }
    }

    /// Number of the random stream that all slots with this owner and row share.
    fn stream(self) -> u64 {
        let owner = self.owner.map_or(0, Side::number);
        3 * u64::from(self.row) + u64::from(owner)
    }
}

/// Decides the results of chance in a game, as a function of the seed and the [`Slot`]. Two games
/// with one seed get the same dice whatever the players did before, and a game resumes without
/// drawing its past results again.
///
/// ```
/// use table::{Nature, Side, Slot};
/// let (mut one, mut other) = (Nature::new(7), Nature::new(7));
/// let [early, late] = [1, 2].map(|round| Slot::own(Side::First, round, 0));
/// let results = (one.decide(0, early, 6), one.decide(1, late, 6));
/// assert_eq!(other.decide(0, late, 6), results.1);
/// ```
#[derive(Debug)]
pub struct Nature {
    rng: ChaCha8Rng,
    script: Vec<u8>,
}

impl Nature {
    /// A source of results that come from `seed` alone.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            script: Vec::new(),
        }
    }

    /// Takes the first results of a game from `script`, in order, instead of the seed.
    #[must_use]
    pub fn with_script(self, script: Vec<u8>) -> Self {
        Self { script, ..self }
    }

    /// The result at `slot`, below `outcomes`; `drawn` is the number of earlier results of the
    /// game. A scripted result that is out of range is ignored.
    pub fn decide(&mut self, drawn: usize, slot: Slot, outcomes: u8) -> u8 {
        let scripted = self.script.get(drawn).copied();
        match scripted.filter(|outcome| *outcome < outcomes) {
            Some(outcome) => outcome,
            None => self.at(slot, outcomes),
        }
    }

    /// Uses one 64-bit number per slot: the bias is below one part in 2^56 for up to 255 outcomes.
    /// Rejection would remove it, but would use up the numbers of the next slots.
    fn at(&mut self, slot: Slot, outcomes: u8) -> u8 {
        const WORDS: u128 = 2;
        if self.rng.get_stream() != slot.stream() {
            self.rng.set_stream(slot.stream());
        }
        let position = WORDS * u128::from(slot.index);
        if self.rng.get_word_pos() != position {
            self.rng.set_word_pos(position);
        }
        let product = u128::from(self.rng.next_u64()) * u128::from(outcomes);
        (product >> 64) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each face comes up 10,000 times in 60,000 throws, within four standard
    /// deviations.
    #[track_caller]
    fn check_faces(mut throw: impl FnMut(u32) -> usize) {
        let mut faces = [0u32; 6];
        (0..60_000).for_each(|number| faces[throw(number)] += 1);
        assert!(faces.iter().all(|&n| n.abs_diff(10_000) < 366), "{faces:?}");
    }

    #[test]
    fn every_face_is_equally_likely() {
        let mut luck = Seeded::new(1);
        check_faces(|_| luck.below(6) as usize);
        let mut nature = Nature::new(1);
        check_faces(|index| nature.decide(0, Slot::shared(0, index), 6).into());
        check_faces(|row| nature.decide(0, Slot::own(Side::Second, row, 4), 6).into());
    }

    #[test]
    fn same_seed_same_numbers_and_streams_differ() {
        let numbers = |mut luck: Seeded| (0..20).map(|_| luck.below(1000)).collect::<Vec<_>>();
        assert_eq!(numbers(Seeded::new(7)), numbers(Seeded::new(7)));
        assert_ne!(numbers(Seeded::stream(7, 0)), numbers(Seeded::stream(7, 1)));
        let for_choice = |side, choice| numbers(Seeded::for_choice(7, side, choice));
        assert_ne!(for_choice(Side::First, 0), for_choice(Side::Second, 0));
        assert_ne!(for_choice(Side::First, 0), for_choice(Side::First, 1));
    }

    #[test]
    fn the_result_at_a_slot_does_not_depend_on_earlier_results() {
        let slots: Vec<Slot> = (0..4)
            .flat_map(|row| (0..40).map(move |index| (row, index)))
            .flat_map(|(row, index)| {
                let own = |side| Slot::own(side, row, index);
                [
                    Slot::shared(row, index),
                    own(Side::First),
                    own(Side::Second),
                ]
            })
            .collect();
        let mut nature = Nature::new(3);
        let forwards: Vec<u8> = slots
            .iter()
            .map(|slot| nature.decide(0, *slot, 28))
            .collect();
        let backwards = slots.iter().rev().map(|slot| nature.decide(0, *slot, 28));
        let mut backwards: Vec<u8> = backwards.collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert!(
            forwards
                .iter()
                .collect::<std::collections::BTreeSet<_>>()
                .len()
                > 20
        );
    }

    #[test]
    fn scripted_results_come_first_then_those_of_the_seed() {
        let mut nature = Nature::new(3).with_script(vec![2, 9]);
        let slot = Slot::shared(0, 0);
        let seeded = Nature::new(3).decide(0, slot, 3);
        assert_eq!(nature.decide(0, slot, 3), 2);
        assert_eq!(nature.decide(1, slot, 3), seeded, "9 is not below 3");
        assert_eq!(nature.decide(2, slot, 3), seeded);
    }
}
