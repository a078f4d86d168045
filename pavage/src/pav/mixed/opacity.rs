//! Whether a new cell is as opaque as the one to the left: one decision instead of eight.

use super::canvas::Around;
use super::hash;
use super::mixture::{Mixture, Place};
use crate::pav::coder::Coder;

const CONTEXTS: usize = 6;
const TEXTURES: usize = 10;
/// What the last four cells were.
const LATELY: usize = 16;

pub(super) struct Opacity {
    mixture: Mixture<CONTEXTS, 1>,
    /// For each cell asked about so far a bit, the last one lowest.
    kept: u32,
}

impl Opacity {
    pub(super) fn new(bits: u32) -> Self {
        Self {
            mixture: Mixture::new(bits, 1 + TEXTURES + LATELY, 1, 3500, TEXTURES),
            kept: 0,
        }
    }

    /// Codes whether the opacity, which is `shift` bits up in a cell, is that of W.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        a: &Around,
        shift: u32,
        texture: usize,
        wanted: u32,
    ) -> bool {
        let [w, n, nw, ne] = [a.w, a.n, a.nw, a.ne].map(|cell| cell >> shift & 255);
        self.mixture.look(&[
            hash(&[self.kept & 0xFFF]),
            a.w,
            a.n,
            hash(&[w, texture as u32]),
            hash(&[w, n, nw, ne]),
            hash(&[n, ne, self.kept & 3]),
        ]);
        let place = Place {
            node: 0,
            sets: [0, 1 + texture, 1 + TEXTURES + self.kept as usize % LATELY],
            refine: texture,
        };
        let is_kept = self.mixture.code(coder, place, [256], wanted == w);
        self.kept = self.kept << 1 | u32::from(is_kept);
        is_kept
    }
}
