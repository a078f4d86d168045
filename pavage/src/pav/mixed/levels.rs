//! A cell that is none of those known, byte by byte and bit by bit.

use super::canvas::Around;
use super::hash;
use super::mixture::{Mixture, Place};
use super::spread::{Descent, Spread};
use crate::pav::coder::Coder;

const CONTEXTS: usize = 8;
const SPREADS: usize = 3;
const TEXTURES: usize = 10;
/// Sets of weights: by byte and bit, then by byte and the bits before, then by byte, texture and bit.
const BY_BITS: usize = 4 * 8;
const BY_TEXTURE: usize = BY_BITS + 4 * 256;

pub(super) struct Levels {
    order: &'static [u32],
    mixture: Mixture<CONTEXTS, 16>,
    spreads: [Spread; SPREADS],
}

/// What is known when a byte is told.
struct Known<'a> {
    around: &'a Around,
    /// Which byte, and a hash of those told before.
    number: usize,
    told: u32,
    /// Where the byte stands in cells, and the one before it.
    shift: u32,
    last_shift: u32,
    last: i32,
}

impl Levels {
    pub(super) fn new(bits: u32, order: &'static [u32]) -> Self {
        let sets = BY_TEXTURE + 4 * TEXTURES * 8;
        Self {
            order,
            mixture: Mixture::new(bits, sets, BY_BITS, 3000, 4 * 256),
            spreads: std::array::from_fn(|_| Spread::new(4 * TEXTURES)),
        }
    }

    pub(super) fn code(&mut self, coder: &mut impl Coder, around: &Around, wanted: u32) -> u32 {
        let mut known = Known {
            around,
            number: 0,
            told: 0,
            shift: 0,
            last_shift: 0,
            last: 0,
        };
        let mut cell = 0;
        for (number, &shift) in self.order.iter().enumerate() {
            (known.number, known.shift) = (number, shift);
            let byte = self.code_byte(coder, &known, wanted >> shift & 255);
            cell |= byte << shift;
            known.told = hash(&[known.told, byte]);
            (known.last, known.last_shift) = (byte.cast_signed(), shift);
        }
        cell
    }

    fn code_byte(&mut self, coder: &mut impl Coder, known: &Known, wanted: u32) -> u32 {
        let texture = known.texture();
        let situation = known.number * TEXTURES + texture;
        let contexts = known.contexts(texture as u32);
        let centres = known.centres();
        let mut descents = [0, 1, 2].map(|at| self.spreads[at].descend(situation, centres[at]));
        let mut byte = 1;
        for half in [4, 0] {
            let told = byte;
            if half == 4 {
                self.mixture.look(&contexts);
            } else {
                self.mixture.look_further(told & 15);
            }
            for below in (half..half + 4).rev() {
                let path = known.number * 256 + byte as usize;
                let place = Place {
                    node: (byte as usize & ((8 << half >> below) - 1) | 8 << half >> below) - 1,
                    sets: [
                        known.number * 8 + below,
                        BY_BITS + path,
                        BY_TEXTURE + 8 * situation + below,
                    ],
                    refine: path,
                };
                let middle = ((2 * byte + 1) << below) & 255;
                let bit = wanted >> below & 1 == 1;
                byte =
                    byte << 1 | u32::from(self.code_bit(coder, place, &mut descents, middle, bit));
            }
        }
        let byte = byte & 255;
        for (spread, centre) in self.spreads.iter_mut().zip(centres) {
            spread.learn(situation, byte.cast_signed() - centre);
        }
        byte
    }

    #[inline]
    fn code_bit(
        &mut self,
        coder: &mut impl Coder,
        place: Place,
        descents: &mut [Descent; SPREADS],
        middle: u32,
        bit: bool,
    ) -> bool {
        let parts = descents.map(|descent| descent.part(middle));
        let extra = [256, parts[0].0, parts[1].0, parts[2].0];
        let bit = self.mixture.code(coder, place, &extra, bit);
        for (descent, (_, share)) in descents.iter_mut().zip(parts) {
            descent.take(bit, share);
        }
        bit
    }
}

fn gradient(w: i32, n: i32, nw: i32) -> i32 {
    (w + n - nw).clamp(w.min(n), w.max(n))
}

fn level(cell: u32, shift: u32) -> i32 {
    (cell >> shift & 255).cast_signed()
}

impl Known<'_> {
    /// The byte told now, in another cell.
    fn level(&self, cell: u32) -> i32 {
        level(cell, self.shift)
    }

    /// The byte told before, in another cell.
    fn before(&self, cell: u32) -> i32 {
        level(cell, self.last_shift)
    }

    fn gradient(&self) -> i32 {
        let a = self.around;
        gradient(self.level(a.w), self.level(a.n), self.level(a.nw))
    }

    /// By how much the byte told before was off what this function of it announced; 0 for the first.
    fn off(&self, announced: i32) -> i32 {
        if self.number == 0 {
            0
        } else {
            self.last - announced
        }
    }

    /// The size of the steps between the neighbours.
    fn texture(&self) -> usize {
        let a = self.around;
        let (w, n, nw) = (self.level(a.w), self.level(a.n), self.level(a.nw));
        let steps = w.abs_diff(nw) + n.abs_diff(nw);
        ((32 - steps.leading_zeros()) as usize).min(TEXTURES - 1)
    }

    /// The level as far between two neighbours as the byte before is between theirs: edges are blends.
    fn between(&self) -> i32 {
        let a = self.around;
        let (start, from) = (self.before(a.w), self.level(a.w));
        if self.number == 0 {
            return from;
        }
        let others = [a.n, a.ne, a.nw, a.ww, a.nn];
        let other = others.into_iter().find(|&cell| self.before(cell) != start);
        let part = other.map_or(self.last - start, |other| {
            (self.level(other) - from) * (self.last - start) / (self.before(other) - start)
        });
        (from + part).clamp(0, 255)
    }

    fn off_gradient(&self) -> i32 {
        let a = self.around;
        self.off(gradient(
            self.before(a.w),
            self.before(a.n),
            self.before(a.nw),
        ))
    }

    fn centres(&self) -> [i32; SPREADS] {
        let a = self.around;
        let announced = (self.gradient() + self.off_gradient()).clamp(0, 255);
        let middle = (self.level(a.w) + self.level(a.n)) >> 1;
        [announced, self.between(), middle]
    }

    fn contexts(&self, texture: u32) -> [u32; CONTEXTS] {
        let a = self.around;
        let level = |cell: u32| self.level(cell);
        let (w, n) = (level(a.w), level(a.n));
        let (off_w, off_n) = (self.off(self.before(a.w)), self.off(self.before(a.n)));
        let clamped = |value: i32| value.clamp(0, 255).cast_unsigned();
        let (number, told) = (self.number as u32, self.told);
        let [announced, between, middle] = self.centres().map(i32::cast_unsigned);
        let plain = i32::cast_unsigned;
        [
            hash(&[number, told]),
            hash(&[number, told, a.n]),
            hash(&[number, announced]),
            hash(&[number, middle, texture]),
            hash(&[number, clamped(w + off_w)]),
            hash(&[number, clamped(n + off_n)]),
            hash(&[number, clamped(2 * w - level(a.ww)), plain(off_w)]),
            hash(&[number, between]),
        ]
    }
}
