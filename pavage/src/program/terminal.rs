//! Draws pictures in a terminal with half blocks, sixels or the kitty graphics protocol.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use pavage::Image;
use pavage::Picture;
use pavage::colours::Rgb;
use pavage::raster::RasterFormat;
use std::fmt::{self, Write as _};

/// A way of drawing pixels in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TerminalGraphics {
    /// Two pixels a character, as coloured half blocks
    Blocks,
    /// Sixel graphics
    Sixel,
    /// Kitty graphics protocol
    Kitty,
}

impl TerminalGraphics {
    /// Guesses the protocol from the environment; half blocks if no other is known.
    pub(crate) fn guess() -> Self {
        let says = |name: &str, word: &str| {
            std::env::var(name).is_ok_and(|value| value.to_ascii_lowercase().contains(word))
        };
        let is_kitty = says("TERM", "kitty")
            || says("TERM", "ghostty")
            || says("TERM_PROGRAM", "wezterm")
            || std::env::var_os("KITTY_WINDOW_ID").is_some();
        if is_kitty {
            Self::Kitty
        } else if says("TERM", "sixel") || says("TERM", "mlterm") || says("TERM", "foot") {
            Self::Sixel
        } else {
            Self::Blocks
        }
    }

    /// The escape sequences and characters that draw a picture.
    pub(crate) fn draw(self, picture: &Picture) -> anyhow::Result<String> {
        Ok(match self {
            Self::Blocks => blocks(&smaller(&picture.to_rgb(), columns()))?,
            Self::Sixel => sixel(&smaller(&picture.to_rgb(), LARGEST))?,
            Self::Kitty => kitty(&RasterFormat::Png.write(picture)?)?,
        })
    }
}

/// Maximum width in pixels of a sixel picture.
const LARGEST: usize = 1000;

fn columns() -> usize {
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|columns| columns.parse().ok());
    columns.filter(|&columns| columns > 0).unwrap_or(80)
}

/// Subsamples a picture to at most `columns` columns by keeping every n-th row and column.
fn smaller(image: &Image<Rgb>, columns: usize) -> Image<Rgb> {
    let step = image.width().div_ceil(columns).max(1);
    let rows = image.rows().step_by(step);
    let rows = rows.map(|row| row.iter().copied().step_by(step).collect());
    Image::from_rows(rows.collect()).expect("rows of one length")
}

/// Draws two rows a line: the upper pixel as foreground of a half block, the lower one as
/// background.
fn blocks(image: &Image<Rgb>) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let rows: Vec<&[Rgb]> = image.rows().collect();
    for pair in rows.chunks(2) {
        for (column, [red, green, blue]) in pair[0].iter().enumerate() {
            write!(text, "\x1B[38;2;{red};{green};{blue}m")?;
            if let [_, below] = pair {
                let [red, green, blue] = below[column];
                write!(text, "\x1B[48;2;{red};{green};{blue}m")?;
            }
            text.push('▀');
        }
        text.push_str("\x1B[0m\n");
    }
    Ok(text)
}

/// Draws bands of six rows, one pass for each colour; colours are reduced to a cube of 6 × 6 × 6.
fn sixel(image: &Image<Rgb>) -> Result<String, fmt::Error> {
    let mut text = format!("\x1BPq\"1;1;{};{}", image.width(), image.height());
    for colour in 0..216 {
        let levels = [colour / 36, colour / 6 % 6, colour % 6].map(|level| level * 20);
        let [red, green, blue] = levels;
        write!(text, "#{colour};2;{red};{green};{blue}")?;
    }
    let colours = image.map(|levels| {
        let level = |at: usize| (usize::from(levels[at]) * 5 + 127) / 255;
        level(0) * 36 + level(1) * 6 + level(2)
    });
    let rows: Vec<&[usize]> = colours.rows().collect();
    for band in rows.chunks(6) {
        let mut present: Vec<usize> = band.concat();
        present.sort_unstable();
        present.dedup();
        for colour in present {
            write!(text, "#{colour}")?;
            let sixel = |column: usize| {
                let rows = band.iter().enumerate();
                rows.fold(0, |bits, (at, row)| {
                    bits | u8::from(row[column] == colour) << at
                })
            };
            let sixels: Vec<u8> = (0..image.width()).map(sixel).collect();
            for run in sixels.chunk_by(PartialEq::eq) {
                let character = char::from(b'?' + run[0]);
                write!(text, "!{}{character}", run.len())?;
            }
            text.push('$');
        }
        text.push('-');
    }
    text.push_str("\x1B\\\n");
    Ok(text)
}

/// Sends a PNG file in base64, in pieces of at most 4096 characters.
fn kitty(png: &[u8]) -> Result<String, fmt::Error> {
    let encoded = BASE64_STANDARD.encode(png);
    let pieces: Vec<&[u8]> = encoded.as_bytes().chunks(4096).collect();
    let mut text = String::new();
    for (number, piece) in pieces.iter().enumerate() {
        let start = if number == 0 { "a=T,f=100," } else { "" };
        let more = u8::from(number + 1 < pieces.len());
        let piece = String::from_utf8_lossy(piece);
        write!(text, "\x1B_G{start}m={more};{piece}\x1B\\")?;
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> Image<Rgb> {
        Image::from_rows(vec![vec![[255, 0, 0], [0, 0, 0]], vec![[0, 0, 255]; 2]]).unwrap()
    }

    #[test]
    fn two_rows_are_one_line_of_blocks() {
        let expected =
            "\x1B[38;2;255;0;0m\x1B[48;2;0;0;255m▀\x1B[38;2;0;0;0m\x1B[48;2;0;0;255m▀\x1B[0m\n";
        assert_eq!(blocks(&image()).unwrap(), expected);
    }

    #[test]
    fn a_band_of_sixels_has_each_colour_once() {
        let text = sixel(&image()).unwrap();
        assert!(text.starts_with("\x1BPq\"1;1;2;2#0;2;0;0;0"), "{text:?}");
        assert!(
            text.ends_with("#0!1?!1@$#5!2A$#180!1@!1?$-\x1B\\\n"),
            "{text:?}"
        );
    }

    #[test]
    fn kitty_gets_a_file_in_base64() {
        assert_eq!(kitty(b"Ma").unwrap(), "\x1B_Ga=T,f=100,m=0;TWE=\x1B\\\n");
        assert_eq!(kitty(b"Man").unwrap(), "\x1B_Ga=T,f=100,m=0;TWFu\x1B\\\n");
        let long = kitty(&[0; 6000]).unwrap();
        assert!(long.starts_with("\x1B_Ga=T,f=100,m=1;A") && long.contains("\x1B_Gm=0;A"));
    }
}
