//! A level expected near another one: what its bits are if it spreads around that as it did before.

use crate::pav::model::logistic::{squash, stretch};

/// How far levels were from what was expected, in sixteenths, by situation.
#[derive(Debug)]
pub(super) struct ResidualSpread {
    errors: Vec<i32>,
}

/// Where one level is expected.
#[derive(Clone, Copy, Debug, Default)]
struct LogisticCurve {
    centre: i32,
    steepness: i32,
}

/// What is left of the levels before a bit of one, as shares out of 65 536.
#[derive(Clone, Copy, Debug, Default)]
struct BitInterval {
    low: u32,
    high: u32,
    /// Where the bit parts it.
    share: u32,
    /// What is expected of the bit.
    input: i16,
}

/// The bits of one level, from the top, as several spreads expect them.
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

    /// What the spreads expect of the next bit, then an input that is always the same.
    #[inline]
    pub(super) fn inputs(&self) -> [i16; 4] {
        let mut inputs = [0; 4];
        inputs[S] = 256;
        for (input, step) in inputs.iter_mut().zip(&self.steps) {
            *input = step.input;
        }
        inputs
    }

    /// After a bit that ends `path`, with so many below it.
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
    /// The share of levels below one.
    #[inline]
    fn below(self, level: u32) -> u32 {
        let distance = 2 * level.cast_signed() - 1 - 2 * self.centre;
        squash((distance * self.steepness) >> 4)
    }

    /// Before a bit; `middle` is the least level whose bit is 1.
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
