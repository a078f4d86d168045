//! The blended and mixed modes: each cell is coded as one of its neighbours, as a match prediction
//! or as a new value bit by bit; each decision mixes the predictions of many contexts.

mod bilevel;
mod candidates;
mod canvas;
mod history;
mod history_mixer;
mod lanes;
mod match_model;
mod new_cell;
mod opacity;
mod residual_spread;

use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, damage};
use crate::image::Image;
use crate::picture::{Channels, Depth, Layout};
use bilevel::BilevelModel;
use candidates::{CandidateModel, CellSituation};
use canvas::CellCanvas;
use history_mixer::{HistoryMixer, MixSelector};
use match_model::MatchModel;
use new_cell::NewCellModel;
use opacity::OpacityModel;

/// Codes the cells of a grid row by row and calls `each` with every row; a decoder passes no cells.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    wanted: Option<&Image<u32>>,
    (height, width): (usize, usize),
    layout: Layout,
    form: CellForm,
    each: &mut impl FnMut(&[u32]),
) -> Result<(), Damage> {
    let mut mixed = MixedCoder::new(height, width, layout, form);
    let blank = vec![0; width];
    for row in 0..height {
        mixed.code_row(coder, wanted.map_or(&blank, |cells| cells.row(row)))?;
        each(mixed.canvas.last_row());
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(())
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

/// Model of flat runs: cells whose neighbours all have one colour, coded as one decision if the run
/// is complete.
struct FlatRuns {
    /// For each column, with one margin column on each side, the number of rows since its colour
    /// changed.
    ages: Vec<u16>,
    unbroken: HistoryMixer<5, 1>,
    breaks: Vec<AdaptiveNumber>,
}

impl FlatRuns {
    fn new(width: usize) -> Self {
        Self {
            ages: vec![0; width + 2],
            unbroken: HistoryMixer::new(10, 2, 1, 4096, 1),
            breaks: vec![AdaptiveNumber::new(); 32],
        }
    }

    /// Codes how many cells of a flat run keep its colour; if not all do, the next cell has another
    /// colour.
    fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        canvas: &mut CellCanvas,
        at: usize,
        column: usize,
        length: usize,
        wanted: &[u32],
    ) -> Result<usize, Damage> {
        let colour = canvas.cells[at - 1];
        let kept = wanted[..length]
            .iter()
            .position(|&cell| cell != colour)
            .unwrap_or(length);
        let size = length.ilog2();
        let age = u32::from(self.ages[column + 1]);
        self.unbroken.find_lines(&[
            0,
            hash(&[size, colour]),
            hash(&[size, colour, u32::from(age == 0)]),
            hash(&[length as u32, colour]),
            hash(&[age.min(64), colour, size]),
        ]);
        let place = MixSelector {
            node: 0,
            sets: [0, 1, 1],
            map_context: 0,
        };
        let kept = if self.unbroken.code(coder, place, [], kept == length) {
            length
        } else {
            let kept = self.breaks[size as usize].code(coder, kept as u64);
            if kept >= length as u64 {
                return Err(damage("a flat run is longer than possible in its row"));
            }
            kept as usize
        };
        canvas.cells[at..at + kept].fill(colour);
        Ok(kept)
    }

    fn end_row(&mut self, canvas: &CellCanvas, start: usize) {
        let above = &canvas.cells[start - canvas.stride..][..canvas.width];
        for (age, (above, here)) in self.ages[1..]
            .iter_mut()
            .zip(above.iter().zip(canvas.last_row()))
        {
            *age = if above == here {
                age.saturating_add(1)
            } else {
                0
            };
        }
    }
}

struct MixedCoder {
    canvas: CellCanvas,
    flat_runs: FlatRuns,
    cells: CellModel,
}

/// Models of the cells outside flat runs.
enum CellModel {
    Two(Box<BilevelModel>),
    Mixed(Box<MulticolourModel<false, 11, 3>>),
    Blended(Box<MulticolourModel<true, 9, 1>>),
}

/// Models of pictures with more than two colours: `C` contexts of [`CandidateModel`] and `S`
/// residual spreads of [`NewCellModel`].
struct MulticolourModel<const IS_BLENDED: bool, const C: usize, const S: usize> {
    memory: MatchModel,
    same: CandidateModel<C>,
    levels: NewCellModel<IS_BLENDED, S>,
}

impl MixedCoder {
    fn new(height: usize, width: usize, layout: Layout, form: CellForm) -> Self {
        let size = (height * width).max(1).ilog2();
        let order = byte_order(layout);
        Self {
            canvas: CellCanvas::new(height, width),
            flat_runs: FlatRuns::new(width),
            cells: match form {
                CellForm::Two => CellModel::Two(Box::new(BilevelModel::new(size))),
                CellForm::Mixed => {
                    CellModel::Mixed(Box::new(MulticolourModel::new(size, order, None)))
                }
                CellForm::Blended => {
                    let opacity = layout.channels.has_alpha();
                    let opacity = opacity.then(|| OpacityModel::new((size + 3).clamp(8, 14)));
                    CellModel::Blended(Box::new(MulticolourModel::new(size, order, opacity)))
                }
            },
        }
    }

    fn code_row(&mut self, coder: &mut impl RangeCoder, wanted: &[u32]) -> Result<(), Damage> {
        match &mut self.cells {
            CellModel::Two(bilevel) => {
                bilevel.code_row(coder, &mut self.canvas, &mut self.flat_runs, wanted)
            }
            CellModel::Mixed(many) => {
                many.code_row(coder, &mut self.canvas, &mut self.flat_runs, wanted)
            }
            CellModel::Blended(many) => {
                many.code_row(coder, &mut self.canvas, &mut self.flat_runs, wanted)
            }
        }
    }
}

impl<const IS_BLENDED: bool, const C: usize, const S: usize> MulticolourModel<IS_BLENDED, C, S> {
    fn new(size: u32, order: &'static [u32], opacity: Option<OpacityModel>) -> Self {
        Self {
            memory: MatchModel::new(size.clamp(8, 16)),
            same: CandidateModel::new((size + 3).clamp(8, 18)),
            levels: NewCellModel::new((size + 5).clamp(10, 18), order, opacity),
        }
    }

    fn code_row(
        &mut self,
        coder: &mut impl RangeCoder,
        canvas: &mut CellCanvas,
        flat_runs: &mut FlatRuns,
        wanted: &[u32],
    ) -> Result<(), Damage> {
        let start = canvas.open_row();
        let (mut column, mut run) = (0, 0);
        while column < wanted.len() {
            let mut broken = false;
            if canvas.is_flat(start + column) {
                let length = canvas.flat_run(start + column, wanted.len() - column);
                let kept = flat_runs.code(
                    coder,
                    canvas,
                    start + column,
                    column,
                    length,
                    &wanted[column..],
                )?;
                column += kept;
                run += kept;
                self.memory.skip();
                broken = kept < length;
                if !broken {
                    continue;
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Exhausted);
            }
            let at = start + column;
            let ages = [0, 1, 2].map(|side| flat_runs.ages[column + side]);
            let course = CellSituation { ages, run, broken };
            self.code_cell(coder, canvas, at, &course, wanted[column]);
            run = if canvas.cells[at] == canvas.cells[at - 1] {
                run + 1
            } else {
                0
            };
            column += 1;
        }
        canvas.close_row();
        flat_runs.end_row(canvas, start);
        Ok(())
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
