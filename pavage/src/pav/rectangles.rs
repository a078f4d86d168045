//! The rectangles mode: sizes and colours of the greedy cover, whose positions follow from those
//! before.

use super::coder::Coder;
use super::model::{Counter, Mixer, Number, hash};
use super::symbol::Symbol;
use super::{Damage, damage};
use crate::cover::Rect;
use crate::image::Image;
use crate::skyline::Skyline;

/// Codes the rectangles of a grid of that size, in cells; reading starts from no rectangles. Gives
/// the cells they paint.
pub(super) fn code(
    coder: &mut impl Coder,
    rects: &[Rect<u16>],
    (height, width): (usize, usize),
    colours: usize,
) -> Result<Image<u16>, Damage> {
    let mut model = Model::new(colours);
    let mut skyline = Skyline::new(width);
    let mut cells = vec![0_u16; height * width];
    let mut wanted = rects.iter();
    let mut row = 0;
    while row < height {
        let (mut next, mut column, mut left) = (height, 0, None);
        while column < width {
            let covered = skyline.at(row, column);
            let (until, span) = if let Some(covered) = covered {
                covered
            } else {
                let place = Place::new(&mut skyline, &cells, (row, column), (height, width), left);
                let sized = model.code(coder, &place, wanted.next())?;
                paint(&mut cells, width, &sized);
                skyline.lay(column, sized.width, row + sized.height);
                (row + sized.height, sized.width)
            };
            left = Some(until - row);
            next = next.min(until);
            column += span;
        }
        row = next;
    }
    Ok(Image::from_pixels(height, width, cells).expect("as many cells as the grid has"))
}

fn paint(cells: &mut [u16], stride: usize, rect: &Rect<u16>) {
    let (row, column) = rect.position;
    for below in row..row + rect.height {
        cells[below * stride + column..][..rect.width].fill(rect.colour);
    }
}

/// What is known of a rectangle before it is read.
struct Place {
    position: (usize, usize),
    /// Free columns.
    gap: usize,
    /// Rows down to the bottom of the grid.
    depth: usize,
    /// Rows that the neighbours to the left and to the right reach down, themselves free or not.
    left: Option<usize>,
    right: Option<usize>,
    /// The colours to the left and above.
    beside: u16,
    above: u16,
}

impl Place {
    fn new(
        skyline: &mut Skyline,
        cells: &[u16],
        (row, column): (usize, usize),
        (height, width): (usize, usize),
        left: Option<usize>,
    ) -> Self {
        let gap = skyline.gap_end(row, column, width) - column;
        let right = (column + gap < width).then(|| {
            skyline
                .at(row, column + gap)
                .map_or(0, |(until, _)| until - row)
        });
        let at = row * width + column;
        Self {
            position: (row, column),
            gap,
            depth: height - row,
            left,
            right,
            beside: if column > 0 { cells[at - 1] } else { 0 },
            above: if row > 0 { cells[at - width] } else { 0 },
        }
    }
}

struct Model {
    fills: Vec<Counter>,
    widths: Vec<Number>,
    lefts: Vec<Counter>,
    rights: Vec<Counter>,
    bottoms: Vec<Counter>,
    heights: Vec<Number>,
    symbol: Symbol,
    mixer: Mixer<4>,
}

impl Model {
    fn new(colours: usize) -> Self {
        Self {
            fills: vec![Counter::new(); 64],
            widths: vec![Number::new(); 32],
            lefts: vec![Counter::new(); 8],
            rights: vec![Counter::new(); 8],
            bottoms: vec![Counter::new(); 8],
            heights: vec![Number::new(); 32],
            symbol: Symbol::new(colours),
            mixer: Mixer::new(12, 1),
        }
    }

    fn code(
        &mut self,
        coder: &mut impl Coder,
        place: &Place,
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
            return Err(damage("a rectangle past the edge"));
        }
        Ok(Rect {
            position: place.position,
            colour,
            height,
            width,
        })
    }

    fn code_width(&mut self, coder: &mut impl Coder, place: &Place, width: usize) -> usize {
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
        coder: &mut impl Coder,
        place: &Place,
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
        for (counters, reach) in known {
            if let Some(reach) = reach
                && counters[context].code(coder, height == reach)
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
