//! JSON with the subject's own shapes and keys: images as rows of pixels, `[columns, counts]`, and
//! `[ha, la, rectangles]` with `pos`, `coul`, `ha`, `la`; and COCO's `{"size", "counts"}`.
//!
//! A pixel is 0 or 1 for black and white, a level from 0 to 7 if any is above 1, or three or four
//! samples from 0 to 255.

use crate::coco::{Coco, CocoError};
use crate::colours::{Bit, Rgb};
use crate::cover::{Cover, CoverError, Rect};
use crate::image::{Image, ImageError};
use crate::picture::{Channels, Depth, Layout, Picture};
use crate::runs::{Runs, RunsError, compress, decompress};
use crate::skyline;
use serde_json::{Value, json};
use thiserror::Error;

/// Why JSON is not a picture.
#[derive(Debug, Error)]
pub enum JsonError {
    /// It is not JSON.
    #[error(transparent)]
    Syntax(#[from] serde_json::Error),
    /// A value of another kind was due.
    #[error("{place}: {expected} was expected, not {found}")]
    Expected {
        /// Where, as a path from the top.
        place: String,
        /// What was due there.
        expected: &'static str,
        /// What stands there, cut if it is long.
        found: String,
    },
    /// The rows do not make an image.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The counts do not make an image.
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// The rectangles do not make an image.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// The COCO counts do not make a mask.
    #[error(transparent)]
    Coco(#[from] CocoError),
}

/// The picture that any of the shapes describes.
///
/// # Errors
/// Where and why the text describes none.
pub fn read(text: &str) -> Result<Picture, JsonError> {
    let value: Value = serde_json::from_str(text)?;
    match &value {
        Value::Object(_) => read_coco(&value),
        Value::Array(parts) => match parts.as_slice() {
            [columns, Value::Array(_)] if columns.is_number() => read_runs(&value),
            [height, width, Value::Array(_)] if height.is_number() && width.is_number() => {
                read_cover(&value)
            }
            _ => read_rows(parts),
        },
        _ => Err(expected(
            "the document",
            "an image, counts, rectangles or a COCO mask",
            &value,
        )),
    }
}

/// `[columns, counts]` of a picture in black and white.
pub fn runs(image: &Image<Bit>) -> Value {
    let Runs { columns, counts } = compress(image);
    json!([columns, counts])
}

/// `[ha, la, rectangles]` of a picture.
pub fn rectangles(picture: &Picture) -> Value {
    let cover = if picture.is_black_and_white() {
        skyline::cover(&picture.to_bits().map(|&bit| Colour::Bit(bit)))
    } else {
        skyline::cover(&samples(picture))
    };
    let rects: Vec<Value> = cover.rects.iter().map(rect_value).collect();
    json!([cover.height, cover.width, rects])
}

/// COCO's object for a mask, with its counts as a string or as a list.
pub fn coco(coco: &Coco, as_list: bool) -> Value {
    let counts = if as_list {
        json!(coco.counts)
    } else {
        json!(coco.to_string())
    };
    json!({"size": [coco.height, coco.width], "counts": counts})
}

/// A pixel as JSON has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    Bit(Bit),
    Level(u8),
    Rgb(Rgb),
    Rgba([u8; 4]),
}

impl Colour {
    fn value(self) -> Value {
        match self {
            Self::Bit(bit) => json!(bit as u8),
            Self::Level(level) => json!(level),
            Self::Rgb(samples) => json!(samples),
            Self::Rgba(samples) => json!(samples),
        }
    }

