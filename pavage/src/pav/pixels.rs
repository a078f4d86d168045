//! The pixels mode: codes each palette index by context mixing over its neighbours, and flat runs
//! in one decision.

use super::coder::RangeCoder;
use super::model::{AdaptiveNumber, Mixer, hash};
use super::run::{Run, fill_runs};
use super::symbol::ColourSymbol;
use super::{Damage, damage};
use crate::image::Image;

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

/// Number of margin cells on each side of a row, so that every cell has neighbours.
const MARGIN: usize = 4;
const ROWS: usize = 4;

/// The row being coded and the three rows above it, with margins.
struct RowWindow {
    width: usize,
    stride: usize,
    cells: Vec<u16>,
}

impl RowWindow {
    fn new(width: usize) -> Self {
        let stride = width + 2 * MARGIN;
        Self {
            width,
            stride,
            cells: vec![0; ROWS * stride],
        }
    }

    /// Index of the first cell of the row being coded.
    fn start(&self) -> usize {
        (ROWS - 1) * self.stride + MARGIN
    }

    fn last_row(&self) -> &[u16] {
        &self.cells[self.start()..][..self.width]
    }

    /// Shifts all rows up by one; the left margin of the new row repeats the first cell above.
    fn open_row(&mut self) {
        self.cells.copy_within(self.stride.., 0);
        let start = self.start();
        let above = self.cells[start - self.stride];
        self.cells[start - MARGIN..start].fill(above);
    }

    /// Fills the right margin with the last cell of the row.
    fn close_row(&mut self) {
        let end = self.start() + self.width;
        let last = self.cells[end - 1];
        self.cells[end..end + MARGIN].fill(last);
    }
}

const INPUTS: usize = 8;

struct PixelCoder {
    canvas: RowWindow,
    colours: usize,
    flat_runs: bool,
    symbol: ColourSymbol,
    mixer: Mixer<INPUTS>,
    /// For each column, with one margin column on each side, the number of rows since its colour
    /// changed.
    ages: Vec<u16>,
    unbroken: Mixer<4>,
    breaks: Vec<AdaptiveNumber>,
}

/// The neighbours of a cell that are already coded, named by compass direction.
#[derive(Clone, Copy)]
struct PaletteNeighbours {
    w: u32,
    ww: u32,
    www: u32,
    n: u32,
    nw: u32,
    nww: u32,
    ne: u32,
    nee: u32,
    neee: u32,
    nn: u32,
    nnw: u32,
    nne: u32,
    nnn: u32,
}

impl PixelCoder {
    fn new(height: usize, width: usize, colours: usize, flat_runs: bool) -> Self {
        let table_bits = ((height * width).max(1).ilog2() + 2).clamp(10, 18);
        Self {
            canvas: RowWindow::new(width),
            colours,
            flat_runs,
            symbol: ColourSymbol::new(colours),
            mixer: Mixer::new(table_bits, 48),
            ages: vec![0; width + 2],
            unbroken: Mixer::new(12, 1),
            breaks: vec![AdaptiveNumber::new(); 32],
        }
    }

