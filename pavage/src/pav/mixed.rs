//! The blended and mixed modes: each cell is coded as one of its neighbours, as a match prediction
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

use super::canvas::{CellCanvas, FlatRun, break_models};
use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, Mode};
use crate::image::Image;
use crate::picture::{Channels, Depth, Layout};
use bilevel::BilevelModel;
use candidates::{CandidateModel, CellSituation};
use history_mixer::{HistoryMixer, MixSelector};
use match_model::MatchModel;
use new_cell::NewCellModel;
use opacity::OpacityModel;

/// Codes the cells of a grid row by row and calls `each` with every row; a decoder passes no cells.
pub(super) fn code<C: RangeCoder>(
    coder: &mut C,
    wanted: Option<&Image<u32>>,
    (height, width): (usize, usize),
    layout: Layout,
    form: CellForm,
    each: &mut impl FnMut(&[u32]),
) -> Result<(), Damage> {
    let size = (height * width).max(1).ilog2();
    let order = byte_order(layout);
    let mut model: Box<dyn RowModel<C>> = match form {
        CellForm::Two => Box::new(BilevelModel::new(size)),
        CellForm::Mixed => Box::new(MulticolourModel::<false, 11, 3>::new(size, order, None)),
        CellForm::Blended => {
            let opacity = layout.channels.has_alpha();
            let opacity = opacity.then(|| OpacityModel::new((size + 3).clamp(8, 14)));
            Box::new(MulticolourModel::<true, 9, 1>::new(size, order, opacity))
        }
    };
    let mut canvas = CellCanvas::new(height, width);
    let mut flat_runs = FlatRuns::new();
    let blank = vec![0; width];
    for row in 0..height {
        let wanted = wanted.map_or(&*blank, |cells| cells.row(row));
        model.code_row(coder, &mut canvas, &mut flat_runs, wanted)?;
        each(canvas.last_row());
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
        canvas: &mut CellCanvas<u32>,
        flat_runs: &mut FlatRuns,
        wanted: &[u32],
    ) -> Result<(), Damage>;
}

/// The set of models that code the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellForm {
    /// Cells are 0 or 1, coded by the bilevel model.
    Two,
    /// Cells are pixels, coded with the contexts of the mixed mode.
    Mixed,
    /// Cells are pixels, coded with the fewer contexts of the blended mode, which codes equal
    /// opacity in one decision.
    Blended,
}

impl CellForm {
    pub(super) fn new(mode: Mode, is_bilevel: bool) -> Self {
        match mode {
            _ if is_bilevel => Self::Two,
            Mode::Mixed => Self::Mixed,
            _ => Self::Blended,
        }
    }
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

/// Hashes several values to 32 bits.
#[inline]
fn hash(values: &[u32]) -> u32 {
    values.iter().fold(0x811C_9DC5, |hash: u32, &value| {
        let mixed = (hash ^ value).wrapping_mul(0x9E37_79B1);
        mixed ^ mixed >> 15
    })
}

/// Selects the contexts with the given indices.
#[inline]
fn chosen<const A: usize, const C: usize>(all: &[u32; A], which: &[usize]) -> [u32; C] {
    let mut chosen = [0; C];
    for (chosen, &number) in chosen.iter_mut().zip(which) {
        *chosen = all[number];
    }
    chosen
}

/// Model of flat runs.
struct FlatRuns {
    unbroken: HistoryMixer<5, 1>,
    breaks: Vec<AdaptiveNumber>,
}

impl FlatRuns {
    fn new() -> Self {
        Self {
            unbroken: HistoryMixer::new(10, 2, 1, 4096, 1),
            breaks: break_models(),
        }
    }

    /// Codes how many cells of a flat run keep its colour.
    fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        canvas: &mut CellCanvas<u32>,
        run: &FlatRun<u32>,
        wanted: &[u32],
    ) -> Result<usize, Damage> {
        let (size, colour) = (run.size(), run.colour);
        self.unbroken.find_lines(&[
            0,
            hash(&[size, colour]),
            hash(&[size, colour, u32::from(run.age == 0)]),
            hash(&[run.length as u32, colour]),
            hash(&[run.age.min(64), colour, size]),
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

/// Models of pictures with more than two colours: `C` contexts of [`CandidateModel`] and `S`
/// residual spreads of [`NewCellModel`].
struct MulticolourModel<const IS_BLENDED: bool, const C: usize, const S: usize> {
    memory: MatchModel,
    same: CandidateModel<C>,
    levels: NewCellModel<IS_BLENDED, S>,
}

impl<const IS_BLENDED: bool, const C: usize, const S: usize> MulticolourModel<IS_BLENDED, C, S> {
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
        canvas: &mut CellCanvas<u32>,
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

impl<C: RangeCoder, const IS_BLENDED: bool, const N: usize, const S: usize> RowModel<C>
    for MulticolourModel<IS_BLENDED, N, S>
{
    fn code_row(
        &mut self,
        coder: &mut C,
        canvas: &mut CellCanvas<u32>,
        flat_runs: &mut FlatRuns,
        wanted: &[u32],
    ) -> Result<(), Damage> {
        let start = canvas.open_row();
        let (mut column, mut run) = (0, 0);
        while column < wanted.len() {
            let mut broken = false;
            if let Some(flat) = canvas.flat_run(column) {
                let kept = flat_runs.code(coder, canvas, &flat, &wanted[column..])?;
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
            let ages = canvas.ages(column);
            let course = CellSituation { ages, run, broken };
            self.code_cell(coder, canvas, at, &course, wanted[column]);
            let is_same = canvas.cells[at] == canvas.cells[at - 1];
            run = if is_same { run + 1 } else { 0 };
            column += 1;
        }
        canvas.close_row();
        Ok(())
    }
}
