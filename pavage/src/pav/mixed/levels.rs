//! A cell that is none of those known, byte by byte and bit by bit.

use super::canvas::Around;
use super::hash;
use super::memory::Recalled;
use super::mixture::{Mixture, Place};
use crate::pav::coder::Coder;

const CONTEXTS: usize = 18;
const EXTRA: usize = 1;

pub(super) struct Levels {
    order: &'static [u32],
    mixture: Mixture<CONTEXTS, { CONTEXTS + EXTRA }>,
}

/// What is known when a byte is told.
struct Known {
    /// Which byte, and those told before.
    number: u32,
    told: u32,
    /// By how much the byte told before was off what its neighbours announced, W and N.
    shift: i32,
    off_w: i32,
    off_n: i32,
}

impl Levels {
    pub(super) fn new(bits: u32, order: &'static [u32]) -> Self {
        Self {
            order,
            mixture: Mixture::new(bits, 255, 4 * 8 * 2 + 4 * 256, 4 * 8, 16_000, 4 * 256),
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
            shift: 0,
            off_w: 0,
            off_n: 0,
        };
        for (number, &shift) in self.order.iter().enumerate() {
            known.number = number as u32;
            let contexts = contexts(a, recalled, &known, shift, column);
            let byte = self.code_byte(coder, &contexts, number, wanted >> shift & 255);
            cell |= byte << shift;
            let level = |cell: u32| (cell >> shift & 255).cast_signed();
            let byte = byte.cast_signed();
            known.told = hash(&[known.told, byte.cast_unsigned()]);
            known.shift = byte - gradient(level(a.w), level(a.n), level(a.nw));
            known.off_w = byte - level(a.w);
            known.off_n = byte - level(a.n);
        }
        cell
    }

    fn code_byte(
        &mut self,
        coder: &mut impl Coder,
        contexts: &[u32; CONTEXTS],
        number: usize,
        wanted: u32,
    ) -> u32 {
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
                        32 + number * 8 + below,
                        64 + (number * 256 + byte as usize),
                    ],
                    refine: number * 256 + byte as usize,
                };
                let bit = self
                    .mixture
                    .code(coder, place, &[256], wanted >> below & 1 == 1);
                node = node << 1 | usize::from(bit);
                byte = byte << 1 | u32::from(bit);
            }
        }
        byte & 255
    }
}

fn gradient(w: i32, n: i32, nw: i32) -> i32 {
    (w + n - nw).clamp(w.min(n), w.max(n))
}

fn contexts(
    a: &Around,
    recalled: &Recalled,
    known: &Known,
    shift: u32,
    column: usize,
) -> [u32; CONTEXTS] {
    let level = |cell: u32| (cell >> shift & 255).cast_signed();
    let (w, n, nw, ne) = (level(a.w), level(a.n), level(a.nw), level(a.ne));
    let (ww, nn) = (level(a.ww), level(a.nn));
    let announced = gradient(w, n, nw);
    let clamped = |value: i32| value.clamp(0, 255).cast_unsigned();
    let (number, told) = (known.number, known.told);
    let texture = 32
        - ((w - nw).abs() + (n - nw).abs())
            .cast_unsigned()
            .leading_zeros();
    let u = i32::cast_unsigned;
    [
        hash(&[number, told]),
        hash(&[number, told, a.w]),
        hash(&[number, told, a.n]),
        hash(&[number, told, a.w, a.n]),
        hash(&[number, told, a.w, a.n, a.nw, a.ne]),
        hash(&[number, clamped(announced + known.shift)]),
        hash(&[number, u(w), u(n), u(known.shift)]),
        hash(&[number, u(announced), u(known.shift)]),
        hash(&[number, u((w + n) >> 1), texture]),
        hash(&[number, clamped(w + known.off_w)]),
        hash(&[number, clamped(n + known.off_n)]),
        hash(&[number, clamped(announced), u(w - n)]),
        hash(&[number, column as u32, u(n)]),
        hash(&[number, u(ne), u(n), u(known.off_n)]),
        hash(&[number, clamped(2 * w - ww), u(known.off_w)]),
        hash(&[number, clamped(2 * n - nn), u(known.off_n)]),
        hash(&[number, recalled.matched, recalled.length.min(7), told]),
        hash(&[number]),
    ]
}
