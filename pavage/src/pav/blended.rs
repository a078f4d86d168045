//! The blended mode: each cell is coded as one of its neighbours, as a match prediction
//! or as a new value bit by bit; each decision mixes the predictions of many contexts.

mod bilevel;
mod candidates;
mod history;
mod history_mixer;
mod lanes;
mod match_model;
mod new_cell;
mod opacity;
mod residual_spread;

use super::Damage;
use super::canvas::{CellCanvas, CellRun, FlatRun, break_models};
use super::coder::RangeCoder;
use super::model::{AdaptiveNumber, hash};
use crate::image::Image;
use crate::picture::{Channels, Depth, Layout};
use bilevel::BilevelModel;
use candidates::{CandidateModel, CellSituation};
use history_mixer::{HistoryMixer, MixSelector};
use match_model::MatchModel;
use new_cell::NewCellModel;
use opacity::OpacityModel;

/// Codes the cells of a grid row by row and calls `each` with the runs of every row; a decoder passes no cells.
/// With `is_pair` the cells are 0 or 1, else pixels.
pub(super) fn code<C: RangeCoder>(
    coder: &mut C,
    wanted: Option<&Image<u32>>,
    (height, width): (usize, usize),
    layout: Layout,
    is_pair: bool,
    each: &mut impl FnMut(&[CellRun]),
) -> Result<(), Damage> {
    let size = (height * width).max(1).ilog2();
    let order = byte_order(layout);
    let mut model: Box<dyn RowModel<C>> = if is_pair {
        Box::new(BilevelModel::new(size))
    } else {
        let opacity = layout.channels.has_alpha();
        let opacity = opacity.then(|| OpacityModel::new((size + 3).clamp(8, 14)));
        Box::new(MulticolourModel::new(size, order, opacity))
    };
    let mut canvas = CellCanvas::new(height, width);
    let mut flat_runs = FlatRuns::new(width);
    let (blank, mut runs) = (vec![0; width], Vec::new());
    for row in 0..height {
        let wanted = wanted.map_or(&*blank, |cells| cells.row(row));
        model.code_row(coder, &mut canvas, &mut flat_runs, wanted)?;
        canvas.last_runs(&mut runs);
        each(&runs);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(())
}

/// Models of the cells of a picture.
trait RowModel<C: RangeCoder> {
    fn code_row(
        &mut self,
        coder: &mut C,
        canvas: &mut CellCanvas,
        flat_runs: &mut FlatRuns,
        wanted: &[u32],
    ) -> Result<(), Damage>;
}

/// The bytes of a cell in coding order, as bit shifts: opacity, then green, red, blue.
fn byte_order(layout: Layout) -> &'static [u32] {
    match (layout.channels, layout.depth) {
        (Channels::Grey, Depth::Eight) => &[0],
        (Channels::GreyAlpha, Depth::Eight) => &[0, 8],
        (Channels::Rgb, Depth::Eight) => &[8, 16, 0],
        (Channels::Rgba, Depth::Eight) => &[0, 16, 24, 8],
        (Channels::Grey, Depth::Sixteen) => &[8, 0],
        _ => &[8, 0, 24, 16],
    }
}

/// Model of flat runs, and the ages of the columns.
struct FlatRuns {
    unbroken: HistoryMixer<5, 1>,
    breaks: Vec<AdaptiveNumber>,
    /// For each column, with one margin column on each side, the number of rows since its colour
    /// changed.
    ages: Vec<u16>,
}

impl FlatRuns {
    fn new(width: usize) -> Self {
        Self {
            ages: vec![0; width + 2],
            unbroken: HistoryMixer::new(10, 2, 1, 4096, 1),
            breaks: break_models(),
        }
    }

    /// Numbers of rows since the colour changed in the column to the left, in this column and in
    /// the one to the right.
    fn ages(&self, column: usize) -> [u32; 3] {
        [0, 1, 2].map(|side| u32::from(self.ages[column + side]))
    }

    /// Ends a row of the canvas.
    fn close_row(&mut self, canvas: &mut CellCanvas) {
        canvas.close_row();
        let pairs = canvas.row_above().iter().zip(canvas.last_row());
        for (age, (above, here)) in self.ages[1..].iter_mut().zip(pairs) {
            *age = if above == here {
                age.saturating_add(1)
            } else {
                0
            };
        }
    }

    /// Codes how many cells of a flat run, which begins in a column, keep its colour.
    fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        canvas: &mut CellCanvas,
        (column, run): (usize, &FlatRun),
        wanted: &[u32],
    ) -> Result<usize, Damage> {
        let [_, age, _] = self.ages(column);
        let (size, colour) = (run.size(), run.colour);
        self.unbroken.find_lines(&[
            0,
            hash(&[size, colour]),
            hash(&[size, colour, u32::from(age == 0)]),
            hash(&[run.length as u32, colour]),
            hash(&[age.min(64), colour, size]),
        ]);
        let place = MixSelector {
            node: 0,
            sets: [0, 1, 1],
            map_context: 0,
        };
        let (cells, breaks) = (&mut canvas.cells, &mut self.breaks);
        run.code(coder, cells, breaks, wanted, |coder, is_whole| {
            self.unbroken.code(coder, place, [], is_whole)
        })
    }
}

/// Models of pictures with more than two colours.
struct MulticolourModel {
    memory: MatchModel,
    same: CandidateModel,
    levels: NewCellModel,
}

impl MulticolourModel {
    fn new(size: u32, order: &'static [u32], opacity: Option<OpacityModel>) -> Self {
        Self {
            memory: MatchModel::new(size.clamp(8, 16)),
            same: CandidateModel::new((size + 3).clamp(8, 18)),
            levels: NewCellModel::new((size + 5).clamp(10, 18), order, opacity),
        }
    }

    fn code_cell(
        &mut self,
        coder: &mut impl RangeCoder,
        canvas: &mut CellCanvas,
        at: usize,
        course: &CellSituation,
        wanted: u32,
    ) {
        let around = canvas.around(at);
        let recalled = self.memory.recall(canvas, at, &around);
        let coded = self.same.code(coder, &around, &recalled, course, wanted);
        let cell = coded.unwrap_or_else(|| self.levels.code(coder, &around, wanted));
        canvas.cells[at] = cell;
        self.memory.learn(canvas, at);
    }
}

impl<C: RangeCoder> RowModel<C> for MulticolourModel {
    fn code_row(
        &mut self,
        coder: &mut C,
        canvas: &mut CellCanvas,
        flat_runs: &mut FlatRuns,
        wanted: &[u32],
    ) -> Result<(), Damage> {
        let start = canvas.open_row();
        let (mut column, mut run) = (0, 0);
        while column < wanted.len() {
            let mut broken = false;
            if let Some(flat) = canvas.flat_run(column) {
                let kept = flat_runs.code(coder, canvas, (column, &flat), &wanted[column..])?;
                column += kept;
                run += kept;
                self.memory.skip();
                broken = kept < flat.length;
                if !broken {
                    continue;
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Exhausted);
            }
            let at = start + column;
            let ages = flat_runs.ages(column);
            let course = CellSituation { ages, run, broken };
            self.code_cell(coder, canvas, at, &course, wanted[column]);
            let is_same = canvas.cells[at] == canvas.cells[at - 1];
            run = if is_same { run + 1 } else { 0 };
            column += 1;
        }
        flat_runs.close_row(canvas);
        Ok(())
    }
}
