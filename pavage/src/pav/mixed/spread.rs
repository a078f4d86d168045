//! A level expected near another one: what its bits are if it spreads around that as it did before.

use crate::pav::model::logistic::{squash, stretch};

/// How far levels were from what was expected, in sixteenths, by situation.
#[derive(Debug)]
pub(super) struct Spread {
    errors: Vec<i32>,
}

/// The bits of one level, from the top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    centre: i32,
    steepness: i32,
    low: u32,
    high: u32,
}

impl Spread {
    pub(super) fn new(situations: usize) -> Self {
        Self {
            errors: vec![8 * 16; situations],
        }
    }

    pub(super) fn descend(&self, situation: usize, centre: i32) -> Descent {
        Descent {
            centre,
            steepness: 2832 * 16 / (self.errors[situation] + 3),
            low: 0,
            high: 65_536,
        }
    }

    pub(super) fn learn(&mut self, situation: usize, distance: i32) {
        let error = &mut self.errors[situation];
        *error += (distance.abs() * 256 - *error) >> 4;
    }
}

impl Descent {
    /// The share of levels below one, out of 65 536.
    #[inline]
    fn below(&self, level: u32) -> u32 {
        let distance = 2 * level.cast_signed() - 1 - 2 * self.centre;
        squash((distance * self.steepness) >> 4)
    }

    /// The input for the next bit, and the share at which it parts what is left; `middle` is the least
    /// level whose bit is 1.
    #[inline]
    pub(super) fn part(&self, middle: u32) -> (i16, u32) {
        let share = self.below(middle).clamp(self.low, self.high);
        let chance = (self.high - share + 1) * 32_767 / (self.high - self.low + 2);
        (stretch((2 * chance) as u16) as i16, share)
    }

    #[inline]
    pub(super) fn take(&mut self, bit: bool, share: u32) {
        if bit {
            self.low = share;
        } else {
            self.high = share;
        }
    }
}
