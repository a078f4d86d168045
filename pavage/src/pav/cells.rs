//! Encoding and decoding of the blended and mixed modes: pixels as 32-bit cells, with or without
//! repeated rows and columns.

use super::checksum::RowChecksum;
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

pub(super) fn encode(
    picture: &Picture,
    mode: Mode,
    grid: &CellGrid<u32>,
) -> Result<ModeTrial, PavError> {
    encode_coded(picture, mode, |encoder, header| {
        write(encoder, header, grid)
    })
}

fn write(
    encoder: &mut RangeEncoder,
    header: &PavHeader,
    grid: &CellGrid<u32>,
) -> Result<u32, Damage> {
    axes::code(encoder, [&grid.heights, &grid.widths], header)?;
    let size = (grid.heights.len(), grid.widths.len());
    let pair = code_pair(encoder, find_pair(&grid.cells));
    let places = pair.map(|[_, second]| grid.cells.map(|&cell| u32::from(cell == second)));
    let cells = Some(places.as_ref().unwrap_or(&grid.cells));
    let form = CellForm::new(header.mode, pair.is_some());
    let mut check = RowChecksum::default();
    mixed::code(encoder, cells, size, header.layout, form, &mut |row| {
        check.add_cells(row);
    })?;
    Ok(check.value())
}

/// Decodes the body written by [`encode`] to samples, and returns them with their checksum.
pub(super) fn read(
    decoder: &mut RangeDecoder,
    header: &PavHeader,
) -> Result<(Vec<u8>, u32), Damage> {
    let [heights, widths] = axes::code(decoder, [&[], &[]], header)?;
    let size = (heights.len(), widths.len());
    let bytes = header.layout.pixel_bytes();
    let mut check = RowChecksum::default();
    let mut samples = Vec::with_capacity(header.samples());
    let mut heights = heights.iter();
    let pair = code_pair(decoder, None);
    let form = CellForm::new(header.mode, pair.is_some());
    mixed::code(decoder, None, size, header.layout, form, &mut |row| {
        check.add_cells(row);
        let start = samples.len();
        for (&cell, &width) in row.iter().zip(&widths) {
            let cell = pair.map_or(cell, |pair| pair[(cell & 1) as usize]);
            let pixel = &cell.to_be_bytes()[4 - bytes..];
            (0..width).for_each(|_| samples.extend_from_slice(pixel));
        }
        let end = samples.len();
        for _ in 1..*heights.next().expect("one height for each row") {
            samples.extend_from_within(start..end);
        }
    })?;
    Ok((samples, check.value()))
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
