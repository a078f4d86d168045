//! Model of bilevel pictures: one decision a cell, in contexts of up to seven rows and with two
//! match models.

use super::history_mixer::{HistoryMixer, MixSelector};
use super::{FlatRuns, RowModel};
use crate::pav::Damage;
use crate::pav::canvas::{CellCanvas, MARGIN};
use crate::pav::coder::RangeCoder;
use crate::pav::model::{hash, logistic::stretch};

const CONTEXTS: usize = 18;
/// Number of rows of a context, that of the cell included.
const ROWS: usize = 7;
const LENGTHS: usize = 16;
const SURROUNDINGS: usize = 256;
const ORDERS: usize = 6;

pub(super) struct BilevelModel {
    mixer: HistoryMixer<CONTEXTS, 3>,
    matches: [BilevelMatch; 2],
}

impl BilevelModel {
    pub(super) fn new(size: u32) -> Self {
        let sets = ORDERS + SURROUNDINGS + LENGTHS;
        Self {
            mixer: HistoryMixer::new((size + 2).clamp(8, 18), sets, ORDERS, 3500, 1024),
            matches: [0, 1].map(|_| BilevelMatch::new(size.clamp(8, 16))),
        }
    }

    fn code_cell(
        &mut self,
        coder: &mut impl RangeCoder,
        canvas: &CellCanvas,
        at: usize,
        windows: &RowWindows,
        wanted: bool,
    ) -> bool {
        let contexts = windows.contexts();
        self.matches[0].look(canvas, at, contexts[5]);
        self.matches[1].look(canvas, at, contexts[3]);
        self.mixer.find_lines(&contexts);
        let node = windows.near();
        let order = (2..7)
            .filter(|&context| self.mixer.has_seen(context, node))
            .count();
        let length = self.matches[0].length();
        let place = MixSelector {
            node,
            sets: [
                order,
                ORDERS + windows.surrounding(),
                ORDERS + SURROUNDINGS + length,
            ],
            map_context: windows.surrounding() * 4 + length / 4,
        };
        let extra = [
            256,
            self.matches[0].input(canvas),
            self.matches[1].input(canvas),
        ];
        let cell = self.mixer.code(coder, place, extra, wanted);
        self.matches
            .iter_mut()
            .for_each(|matching| matching.learn(canvas, at, cell));
        cell
    }
}

impl<C: RangeCoder> RowModel<C> for BilevelModel {
    fn code_row(
        &mut self,
        coder: &mut C,
        canvas: &mut CellCanvas,
        flat_runs: &mut FlatRuns,
        wanted: &[u32],
    ) -> Result<(), Damage> {
        let start = canvas.open_row();
        let mut column = 0;
        let mut windows = RowWindows::at(canvas, start);
        while column < wanted.len() {
            let mut broken = false;
            if windows.is_flat()
                && let Some(flat) = canvas.flat_run(column)
            {
                let kept = flat_runs.code(coder, canvas, (column, &flat), &wanted[column..])?;
                column += kept;
                self.matches.iter_mut().for_each(BilevelMatch::stop);
                broken = kept < flat.length;
                if column < wanted.len() {
                    windows = RowWindows::at(canvas, start + column);
                }
                if !broken {
                    continue;
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Exhausted);
            }
            let at = start + column;
            canvas.cells[at] = if broken {
                1 - canvas.cells[at - 1]
            } else {
                u32::from(self.code_cell(coder, canvas, at, &windows, wanted[column] == 1))
            };
            column += 1;
            windows.advance(canvas, at + 1);
        }
        flat_runs.close_row(canvas);
        Ok(())
    }
}

/// For each row, the cells around the current column as bits, with `MARGIN` cells to its right in
/// the lowest bits; in the row of the cell only those to its left.
struct RowWindows([u32; ROWS]);

impl RowWindows {
    fn at(canvas: &CellCanvas, at: usize) -> Self {
        let window = |row: usize| {
            let centre = at - row * canvas.stride;
            let cells = if row == 0 {
                &canvas.cells[centre - MARGIN..centre]
            } else {
                &canvas.cells[centre - MARGIN..=centre + MARGIN]
            };
            cells.iter().fold(0, |bits, &cell| bits << 1 | cell)
        };
        Self(std::array::from_fn(window))
    }

    fn advance(&mut self, canvas: &CellCanvas, at: usize) {
        self.0[0] = self.0[0] << 1 | canvas.cells[at - 1];
        for (row, window) in self.0.iter_mut().enumerate().skip(1) {
            *window = *window << 1 | canvas.cells[at - row * canvas.stride + MARGIN];
        }
    }

    /// The cells of a row above from `left` columns left to `right` columns right of the current
    /// one.
    #[inline]
    fn part(&self, row: usize, left: usize, right: usize) -> u32 {
        self.0[row] >> (MARGIN - right) & ((1 << (left + right + 1)) - 1)
    }

    #[inline]
    fn left(&self, count: usize) -> u32 {
        self.0[0] & ((1 << count) - 1)
    }

    /// The neighbours W, N and NE as three bits.
    fn near(&self) -> usize {
        (self.left(1) << 2 | self.part(1, 0, 1)) as usize
    }

