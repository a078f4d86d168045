//! The pixels mode: each cell of a grid seen from the cells around it, long stretches in which
//! nothing happens at once.

use super::coder::Coder;
use super::model::{Mixer, Number, hash};
use super::row::{Run, runs_of};
use super::symbol::Symbol;
use super::{Damage, damage};
use crate::image::Image;

/// Codes the cells of a grid of that size and calls `each` with the runs of its rows; reading starts
/// from none.
pub(super) fn code(
    coder: &mut impl Coder,
    wanted: Option<&Image<u16>>,
    (height, width): (usize, usize),
    colours: usize,
    stretches: bool,
    each: &mut impl FnMut(&[Run]),
) -> Result<(), Damage> {
    let mut pixels = Pixels::new(height, width, colours, stretches);
    let mut runs = Vec::new();
    let blank = vec![0; width];
    for row in 0..height {
        pixels.code_row(coder, wanted.map_or(&blank, |cells| cells.row(row)))?;
        runs_of(pixels.canvas.last_row(), &mut runs);
        each(&runs);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(())
}

/// Cells beyond each edge, so that every cell has neighbours.
const MARGIN: usize = 4;
const ROWS: usize = 4;

/// The row being coded, the last one, and three above it.
struct Canvas {
    width: usize,
    stride: usize,
    cells: Vec<u16>,
}

impl Canvas {
    fn new(width: usize) -> Self {
        let stride = width + 2 * MARGIN;
        Self {
            width,
            stride,
            cells: vec![0; ROWS * stride],
        }
    }

    /// Where the row being coded starts.
    fn start(&self) -> usize {
        (ROWS - 1) * self.stride + MARGIN
    }

    fn last_row(&self) -> &[u16] {
        &self.cells[self.start()..][..self.width]
    }

    /// Moves all rows up; the left margin of the next one continues the first cell above.
    fn open_row(&mut self) {
        self.cells.copy_within(self.stride.., 0);
        let start = self.start();
        let above = self.cells[start - self.stride];
        self.cells[start - MARGIN..start].fill(above);
    }

    /// The right margin continues the last cell.
    fn close_row(&mut self) {
        let end = self.start() + self.width;
        let last = self.cells[end - 1];
        self.cells[end..end + MARGIN].fill(last);
    }
}

const INPUTS: usize = 8;

struct Pixels {
    canvas: Canvas,
    colours: usize,
    stretches: bool,
    symbol: Symbol,
    mixer: Mixer<INPUTS>,
    /// For each column, how many rows its colour has stood.
    ages: Vec<u16>,
    unbroken: Mixer<4>,
    breaks: Vec<Number>,
}

/// The cells before one, by compass.
#[derive(Clone, Copy)]
struct Around {
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

impl Pixels {
    fn new(height: usize, width: usize, colours: usize, stretches: bool) -> Self {
        let table_bits = ((height * width).max(1).ilog2() + 2).clamp(10, 18);
        Self {
            canvas: Canvas::new(width),
            colours,
            stretches,
            symbol: Symbol::new(colours),
            mixer: Mixer::new(table_bits, 48),
            ages: vec![0; width + 2],
            unbroken: Mixer::new(12, 1),
            breaks: vec![Number::new(); 32],
        }
    }

    fn code_row(&mut self, coder: &mut impl Coder, wanted: &[u16]) -> Result<(), Damage> {
        self.canvas.open_row();
        let start = self.canvas.start();
        let mut column = 0;
        let mut run = 0;
        while column < wanted.len() {
            let at = start + column;
            let mut broken = false;
            if self.stretches && self.is_flat(at) {
                let length = self.stretch(at, wanted.len() - column);
                let (stands, breaks) =
                    self.code_stretch(coder, at, column, length, &wanted[column..])?;
                column += stands;
                run += stands;
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

    /// Whether a cell's nearest neighbours are all alike.
    fn is_flat(&self, at: usize) -> bool {
        let cells = &self.canvas.cells;
        let above = at - self.canvas.stride;
        let colour = cells[at - 1];
        cells[at - 2] == colour
            && cells[above - 1..=above + 2]
                .iter()
                .all(|&cell| cell == colour)
    }

    /// How many cells from a flat one are flat if nothing happens.
    fn stretch(&self, at: usize, limit: usize) -> usize {
        let colour = self.canvas.cells[at - 1];
        let ahead = &self.canvas.cells[at - self.canvas.stride + 2..][..limit];
        ahead
            .iter()
            .position(|&cell| cell != colour)
            .unwrap_or(limit)
    }

    /// Codes how many cells of a stretch keep its colour, and whether another one follows there.
    fn code_stretch(
        &mut self,
        coder: &mut impl Coder,
        at: usize,
        column: usize,
        length: usize,
        wanted: &[u16],
    ) -> Result<(usize, bool), Damage> {
        let colour = self.canvas.cells[at - 1];
        let stands = wanted[..length]
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
        if self.unbroken.code(coder, &contexts, 0, 0, stands == length) {
            self.canvas.cells[at..at + length].fill(colour);
            return Ok((length, false));
        }
        let stands = self.breaks[size as usize].code(coder, stands as u64);
        if stands >= length as u64 {
            return Err(damage("a stretch past its end"));
        }
        let stands = stands as usize;
        self.canvas.cells[at..at + stands].fill(colour);
        Ok((stands, true))
    }

    /// Codes one cell: whether it is as its neighbours, nearest first, then which colour it is.
    fn code_pixel(
        &mut self,
        coder: &mut impl Coder,
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

    fn around(&self, at: usize) -> Around {
        let cells = &self.canvas.cells;
        let stride = self.canvas.stride;
        let cell = |at: usize| u32::from(cells[at]);
        let (n, nn) = (at - stride, at - 2 * stride);
        Around {
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

    fn contexts(&self, a: &Around, column: usize, run: usize) -> [u32; INPUTS] {
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
