//! Model of cells that equal a candidate: a neighbour or a match prediction.

use super::history_mixer::{HistoryMixer, MixSelector};
use super::match_model::MatchPrediction;
use crate::pav::canvas::{CellNeighbours, bits};
use crate::pav::coder::RangeCoder;
use crate::pav::model::hash;

const CONTEXTS: usize = 9;
/// Number of decisions: one for each of six candidates, and one for none of them.
const DECISIONS: usize = 7;
const NEW: usize = 6;
const PATTERNS: usize = 16;
const LENGTHS: usize = 8;

/// Codes whether a cell equals one of its candidates.
pub(super) struct CandidateModel {
    mixer: HistoryMixer<CONTEXTS, 2>,
}

/// The context of a cell in its row and columns, beyond its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSituation {
    /// Numbers of rows since the colour changed in the column to the left, in this column and in
    /// the one to the right.
    pub(super) ages: [u32; 3],
    /// Number of cells of this row since one differed from its left neighbour.
    pub(super) run: usize,
    /// Whether a flat run was broken at this cell, so that it differs from its left neighbour.
    pub(super) broken: bool,
}

impl CandidateModel {
    pub(super) fn new(bits: u32) -> Self {
        let sets = DECISIONS * (1 + PATTERNS + LENGTHS);
        Self {
            mixer: HistoryMixer::new(bits, sets, DECISIONS, 3000, DECISIONS * PATTERNS),
        }
    }

    /// Codes the cell if it is one of the candidates; returns `None` if it is a new value.
    pub(super) fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        a: &CellNeighbours,
        recalled: &MatchPrediction,
        course: &CellSituation,
        wanted: u32,
    ) -> Option<u32> {
        let candidates = [a.w, a.n, a.ne, a.nw, recalled.matched, recalled.guess];
        let pattern = usize::from(a.w == a.n)
            + 2 * usize::from(a.n == a.nw)
            + 4 * usize::from(a.n == a.ne)
            + 8 * usize::from(a.w == a.ww);
        let length = (32 - recalled.length.leading_zeros()).min(LENGTHS as u32 - 1) as usize;
        self.mixer.find_lines(&contexts(a, recalled, course));
        if is_busy(a, recalled) && !course.broken {
            let is_new = !candidates.contains(&wanted);
            let place = place(NEW, pattern, length);
            if self.mixer.code(coder, place, [256], is_new) {
                return None;
            }
        }
        for (number, &candidate) in candidates.iter().enumerate() {
            if course.broken && candidate == a.w || candidates[..number].contains(&candidate) {
                continue;
            }
            let place = place(number, pattern, length);
            if self.mixer.code(coder, place, [256], wanted == candidate) {
                return Some(candidate);
            }
        }
        None
    }
}

/// Whether all neighbours differ and there is no match: most such cells are new, which one decision
/// codes instead of six.
fn is_busy(a: &CellNeighbours, recalled: &MatchPrediction) -> bool {
    let [w, n, ne, nw] = [a.w, a.n, a.ne, a.nw];
    recalled.length == 0 && w != n && w != ne && w != nw && n != ne && n != nw
}

fn place(number: usize, pattern: usize, length: usize) -> MixSelector {
    MixSelector {
        node: number,
        sets: [
            number,
            DECISIONS * (1 + pattern) + number,
            DECISIONS * (1 + PATTERNS + length) + number,
        ],
        map_context: number * PATTERNS + pattern,
    }
}

fn contexts(
    a: &CellNeighbours,
    recalled: &MatchPrediction,
    course: &CellSituation,
) -> [u32; CONTEXTS] {
    let age = course.ages.map(|age| age.min(255));
    let alike = a.alike();
    let near = hash(&[a.w, a.n, a.nw, a.ne]);
    let middle = hash(&[near, a.ww, a.nn]);
    let wide = hash(&[middle, a.nee, a.nww, a.nne, a.nnw]);
    let matched = bits(&[
        recalled.matched == a.w,
        recalled.matched == a.n,
        recalled.matched == a.ne,
        recalled.matched == recalled.guess,
        recalled.guess == a.w,
        recalled.guess == a.n,
    ]);
    [
        alike,
        hash(&[alike, a.more_alike()]),
        near,
        hash(&[wide, a.www, a.neee, a.nnn, a.nnww, a.nnee]),
        hash(&[a.w, a.n, age[0], age[1], age[2]]),
        hash(&[recalled.length.min(32), matched]),
        hash(&[recalled.guess, a.w, a.n]),
        hash(&[alike & 0x7F, course.run.min(31) as u32, age[1].min(31)]),
        0,
    ]
}
