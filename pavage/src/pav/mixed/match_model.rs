//! What stood before in a place like this one: the last cell of the same surroundings, and the cells
//! after the last place where a wider surrounding was the same.

use super::canvas::{CellCanvas, CellNeighbours};
use super::hash;

#[derive(Debug)]
pub(super) struct MatchModel {
    /// The last cell that stood in a context.
    last: Vec<u32>,
    /// The last place of a wider context, 0 for none.
    places: Vec<u32>,
    bits: u32,
    slots: [usize; 2],
    /// Where the cell is that is expected next, 0 for none, and for how many it has been right.
    follows: usize,
    length: u32,
}

/// What is remembered of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchPrediction {
    pub(super) guess: u32,
    /// The cell of the followed place, if there is one.
    pub(super) matched: u32,
    /// 0 if there is none.
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

    /// Keeps what stood at the place recalled last.
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

    /// Passes over cells that were not recalled.
    pub(super) fn skip(&mut self) {
        self.length = 0;
    }
}

/// One more than the cells to the left that agree, 32 at most.
fn agreement(canvas: &CellCanvas, at: usize, other: usize) -> u32 {
    let agree =
        (1..32.min(other)).take_while(|back| canvas.cells[at - back] == canvas.cells[other - back]);
    agree.count() as u32 / 2 + 1
}
