//! Model of unchanged opacity: one decision whether a new cell has the opacity of its left
//! neighbour, instead of eight decisions.

use super::history_mixer::{HistoryMixer, MixSelector};
use crate::pav::canvas::CellNeighbours;
use crate::pav::coder::RangeCoder;
use crate::pav::model::hash;

const CONTEXTS: usize = 6;
const TEXTURES: usize = 10;
/// Number of outcomes of the last four decisions.
const LATELY: usize = 16;

pub(super) struct OpacityModel {
    mixer: HistoryMixer<CONTEXTS, 1>,
    /// Outcomes of all decisions so far, one bit each, the last one lowest.
    kept: u32,
}

impl OpacityModel {
    pub(super) fn new(bits: u32) -> Self {
        Self {
            mixer: HistoryMixer::new(bits, 1 + TEXTURES + LATELY, 1, 3500, TEXTURES),
            kept: 0,
        }
    }

    /// Codes whether the opacity, at bit `shift` of a cell, equals that of the left neighbour.
    pub(super) fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        a: &CellNeighbours,
        shift: u32,
        texture: usize,
        wanted: u32,
    ) -> bool {
        let [w, n, nw, ne] = [a.w, a.n, a.nw, a.ne].map(|cell| cell >> shift & 255);
        self.mixer.find_lines(&[
            hash(&[self.kept & 0xFFF]),
            a.w,
            a.n,
            hash(&[w, texture as u32]),
            hash(&[w, n, nw, ne]),
            hash(&[n, ne, self.kept & 3]),
        ]);
        let place = MixSelector {
            node: 0,
            sets: [0, 1 + texture, 1 + TEXTURES + self.kept as usize % LATELY],
            map_context: texture,
        };
        let is_kept = self.mixer.code(coder, place, [256], wanted == w);
        self.kept = self.kept << 1 | u32::from(is_kept);
        is_kept
    }
}