    /// The neighbours W, WW, NW, N, NE, NEE, NN and NNE as eight bits.
    fn surrounding(&self) -> usize {
        (self.left(2) << 6 | self.part(1, 1, 2) << 2 | self.part(2, 0, 1)) as usize
    }

    fn is_flat(&self) -> bool {
        let flat = |row: usize| {
            let part = self.part(row, 4, 4);
            part == 0 || part == 511
        };
        flat(1) && flat(2) && flat(3)
    }

    fn contexts(&self) -> [u32; CONTEXTS] {
        let (part, left) = (
            |row, west, east| self.part(row, west, east),
            |count| self.left(count),
        );
        let second = hash(&[left(4) << 8 | part(1, 3, 3), part(2, 2, 2)]);
        let third = hash(&[
            left(5) << 10 | part(1, 4, 4),
            part(2, 3, 3) << 3 | part(3, 1, 1),
        ]);
        let fourth = hash(&[
            left(6) << 13 | part(1, 5, 5),
            part(2, 4, 4) << 7 | part(3, 3, 3),
        ]);
        let fifth = hash(&[
            left(6) << 13 | part(1, 6, 6),
            part(2, 5, 5) << 16 | part(3, 4, 4) << 7 | part(4, 3, 3),
        ]);
        let sixth = hash(&[fifth, part(5, 4, 4) << 10 | part(6, 4, 4), part(4, 5, 5)]);
        [
            left(2) << 3 | part(1, 1, 1),
            left(4) << 8 | part(1, 2, 2) << 3 | part(2, 1, 1),
            second,
            third,
            fourth,
            fifth,
            sixth,
            hash(&[
                left(2) << 4 | part(1, 1, 1),
                part(2, 1, 1) << 12
                    | part(3, 1, 1) << 9
                    | part(4, 1, 1) << 6
                    | part(5, 1, 1) << 3
                    | part(6, 1, 1),
            ]),
            hash(&[left(12), part(1, 6, 6)]),
            hash(&[
                left(3),
                part(1, 0, 6) << 14 | part(2, 0, 6) << 7 | part(3, 0, 6),
            ]),
            hash(&[
                left(6),
                part(1, 6, 0) << 14 | part(2, 6, 0) << 7 | part(3, 6, 0),
            ]),
            hash(&[
                left(2) << 3 | part(1, 1, 1),
                part(4, 3, 3) << 14 | part(5, 3, 3) << 7 | part(6, 3, 3),
            ]),
            hash(&[left(8), part(2, 2, 2) << 5 | part(4, 2, 2), part(1, 1, 1)]),
            hash(&[
                left(3) << 5 | part(1, 2, 2),
                part(2, 2, 2) << 15 | part(3, 2, 2) << 10 | part(4, 2, 2) << 5 | part(5, 2, 2),
            ]),
            hash(&[left(6), part(1, 3, 6), part(2, 3, 6)]),
            hash(&[left(4), part(1, 6, 2), part(2, 6, 2)]),
            hash(&[left(16)]),
            hash(&[left(3), part(1, 3, 3), part(3, 3, 3)]),
        ]
    }
}

/// Match model: predicts the cell that followed the last occurrence of the same context.
struct BilevelMatch {
    places: Vec<u32>,
    bits: u32,
    slot: usize,
    /// Index of the predicted cell, 0 if there is no match.
    next: usize,
    run: u32,
    /// Probability out of 65 536 that the prediction is right, by match length.
    right: [u32; LENGTHS],
}

impl BilevelMatch {
    fn new(bits: u32) -> Self {
        Self {
            places: vec![0; 1 << bits],
            bits,
            slot: 0,
            next: 0,
            run: 0,
            right: [3 << 14; LENGTHS],
        }
    }

    fn stop(&mut self) {
        self.next = 0;
        self.run = 0;
    }

    fn look(&mut self, canvas: &CellCanvas, at: usize, context: u32) {
        self.slot = (context.wrapping_mul(0x9E37_79B1) >> (32 - self.bits)) as usize;
        if self.next == 0 {
            self.next = self.places[self.slot] as usize;
            self.run = 0;
            if self.next > 0 {
                let agree = (1..24)
                    .take_while(|back| canvas.cells[at - back] == canvas.cells[self.next - back]);
                self.run = agree.count() as u32 / 4;
            }
        }
    }

    fn length(&self) -> usize {
        if self.next == 0 {
            0
        } else {
            1 + (self.run.min(7) + (32 - (self.run >> 3).leading_zeros())).min(LENGTHS as u32 - 2)
                as usize
        }
    }

    fn input(&self, canvas: &CellCanvas) -> i16 {
        if self.next == 0 {
            return 0;
        }
        let input = stretch(self.right[self.length()] as u16) as i16;
        if canvas.cells[self.next] == 1 {
            input
        } else {
            -input
        }
    }

    fn learn(&mut self, canvas: &CellCanvas, at: usize, cell: bool) {
        self.places[self.slot] = at as u32;
        if self.next == 0 {
            return;
        }
        let is_right = (canvas.cells[self.next] == 1) == cell;
        let right = &mut self.right[self.length()];
        let target = if is_right { 65_535 } else { 0 };
        *right = (right.cast_signed() + ((target - right.cast_signed()) >> 6)).cast_unsigned();
        if is_right {
            self.next += 1;
            self.run += 1;
        } else {
            self.stop();
        }
    }
}
