//! The modes that work on a palette: what they share, and which of them are tried.

use super::check::RowCheck;
use super::coder::{Coder, Decoder, Encoder};
use super::paint::Painter;
use super::palette::Palette;
use super::row::{Run, rows_of};
use super::{
    Damage, Header, Mode, PavError, Trial, axes, encode_coded, lines, outlines, pixels, rectangles,
};
use crate::grid::Grid;
use crate::picture::Picture;
use crate::skyline;

/// A picture as places in its palette, with its two grids.
pub(super) struct Indexed {
    pub(super) palette: Palette,
    rows: Grid<u16>,
    both: Grid<u16>,
}

/// Which grid is coded, and whether pixels skip stretches.
#[derive(Clone, Copy)]
pub(super) struct Variant {
    columns_collapse: bool,
    pub(super) stretches: bool,
}

impl Variant {
    pub(super) const ALL: [Self; 4] = [
        Self {
            columns_collapse: false,
            stretches: true,
        },
        Self {
            columns_collapse: true,
            stretches: true,
        },
        Self {
            columns_collapse: false,
            stretches: false,
        },
        Self {
            columns_collapse: true,
            stretches: false,
        },
    ];
}

impl Indexed {
    pub(super) fn new(picture: &Picture) -> Option<Self> {
        let palette = if picture.is_black_and_white() {
            Palette::black_and_white()
        } else {
            Palette::of(picture)?
        };
        let places = palette.places(picture);
        let (rows, both) = (Grid::collapse_rows(&places), Grid::collapse(&places));
        Some(Self {
            palette,
            rows,
            both,
        })
    }

    fn grid(&self, variant: Variant) -> &Grid<u16> {
        if variant.columns_collapse {
            &self.both
        } else {
            &self.rows
        }
    }

    /// Pixels take as long as the blended mode, which is nearly always smaller: only `everything` has them.
    pub(super) fn worth_trying(&self, everything: bool) -> Vec<(Mode, Variant)> {
        let same_grid = self.both.widths.len() == self.rows.widths.len();
        let variants = match (everything, same_grid) {
            (true, _) => &Variant::ALL[..],
            (false, true) => &Variant::ALL[..1],
            (false, false) => &Variant::ALL[..2],
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
        variant: Variant,
    ) -> Result<Trial, PavError> {
        encode_coded(picture, mode, |encoder| {
            self.write(encoder, picture, mode, variant)
        })
    }

    fn write(
        &self,
        encoder: &mut Encoder,
        picture: &Picture,
        mode: Mode,
        variant: Variant,
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
        let mut check = RowCheck::default();
        let mut each = |runs: &[Run]| check.add(runs);
        match mode {
            Mode::Runs => lines::code(encoder, cells.pixels(), size, colours, &mut each)?,
            Mode::Rectangles => {
                let rects = skyline::cover(cells).rects;
                rectangles::code(encoder, &rects, size, colours, &mut each)?;
            }
            Mode::Outlines => {
                outlines::code(encoder, &rows_of(cells), size, colours, &mut each)?;
            }
            Mode::Pixels => {
                encoder.code(1 << 15, variant.stretches);
                pixels::code(
                    encoder,
                    Some(cells),
                    size,
                    colours,
                    variant.stretches,
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

/// Reads what [`Indexed::encode`] wrote: the samples and their check.
pub(super) fn read(decoder: &mut Decoder, header: &Header) -> Result<(Vec<u8>, u32), Damage> {
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
    let mut check = RowCheck::default();
    let mut painter = Painter::new(header, &palette, &widths);
    let mut heights = heights.iter();
    let mut each = |runs: &[Run]| {
        check.add(runs);
        painter.paint(runs, *heights.next().expect("a height for each row"));
    };
    match header.mode {
        Mode::Runs => lines::code(decoder, &[], size, colours, &mut each)?,
        Mode::Rectangles => rectangles::code(decoder, &[], size, colours, &mut each)?,
        Mode::Outlines => outlines::code(decoder, &[], size, colours, &mut each)?,
        Mode::Pixels => {
            let stretches = decoder.code(1 << 15, false);
            pixels::code(decoder, None, size, colours, stretches, &mut each)?;
        }
        Mode::Raw | Mode::Samples | Mode::Mixed | Mode::Blended => {
            unreachable!("modes without a palette")
        }
    }
    Ok((painter.samples(), check.value()))
}