    fn rgba(self) -> [u8; 4] {
        match self {
            Self::Bit(bit) => opaque([255 * bit as u8; 3]),
            Self::Level(level) => opaque([(u16::from(level) * 255 / 7) as u8; 3]),
            Self::Rgb(samples) => opaque(samples),
            Self::Rgba(samples) => samples,
        }
    }
}

fn opaque([red, green, blue]: Rgb) -> [u8; 4] {
    [red, green, blue, 255]
}

/// The pixels of a picture that is not black and white, of 16 bits the upper 8.
fn samples(picture: &Picture) -> Image<Colour> {
    let bytes = picture.layout().pixel_bytes();
    let alpha = picture
        .layout()
        .channels
        .has_alpha()
        .then(|| match picture.layout().depth {
            Depth::Eight => bytes - 1,
            Depth::Sixteen => bytes - 2,
        });
    let rgb = picture.to_rgb();
    let pixels = rgb
        .pixels()
        .iter()
        .zip(picture.samples().chunks_exact(bytes));
    let pixels = pixels.map(|(&[red, green, blue], pixel)| match alpha {
        Some(at) => Colour::Rgba([red, green, blue, pixel[at]]),
        None => Colour::Rgb([red, green, blue]),
    });
    Image::from_pixels(rgb.height(), rgb.width(), pixels.collect())
        .expect("a colour for each pixel")
}

fn rect_value(rect: &Rect<Colour>) -> Value {
    let (row, column) = rect.position;
    json!({"pos": [row, column], "coul": rect.colour.value(), "ha": rect.height, "la": rect.width})
}

fn expected(place: impl Into<String>, expected: &'static str, found: &Value) -> JsonError {
    let mut found = found.to_string();
    if found.chars().count() > 40 {
        found = found.chars().take(40).chain(['…']).collect();
    }
    JsonError::Expected {
        place: place.into(),
        expected,
        found,
    }
}

fn read_rows(rows: &[Value]) -> Result<Picture, JsonError> {
    let read_row = |(number, row): (usize, &Value)| {
        let place = format!("[{number}]");
        let pixels = row
            .as_array()
            .ok_or_else(|| expected(&place, "a row of pixels", row))?
            .iter();
        let pixels = pixels.enumerate().map(|(at, pixel)| {
            colour(pixel).ok_or_else(|| expected(format!("{place}[{at}]"), COLOUR, pixel))
        });
        pixels.collect::<Result<Vec<_>, _>>()
    };
    let rows = rows
        .iter()
        .enumerate()
        .map(read_row)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(picture(&Image::from_rows(rows)?))
}

fn read_runs(value: &Value) -> Result<Picture, JsonError> {
    let columns = size("[0]", &value[0])?;
    let counts = value[1].as_array().into_iter().flatten().enumerate();
    let counts = counts.map(|(at, count)| size(&format!("[1][{at}]"), count));
    let runs = Runs {
        columns,
        counts: counts.collect::<Result<_, _>>()?,
    };
    Ok(Picture::from_bits(&decompress(&runs)?))
}

fn read_cover(value: &Value) -> Result<Picture, JsonError> {
    let (height, width) = (size("[0]", &value[0])?, size("[1]", &value[1])?);
    let rects = value[2].as_array().into_iter().flatten().enumerate();
    let rects = rects.map(|(at, rect)| read_rect(&format!("[2][{at}]"), rect));
    let cover = Cover {
        height,
        width,
        rects: rects.collect::<Result<_, _>>()?,
    };
    Ok(picture(&cover.paint()?))
}

fn read_rect(place: &str, value: &Value) -> Result<Rect<Colour>, JsonError> {
    let field = |name: &str| (format!("{place}.{name}"), &value[name]);
    let number = |(place, value): (String, &Value)| size(&place, value);
    let (pos_place, pos) = field("pos");
    let (row, column) = match pos.as_array().map(Vec::as_slice) {
        Some([row, column]) => (size(&pos_place, row)?, size(&pos_place, column)?),
        _ => return Err(expected(pos_place, "a row and a column", pos)),
    };
    let (colour_place, colour_value) = field("coul");
    Ok(Rect {
        position: (row, column),
        colour: colour(colour_value).ok_or_else(|| expected(colour_place, COLOUR, colour_value))?,
        height: number(field("ha"))?,
        width: number(field("la"))?,
    })
}

fn read_coco(value: &Value) -> Result<Picture, JsonError> {
    let (height, width) = match value["size"].as_array().map(Vec::as_slice) {
        Some([height, width]) => (size("size[0]", height)?, size("size[1]", width)?),
        _ => return Err(expected("size", "a height and a width", &value["size"])),
    };
    let coco = match &value["counts"] {
        Value::String(text) => Coco::parse(height, width, text)?,
        Value::Array(counts) => {
            let counts = counts.iter().enumerate();
            let counts =
                counts.map(|(at, count)| size(&format!("counts[{at}]"), count).map(|n| n as u64));
            Coco {
                height,
                width,
                counts: counts.collect::<Result<_, _>>()?,
            }
        }
        other => return Err(expected("counts", "a string or a list of counts", other)),
    };
    let bits = coco
        .mask()?
        .map(|&object| if object == 0 { Bit::Black } else { Bit::White });
    Ok(Picture::from_bits(&bits))
}

/// A whole number from 0.
fn size(place: &str, value: &Value) -> Result<usize, JsonError> {
    let number = value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| expected(place, "a whole number from 0", value))
}

const COLOUR: &str = "0 to 7, or 3 or 4 samples from 0 to 255";

fn colour(value: &Value) -> Option<Colour> {
    let sample = |value: &Value| value.as_u64().and_then(|sample| u8::try_from(sample).ok());
    match value {
        Value::Array(samples) => {
            let samples = samples.iter().map(sample).collect::<Option<Vec<u8>>>()?;
            match *samples {
                [red, green, blue] => Some(Colour::Rgb([red, green, blue])),
                [red, green, blue, alpha] => Some(Colour::Rgba([red, green, blue, alpha])),
                _ => None,
            }
        }
        _ => match sample(value)? {
            0 => Some(Colour::Bit(Bit::Black)),
            1 => Some(Colour::Bit(Bit::White)),
            level @ 2..=7 => Some(Colour::Level(level)),
            _ => None,
        },
    }
}

