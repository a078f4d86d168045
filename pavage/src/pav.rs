//! The `.pav` format: header, modes, limits. `docs/pavage-format.md` describes every byte.

mod axes;
mod check;
mod coder;
mod header;
mod lines;
mod model;
mod palette;
mod pixels;
mod raw;
mod rectangles;
mod samples;
mod symbol;

pub use header::{Header, MAX_SIDE, Mode};

use crate::grid::Grid;
use crate::image::Image;
use crate::picture::Picture;
use crate::skyline;
use check::check_cells;
use coder::{Coder, Decoder, Encoder};
use palette::Palette;
use thiserror::Error;

/// What a decoder may be asked for before it allocates anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Pixels of a picture.
    pub pixels: u64,
    /// Bytes that the picture and its decoding take.
    pub memory: u64,
}

impl Default for Limits {
    /// 2²⁸ pixels and 2 GiB.
    fn default() -> Self {
        Self {
            pixels: 1 << 28,
            memory: 1 << 31,
        }
    }
}

/// Why bytes are not a picture, or a picture not a file.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PavError {
    /// The first bytes are not those of the format.
    #[error("not a .pav file: it begins with other bytes than \"PAV\"")]
    Magic,
    /// A version that this program does not know.
    #[error("byte 3: version {0} of the format is not known, only 1 is")]
    Version(u8),
    /// A header field that has no meaning.
    #[error("byte {at}: {reason}")]
    Header {
        /// Where, from 0.
        at: usize,
        /// Why.
        reason: &'static str,
    },
    /// The file ends too soon.
    #[error("byte {at}: the file ends before the picture")]
    Truncated {
        /// The length of the file.
        at: usize,
    },
    /// The picture ends before the file.
    #[error("byte {at}: the picture ends but the file goes on")]
    Trailing {
        /// The first byte too many.
        at: usize,
    },
    /// What was read contradicts itself.
    #[error("byte {at}: {reason}")]
    Damaged {
        /// About where, from 0.
        at: usize,
        /// Why.
        reason: &'static str,
    },
    /// The picture is whole but not the one that was written.
    #[error("byte {at}: the check does not agree, the file was changed")]
    Check {
        /// Where the check is.
        at: usize,
    },
    /// The picture passes a limit of the decoder.
    #[error("the picture needs {asked} {what}, the limit is {limit}")]
    Limit {
        /// Pixels or bytes.
        what: &'static str,
        /// What the picture needs.
        asked: u64,
        /// What was allowed.
        limit: u64,
    },
    /// The picture is wider or higher than the format can say.
    #[error("a side of {side} pixels is more than {MAX_SIDE}")]
    Side {
        /// The side.
        side: usize,
    },
    /// A mode that works on a palette was asked for a picture of too many colours.
    #[error("the picture has more than 65536 colours: choose raw or samples")]
    Colours,
}

/// What a model finds wrong while it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Exhausted,
    Contradiction(&'static str),
}

fn damage(reason: &'static str) -> Damage {
    Damage::Contradiction(reason)
}

/// The smallest file of a picture among all modes.
///
/// # Errors
/// [`PavError::Side`] if a side passes [`MAX_SIDE`].
///
/// # Examples
/// ```
/// use pavage::picture::{Layout, Picture};
/// use pavage::pav::{Limits, decode, encode};
///
/// let picture = Picture::new(4, 2, Layout::GREY, vec![0, 0, 255, 255, 0, 0, 255, 255])?;
/// let file = encode(&picture)?;
/// assert_eq!(decode(&file, &Limits::default())?, picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode(picture: &Picture) -> Result<Vec<u8>, PavError> {
    let mut best = encode_raw(picture)?;
    let mut keep = |file: Vec<u8>| {
        if file.len() < best.len() {
            best = file;
        }
    };
    let indexed = Indexed::new(picture);
    if let Some(indexed) = &indexed {
        for (mode, variant) in indexed.worth_trying() {
            keep(indexed.encode(picture, mode, variant)?);
        }
    }
    if indexed.is_none_or(|indexed| indexed.palette.colours.len() > 64) {
        keep(encode_samples(picture)?);
    }
    Ok(best)
}

/// The file of a picture in a given mode.
///
/// # Errors
/// [`PavError::Side`], and [`PavError::Colours`] if the mode needs a palette and the picture has none.
pub fn encode_as(picture: &Picture, mode: Mode) -> Result<Vec<u8>, PavError> {
    match mode {
        Mode::Raw => encode_raw(picture),
        Mode::Samples => encode_samples(picture),
        Mode::Runs | Mode::Rectangles | Mode::Pixels => {
            let indexed = Indexed::new(picture).ok_or(PavError::Colours)?;
            let variants = Variant::ALL.into_iter();
            let files = variants.map(|variant| indexed.encode(picture, mode, variant));
            let files = files.collect::<Result<Vec<_>, _>>()?;
            Ok(files
                .into_iter()
                .min_by_key(Vec::len)
                .expect("four variants"))
        }
    }
}

fn encode_raw(picture: &Picture) -> Result<Vec<u8>, PavError> {
    let mut file = Header::of(picture, Mode::Raw)?.to_bytes();
    raw::write(picture, &mut file);
    Ok(file)
}

