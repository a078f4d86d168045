//! The pixels mode: codes each palette index by context mixing over its neighbours, and flat runs
//! in one decision.

use super::Damage;
use super::canvas::{CellCanvas, CellNeighbours, FlatRun, break_models};
use super::coder::RangeCoder;
use super::model::{AdaptiveNumber, Mixer, hash};
use super::run::{Run, fill_runs};
use super::symbol::ColourSymbol;
use crate::image::Image;

/// Number of rows that the canvas holds; dropping old rows only now and then saves copying them.
const ROWS: usize = 10;

/// Codes the cells of a grid and calls `each` with the runs of every row; a decoder passes no
/// cells.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    wanted: Option<&Image<u16>>,
    (height, width): (usize, usize),
    colours: usize,
    flat_runs: bool,
    each: &mut impl FnMut(&[Run]),
) -> Result<(), Damage> {
    let mut pixels = PixelCoder::new(height, width, colours, flat_runs);
    let mut runs = Vec::new();
    let blank = vec![0; width];
    for row in 0..height {
        pixels.code_row(coder, wanted.map_or(&blank, |cells| cells.row(row)))?;
        fill_runs(pixels.canvas.last_row(), &mut runs);
        each(&runs);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(())
}

const INPUTS: usize = 8;

struct PixelCoder {
    canvas: CellCanvas<u16>,
    colours: usize,
    flat_runs: bool,
    symbol: ColourSymbol,
    mixer: Mixer<INPUTS>,
    unbroken: Mixer<4>,
    breaks: Vec<AdaptiveNumber>,
}

impl PixelCoder {
    fn new(height: usize, width: usize, colours: usize, flat_runs: bool) -> Self {
        let table_bits = ((height * width).max(1).ilog2() + 2).clamp(10, 18);
        Self {
            canvas: CellCanvas::new(ROWS, width),
            colours,
            flat_runs,
            symbol: ColourSymbol::new(colours),
            mixer: Mixer::new(table_bits, 48),
            unbroken: Mixer::new(12, 1),
            breaks: break_models(),
        }
    }

    fn code_row(&mut self, coder: &mut impl RangeCoder, wanted: &[u16]) -> Result<(), Damage> {
        let start = self.canvas.open_row();
        let (mut column, mut run) = (0, 0);
        while column < wanted.len() {
            let mut broken = false;
            if self.flat_runs
                && let Some(flat) = self.canvas.flat_run(column)
            {
                let kept = self.code_flat_run(coder, &flat, &wanted[column..])?;
                column += kept;
                run += kept;
                broken = kept < flat.length;
                if !broken {
                    continue;
                }
            }
            let at = start + column;
            let last = self.canvas.cells[at - 1];
            let colour = self.code_pixel(coder, at, column, run, broken, wanted[column])?;
            self.canvas.cells[at] = colour;
            run = if colour == last { run + 1 } else { 0 };
            column += 1;
        }
        self.canvas.close_row();
        Ok(())
    }

    fn code_flat_run(
        &mut self,
        coder: &mut impl RangeCoder,
        flat: &FlatRun<u16>,
        wanted: &[u16],
    ) -> Result<usize, Damage> {
        let (size, age, shade) = (flat.size(), flat.age, u32::from(flat.colour));
        let contexts = [
            hash(&[0, size]),
            hash(&[1, size, shade, u32::from(age == 0)]),
            hash(&[2, flat.length.min(60_000) as u32, shade]),
            hash(&[3, age.min(64), shade]),
        ];
        let (cells, breaks) = (&mut self.canvas.cells, &mut self.breaks);
        flat.code(coder, cells, breaks, wanted, |coder, is_whole| {
            self.unbroken.code(coder, &contexts, 0, 0, is_whole)
        })
    }

    /// Codes one cell: whether it equals each of its neighbours, nearest first, then its palette
    /// index.
    fn code_pixel(
        &mut self,
        coder: &mut impl RangeCoder,
        at: usize,
        column: usize,
        run: usize,
        broken: bool,
        wanted: u16,
    ) -> Result<u16, Damage> {
        let around = self.canvas.around(at);
        let contexts = self.contexts(&around, column, run);
        let pattern = usize::from(around.w == around.n)
            + 2 * usize::from(around.n == around.nw)
            + 4 * usize::from(around.n == around.ne);
        let mut refused = [u32::MAX; 4];
        let mut count = 0;
        for candidate in [around.w, around.n, around.ne, around.nw] {
            if refused.contains(&candidate) {
                continue;
            }
            let certain = count + 1 == self.colours;
            let known_other = broken && count == 0;
            let set = pattern * 6 + count;
            if certain
                || !known_other
                    && self.mixer.code(
                        coder,
                        &contexts,
                        count as u32,
                        set,
                        u32::from(wanted) == candidate,
                    )
            {
                return Ok(candidate as u16);
            }
            refused[count] = candidate;
            count += 1;
        }
        if count + 1 == self.colours {
            return Ok(self.last_colour(&refused));
        }
        self.symbol.code(coder, &mut self.mixer, &contexts, wanted)
    }

    fn last_colour(&self, refused: &[u32; 4]) -> u16 {
        (0..self.colours as u32)
            .find(|colour| !refused.contains(colour))
            .unwrap_or(0) as u16
    }

    fn contexts(&self, a: &CellNeighbours, column: usize, run: usize) -> [u32; INPUTS] {
        let age = self.canvas.ages(column).map(|age| u32::from(age.min(255)));
        let alike = a.alike();
        let near = hash(&[a.w, a.n, a.nw, a.ne]);
        let middle = hash(&[near, a.ww, a.nn]);
        let wide = hash(&[middle, a.nee, a.nww, a.nne, a.nnw]);
        [
            alike,
            hash(&[a.w, a.n]),
            near,
            middle,
            wide,
            hash(&[wide, a.www, a.neee, a.nnn]),
            hash(&[a.w, a.n, a.ne, run.min(255) as u32, alike & 7]),
            hash(&[a.w, a.n, age[0], age[1], age[2]]),
        ]
    }
}
