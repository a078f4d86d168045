//! Encoding and decoding of the palette modes: runs, rectangles, pixels and outlines.

use super::checksum::RowChecksum;
use super::coder::{RangeCoder, RangeDecoder, RangeEncoder};
use super::paint::Painter;
use super::palette::Palette;
use super::run::{Run, runs_by_row};
use super::{
    Damage, Mode, ModeTrial, PavError, PavHeader, axes, encode_coded, outlines, pixels, rectangles,
    runs,
};
use crate::cell_grid::CellGrid;
use crate::image::Image;
use crate::picture::Picture;
use crate::skyline;

/// A picture as palette indices, with repeated rows collapsed and with rows and columns collapsed.
pub(super) struct IndexedPicture<'a> {
    picture: &'a Picture,
    pub(super) palette: Palette,
    rows: CellGrid<u16>,
    both: CellGrid<u16>,
}

/// The choice of the grid, and whether the pixels mode codes flat runs at once.
#[derive(Clone, Copy)]
pub(super) struct GridVariant {
    columns_collapse: bool,
    flat_runs: bool,
}

impl GridVariant {
    pub(super) const ALL: [Self; 4] = [
        Self::new(false, true),
        Self::new(true, true),
        Self::new(false, false),
        Self::new(true, false),
    ];

    const fn new(columns_collapse: bool, flat_runs: bool) -> Self {
        Self {
            columns_collapse,
            flat_runs,
        }
    }
}

impl<'a> IndexedPicture<'a> {
    /// Returns `None` if the picture has too many colours for a palette.
    pub(super) fn new(picture: &'a Picture) -> Option<Self> {
        let palette = Palette::from_picture(picture)?;
        let places = palette.places(picture);
        Some(Self {
            picture,
            palette,
            rows: CellGrid::collapse_rows(&places),
            both: CellGrid::collapse(&places),
        })
    }

    /// The modes and variants to try. The pixels mode decodes as slowly as the blended mode and is
    /// nearly always larger, so it is tried only if `everything` is set.
    pub(super) fn worth_trying(&self, everything: bool) -> Vec<(Mode, GridVariant)> {
        let same_grid = self.both.widths.len() == self.rows.widths.len();
        let variants = match (everything, same_grid) {
            (true, _) => &GridVariant::ALL[..],
            (false, true) => &GridVariant::ALL[..1],
            (false, false) => &GridVariant::ALL[..2],
        };
        let fast = [Mode::Outlines, Mode::Rectangles, Mode::Runs];
        let modes = fast.into_iter().chain(everything.then_some(Mode::Pixels));
        modes
            .flat_map(|mode| variants.iter().map(move |&variant| (mode, variant)))
            .collect()
    }

    pub(super) fn encode(&self, mode: Mode, variant: GridVariant) -> Result<ModeTrial, PavError> {
        encode_coded(self.picture, mode, |encoder, header| {
            self.write(encoder, header, variant)
        })
    }

    fn write(
        &self,
        encoder: &mut RangeEncoder,
        header: &PavHeader,
        variant: GridVariant,
    ) -> Result<u32, Damage> {
        let grid = if variant.columns_collapse {
            &self.both
        } else {
            &self.rows
        };
        let colours = self.palette.code(encoder, header)?.colours.len();
        axes::code(encoder, [&grid.heights, &grid.widths], header)?;
        let size = (grid.heights.len(), grid.widths.len());
        let wanted = Some((&grid.cells, variant.flat_runs));
        let mut check = RowChecksum::default();
        code_cells(encoder, header.mode, wanted, size, colours, &mut |runs| {
            check.add_runs(runs);
        })?;
        Ok(check.value())
    }
}

/// Codes the cells of a grid and calls `each` with the runs of every row; a decoder passes no cells
/// and does not know whether the pixels mode codes flat runs at once.
fn code_cells(
    coder: &mut impl RangeCoder,
    mode: Mode,
    wanted: Option<(&Image<u16>, bool)>,
    size: (usize, usize),
    colours: usize,
    each: &mut impl FnMut(&[Run]),
) -> Result<(), Damage> {
    let cells = wanted.map(|(cells, _)| cells);
    match mode {
        Mode::Runs => {
            let cells = cells.map_or(&[][..], Image::pixels);
            runs::code(coder, cells, size, colours, each)
        }
        Mode::Rectangles => {
            let rects = cells.map_or(Vec::new(), |cells| skyline::cover(cells).rects);
            rectangles::code(coder, &rects, size, colours, each)
        }
        Mode::Outlines => {
            let rows = cells.map_or(Vec::new(), runs_by_row);
            outlines::code(coder, &rows, size, colours, each)
        }
        Mode::Pixels => {
            let flat_runs = coder.code(1 << 15, wanted.is_some_and(|(_, flat_runs)| flat_runs));
            pixels::code(coder, cells, size, colours, flat_runs, each)
        }
        Mode::Raw | Mode::Samples | Mode::Mixed | Mode::Blended => {
            unreachable!("modes without a palette")
        }
    }
}

/// Decodes the body written by [`IndexedPicture::encode`] to samples, and returns them with their
/// checksum.
pub(super) fn read(
    decoder: &mut RangeDecoder,
    header: &PavHeader,
) -> Result<(Vec<u8>, u32), Damage> {
    let palette = Palette::default().code(decoder, header)?;
    let [heights, widths] = axes::code(decoder, [&[], &[]], header)?;
    let size = (heights.len(), widths.len());
    let colours = palette.colours.len();
    let mut check = RowChecksum::default();
    let mut painter = Painter::new(header, &palette, &widths);
    let mut heights = heights.iter();
    code_cells(decoder, header.mode, None, size, colours, &mut |runs| {
        check.add_runs(runs);
        painter.paint(runs, *heights.next().expect("one height for each row"));
    })?;
    Ok((painter.samples(), check.value()))
}
