//! Predicts the bits of a byte from a logistic distribution around a predicted value, whose width
//! adapts to past residuals.

use crate::pav::model::logistic::{squash, stretch};

/// Mean absolute residual for each situation, in units of 1/256.
#[derive(Debug)]
pub(super) struct ResidualSpread {
    errors: Vec<i32>,
}

/// A logistic distribution around a predicted byte.
#[derive(Clone, Copy, Debug)]
struct LogisticCurve {
    centre: i32,
    steepness: i32,
}

/// The interval of byte values that remain before a bit, in cumulative probabilities out of 65 536.
#[derive(Clone, Copy, Debug)]
struct BitInterval {
    low: u32,
    high: u32,
    /// Cumulative probability at the value where the bit changes from 0 to 1.
    share: u32,
    /// Stretched probability that the bit is 1.
    input: i16,
}

/// Predictions of the bits of one byte, from the top.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpreadBits {
    slope: LogisticCurve,
    step: BitInterval,
}

impl SpreadBits {
    #[inline]
    pub(super) fn new(spread: &ResidualSpread, situation: usize, centre: i32) -> Self {
        let slope = spread.slope(situation, centre);
        let step = slope.step(0, 65_536, 128);
        Self { slope, step }
    }

    /// The mixer input for the next bit.
    #[inline]
    pub(super) fn input(&self) -> i16 {
        self.step.input
    }

    /// Narrows the interval after a bit: `path` ends with it and `below` bits follow.
    #[inline]
    pub(super) fn follow(&mut self, path: u32, below: usize) {
        if below == 0 {
            return;
        }
        let middle = ((2 * path + 1) << (below - 1)) & 255;
        let BitInterval {
            low, high, share, ..
        } = self.step;
        self.step = if path & 1 == 1 {
            self.slope.step(share, high, middle)
        } else {
            self.slope.step(low, share, middle)
        };
    }
}

impl ResidualSpread {
    pub(super) fn new(situations: usize) -> Self {
        Self {
            errors: vec![8 * 16; situations],
        }
    }

    fn slope(&self, situation: usize, centre: i32) -> LogisticCurve {
        LogisticCurve {
            centre,
            steepness: 2832 * 16 / (self.errors[situation] + 3),
        }
    }

    pub(super) fn learn(&mut self, situation: usize, distance: i32) {
        let error = &mut self.errors[situation];
        *error += (distance.abs() * 256 - *error) >> 4;
    }
}

impl LogisticCurve {
    /// Cumulative probability of the bytes below `level`.
    #[inline]
    fn below(self, level: u32) -> u32 {
        let distance = 2 * level.cast_signed() - 1 - 2 * self.centre;
        squash((distance * self.steepness) >> 4)
    }

    /// The interval before a bit; `middle` is the smallest byte whose bit is 1.
    #[inline]
    fn step(self, low: u32, high: u32, middle: u32) -> BitInterval {
        let share = self.below(middle).clamp(low, high);
        let probability = (high - share + 1) * 32_767 / (high - low + 2);
        BitInterval {
            low,
            high,
            share,
            input: stretch((2 * probability) as u16) as i16,
        }
    }
}
