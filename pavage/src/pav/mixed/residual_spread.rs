//! Predicts the bits of a byte from a logistic distribution around a predicted value, whose width
//! adapts to past residuals.

use crate::pav::model::logistic::{squash, stretch};

/// Mean absolute residual for each situation, in units of 1/256.
#[derive(Debug)]
pub(super) struct ResidualSpread {
    errors: Vec<i32>,
}

/// A logistic distribution around a predicted byte.
#[derive(Clone, Copy, Debug, Default)]
struct LogisticCurve {
    centre: i32,
    steepness: i32,
}

/// The interval of byte values that remain before a bit, in cumulative probabilities out of 65 536.
#[derive(Clone, Copy, Debug, Default)]
struct BitInterval {
    low: u32,
    high: u32,
    /// Cumulative probability at the value where the bit changes from 0 to 1.
    share: u32,
    /// Stretched probability that the bit is 1.
    input: i16,
}

/// Predictions of the bits of one byte, from the top, by `S` distributions.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpreadBits<const S: usize> {
    slopes: [LogisticCurve; S],
    steps: [BitInterval; S],
}

impl<const S: usize> SpreadBits<S> {
    #[inline]
    pub(super) fn new(spreads: &[ResidualSpread; S], situation: usize, centres: &[i32; 3]) -> Self {
        let mut slopes = [LogisticCurve::default(); S];
        let mut steps = [BitInterval::default(); S];
        let each = slopes.iter_mut().zip(&mut steps);
        for ((slope, step), (spread, &centre)) in each.zip(spreads.iter().zip(centres)) {
            *slope = spread.slope(situation, centre);
            *step = slope.step(0, 65_536, 128);
        }
        Self { slopes, steps }
    }

    /// The mixer inputs for the next bit: one for each distribution, then the constant 256.
    #[inline]
    pub(super) fn inputs(&self) -> [i16; 4] {
        let mut inputs = [0; 4];
        inputs[S] = 256;
        for (input, step) in inputs.iter_mut().zip(&self.steps) {
            *input = step.input;
        }
        inputs
    }

    /// Narrows the intervals after a bit: `path` ends with it and `below` bits follow.
    #[inline]
    pub(super) fn follow(&mut self, path: u32, below: usize) {
        if below == 0 {
            return;
        }
        let middle = ((2 * path + 1) << (below - 1)) & 255;
        for (step, slope) in self.steps.iter_mut().zip(&self.slopes) {
            *step = if path & 1 == 1 {
                slope.step(step.share, step.high, middle)
            } else {
                slope.step(step.low, step.share, middle)
            };
        }
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
