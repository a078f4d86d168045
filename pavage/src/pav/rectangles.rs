//! The rectangles mode: codes sizes and colours of the greedy cover; positions follow from the
//! rectangles before.

use super::coder::RangeCoder;
use super::model::{AdaptiveBit, AdaptiveNumber, Mixer, hash};
use super::run::{Run, push};
use super::symbol::ColourSymbol;
use super::{Damage, damage};
use crate::cover::Rect;
use crate::skyline::Skyline;

/// Codes the rectangles of a grid and calls `each` with the runs of every row; a decoder passes no
/// rectangles.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    rects: &[Rect<u16>],
    (height, width): (usize, usize),
    colours: usize,
    each: &mut impl FnMut(&[Run]),
) -> Result<(), Damage> {
    let mut wall = CoverCoder::new(height, width, colours);
    let mut wanted = rects.iter();
    let mut row = 0;
    while row < height {
        let next = wall.code_row(coder, row, &mut wanted)?;
        (row..next).for_each(|_| each(&wall.runs));
        row = next;
    }
    Ok(())
}

/// The state of the coder: the rectangles that cover the current row, and the model.
struct CoverCoder {
    height: usize,
    width: usize,
    model: RectModel,
    skyline: Skyline,
    /// For each column, the colour of the last rectangle in it.
    colours: Vec<u16>,
    runs: Vec<Run>,
}

impl CoverCoder {
    fn new(height: usize, width: usize, colours: usize) -> Self {
        Self {
            height,
            width,
            model: RectModel::new(colours),
            skyline: Skyline::new(width),
            colours: vec![0; width],
            runs: Vec::new(),
        }
    }

    /// Codes the rectangles that begin in a row and returns the next row in which one may begin.
    fn code_row<'a>(
        &mut self,
        coder: &mut impl RangeCoder,
        row: usize,
        wanted: &mut impl Iterator<Item = &'a Rect<u16>>,
    ) -> Result<usize, Damage> {
        let (mut next, mut column, mut left) = (self.height, 0, None);
        self.runs.clear();
        while column < self.width {
            let (until, span) = match self.skyline.at(row, column) {
                Some(covered) => covered,
                None => self.code_rect(coder, (row, column), left, wanted.next())?,
            };
            push(&mut self.runs, column + span, self.colours[column]);
            left = Some(until - row);
            next = next.min(until);
            column += span;
        }
        Ok(next)
    }

    fn code_rect(
        &mut self,
        coder: &mut impl RangeCoder,
        (row, column): (usize, usize),
        left: Option<usize>,
        wanted: Option<&Rect<u16>>,
    ) -> Result<(usize, usize), Damage> {
        let place = self.place((row, column), left);
        let Rect {
            height,
            width,
            colour,
            ..
        } = self.model.code(coder, &place, wanted)?;
        self.colours[column..column + width].fill(colour);
        self.skyline.lay(column, width, row + height);
        Ok((row + height, width))
    }

    fn place(&mut self, (row, column): (usize, usize), left: Option<usize>) -> RectContext {
        let gap = self.skyline.gap_end(row, column, self.width) - column;
        let right = (column + gap < self.width).then(|| {
            self.skyline
                .at(row, column + gap)
                .map_or(0, |(until, _)| until - row)
        });
        RectContext {
            position: (row, column),
            gap,
            depth: self.height - row,
            left,
            right,
            beside: self.runs.last().map_or(0, |run| run.colour),
            above: self.colours[column],
        }
    }
}

/// The context of a rectangle: its position and its surroundings, known before it is decoded.
struct RectContext {
    position: (usize, usize),
    /// Number of free columns from the rectangle to the right.
    gap: usize,
    /// Number of rows to the bottom of the grid.
    depth: usize,
    /// Rows that the rectangles left and right of the gap still extend down; `None` at the edge of
    /// the grid.
    left: Option<usize>,
    right: Option<usize>,
    /// Colours of the cells to the left and above, 0 outside the grid.
    beside: u16,
    above: u16,
}

struct RectModel {
    fills: Vec<AdaptiveBit>,
    widths: Vec<AdaptiveNumber>,
    lefts: Vec<AdaptiveBit>,
    rights: Vec<AdaptiveBit>,
    bottoms: Vec<AdaptiveBit>,
    heights: Vec<AdaptiveNumber>,
    symbol: ColourSymbol,
    mixer: Mixer<4>,
}

impl RectModel {
    fn new(colours: usize) -> Self {
        Self {
            fills: vec![AdaptiveBit::new(); 64],
            widths: vec![AdaptiveNumber::new(); 32],
            lefts: vec![AdaptiveBit::new(); 8],
            rights: vec![AdaptiveBit::new(); 8],
            bottoms: vec![AdaptiveBit::new(); 8],
            heights: vec![AdaptiveNumber::new(); 32],
            symbol: ColourSymbol::new(colours),
            mixer: Mixer::new(12, 1),
        }
    }

    fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        place: &RectContext,
        wanted: Option<&Rect<u16>>,
    ) -> Result<Rect<u16>, Damage> {
        let (width, height, colour) = wanted.map_or((1, 1, 0), |r| (r.width, r.height, r.colour));
        let contexts = [
            0,
            hash(&[1, u32::from(place.beside)]),
            hash(&[2, u32::from(place.above)]),
            hash(&[3, u32::from(place.above), u32::from(place.beside)]),
        ];
        let colour = self
            .symbol
            .code(coder, &mut self.mixer, &contexts, colour)?;
        let width = self.code_width(coder, place, width);
        let height = self.code_height(coder, place, width == place.gap, height);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
        if width > place.gap || height > place.depth {
            return Err(damage("a rectangle extends beyond the picture"));
        }
        Ok(Rect {
            position: place.position,
            colour,
            height,
            width,
        })
    }

    fn code_width(
        &mut self,
        coder: &mut impl RangeCoder,
        place: &RectContext,
        width: usize,
    ) -> usize {
        let size = place.gap.ilog2() as usize;
        let open = usize::from(place.left.is_none()) + 2 * usize::from(place.right.is_none());
        if place.gap == 1 || self.fills[size.min(15) * 4 + open].code(coder, width == place.gap) {
            return place.gap;
        }
        self.widths[size]
            .code(coder, width as u64 - 1)
            .saturating_add(1) as usize
    }

    fn code_height(
        &mut self,
        coder: &mut impl RangeCoder,
        place: &RectContext,
        fills: bool,
        height: usize,
    ) -> usize {
        let context = usize::from(fills)
            + 2 * usize::from(place.left < place.right)
            + 4 * usize::from(place.left == place.right);
        let known = [
            (&mut self.lefts, place.left),
            (&mut self.rights, place.right),
            (&mut self.bottoms, Some(place.depth)),
        ];
        for (bits, reach) in known {
            if let Some(reach) = reach
                && bits[context].code(coder, height == reach)
            {
                return reach;
            }
        }
        let size = place.depth.ilog2() as usize;
        self.heights[size]
            .code(coder, height as u64 - 1)
            .saturating_add(1) as usize
    }
}