    fn code_row(&mut self, coder: &mut impl RangeCoder, wanted: &[u16]) -> Result<(), Damage> {
        self.canvas.open_row();
        let start = self.canvas.start();
        let mut column = 0;
        let mut run = 0;
        while column < wanted.len() {
            let at = start + column;
            let mut broken = false;
            if self.flat_runs && self.is_flat(at) {
                let length = self.flat_run(at, wanted.len() - column);
                let (kept, breaks) =
                    self.code_flat_run(coder, at, column, length, &wanted[column..])?;
                column += kept;
                run += kept;
                broken = breaks;
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
        self.grow_ages();
        Ok(())
    }

    fn grow_ages(&mut self) {
        let start = self.canvas.start();
        let above = &self.canvas.cells[start - self.canvas.stride..][..self.canvas.width];
        for ((age, above), here) in self.ages[1..]
            .iter_mut()
            .zip(above)
            .zip(self.canvas.last_row())
        {
            *age = if above == here {
                age.saturating_add(1)
            } else {
                0
            };
        }
    }

    /// Whether the nearest six neighbours of a cell have one colour.
    fn is_flat(&self, at: usize) -> bool {
        let cells = &self.canvas.cells;
        let above = at - self.canvas.stride;
        let colour = cells[at - 1];
        cells[at - 2] == colour
            && cells[above - 1..=above + 2]
                .iter()
                .all(|&cell| cell == colour)
    }

    /// Length of the flat run that starts at a cell, at most `limit`: the cells that stay flat
    /// while the colour continues.
    fn flat_run(&self, at: usize, limit: usize) -> usize {
        let colour = self.canvas.cells[at - 1];
        let ahead = &self.canvas.cells[at - self.canvas.stride + 2..][..limit];
        ahead
            .iter()
            .position(|&cell| cell != colour)
            .unwrap_or(limit)
    }

    /// Codes how many cells of a flat run keep its colour, and returns that number and whether the
    /// run was broken.
    fn code_flat_run(
        &mut self,
        coder: &mut impl RangeCoder,
        at: usize,
        column: usize,
        length: usize,
        wanted: &[u16],
    ) -> Result<(usize, bool), Damage> {
        let colour = self.canvas.cells[at - 1];
        let kept = wanted[..length]
            .iter()
            .position(|&cell| cell != colour)
            .unwrap_or(length);
        let size = length.ilog2();
        let age = u32::from(self.ages[column + 1]);
        let shade = u32::from(colour);
        let contexts = [
            hash(&[0, size]),
            hash(&[1, size, shade, u32::from(age == 0)]),
            hash(&[2, length.min(60_000) as u32, shade]),
            hash(&[3, age.min(64), shade]),
        ];
        if self.unbroken.code(coder, &contexts, 0, 0, kept == length) {
            self.canvas.cells[at..at + length].fill(colour);
            return Ok((length, false));
        }
        let kept = self.breaks[size as usize].code(coder, kept as u64);
        if kept >= length as u64 {
            return Err(damage("a flat run is longer than possible in its row"));
        }
        let kept = kept as usize;
        self.canvas.cells[at..at + kept].fill(colour);
        Ok((kept, true))
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
        let around = self.around(at);
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

    fn around(&self, at: usize) -> PaletteNeighbours {
        let cells = &self.canvas.cells;
        let stride = self.canvas.stride;
        let cell = |at: usize| u32::from(cells[at]);
        let (n, nn) = (at - stride, at - 2 * stride);
        PaletteNeighbours {
            w: cell(at - 1),
            ww: cell(at - 2),
            www: cell(at - 3),
            n: cell(n),
            nw: cell(n - 1),
            nww: cell(n - 2),
            ne: cell(n + 1),
            nee: cell(n + 2),
            neee: cell(n + 3),
            nn: cell(nn),
            nnw: cell(nn - 1),
            nne: cell(nn + 1),
            nnn: cell(nn - stride),
        }
    }

    fn contexts(&self, a: &PaletteNeighbours, column: usize, run: usize) -> [u32; INPUTS] {
        let ages = &self.ages[column..column + 3];
        let age = |side: usize| u32::from(ages[side].min(255));
        let alike = [
            a.w == a.n,
            a.n == a.nw,
            a.n == a.ne,
            a.w == a.ww,
            a.n == a.nn,
            a.ne == a.nee,
            a.nw == a.nww,
            a.w == a.nw,
            a.w == a.ne,
            a.nn == a.nne,
            a.nn == a.nnw,
        ];
        let alike = alike
            .iter()
            .fold(0, |bits, &same| bits << 1 | u32::from(same));
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
            hash(&[a.w, a.n, age(0), age(1), age(2)]),
        ]
    }
}
