//! Encoding and decoding of the blended and mixed modes: pixels as 32-bit cells, with or without
//! repeated rows and columns.

use super::checksum::CellChecksum;
use super::coder::{RangeCoder, RangeDecoder, RangeEncoder};
use super::mixed::{self, CellForm};
use super::{Damage, Mode, ModeTrial, PavError, PavHeader, axes, encode_coded};
use crate::cell_grid::CellGrid;
use crate::image::Image;
use crate::picture::Picture;

/// The grids worth coding: the collapsed one if it has at most half of the pixels, else the full
/// one, or both if `both` is set and they differ; none if a pixel has more than four bytes.
pub(super) fn grids(picture: &Picture, both: bool) -> Vec<CellGrid<u32>> {
    if picture.layout().pixel_bytes() > 4 {
        return Vec::new();
    }
    let cells = picture.pixel_values().map(|pixel| pixel as u32).collect();
    let image = Image::from_pixels(picture.height(), picture.width(), cells)
        .expect("one cell for each pixel");
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

pub(super) fn encode(
    picture: &Picture,
    mode: Mode,
    grid: &CellGrid<u32>,
) -> Result<ModeTrial, PavError> {
    encode_coded(picture, mode, |encoder| write(encoder, picture, mode, grid))
}

fn write(
    encoder: &mut RangeEncoder,
    picture: &Picture,
    mode: Mode,
    grid: &CellGrid<u32>,
) -> Result<u32, Damage> {
    axes::code(encoder, &grid.heights, picture.height())?;
    axes::code(encoder, &grid.widths, picture.width())?;
    let size = (grid.heights.len(), grid.widths.len());
    let mut check = CellChecksum::default();
    let pair = ColourPair::code(encoder, ColourPair::find(&grid.cells).as_ref());
    let places = pair.as_ref().map(|pair| pair.places(&grid.cells));
    let cells = places.as_ref().unwrap_or(&grid.cells);
    let form = form(mode, pair.as_ref());
    let mut each = |row: &[u32]| check.add(row);
    mixed::code(
        encoder,
        Some(cells),
        size,
        picture.layout(),
        form,
        &mut each,
    )?;
    Ok(check.value())
}

fn form(mode: Mode, pair: Option<&ColourPair>) -> CellForm {
    match (mode, pair) {
        (_, Some(_)) => CellForm::Two,
        (Mode::Mixed, None) => CellForm::Mixed,
        _ => CellForm::Blended,
    }
}

/// Decodes the body written by [`encode`] to samples, and returns them with their checksum.
pub(super) fn read(
    decoder: &mut RangeDecoder,
    header: &PavHeader,
) -> Result<(Vec<u8>, u32), Damage> {
    let heights = axes::code(decoder, &[], header.height)?;
    let widths = axes::code(decoder, &[], header.width)?;
    if decoder.is_exhausted() {
        return Err(Damage::Exhausted);
    }
    let size = (heights.len(), widths.len());
    let bytes = header.layout.pixel_bytes();
    let mut check = CellChecksum::default();
    let mut samples = Vec::with_capacity(header.samples());
    let mut heights = heights.iter();
    let pair = ColourPair::code(decoder, None);
    mixed::code(
        decoder,
        None,
        size,
        header.layout,
        form(header.mode, pair.as_ref()),
        &mut |row| {
            check.add(row);
            let start = samples.len();
            for (cell, &width) in row.iter().zip(&widths) {
                let cell = pair
                    .as_ref()
                    .map_or(*cell, |pair| pair.0[(*cell & 1) as usize]);
                let pixel = &cell.to_be_bytes()[4 - bytes..];
                (0..width).for_each(|_| samples.extend_from_slice(pixel));
            }
            let end = samples.len();
            for _ in 1..*heights.next().expect("one height for each row") {
                samples.extend_from_within(start..end);
            }
        },
    )?;
    Ok((samples, check.value()))
}

/// The two colours of a bilevel picture, in ascending order.
struct ColourPair([u32; 2]);

impl ColourPair {
    fn find(cells: &Image<u32>) -> Option<Self> {
        let first = *cells.pixels().first()?;
        let second = *cells.pixels().iter().find(|&&cell| cell != first)?;
        let others = cells
            .pixels()
            .iter()
            .any(|&cell| cell != first && cell != second);
        (!others).then_some(Self([first.min(second), first.max(second)]))
    }

    /// The palette index of each cell, 0 or 1.
    fn places(&self, cells: &Image<u32>) -> Image<u32> {
        cells.map(|&cell| u32::from(cell == self.0[1]))
    }

    fn code(coder: &mut impl RangeCoder, pair: Option<&Self>) -> Option<Self> {
        let cells = pair.map_or([0; 2], |pair| pair.0);
        coder
            .code(1 << 15, pair.is_some())
            .then(|| Self(cells.map(|cell| code_cell(coder, cell))))
    }
}

fn code_cell(coder: &mut impl RangeCoder, cell: u32) -> u32 {
    (0..32).rev().fold(0, |coded, below| {
        coded << 1 | u32::from(coder.code(1 << 15, cell >> below & 1 == 1))
    })
}
