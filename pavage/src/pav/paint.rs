//! From cells and colours to samples.

use super::Header;
use crate::grid::Grid;

/// The samples of a grid, each row of cells painted once and repeated.
pub(super) fn paint(grid: &Grid<u16>, pixels: &[Vec<u8>], header: &Header) -> Vec<u8> {
    let row_bytes = header.width * header.layout.pixel_bytes();
    let mut samples = Vec::with_capacity(header.samples());
    for (cells, &height) in grid.cells.rows().zip(&grid.heights) {
        let start = samples.len();
        paint_row(cells, &grid.widths, pixels, &mut samples);
        for _ in 1..height {
            samples.extend_from_within(start..start + row_bytes);
        }
    }
    samples
}

fn paint_row(cells: &[u16], widths: &[u32], pixels: &[Vec<u8>], samples: &mut Vec<u8>) {
    let mut at = 0;
    for run in cells.chunk_by(PartialEq::eq) {
        let width: usize = widths[at..at + run.len()]
            .iter()
            .map(|&width| width as usize)
            .sum();
        at += run.len();
        repeat(&pixels[usize::from(run[0])], width, samples);
    }
}

/// Appends a pixel `count` times, by doubling what is there when there is much to do.
fn repeat(pixel: &[u8], count: usize, samples: &mut Vec<u8>) {
    if let [level] = *pixel {
        samples.resize(samples.len() + count, level);
        return;
    }
    let start = samples.len();
    let (end, few) = (start + count * pixel.len(), count.min(16));
    for _ in 0..few {
        samples.extend_from_slice(pixel);
    }
    while samples.len() < end {
        let more = (samples.len() - start).min(end - samples.len());
        samples.extend_from_within(start..start + more);
    }
}
