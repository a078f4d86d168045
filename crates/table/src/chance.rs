//! Where luck comes from: a seed, a script, or a place in a game.

use std::fmt::Debug;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::Side;

/// The coin in a strategy's pocket.
pub trait Chance: Debug + Send {
    /// A number from 0 to `n − 1`, each as likely as the others.
    ///
    /// # Panics
    /// When `n` is 0.
    fn below(&mut self, n: u32) -> u32;
}

/// Luck that repeats: the same seed gives the same numbers on every machine.
#[derive(Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The sequence that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// An independent sequence of the same seed, so that one draw more here moves nothing there.
    #[must_use]
    pub fn stream(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// What a side has in its pocket for its choice number `choice` of a game: a game that was
    /// interrupted goes on with the luck it would have had.
    #[must_use]
    pub fn for_choice(seed: u64, side: Side, choice: u32) -> Self {
        // Above the streams of `Nature`, which end at three times 2^32.
        const POCKETS: u64 = 1 << 40;
        Self::stream(
            seed,
            POCKETS + 2 * u64::from(choice) + u64::from(side.number()),
        )
    }
}

impl Chance for Seeded {
    /// Lemire's multiplication with rejection: unbiased, and one multiplication in nearly all cases.
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a choice among none");
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }
}

/// The place of one result of chance in a game: which die of which throw of which round, which tile
/// of the deal. No two results of a game share one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    owner: Option<Side>,
    row: u32,
    index: u32,
}

impl Slot {
    /// A place where `side` alone draws: the other's doings cannot move what comes there.
    pub const fn own(side: Side, row: u32, index: u32) -> Self {
        Self {
            owner: Some(side),
            row,
            index,
        }
    }

    /// A place of something that both sides draw from.
    pub const fn shared(row: u32, index: u32) -> Self {
        Self {
            owner: None,
            row,
            index,
        }
    }

    /// Which sequence of a seed the row of this place is.
    fn stream(self) -> u64 {
        let owner = self.owner.map_or(0, Side::number);
        3 * u64::from(self.row) + u64::from(owner)
    }
}

/// Nature: a function from places to results, so that two games with one seed meet the same dice
/// whatever the players did before, and a game resumes without replaying luck.
///
/// ```
/// use table::{Nature, Side, Slot};
/// let (mut one, mut other) = (Nature::new(7), Nature::new(7));
/// let [early, late] = [1, 2].map(|round| Slot::own(Side::First, round, 0));
/// let met = (one.decide(0, early, 6), one.decide(1, late, 6));
/// assert_eq!(other.decide(0, late, 6), met.1);
/// ```
#[derive(Debug)]
pub struct Nature {
    rng: ChaCha8Rng,
    script: Vec<u8>,
}

impl Nature {
    /// What belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            script: Vec::new(),
        }
    }

    /// The same, but the first results of a game are those of `script`, in the order they come.
    #[must_use]
    pub fn with_script(self, script: Vec<u8>) -> Self {
        Self { script, ..self }
    }

    /// One of `outcomes` results at `slot`, after `drawn` results of this game. A script's results
    /// that are none of them are passed over.
    pub fn decide(&mut self, drawn: usize, slot: Slot, outcomes: u8) -> u8 {
        let scripted = self.script.get(drawn).copied();
        match scripted.filter(|outcome| *outcome < outcomes) {
            Some(outcome) => outcome,
            None => self.at(slot, outcomes),
        }
    }

    /// Two words a place: with 64 bits no result of at most 255 is likelier than another by more
    /// than one part in 2^56, and no place needs a second try, which would move its neighbours.
    fn at(&mut self, slot: Slot, outcomes: u8) -> u8 {
        const WORDS: u128 = 2;
        if self.rng.get_stream() != slot.stream() {
            self.rng.set_stream(slot.stream());
        }
        let place = WORDS * u128::from(slot.index);
        if self.rng.get_word_pos() != place {
            self.rng.set_word_pos(place);
        }
        let product = u128::from(self.rng.next_u64()) * u128::from(outcomes);
        (product >> 64) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Within four standard deviations of a binomial(60000, 1/6).
    #[track_caller]
    fn check_faces(mut throw: impl FnMut(u32) -> usize) {
        let mut faces = [0u32; 6];
        (0..60_000).for_each(|number| faces[throw(number)] += 1);
        assert!(faces.iter().all(|&n| n.abs_diff(10_000) < 366), "{faces:?}");
    }

    #[test]
    fn every_face_comes_about_as_often() {
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
        let pocket = |side, choice| numbers(Seeded::for_choice(7, side, choice));
        assert_ne!(pocket(Side::First, 0), pocket(Side::Second, 0));
        assert_ne!(pocket(Side::First, 0), pocket(Side::First, 1));
    }

    #[test]
    fn a_place_has_its_result_whatever_was_asked_before() {
        let places: Vec<Slot> = (0..4)
            .flat_map(|row| (0..40).map(move |index| (row, index)))
            .flat_map(|(row, index)| {
                let of = |side| Slot::own(side, row, index);
                [Slot::shared(row, index), of(Side::First), of(Side::Second)]
            })
            .collect();
        let mut nature = Nature::new(3);
        let forwards: Vec<u8> = places
            .iter()
            .map(|slot| nature.decide(0, *slot, 28))
            .collect();
        let backwards = places.iter().rev().map(|slot| nature.decide(0, *slot, 28));
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
    fn a_script_is_followed_then_left() {
        let mut nature = Nature::new(3).with_script(vec![2, 9]);
        let slot = Slot::shared(0, 0);
        let free = Nature::new(3).decide(0, slot, 3);
        assert_eq!(nature.decide(0, slot, 3), 2);
        assert_eq!(nature.decide(1, slot, 3), free, "9 is not below 3");
        assert_eq!(nature.decide(2, slot, 3), free);
    }
}
