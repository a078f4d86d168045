//! Where luck comes from: a seed, or a script.

use std::collections::VecDeque;
use std::fmt::Debug;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Nature, and the coin in a strategy's pocket.
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

/// Luck that was written down: the numbers of a script, then those of `after`.
#[derive(Debug)]
pub struct Scripted {
    script: VecDeque<u32>,
    after: Box<dyn Chance>,
}

impl Scripted {
    /// Plays `script`, then goes on with `after`.
    pub fn new(script: impl IntoIterator<Item = u32>, after: impl Chance + 'static) -> Self {
        Self {
            script: script.into_iter().collect(),
            after: Box::new(after),
        }
    }
}

impl Chance for Scripted {
    /// # Panics
    /// When the script names an outcome that does not exist.
    fn below(&mut self, n: u32) -> u32 {
        let Some(outcome) = self.script.pop_front() else {
            return self.after.below(n);
        };
        assert!(
            outcome < n,
            "the script says {outcome} where 0 to {} are possible",
            n - 1
        );
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_comes_about_as_often() {
        let mut luck = Seeded::new(1);
        let mut faces = [0u32; 6];
        for _ in 0..60_000 {
            faces[luck.below(6) as usize] += 1;
        }
        // Four standard deviations of a binomial(60000, 1/6).
        assert!(faces.iter().all(|&n| n.abs_diff(10_000) < 366), "{faces:?}");
    }

    #[test]
    fn same_seed_same_numbers_and_streams_differ() {
        let numbers = |mut luck: Seeded| (0..20).map(|_| luck.below(1000)).collect::<Vec<_>>();
        assert_eq!(numbers(Seeded::new(7)), numbers(Seeded::new(7)));
        assert_ne!(numbers(Seeded::stream(7, 0)), numbers(Seeded::stream(7, 1)));
    }

    #[test]
    fn a_script_is_followed_then_left() {
        let mut luck = Scripted::new([2, 0], Seeded::new(3));
        assert_eq!((luck.below(3), luck.below(3)), (2, 0));
        assert!(luck.below(3) < 3);
    }
}
