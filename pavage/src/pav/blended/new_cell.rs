//! Model of cells that equal no candidate, coded byte by byte and bit by bit.

use super::history_mixer::{HistoryMixer, MixSelector};
use super::opacity::OpacityModel;
use super::residual_spread::{ResidualSpread, SpreadBits};
use crate::pav::canvas::CellNeighbours;
use crate::pav::coder::RangeCoder;
use crate::pav::model::hash;

const CONTEXTS: usize = 14;
const TEXTURES: usize = 10;
/// Weight sets by byte and bit come first; from `BY_BITS` on by byte and the bits before, from
/// `BY_TEXTURE` on by byte, texture and bit.
const BY_BITS: usize = 4 * 8;
const BY_TEXTURE: usize = BY_BITS + 4 * 256;

/// Codes the bytes of a new cell.
pub(super) struct NewCellModel {
    order: &'static [u32],
    mixer: HistoryMixer<CONTEXTS, 2>,
    spread: ResidualSpread,
    opacity: Option<OpacityModel>,
}

/// The context of a byte: the neighbours and the bytes coded before it in the cell.
struct ByteContext<'a> {
    around: &'a CellNeighbours,
    /// Index of the byte in coding order, and a hash of the bytes before it.
    number: usize,
    coded: u32,
    /// Bit shifts of the byte and of the byte before it in a cell.
    shift: u32,
    last_shift: u32,
    last: i32,
}

impl NewCellModel {
    pub(super) fn new(bits: u32, order: &'static [u32], opacity: Option<OpacityModel>) -> Self {
        let sets = BY_TEXTURE + 4 * TEXTURES * 8;
        Self {
            order,
            mixer: HistoryMixer::new(bits, sets, BY_BITS, 3000, 4 * 256).with_late(8..CONTEXTS),
            spread: ResidualSpread::new(4 * TEXTURES),
            opacity,
        }
    }

    pub(super) fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        around: &CellNeighbours,
        wanted: u32,
    ) -> u32 {
        let mut known = ByteContext {
            around,
            number: 0,
            coded: 0,
            shift: 0,
            last_shift: 0,
            last: 0,
        };
        let mut cell = 0;
        for (number, &shift) in self.order.iter().enumerate() {
            (known.number, known.shift) = (number, shift);
            let byte = self.code_byte(coder, &known, wanted >> shift & 255);
            cell |= byte << shift;
            known.coded = hash(&[known.coded, byte]);
            (known.last, known.last_shift) = (byte.cast_signed(), shift);
        }
        cell
    }

    fn code_byte(&mut self, coder: &mut impl RangeCoder, known: &ByteContext, wanted: u32) -> u32 {
        let texture = known.texture();
        let situation = known.number * TEXTURES + texture;
        let between = known.between();
        let refused = match &mut self.opacity {
            Some(opacity) if known.number == 0 => {
                let west = known.level(known.around.w).cast_unsigned();
                if opacity.code(coder, known.around, known.shift, texture, wanted) {
                    self.spread.learn(situation, west.cast_signed() - between);
                    return west;
                }
                Some(west)
            }
            _ => None,
        };
        self.mixer
            .find_lines(&known.contexts(texture as u32, between));
        let byte = self.code_bits(coder, known.number, situation, between, refused, wanted);
        self.spread.learn(situation, byte.cast_signed() - between);
        byte
    }

    /// Codes the bits of a byte from the top; the byte is known to differ from `refused`.
    fn code_bits(
        &mut self,
        coder: &mut impl RangeCoder,
        number: usize,
        situation: usize,
        between: i32,
        refused: Option<u32>,
        wanted: u32,
    ) -> u32 {
        let mut descent = SpreadBits::new(&self.spread, situation, between);
        let mut byte = 1;
        for below in (0..8).rev() {
            if below == 3 {
                self.mixer.find_nested_lines(byte & 15);
            }
            if let (0, Some(refused)) = (below, refused)
                && refused >> 1 == byte & 127
            {
                return refused ^ 1;
            }
            let path = number * 256 + byte as usize;
            let top = 8 >> (below & 3);
            let place = MixSelector {
                node: (byte as usize & (top - 1) | top) - 1,
                sets: [
                    number * 8 + below,
                    BY_BITS + path,
                    BY_TEXTURE + 8 * situation + below,
                ],
                map_context: path,
            };
            let bit = wanted >> below & 1 == 1;
            let bit = self.mixer.code(coder, place, [descent.input(), 256], bit);
            byte = byte << 1 | u32::from(bit);
            descent.follow(byte, below);
        }
        byte & 255
    }
}

fn gradient(w: i32, n: i32, nw: i32) -> i32 {
    (w + n - nw).clamp(w.min(n), w.max(n))
}

fn level(cell: u32, shift: u32) -> i32 {
    (cell >> shift & 255).cast_signed()
}

impl ByteContext<'_> {
    /// The value in another cell of the byte that is being coded.
    fn level(&self, cell: u32) -> i32 {
        level(cell, self.shift)
    }

    /// The value in another cell of the byte that was coded before this one.
    fn before(&self, cell: u32) -> i32 {
        level(cell, self.last_shift)
    }

    fn gradient(&self) -> i32 {
        let a = self.around;
        gradient(self.level(a.w), self.level(a.n), self.level(a.nw))
    }

    /// Residual of the byte coded before this one to a prediction of it; 0 for the first byte.
    fn off(&self, predicted: i32) -> i32 {
        if self.number == 0 {
            0
        } else {
            self.last - predicted
        }
    }

    /// Texture class: the bit length of the differences between the neighbours.
    fn texture(&self) -> usize {
        let a = self.around;
        let (w, n, nw) = (self.level(a.w), self.level(a.n), self.level(a.nw));
        let steps = w.abs_diff(nw) + n.abs_diff(nw);
        ((32 - steps.leading_zeros()) as usize).min(TEXTURES - 1)
    }

    /// Predicts the byte by interpolating between two neighbours as the byte before lies between
    /// theirs: antialiased edges are blends.
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

    fn contexts(&self, texture: u32, between: i32) -> [u32; CONTEXTS] {
        let a = self.around;
        let level = |cell: u32| self.level(cell);
        let (w, n) = (level(a.w), level(a.n));
        let [off_w, off_n, off_ne] = [a.w, a.n, a.ne].map(|cell| self.off(self.before(cell)));
        let predicted = self.gradient() + self.off_gradient();
        let clamped = |value: i32| value.clamp(0, 255).cast_unsigned();
        let (number, coded) = (self.number as u32, self.coded);
        let plain = i32::cast_unsigned;
        [
            hash(&[number, coded]),
            hash(&[number, coded, a.n]),
            hash(&[number, clamped(predicted)]),
            hash(&[number, plain((w + n) >> 1), texture]),
            hash(&[number, clamped(n + off_n)]),
            hash(&[number, clamped(2 * w - level(a.ww)), plain(off_w)]),
            hash(&[number, plain(between)]),
            0,
            hash(&[number, coded, a.w]),
            hash(&[number, plain(w), plain(n), plain(off_w)]),
            hash(&[
                number,
                clamped(w + level(a.ne) - n),
                plain(off_w + off_ne - off_n),
            ]),
            hash(&[number, clamped(w + off_w), clamped(n + off_n)]),
            hash(&[number, clamped(2 * n - level(a.nn)), plain(off_n)]),
            hash(&[number, clamped(predicted), texture, plain(between)]),
        ]
    }
}
