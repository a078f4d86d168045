//! Expands rows of runs to samples.

use super::PavHeader;
use super::palette::Palette;
use super::run::Run;
use crate::cell_grid::starts;

/// Bytes of a swatch: a multiple of every pixel size and of 16-byte vector stores.
const SWATCH: usize = 48;

/// Expands the rows of a grid one after the other, each repeated by its height.
pub(super) struct Painter {
    /// For each colour, its pixel repeated to fill a swatch.
    swatches: Vec<[u8; SWATCH]>,
    /// For each column of the grid, the byte offset of its end in a row of samples.
    ends: Vec<usize>,
    /// One row of samples, with space for a swatch beyond its end.
    row: Vec<u8>,
    samples: Vec<u8>,
}

impl Painter {
    pub(super) fn new(header: &PavHeader, palette: &Palette, widths: &[u32]) -> Self {
        let pixel_bytes = header.layout.pixel_bytes();
        let swatch = |colour: &u64| {
            let bytes = &colour.to_be_bytes()[8 - pixel_bytes..];
            std::array::from_fn(|at| bytes[at % pixel_bytes])
        };
        let ends = starts(widths).into_iter().zip(widths);
        Self {
            swatches: palette.colours.iter().map(swatch).collect(),
            ends: ends
                .map(|(start, &width)| (start + width as usize) * pixel_bytes)
                .collect(),
            row: vec![0; header.width * pixel_bytes + SWATCH],
            samples: Vec::with_capacity(header.samples()),
        }
    }

    pub(super) fn paint(&mut self, runs: &[Run], height: u32) {
        let mut start = 0;
        for run in runs {
            let end = self.ends[run.end as usize - 1];
            fill(
                &mut self.row,
                start,
                end,
                &self.swatches[usize::from(run.colour)],
            );
            start = end;
        }
        for _ in 0..height {
            self.samples.extend_from_slice(&self.row[..start]);
        }
    }

    pub(super) fn samples(self) -> Vec<u8> {
        self.samples
    }
}

/// Fills `start` to `end` with whole swatches; the excess is overwritten by the next run.
#[inline]
fn fill(row: &mut [u8], start: usize, end: usize, swatch: &[u8; SWATCH]) {
    let mut at = start;
    while at < end {
        row[at..at + SWATCH].copy_from_slice(swatch);
        at += SWATCH;
    }
}