fn encode_samples(picture: &Picture) -> Result<Vec<u8>, PavError> {
    let mut file = Header::of(picture, Mode::Samples)?.to_bytes();
    let mut encoder = Encoder::new();
    let written = samples::code(
        &mut encoder,
        picture.samples(),
        picture.width(),
        picture.layout(),
    );
    written.expect("writing meets no damage");
    file.extend(encoder.finish(check::check_bytes(picture.samples())));
    Ok(file)
}

/// A picture as places in its palette, with its two grids.
struct Indexed {
    palette: Palette,
    rows: Grid<u16>,
    both: Grid<u16>,
    runs: usize,
}

/// Which grid is coded, and whether stretches are.
#[derive(Clone, Copy)]
struct Variant {
    columns_collapse: bool,
    stretches: bool,
}

impl Variant {
    const ALL: [Self; 4] = [
        Self {
            columns_collapse: false,
            stretches: false,
        },
        Self {
            columns_collapse: false,
            stretches: true,
        },
        Self {
            columns_collapse: true,
            stretches: false,
        },
        Self {
            columns_collapse: true,
            stretches: true,
        },
    ];
}

impl Indexed {
    fn new(picture: &Picture) -> Option<Self> {
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
    fn worth_trying(&self) -> Vec<(Mode, Variant)> {
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

    fn encode(&self, picture: &Picture, mode: Mode, variant: Variant) -> Result<Vec<u8>, PavError> {
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
        let colours = self.palette.colours.len();
        if !picture.is_black_and_white() {
            self.palette.code(encoder, picture.layout())?;
        }
        axes::code(encoder, &grid.heights, picture.height())?;
        axes::code(encoder, &grid.widths, picture.width())?;
        match mode {
            Mode::Runs => lines::code(encoder, cells, colours)?,
            Mode::Rectangles => {
                let rects = skyline::cover(cells).rects;
                rectangles::code(encoder, &rects, (cells.height(), cells.width()), colours)?
            }
            Mode::Pixels => {
                encoder.code(1 << 15, variant.stretches);
                pixels::code(encoder, cells, colours, variant.stretches)?
            }
            Mode::Raw | Mode::Samples => unreachable!("modes without a palette"),
        };
        Ok(())
    }
}

/// The picture of a file.
///
/// # Errors
/// What is wrong with the file and where; [`PavError::Limit`] before anything is allocated.
pub fn decode(file: &[u8], limits: &Limits) -> Result<Picture, PavError> {
    let (header, start) = Header::read(file)?;
    header.check_limits(limits)?;
    match header.mode {
        Mode::Raw => raw::read(&header, file, start),
        Mode::Samples | Mode::Runs | Mode::Rectangles | Mode::Pixels => {
            let mut decoder = Decoder::new(&file[start..]);
            let read = read_coded(&mut decoder, &header);
            finish(&decoder, file, start, read)
        }
    }
}

fn finish(
    decoder: &Decoder,
    file: &[u8],
    start: usize,
    read: Result<(Picture, u32), Damage>,
) -> Result<Picture, PavError> {
    let at = start + decoder.position();
    if at > file.len() {
        return Err(PavError::Truncated { at: file.len() });
    }
    match read {
        Err(Damage::Exhausted) => Err(PavError::Truncated { at: file.len() }),
        Err(Damage::Contradiction(reason)) => Err(PavError::Damaged { at, reason }),
        Ok(_) if at < file.len() => Err(PavError::Trailing { at }),
        Ok((_, check)) if check != check::at_end(file) || !decoder.ends_as_written() => {
            Err(PavError::Check { at: at - 3 })
        }
        Ok((picture, _)) => Ok(picture),
    }
}

fn read_coded(decoder: &mut Decoder, header: &Header) -> Result<(Picture, u32), Damage> {
    if header.mode == Mode::Samples {
        let blank = vec![0; header.samples()];
        let samples = samples::code(decoder, &blank, header.width, header.layout)?;
        let check = check::check_bytes(&samples);
        return Ok((header.picture(samples), check));
    }
    let (palette, grid) = read_grid(decoder, header)?;
    let check = check_cells(&grid.cells);
    let samples = paint(&grid, &palette.pixels(header.layout), header);
    Ok((header.picture(samples), check))
}

fn read_grid(decoder: &mut Decoder, header: &Header) -> Result<(Palette, Grid<u16>), Damage> {
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
    let blank =
        || Image::from_pixels(size.0, size.1, vec![0; size.0 * size.1]).expect("a blank grid");
    let cells = match header.mode {
        Mode::Runs => lines::code(decoder, &blank(), colours)?,
        Mode::Rectangles => rectangles::code(decoder, &[], size, colours)?,
        Mode::Pixels => {
            let stretches = decoder.code(1 << 15, false);
            pixels::code(decoder, &blank(), colours, stretches)?
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

/// The samples of a grid, each row of cells painted once and repeated.
fn paint(grid: &Grid<u16>, pixels: &[Vec<u8>], header: &Header) -> Vec<u8> {
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
