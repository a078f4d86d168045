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
use crate::picture::Picture;
use crate::skyline;

/// A picture as palette indices, with repeated rows collapsed and with rows and columns collapsed.
pub(super) struct IndexedPicture {
    pub(super) palette: Palette,
    rows: CellGrid<u16>,
    both: CellGrid<u16>,
}

/// The choice of the grid, and whether the pixels mode codes flat runs at once.
#[derive(Clone, Copy)]
pub(super) struct GridVariant {
    columns_collapse: bool,
    pub(super) flat_runs: bool,
}

impl GridVariant {
    pub(super) const ALL: [Self; 4] = [
        Self {
            columns_collapse: false,
            flat_runs: true,
        },
        Self {
            columns_collapse: true,
            flat_runs: true,
        },
        Self {
            columns_collapse: false,
            flat_runs: false,
        },
        Self {
            columns_collapse: true,
            flat_runs: false,
        },
    ];
}

impl IndexedPicture {
    pub(super) fn new(picture: &Picture) -> Option<Self> {
        let palette = if picture.is_black_and_white() {
            Palette::black_and_white()
        } else {
            Palette::from_picture(picture)?
        };
        let places = palette.places(picture);
        let (rows, both) = (
            CellGrid::collapse_rows(&places),
            CellGrid::collapse(&places),
        );
        Some(Self {
            palette,
            rows,
            both,
        })
    }

    fn grid(&self, variant: GridVariant) -> &CellGrid<u16> {
        if variant.columns_collapse {
            &self.both
        } else {
            &self.rows
        }
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

    pub(super) fn encode(
        &self,
        picture: &Picture,
        mode: Mode,
        variant: GridVariant,
    ) -> Result<ModeTrial, PavError> {
        encode_coded(picture, mode, |encoder| {
            self.write(encoder, picture, mode, variant)
        })
    }

    fn write(
        &self,
        encoder: &mut RangeEncoder,
        picture: &Picture,
        mode: Mode,
        variant: GridVariant,
    ) -> Result<u32, Damage> {
        let grid = self.grid(variant);
        let cells = &grid.cells;
        let size = (cells.height(), cells.width());
        let colours = self.palette.colours.len();
        if !picture.is_black_and_white() {
            self.palette.code(encoder, picture.layout())?;
        }
        axes::code(encoder, &grid.heights, picture.height())?;
        axes::code(encoder, &grid.widths, picture.width())?;
        let mut check = RowChecksum::default();
        let mut each = |runs: &[Run]| check.add(runs);
        match mode {
            Mode::Runs => runs::code(encoder, cells.pixels(), size, colours, &mut each)?,
            Mode::Rectangles => {
                let rects = skyline::cover(cells).rects;
                rectangles::code(encoder, &rects, size, colours, &mut each)?;
            }
            Mode::Outlines => {
                outlines::code(encoder, &runs_by_row(cells), size, colours, &mut each)?;
            }
            Mode::Pixels => {
                encoder.code(1 << 15, variant.flat_runs);
                pixels::code(
                    encoder,
                    Some(cells),
                    size,
                    colours,
                    variant.flat_runs,
                    &mut each,
                )?;
            }
            Mode::Raw | Mode::Samples | Mode::Mixed | Mode::Blended => {
                unreachable!("modes without a palette")
            }
        }
        Ok(check.value())
    }
}

/// Decodes the body written by [`IndexedPicture::encode`] to samples, and returns them with their
/// checksum.
pub(super) fn read(
    decoder: &mut RangeDecoder,
    header: &PavHeader,
) -> Result<(Vec<u8>, u32), Damage> {
    let palette = if header.is_black_and_white {
        Palette::black_and_white()
    } else {
        Palette { colours: vec![] }.code(decoder, header.layout)?
    };
    let colours = palette.colours.len();
    let heights = axes::code(decoder, &[], header.height)?;
    let widths = axes::code(decoder, &[], header.width)?;
    if decoder.is_exhausted() {
        return Err(Damage::Exhausted);
    }
    let size = (heights.len(), widths.len());
    let mut check = RowChecksum::default();
    let mut painter = Painter::new(header, &palette, &widths);
    let mut heights = heights.iter();
    let mut each = |runs: &[Run]| {
        check.add(runs);
        painter.paint(runs, *heights.next().expect("one height for each row"));
    };
    match header.mode {
        Mode::Runs => runs::code(decoder, &[], size, colours, &mut each)?,
        Mode::Rectangles => rectangles::code(decoder, &[], size, colours, &mut each)?,
        Mode::Outlines => outlines::code(decoder, &[], size, colours, &mut each)?,
        Mode::Pixels => {
            let flat_runs = decoder.code(1 << 15, false);
            pixels::code(decoder, None, size, colours, flat_runs, &mut each)?;
        }
        Mode::Raw | Mode::Samples | Mode::Mixed | Mode::Blended => {
            unreachable!("modes without a palette")
        }
    }
    Ok((painter.samples(), check.value()))
}
