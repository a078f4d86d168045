//! Encoding and decoding of the regions and blended modes: pixels as cells of 32 bits, with or
//! without repeated rows and columns.

use super::canvas::CellRun;
use super::checksum::RowChecksum;
use super::coder::{RangeCoder, RangeDecoder, RangeEncoder};
use super::palette::{self, Palette};
use super::{Damage, Mode, PavHeader, axes, blended, regions};
use crate::cell_grid::CellGrid;
use crate::image::Image;
use crate::picture::{Depth, Layout, Picture};
use std::borrow::Cow;

/// A picture whose pixels have at most four bytes: of a picture with longer ones the upper bytes of
/// all samples, and below them the lower bytes.
fn narrow(picture: &Picture) -> Cow<'_, Picture> {
    if picture.layout().pixel_bytes() <= 4 {
        return Cow::Borrowed(picture);
    }
    let (upper, lower) = (0, 1);
    let bytes = [upper, lower].into_iter().flat_map(|byte| {
        let samples = picture.samples().chunks_exact(2);
        samples.map(move |sample| sample[byte])
    });
    let (width, height) = (picture.width(), picture.height());
    let narrow = Picture::new(
        width,
        2 * height,
        narrow_layout(picture.layout()),
        bytes.collect(),
    );
    Cow::Owned(narrow.expect("as many bytes as the picture has"))
}

fn narrow_layout(layout: Layout) -> Layout {
    Layout::new(layout.channels, Depth::Eight)
}

/// The header of the [`narrow`] picture.
fn narrow_header(header: &PavHeader) -> PavHeader {
    if header.layout.pixel_bytes() <= 4 {
        return *header;
    }
    PavHeader {
        height: 2 * header.height,
        layout: narrow_layout(header.layout),
        ..*header
    }
}

/// The samples of a picture from those of its [`narrow`] one.
fn widen(samples: Vec<u8>, header: &PavHeader) -> Vec<u8> {
    if header.layout.pixel_bytes() <= 4 {
        return samples;
    }
    let (upper, lower) = samples.split_at(samples.len() / 2);
    let pairs = upper.iter().zip(lower);
    pairs.flat_map(|(&upper, &lower)| [upper, lower]).collect()
}

/// The grids worth coding: the collapsed one if it has at most half of the pixels, else the full
/// one, or both if `both` is set and they differ. `picture` is [`narrow`].
fn grids(picture: &Picture, both: bool) -> Vec<CellGrid<u32>> {
    let cells = picture.pixel_values().map(|pixel| pixel as u32).collect();
    let image = picture.image(cells);
    let collapsed = CellGrid::collapse(&image);
    let (few, all) = (collapsed.cells.pixels().len(), image.pixels().len());
    match (both && few < all, few * 2 <= all) {
        (true, _) => vec![collapsed, whole(image)],
        (false, true) => vec![collapsed],
        (false, false) => vec![whole(image)],
    }
}

fn whole(cells: Image<u32>) -> CellGrid<u32> {
    CellGrid {
        heights: vec![1; cells.height()],
        widths: vec![1; cells.width()],
        cells,
    }
}

/// Encodes the rows of a part on one grid, or on the better of both, and returns the stream and the
/// number of its decisions.
pub(super) fn encode(part: &Picture, header: &PavHeader, both: bool) -> (Vec<u8>, u64) {
    let header = narrow_header(header);
    let streams = grids(&narrow(part), both).into_iter().map(|grid| {
        let mut encoder = RangeEncoder::new();
        let check = write(&mut encoder, &header, &grid).expect("encoding finds no damage");
        let decisions = encoder.decisions();
        (encoder.finish(check), decisions)
    });
    let smallest = streams.min_by_key(|(stream, _)| stream.len());
    smallest.expect("every picture has a grid")
}

fn write(
    encoder: &mut RangeEncoder,
    header: &PavHeader,
    grid: &CellGrid<u32>,
) -> Result<u32, Damage> {
    axes::code(encoder, [&grid.heights, &grid.widths], header)?;
    let size = (grid.heights.len(), grid.widths.len());
    let mut check = RowChecksum::default();
    let mut each = |row: &[CellRun]| check.add_row(row);
    if header.mode == Mode::Regions {
        let Palette { values, places } = Palette::new(grid.cells.pixels(), size.1, u64::from);
        let colours = code_palette(encoder, &values, size, header)?.len();
        let places = Image::from_pixels(size.0, size.1, places).expect("one index for each cell");
        regions::code(encoder, Some(&places), size, colours, &mut each)?;
    } else {
        let pair = code_pair(encoder, find_pair(&grid.cells));
        let places = pair.map(|[_, second]| grid.cells.map(|&cell| u32::from(cell == second)));
        let cells = Some(places.as_ref().unwrap_or(&grid.cells));
        let (layout, is_pair) = (header.layout, pair.is_some());
        blended::code(encoder, cells, size, layout, is_pair, &mut each)?;
    }
    Ok(check.value())
}