/// The layout that holds all the colours: black and white, grey, with or without opacity.
fn picture(image: &Image<Colour>) -> Picture {
    let has = |test: fn(&Colour) -> bool| image.pixels().iter().any(test);
    let has_levels = has(|colour| matches!(colour, Colour::Level(_)));
    let level = |colour: &Colour| match *colour {
        Colour::Bit(bit) if has_levels => Colour::Level(bit as u8),
        other => other,
    };
    let channels = if has(|colour| matches!(colour, Colour::Rgba(_))) {
        Channels::Rgba
    } else if has(|colour| matches!(colour, Colour::Rgb(_))) {
        Channels::Rgb
    } else {
        Channels::Grey
    };
    let count = channels.count();
    let pixels = image.pixels().iter().map(level);
    let samples = pixels
        .flat_map(|colour| colour.rgba().into_iter().take(count))
        .collect();
    let layout = Layout {
        channels,
        depth: Depth::Eight,
    };
    Picture::new(image.width(), image.height(), layout, samples).expect("samples of each pixel")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: usize, height: usize, levels: &[u8]) -> Picture {
        Picture::new(width, height, Layout::GREY, levels.to_vec()).unwrap()
    }

    #[test]
    fn every_shape_of_the_subject_is_read() {
        let expected = grey(3, 2, &[0, 255, 0, 255, 255, 255]);
        let rects = r#"[2,3,[{"pos":[0,0],"coul":0,"ha":1,"la":1},{"pos":[0,1],"coul":1,"ha":2,"la":1},
            {"pos":[0,2],"coul":0,"ha":1,"la":1},{"pos":[1,0],"coul":1,"ha":1,"la":1},
            {"pos":[1,2],"coul":1,"ha":1,"la":1}]]"#;
        let mask = r#"{"size":[2,3],"counts":[1,3,1,1]}"#;
        for text in ["[[0,1,0],[1,1,1]]", "[3,[1,1,1,3]]", rects, mask] {
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn rectangles_have_the_keys_of_the_subject() {
        let picture = read("[[0,1,0],[1,1,1]]").unwrap();
        let rects = rectangles(&picture);
        assert_eq!(
            rects[2][0].to_string(),
            r#"{"pos":[0,0],"coul":0,"ha":1,"la":1}"#
        );
        assert_eq!(read(&rects.to_string()).unwrap(), picture);
        assert_eq!(runs(&picture.to_bits()).to_string(), "[3,[1,1,1,3]]");
    }

    #[test]
    fn levels_and_colours_come_with_their_layout() {
        assert_eq!(read("[[0,1,7]]").unwrap(), grey(3, 1, &[0, 36, 255]));
        let rgb = read("[[[1,2,3],[4,5,6]]]").unwrap();
        assert_eq!(
            (rgb.layout(), rgb.samples()),
            (Layout::RGB, [1, 2, 3, 4, 5, 6].as_slice())
        );
        assert_eq!(read(&rectangles(&rgb).to_string()).unwrap(), rgb);
        assert_eq!(read("[[[1,2,3,4]]]").unwrap().layout(), Layout::RGBA);
    }

    #[test]
    fn faults_say_where_and_what_was_due() {
        let cases = [
            ("[[0,1],[0]]", "row 1 has 1 pixels where row 0 has 2"),
            (
                "[[0,9]]",
                "[0][1]: 0 to 7, or 3 or 4 samples from 0 to 255 was expected, not 9",
            ),
            (
                "[3,[1,-2]]",
                "[1][1]: a whole number from 0 was expected, not -2",
            ),
            (
                "[3,[1,2.5]]",
                "[1][1]: a whole number from 0 was expected, not 2.5",
            ),
            ("[3,[1,1]]", "2 pixels do not fill rows of 3 columns"),
            (
                r#"[1,1,[{"pos":[0,0],"coul":1,"ha":1}]]"#,
                "[2][0].la: a whole number from 0 was expected, not null",
            ),
            (
                r#"[1,1,[{"pos":[0,0],"coul":1,"ha":2,"la":1}]]"#,
                "rectangle 0 leaves the image",
            ),
            (
                r#"{"size":[1,2],"counts":[1]}"#,
                "the counts add up to 1 pixels, the size to 2",
            ),
            (
                r#"{"size":[1,2],"counts":[-1,3]}"#,
                "counts[0]: a whole number from 0 was expected, not -1",
            ),
            (
                r#"{"size":[1,2],"counts":[0.5,1.5]}"#,
                "counts[0]: a whole number from 0 was expected, not 0.5",
            ),
            (
                r#"{"size":[4294967296,4294967296],"counts":"1"}"#,
                "a mask of 4294967296 by 4294967296 is more than 67108864 pixels",
            ),
            (
                "[3,[1,18446744073709551615]]",
                "the counts up to count 1 add up to more than 67108864 pixels",
            ),
            (
                "[99999999,99999999,[]]",
                "99999999 rows of 99999999 columns are more than 67108864 pixels",
            ),
            ("[[0]] 1", "trailing characters at line 1 column 7"),
            (
                "7",
                "the document: an image, counts, rectangles or a COCO mask was expected, not 7",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
