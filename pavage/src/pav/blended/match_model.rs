//! Match model: predicts the last cell seen in the same small context, and the cell that followed
//! the last occurrence of a larger context.

use crate::pav::canvas::{CellCanvas, CellNeighbours};
use crate::pav::model::hash;

#[derive(Debug)]
pub(super) struct MatchModel {
    /// For each hashed small context, the last cell seen in it.
    last: Vec<u32>,
    /// For each hashed large context, the index of the last cell coded in it; 0 if none.
    places: Vec<u32>,
    bits: u32,
    slots: [usize; 2],
    /// Index of the cell predicted by the match, 0 if there is none, and the number of right
    /// predictions so far.
    follows: usize,
    length: u32,
}

/// The predictions of the match model for one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchPrediction {
    pub(super) guess: u32,
    /// The cell predicted by the match, or the left neighbour without a match.
    pub(super) matched: u32,
    /// Length of the match, 0 if there is none.
    pub(super) length: u32,
}

impl MatchModel {
    pub(super) fn new(bits: u32) -> Self {
        Self {
            last: vec![0; 1 << bits],
            places: vec![0; 1 << bits],
            bits,
            slots: [0; 2],
            follows: 0,
            length: 0,
        }
    }

    pub(super) fn recall(
        &mut self,
        canvas: &CellCanvas,
        at: usize,
        a: &CellNeighbours,
    ) -> MatchPrediction {
        let near = hash(&[a.w, a.n, a.nw, a.ne]);
        let wide = hash(&[near, a.ww, a.nn, a.nee, a.nww, a.nne, a.nnw, a.www, a.neee]);
        let slot = |hash: u32| (hash.wrapping_mul(0x9E37_79B1) >> (32 - self.bits)) as usize;
        self.slots = [slot(near), slot(wide)];
        if self.length == 0 {
            self.follows = self.places[self.slots[1]] as usize;
            if self.follows > 0 {
                self.length = agreement(canvas, at, self.follows);
            }
        }
        MatchPrediction {
            guess: self.last[self.slots[0]],
            matched: if self.length > 0 {
                canvas.cells[self.follows]
            } else {
                a.w
            },
            length: self.length,
        }
    }

    /// Updates both tables and the match with the cell just coded.
    pub(super) fn learn(&mut self, canvas: &CellCanvas, at: usize) {
        let cell = canvas.cells[at];
        self.last[self.slots[0]] = cell;
        self.places[self.slots[1]] = at as u32;
        if self.length > 0 && canvas.cells[self.follows] == cell {
            self.follows += 1;
            self.length = (self.length + 1).min(255);
        } else {
            self.length = 0;
        }
    }

    /// Ends the match at a flat run, whose cells are not predicted.
    pub(super) fn skip(&mut self) {
        self.length = 0;
    }
}

/// Length of a new match: one plus half the number of equal cells to the left, at most 31 of which
/// are compared.
fn agreement(canvas: &CellCanvas, at: usize, other: usize) -> u32 {
    let agree =
        (1..32.min(other)).take_while(|back| canvas.cells[at - back] == canvas.cells[other - back]);
    agree.count() as u32 / 2 + 1
}
