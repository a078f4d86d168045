//! The blended and the mixed mode: each cell of a grid is one of those around it or remembered, or a new one
//! told bit by bit; every decision is a mixture of many contexts.

mod bilevel;
mod canvas;
mod history;
mod lanes;
mod levels;
mod memory;
mod mixture;
mod opacity;
mod same;
mod spread;

use super::coder::Coder;
use super::model::Number;
use super::{Damage, damage};
use crate::image::Image;
use crate::picture::{Channels, Depth, Layout};
use bilevel::Bilevel;
use canvas::Canvas;
use levels::Levels;
use memory::Memory;
use mixture::{Mixture, Place};
use opacity::Opacity;
use same::{Course, Same};

/// Codes the cells of a grid of that size and calls `each` with its rows; reading starts from none.
pub(super) fn code(
    coder: &mut impl Coder,
    wanted: Option<&Image<u32>>,
    (height, width): (usize, usize),
    layout: Layout,
    form: Form,
    each: &mut impl FnMut(&[u32]),
) -> Result<(), Damage> {
    let mut mixed = Mixed::new(height, width, layout, form);
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

/// What cells are, and how they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// 0 or 1.
    Two,
    /// Pixels, as the mixed mode tells them.
    Mixed,
    /// Pixels, as the blended mode tells them: with fewer contexts, and the opacity at once.
    Blended,
}

/// The bytes of a cell in the order they are told, as shifts: opacity, then green, red, blue.
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

/// One hash of several values.
#[inline]
fn hash(values: &[u32]) -> u32 {
    values.iter().fold(0x811C_9DC5, |hash: u32, &value| {
        let mixed = (hash ^ value).wrapping_mul(0x9E37_79B1);
        mixed ^ mixed >> 15
    })
}

/// Those of all contexts that are numbered.
#[inline]
fn chosen<const A: usize, const C: usize>(all: &[u32; A], which: &[usize]) -> [u32; C] {
    let mut chosen = [0; C];
    for (chosen, &number) in chosen.iter_mut().zip(which) {
        *chosen = all[number];
    }
    chosen
}

/// Stretches of cells whose neighbours are all alike, told at once.
struct Stretches {
    /// For each column, and one beyond each edge, how many rows its colour has stood.
    ages: Vec<u16>,
    unbroken: Mixture<5, 1>,
    breaks: Vec<Number>,
}

impl Stretches {
    fn new(width: usize) -> Self {
        Self {
            ages: vec![0; width + 2],
            unbroken: Mixture::new(10, 2, 1, 4096, 1),
            breaks: vec![Number::new(); 32],
        }
    }

    /// Codes how many cells of a stretch keep its colour; if not all, another one follows.
    fn code(
        &mut self,
        coder: &mut impl Coder,
        canvas: &mut Canvas,
        at: usize,
        column: usize,
        length: usize,
        wanted: &[u32],
    ) -> Result<usize, Damage> {
        let colour = canvas.cells[at - 1];
        let stands = wanted[..length]
            .iter()
            .position(|&cell| cell != colour)
            .unwrap_or(length);
        let size = length.ilog2();
        let age = u32::from(self.ages[column + 1]);
        self.unbroken.look(&[
            0,
            hash(&[size, colour]),
            hash(&[size, colour, u32::from(age == 0)]),
            hash(&[length as u32, colour]),
            hash(&[age.min(64), colour, size]),
        ]);
        let place = Place {
            node: 0,
            sets: [0, 1, 1],
            refine: 0,
        };
        let stands = if self.unbroken.code(coder, place, [], stands == length) {
            length
        } else {
            let stands = self.breaks[size as usize].code(coder, stands as u64);
            if stands >= length as u64 {
                return Err(damage("a stretch past its end"));
            }
            stands as usize
        };
        canvas.cells[at..at + stands].fill(colour);
        Ok(stands)
    }

