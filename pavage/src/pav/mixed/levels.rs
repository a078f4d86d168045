//! A cell that is none of those known, byte by byte and bit by bit.

use super::canvas::Around;
use super::hash;
use super::memory::Recalled;
use super::mixture::{Mixture, Place};
use super::spread::{Descent, Spread};
use crate::pav::coder::Coder;

const CONTEXTS: usize = 18;
const SPREADS: usize = 3;
const TEXTURES: usize = 10;

pub(super) struct Levels {
    order: &'static [u32],
    mixture: Mixture<CONTEXTS, 24>,
    spreads: [Spread; SPREADS],
}

/// What is known when a byte is told.
struct Known {
    /// Which byte, and those told before.
    number: u32,
    told: u32,
    /// By how much the byte told before was off what its neighbours announced, W and N.
    off: i32,
    off_w: i32,
    off_n: i32,
    /// The byte told before, and where it stands in cells.
    last: i32,
    last_shift: u32,
}

impl Levels {
    pub(super) fn new(bits: u32, order: &'static [u32]) -> Self {
        Self {
            order,
            mixture: Mixture::new(
                bits,
                255,
                32 + 4 * 256 + 8 * 4 * TEXTURES,
                32,
                super::mixture::tune("LW", 4000) as i16,
                4 * 256,
            ),
            spreads: std::array::from_fn(|_| Spread::new(4 * TEXTURES)),
        }
    }

    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        a: &Around,
        recalled: &Recalled,
        column: usize,
        wanted: u32,
    ) -> u32 {
        let mut cell = 0;
        let mut known = Known {
            number: 0,
            told: 0,
            off: 0,
            off_w: 0,
            off_n: 0,
            last: 0,
            last_shift: 0,
        };
        for (number, &shift) in self.order.iter().enumerate() {
            known.number = number as u32;
            let byte = self.code_byte(
                coder,
                a,
                recalled,
                &known,
                shift,
                column,
                wanted >> shift & 255,
            );
            cell |= byte << shift;
            let level = |cell: u32| (cell >> shift & 255).cast_signed();
            let byte = byte.cast_signed();
            known.told = hash(&[known.told, byte.cast_unsigned()]);
            known.off = byte - gradient(level(a.w), level(a.n), level(a.nw));
            known.off_w = byte - level(a.w);
            known.off_n = byte - level(a.n);
            known.last = byte;
            known.last_shift = shift;
        }
        cell
    }

    fn code_byte(
        &mut self,
        coder: &mut impl Coder,
        a: &Around,
        recalled: &Recalled,
        known: &Known,
        shift: u32,
        column: usize,
        wanted: u32,
    ) -> u32 {
        let number = known.number as usize;
        let level = |cell: u32| (cell >> shift & 255).cast_signed();
        let (w, n, nw) = (level(a.w), level(a.n), level(a.nw));
        let steps = (w - nw).abs() + (n - nw).abs();
        let texture = (32 - steps.cast_unsigned().leading_zeros()).min(TEXTURES as u32 - 1);
        let between = between(a, known, shift);
        let contexts = contexts(a, recalled, known, shift, column, between, texture);
        let situation = number * TEXTURES + texture as usize;
        let centres = [
            (gradient(w, n, nw) + known.off).clamp(0, 255),
            between,
            (w + n) >> 1,
        ];
        let mut descents: [Descent; SPREADS] =
            std::array::from_fn(|at| self.spreads[at].descend(situation, centres[at]));
        let mut byte = 1;
        for half in [4, 0] {
            let told = byte;
            self.mixture
                .look(&contexts.map(|context| hash(&[context, told])));
            let mut node = 1;
            for below in (half..half + 4).rev() {
                let place = Place {
                    node: node - 1,
                    sets: [
                        number * 8 + below,
                        32 + number * 256 + byte as usize,
                        32 + 1024 + 8 * situation + below,
                    ],
                    refine: number * 256 + byte as usize,
                };
                let middle = (2 * byte + 1 << below) & 255;
                let parts = descents.map(|descent| descent.part(middle));
                let extra = [256, parts[0].0, parts[1].0, parts[2].0];
                let bit = self
                    .mixture
                    .code(coder, place, &extra, wanted >> below & 1 == 1);
                for (descent, (_, share)) in descents.iter_mut().zip(parts) {
                    descent.take(bit, share);
                }
                node = node << 1 | usize::from(bit);
                byte = byte << 1 | u32::from(bit);
            }
        }
        let byte = byte & 255;
        for (spread, centre) in self.spreads.iter_mut().zip(centres) {
            spread.learn(situation, byte.cast_signed() - centre);
        }
        byte
    }
}

fn gradient(w: i32, n: i32, nw: i32) -> i32 {
    (w + n - nw).clamp(w.min(n), w.max(n))
}

/// The level as far between two neighbours as the byte before is between theirs: edges are blends.
fn between(a: &Around, known: &Known, shift: u32) -> i32 {
    let level = |cell: u32| (cell >> shift & 255).cast_signed();
    let before = |cell: u32| (cell >> known.last_shift & 255).cast_signed();
    let (start, from) = (before(a.w), level(a.w));
    if known.number == 0 {
        return from;
    }
    let others = [a.n, a.ne, a.nw, a.ww, a.nn];
    let Some(&other) = others.iter().find(|&&cell| before(cell) != start) else {
        return (from + known.off_w).clamp(0, 255);
    };
    let part = (level(other) - from) * (known.last - start) / (before(other) - start);
    (from + part).clamp(0, 255)
}

fn contexts(
    a: &Around,
    recalled: &Recalled,
    known: &Known,
    shift: u32,
    column: usize,
    between: i32,
    texture: u32,
) -> [u32; CONTEXTS] {
    let level = |cell: u32| (cell >> shift & 255).cast_signed();
    let (w, n, nw, ne) = (level(a.w), level(a.n), level(a.nw), level(a.ne));
    let (ww, nn) = (level(a.ww), level(a.nn));
    let announced = gradient(w, n, nw);
    let clamped = |value: i32| value.clamp(0, 255).cast_unsigned();
    let (number, told) = (known.number, known.told);
    let u = i32::cast_unsigned;
    let mask = super::mixture::mask("LX");
    let all = [
        hash(&[number, told]),
        hash(&[number, told, a.w]),
        hash(&[number, told, a.n]),
        hash(&[number, told, a.w, a.n]),
        hash(&[number, told, a.w, a.n, a.nw, a.ne]),
        hash(&[number, clamped(announced + known.off)]),
        hash(&[number, u(w), u(n), u(known.off)]),
        hash(&[number, u(announced), u(known.off)]),
        hash(&[number, u((w + n) >> 1), texture]),
        hash(&[number, clamped(w + known.off_w)]),
        hash(&[number, clamped(n + known.off_n)]),
        hash(&[number, clamped(announced), u(w - n)]),
        hash(&[number, column as u32, u(n)]),
        hash(&[number, u(ne), u(n), u(known.off_n)]),
        hash(&[number, clamped(2 * w - ww), u(known.off_w)]),
        hash(&[number, clamped(2 * n - nn), u(between)]),
        hash(&[number, recalled.matched, recalled.length.min(7), told]),
        hash(&[number, u(between)]),
    ];
    std::array::from_fn(|i| if mask >> i & 1 == 1 { 0 } else { all[i] })
}
