//! The modes that work on a palette: what they share, and which of them are tried.

use super::check::check_cells;
use super::coder::{Coder, Decoder, Encoder};
use super::palette::Palette;
use super::{Damage, Header, Mode, PavError, axes, lines, pixels, rectangles};
use crate::grid::Grid;
use crate::picture::Picture;
use crate::skyline;

/// A picture as places in its palette, with its two grids.
pub(super) struct Indexed {
    pub(super) palette: Palette,
    rows: Grid<u16>,
    both: Grid<u16>,
    runs: usize,
}

/// Which grid is coded, and whether stretches are.
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
        let runs = places.pixels().chunk_by(PartialEq::eq).count();
        let (rows, both) = (Grid::collapse_rows(&places), Grid::collapse(&places));
        Some(Self {
            palette,
            rows,
            both,
            runs,
        })
    }

    fn grid(&self, variant: Variant) -> &Grid<u16> {
        if variant.columns_collapse {
            &self.both
        } else {
            &self.rows
        }
    }

    /// Noise is left to the plain modes: its pixels gain nothing from their neighbours.
    pub(super) fn worth_trying(&self) -> Vec<(Mode, Variant)> {
        let cells = self.both.cells.pixels().len();
        let is_noise = cells > 1 << 20 && self.runs > cells / 3;
        let mut tries = Vec::new();
        for variant in Variant::ALL {
            let same_grid = self.both.widths.len() == self.rows.widths.len();
            if variant.columns_collapse && same_grid || is_noise {
                continue;
            }
            if variant.stretches || self.grid(variant).cells.pixels().len() <= 1 << 20 {
                tries.push((Mode::Pixels, variant));
            }
            if variant.stretches {
                tries.push((Mode::Rectangles, variant));
                tries.push((Mode::Runs, variant));
            }
        }
        tries
    }

    pub(super) fn encode(
        &self,
        picture: &Picture,
        mode: Mode,
        variant: Variant,
    ) -> Result<Vec<u8>, PavError> {
        let mut file = Header::of(picture, mode)?.to_bytes();
        let grid = self.grid(variant);
        let mut encoder = Encoder::new();
        self.write(&mut encoder, picture, mode, variant)
            .expect("writing meets no damage");
        file.extend(encoder.finish(check_cells(&grid.cells)));
        Ok(file)
    }

    fn write(
        &self,
        encoder: &mut Encoder,
        picture: &Picture,
        mode: Mode,
        variant: Variant,
    ) -> Result<(), Damage> {
        let grid = self.grid(variant);
        let cells = &grid.cells;
        let size = (cells.height(), cells.width());
        let colours = self.palette.colours.len();
        if !picture.is_black_and_white() {
            self.palette.code(encoder, picture.layout())?;
        }
        axes::code(encoder, &grid.heights, picture.height())?;
        axes::code(encoder, &grid.widths, picture.width())?;
        match mode {
            Mode::Runs => lines::code(encoder, cells.pixels(), size, colours)?,
            Mode::Rectangles => {
                let rects = skyline::cover(cells).rects;
                rectangles::code(encoder, &rects, size, colours)?
            }
            Mode::Pixels => {
                encoder.code(1 << 15, variant.stretches);
                pixels::code(encoder, Some(cells), size, colours, variant.stretches)?
            }
            Mode::Raw | Mode::Samples => unreachable!("modes without a palette"),
        };
        Ok(())
    }
}

/// Reads what [`Indexed::encode`] wrote.
pub(super) fn read_grid(
    decoder: &mut Decoder,
    header: &Header,
) -> Result<(Palette, Grid<u16>), Damage> {
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
    let cells = match header.mode {
        Mode::Runs => lines::code(decoder, &[], size, colours)?,
        Mode::Rectangles => rectangles::code(decoder, &[], size, colours)?,
        Mode::Pixels => {
            let stretches = decoder.code(1 << 15, false);
            pixels::code(decoder, None, size, colours, stretches)?
        }
        Mode::Raw | Mode::Samples => unreachable!("modes without a palette"),
    };
    Ok((
        palette,
        Grid {
            cells,
            heights,
            widths,
        },
    ))
}
