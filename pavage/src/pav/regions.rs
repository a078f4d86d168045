//! The regions mode: cells are numbered in the order of their first appearance, and each is coded as
//! one of its neighbours. Most decisions are at the borders of regions of one colour.

use super::canvas::{CellCanvas, CellNeighbours, CellRun, FlatRun, bits, break_models};
use super::coder::RangeCoder;
use super::model::{AdaptiveNumber, Mixer, hash};
use super::{Damage, damage};
use crate::image::Image;

/// Number of rows that the canvas holds; dropping old rows only now and then saves copying them.
const ROWS: usize = 64;
const CONTEXTS: usize = 4;
/// Number of candidates for a cell: its neighbours, and the cell that followed the same ones before.
const CANDIDATES: usize = 5;

/// Codes the cells of a grid and calls `each` with the runs of every row; a decoder passes no cells. The cells
/// are below `colours`, and those of each new colour are one above the greatest before.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    wanted: Option<&Image<u32>>,
    (height, width): (usize, usize),
    colours: usize,
    each: &mut impl FnMut(&[CellRun]),
) -> Result<(), Damage> {
    if colours == 0 && height * width > 0 {
        return Err(damage("there are cells and no colours"));
    }
    let mut regions = RegionCoder::new(height, width, colours);
    let blank = vec![0; width];
    for row in 0..height {
        let wanted = wanted.map_or(&*blank, |cells| cells.row(row));
        regions.code_row(coder, wanted)?;
        each(&regions.runs);
    }
    Ok(())
}

struct RegionCoder {
    canvas: CellCanvas,
    /// The runs of the row above, and those of the current row so far.
    above: Vec<CellRun>,
    runs: Vec<CellRun>,
    colours: u32,
    /// Number of colours that have appeared.
    seen: u32,
    cells: Mixer<CONTEXTS>,
    whole_runs: Mixer<CONTEXTS>,
    indices: Mixer<CONTEXTS>,
    breaks: Vec<AdaptiveNumber>,
    /// For each hash of four neighbours, the last cell among them.
    followers: Vec<u32>,
    follower_bits: u32,
}

impl RegionCoder {
    fn new(height: usize, width: usize, colours: usize) -> Self {
        let size = (height * width).max(1).ilog2();
        let follower_bits = size.clamp(8, 16);
        Self {
            canvas: CellCanvas::new(height.min(ROWS), width),
            above: Vec::new(),
            runs: vec![CellRun {
                cell: 0,
                end: width as u32,
            }],
            colours: colours as u32,
            // The first cell has index 0.
            seen: colours.min(1) as u32,
            cells: Mixer::new((size + 1).clamp(10, 16), CANDIDATES + 1),
            whole_runs: Mixer::new(size.clamp(8, 12), 1),
            indices: Mixer::new(size.clamp(8, 12), 1),
            breaks: break_models(),
            followers: vec![0; 1 << follower_bits],
            follower_bits,
        }
    }

    fn code_row(&mut self, coder: &mut impl RangeCoder, wanted: &[u32]) -> Result<(), Damage> {
        let start = self.canvas.open_row();
        std::mem::swap(&mut self.above, &mut self.runs);
        self.runs.clear();
        // The run of the row above that contains the cell to the right.
        let (mut column, mut next) = (0, 0);
        while column < wanted.len() {
            let mut is_broken = false;
            if let Some((at, colour)) = self.canvas.plain_run(column) {
                while self.above[next].end as usize <= column + 1 && next + 1 < self.above.len() {
                    next += 1;
                }
                let end = self.above[next].end as usize;
                let length = if end < wanted.len() {
                    end - column - 1
                } else {
                    wanted.len() - column
                };
                let flat = FlatRun { at, colour, length };
                let kept = self.code_run(coder, &flat, &wanted[column..])?;
                column += kept;
                self.extend(colour, column);
                is_broken = kept < flat.length;
                if !is_broken {
                    continue;
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Exhausted);
            }
            let at = start + column;
            let cell = self.code_cell(coder, at, is_broken, wanted[column])?;
            self.canvas.cells[at] = cell;
            column += 1;
            self.extend(cell, column);
        }
        self.canvas.close_row();
        Ok(())
    }