/// Decodes the body written by [`encode`] to samples, and returns them with their checksum.
pub(super) fn read(
    decoder: &mut RangeDecoder,
    header: &PavHeader,
) -> Result<(Vec<u8>, u32), Damage> {
    let narrow = narrow_header(header);
    let (samples, check) = read_narrow(decoder, &narrow)?;
    Ok((widen(samples, header), check))
}

fn read_narrow(decoder: &mut RangeDecoder, header: &PavHeader) -> Result<(Vec<u8>, u32), Damage> {
    let [heights, widths] = axes::code(decoder, [&[], &[]], header)?;
    let size = (heights.len(), widths.len());
    let colours = if header.mode == Mode::Regions {
        Some(code_palette(decoder, &[], size, header)?)
    } else {
        code_pair(decoder, None).map(|pair| pair.map(u64::from).to_vec())
    };
    let mut painter = Painter {
        pixel_bytes: header.layout.pixel_bytes(),
        colours: colours.as_deref(),
        widths: &widths,
        heights: heights.iter(),
        samples: Vec::with_capacity(header.samples()),
        check: RowChecksum::default(),
    };
    let mut each = |row: &[CellRun]| painter.paint(row);
    if header.mode == Mode::Regions {
        let count = colours.as_ref().map_or(0, Vec::len);
        regions::code(decoder, None, size, count, &mut each)?;
    } else {
        let is_pair = colours.is_some();
        blended::code(decoder, None, size, header.layout, is_pair, &mut each)?;
    }
    Ok((painter.samples, painter.check.value()))
}

/// Expands rows of cells to samples.
struct Painter<'a> {
    pixel_bytes: usize,
    /// The pixels of the cells, unless a cell is a pixel.
    colours: Option<&'a [u64]>,
    widths: &'a [u32],
    heights: std::slice::Iter<'a, u32>,
    samples: Vec<u8>,
    check: RowChecksum,
}

impl Painter<'_> {
    fn paint(&mut self, row: &[CellRun]) {
        let (start, mut column) = (self.samples.len(), 0);
        self.check.add_row(row);
        for &CellRun { cell, end } in row {
            let length: u32 = self.widths[column..end as usize].iter().sum();
            let pixel = self
                .colours
                .map_or(cell, |colours| colours[cell as usize] as u32);
            self.fill(pixel.to_be_bytes(), length as usize);
            column = end as usize;
        }
        let end = self.samples.len();
        for _ in 1..*self.heights.next().expect("one height for each row") {
            self.samples.extend_from_within(start..end);
        }
    }

    fn fill(&mut self, pixel: [u8; 4], length: usize) {
        let pixel = &pixel[4 - self.pixel_bytes..];
        if let [level] = *pixel {
            self.samples.resize(self.samples.len() + length, level);
        } else {
            (0..length).for_each(|_| self.samples.extend_from_slice(pixel));
        }
    }
}

/// Codes the colours of a picture in the order of their first appearance; those of black and white by
/// one decision, whether the first is white.
fn code_palette(
    coder: &mut impl RangeCoder,
    colours: &[u64],
    (height, width): (usize, usize),
    header: &PavHeader,
) -> Result<Vec<u64>, Damage> {
    if header.is_black_and_white {
        let is_white = coder.code(1 << 15, colours.first() == Some(&255));
        return Ok(if is_white { vec![255, 0] } else { vec![0, 255] });
    }
    let bits = 8 * header.layout.pixel_bytes();
    palette::code(coder, colours, height * width, |colour| colour >> bits == 0)
}

/// The two colours of a bilevel picture, in ascending order.
fn find_pair(cells: &Image<u32>) -> Option<[u32; 2]> {
    let cells = cells.pixels();
    let first = *cells.first()?;
    let second = *cells.iter().find(|&&cell| cell != first)?;
    let are_all = cells.iter().all(|&cell| cell == first || cell == second);
    are_all.then_some([first.min(second), first.max(second)])
}

/// Codes whether there is a pair of colours, then the bits of both from the top.
fn code_pair(coder: &mut impl RangeCoder, pair: Option<[u32; 2]>) -> Option<[u32; 2]> {
    let is_pair = coder.code(1 << 15, pair.is_some());
    let mut code_cell = |cell: u32| {
        (0..32).rev().fold(0, |coded, below| {
            coded << 1 | u32::from(coder.code(1 << 15, cell >> below & 1 == 1))
        })
    };
    is_pair.then(|| pair.unwrap_or_default().map(&mut code_cell))
}