    fn end_row(&mut self, canvas: &Canvas, start: usize) {
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

struct Mixed {
    canvas: Canvas,
    stretches: Stretches,
    cells: Cells,
}

/// How cells outside of stretches are told.
enum Cells {
    Two(Box<Bilevel>),
    Mixed(Box<Many<false, 11, 3>>),
    Blended(Box<Many<true, 9, 1>>),
}

/// By so many contexts of [`Same`] and spreads of [`Levels`].
struct Many<const IS_BLENDED: bool, const C: usize, const S: usize> {
    memory: Memory,
    same: Same<C>,
    levels: Levels<IS_BLENDED, S>,
}

impl Mixed {
    fn new(height: usize, width: usize, layout: Layout, form: Form) -> Self {
        let size = (height * width).max(1).ilog2();
        let order = byte_order(layout);
        Self {
            canvas: Canvas::new(height, width),
            stretches: Stretches::new(width),
            cells: match form {
                Form::Two => Cells::Two(Box::new(Bilevel::new(size))),
                Form::Mixed => Cells::Mixed(Box::new(Many::new(size, order, None))),
                Form::Blended => {
                    let opacity = layout.channels.has_alpha();
                    let opacity = opacity.then(|| Opacity::new((size + 3).clamp(8, 14)));
                    Cells::Blended(Box::new(Many::new(size, order, opacity)))
                }
            },
        }
    }

    fn code_row(&mut self, coder: &mut impl Coder, wanted: &[u32]) -> Result<(), Damage> {
        match &mut self.cells {
            Cells::Two(bilevel) => {
                bilevel.code_row(coder, &mut self.canvas, &mut self.stretches, wanted)
            }
            Cells::Mixed(many) => {
                many.code_row(coder, &mut self.canvas, &mut self.stretches, wanted)
            }
            Cells::Blended(many) => {
                many.code_row(coder, &mut self.canvas, &mut self.stretches, wanted)
            }
        }
    }
}

impl<const IS_BLENDED: bool, const C: usize, const S: usize> Many<IS_BLENDED, C, S> {
    fn new(size: u32, order: &'static [u32], opacity: Option<Opacity>) -> Self {
        Self {
            memory: Memory::new(size.clamp(8, 16)),
            same: Same::new((size + 3).clamp(8, 18)),
            levels: Levels::new((size + 5).clamp(10, 18), order, opacity),
        }
    }

    fn code_row(
        &mut self,
        coder: &mut impl Coder,
        canvas: &mut Canvas,
        stretches: &mut Stretches,
        wanted: &[u32],
    ) -> Result<(), Damage> {
        let start = canvas.open_row();
        let (mut column, mut run) = (0, 0);
        while column < wanted.len() {
            let mut broken = false;
            if canvas.is_flat(start + column) {
                let length = canvas.stretch(start + column, wanted.len() - column);
                let stands = stretches.code(
                    coder,
                    canvas,
                    start + column,
                    column,
                    length,
                    &wanted[column..],
                )?;
                column += stands;
                run += stands;
                self.memory.skip();
                broken = stands < length;
                if !broken {
                    continue;
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Exhausted);
            }
            let at = start + column;
            let ages = [0, 1, 2].map(|side| stretches.ages[column + side]);
            let course = Course { ages, run, broken };
            self.code_cell(coder, canvas, at, &course, wanted[column]);
            run = if canvas.cells[at] == canvas.cells[at - 1] {
                run + 1
            } else {
                0
            };
            column += 1;
        }
        canvas.close_row();
        stretches.end_row(canvas, start);
        Ok(())
    }

    fn code_cell(
        &mut self,
        coder: &mut impl Coder,
        canvas: &mut Canvas,
        at: usize,
        course: &Course,
        wanted: u32,
    ) {
        let around = canvas.around(at);
        let recalled = self.memory.recall(canvas, at, &around);
        let told = self.same.code(coder, &around, &recalled, course, wanted);
        let cell = told.unwrap_or_else(|| self.levels.code(coder, &around, wanted));
        canvas.cells[at] = cell;
        self.memory.learn(canvas, at);
    }
}