    /// Adds equal cells up to column `end` to the runs of the current row.
    #[inline]
    fn extend(&mut self, cell: u32, end: usize) {
        let end = end as u32;
        match self.runs.last_mut() {
            Some(run) if run.cell == cell => run.end = end,
            _ if end > 0 => self.runs.push(CellRun { cell, end }),
            // A run at the start of a row that keeps no cell.
            _ => {}
        }
    }

    fn code_run(
        &mut self,
        coder: &mut impl RangeCoder,
        flat: &FlatRun,
        wanted: &[u32],
    ) -> Result<usize, Damage> {
        let canvas = &self.canvas;
        let a = canvas.around(flat.at);
        let (colour, size, length) = (flat.colour, flat.size(), flat.length as u32);
        let near = bits(&[
            a.nw == colour,
            a.ww == colour,
            a.nee == colour,
            a.nn == colour,
            a.nne == colour,
            a.nnw == colour,
        ]);
        let end = flat.at + flat.length - canvas.stride;
        let far = bits(&[
            a.nw == a.ww,
            a.nw == a.nnw,
            a.nw == a.nww,
            a.nnw == a.nnww,
            a.ww == a.www,
            a.nnee == colour,
            canvas.cells[end + 1 - canvas.stride] == canvas.cells[end + 1],
            canvas.cells[end - canvas.stride] == colour,
        ]);
        let contexts = [
            hash(&[near, size]),
            hash(&[near, far, size]),
            hash(&[near, length]),
            hash(&[colour, size]),
        ];
        let (cells, breaks) = (&mut self.canvas.cells, &mut self.breaks);
        flat.code(coder, cells, breaks, wanted, |coder, is_whole| {
            self.whole_runs.code(coder, &contexts, 0, 0, is_whole)
        })
    }

    /// Codes a cell that no run covers; after a broken run it differs from its left neighbour.
    #[inline]
    fn code_cell(
        &mut self,
        coder: &mut impl RangeCoder,
        at: usize,
        is_broken: bool,
        wanted: u32,
    ) -> Result<u32, Damage> {
        let a = self.canvas.around(at);
        let near = hash(&[a.w, a.n, a.nw, a.ne]);
        let slot = (near.wrapping_mul(0x9E37_79B1) >> (32 - self.follower_bits)) as usize;
        let contexts = self.contexts(&a, at, near);
        // The north neighbour first where the row above turns to another colour.
        let (first, second) = if a.w == a.nw { (a.n, a.w) } else { (a.w, a.n) };
        let candidates = [first, second, a.ne, a.nw, self.followers[slot]];
        for (number, &candidate) in candidates.iter().enumerate() {
            if is_broken && candidate == a.w || candidates[..number].contains(&candidate) {
                continue;
            }
            let is_it = wanted == candidate;
            if self
                .cells
                .code(coder, &contexts, number as u32, number, is_it)
            {
                self.followers[slot] = candidate;
                return Ok(candidate);
            }
        }
        let cell = self.code_other(coder, &contexts, [a.w, a.n], wanted)?;
        self.followers[slot] = cell;
        Ok(cell)
    }

    /// Codes a cell that is none of its candidates: a new colour or the index of an earlier one.
    #[inline(never)]
    fn code_other(
        &mut self,
        coder: &mut impl RangeCoder,
        contexts: &[u32; CONTEXTS],
        [west, north]: [u32; 2],
        wanted: u32,
    ) -> Result<u32, Damage> {
        let number = CANDIDATES;
        if self.seen < self.colours
            && self
                .cells
                .code(coder, contexts, number as u32, number, wanted == self.seen)
        {
            self.seen += 1;
            return Ok(self.seen - 1);
        }
        let contexts = [0, hash(&[1, west]), hash(&[2, north]), hash(&[west, north])];
        let mut node = 1;
        let length = u32::BITS - self.seen.saturating_sub(1).leading_zeros();
        for below in (0..length).rev() {
            let bit = wanted >> below & 1 == 1;
            let bit = self.indices.code(coder, &contexts, node, 0, bit);
            node = node << 1 | u32::from(bit);
        }
        let cell = node - (1 << length);
        if cell >= self.seen {
            return Err(damage("a colour appears before its first cell"));
        }
        Ok(cell)
    }

    #[inline]
    fn contexts(&self, a: &CellNeighbours, at: usize, near: u32) -> [u32; CONTEXTS] {
        let alike = a.alike();
        let more = hash(&[alike, a.more_alike()]);
        let wide = hash(&[more, self.canvas.far_alike(at)]);
        [alike, more, wide, near]
    }
}
