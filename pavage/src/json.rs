//! JSON forms of pictures with the keys of the subject: rows of pixels, `[columns, counts]` and
//! `[ha, la, rectangles]` with `pos`, `coul`, `ha`, `la`; and COCO masks `{"size", "counts"}`.
//!
//! A pixel is 0 or 1 for black and white, a grey level from 0 to 7 if any is above 1, or a list of
//! three or four samples from 0 to 255.

use crate::coco::{CocoError, CocoMask};
use crate::colours::{Bit, Rgb};
use crate::cover::{Cover, CoverError, Rect};
use crate::image::{Image, ImageError, MAX_PIXELS};
use crate::limits::{CodecLimits, LimitError, pixels};
use crate::picture::{Channels, Depth, Layout, Picture};
use crate::runs::{Runs, RunsError, compress, decompress};
use crate::skyline;
use serde_json::{Value, json};
use std::fmt::Write as _;
use thiserror::Error;

/// Error: JSON that is not a picture.
#[derive(Debug, Error)]
pub enum JsonError {
    /// The text is not JSON.
    #[error(transparent)]
    Syntax(#[from] serde_json::Error),
    /// A value has the wrong type or is out of range.
    #[error("{place}: expected {expected}, found {found}")]
    Expected {
        /// Path of the value from the root, such as `[2][0].la`.
        place: String,
        /// Description of the value expected.
        expected: &'static str,
        /// The value found, cut after 40 characters.
        found: String,
    },
    /// The rows are not a rectangular image.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The run counts are not an image.
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// The rectangles are not a valid cover.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// The COCO counts are not a mask.
    #[error(transparent)]
    Coco(#[from] CocoError),
    /// The picture exceeds a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

/// Upper bound of the bytes that parsing takes for each byte of text: `[0,0,…` has two bytes a
/// value, and a list of values has capacity for twice as many.
pub const TEXT_BYTES: u64 = 80;

/// Parses a picture in any of the JSON forms; the limits are checked before anything is allocated.
pub fn read(text: &str, limits: &CodecLimits) -> Result<Picture, JsonError> {
    read_with_colours(text, limits).map(|(picture, _)| picture)
}

/// Parses a picture as [`read`] does, with its colours as they were given in rows or rectangles.
pub fn read_with_colours(
    text: &str,
    limits: &CodecLimits,
) -> Result<(Picture, Option<ColourImage>), JsonError> {
    let text_bytes = text.len() as u64 * TEXT_BYTES;
    limits.check_memory(text_bytes)?;
    let value: Value = serde_json::from_str(text)?;
    let room = MemoryRoom { limits, text_bytes };
    match &value {
        Value::Object(_) => Ok((mask_picture(&parse_mask(&value)?, &room)?, None)),
        Value::Array(parts) => match parts.as_slice() {
            [columns, Value::Array(_)] if columns.is_number() => {
                Ok((read_runs(&value, &room)?, None))
            }
            [height, width, Value::Array(_)] if height.is_number() && width.is_number() => {
                let image = read_cover(&value, &room)?;
                Ok((image.picture(), Some(image)))
            }
            _ => {
                let image = read_rows(parts, &room)?;
                Ok((image.picture(), Some(image)))
            }
        },
        _ => Err(expected(
            "the document",
            "rows, run counts, rectangles or a COCO mask",
            &value,
        )),
    }
}

/// The limits of a picture, reduced by the memory that its text takes.
struct MemoryRoom<'a> {
    limits: &'a CodecLimits,
    text_bytes: u64,
}

impl MemoryRoom<'_> {
    /// Checks a picture of `height` × `width` at `pixel_bytes` bytes a pixel. Sizes above
    /// [`MAX_PIXELS`] pass here: the constructor refuses them with a more precise error.
    fn check(&self, height: usize, width: usize, pixel_bytes: u64) -> Result<(), LimitError> {
        match height.checked_mul(width) {
            Some(pixels) if pixels <= MAX_PIXELS => {
                let pixels = pixels as u64;
                self.limits
                    .check(pixels, pixels * pixel_bytes + self.text_bytes)
            }
            _ => Ok(()),
        }
    }
}

/// Writes a black-and-white image as `[columns, counts]` on one line.
pub fn runs(image: &Image<Bit>) -> String {
    let Runs { columns, counts } = compress(image);
    serde_json::to_string(&(columns, counts)).expect("numbers are JSON")
}

/// Writes the greedy cover of a picture as `[ha, la, rectangles]` on one line. The memory limit is
/// checked before anything is written.
pub fn rectangles(picture: &Picture, limits: &CodecLimits) -> Result<String, LimitError> {
    // The pixels as JSON colours and as levels, the skyline and the picture itself.
    let memory = 9 * pixels(picture) + picture.samples().len() as u64;
    limits.check_memory(memory)?;
    ColourImage::new(picture).write_rectangles(memory, limits)
}

/// The pixels of a picture in their JSON form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourImage(Image<Colour>);

impl ColourImage {
    /// The pixels of a picture: 0 and 1 in black and white, 0 to 7 if all are the grey levels of
    /// these; of 16-bit samples only the upper byte is used.
    pub fn new(picture: &Picture) -> Self {
        Self(colours(picture))
    }

    /// Writes the greedy cover as [`rectangles`] does, with these colours.
    pub fn rectangles(&self, limits: &CodecLimits) -> Result<String, LimitError> {
        let memory = 8 * self.0.pixels().len() as u64;
        limits.check_memory(memory)?;
        self.write_rectangles(memory, limits)
    }

    fn write_rectangles(&self, memory: u64, limits: &CodecLimits) -> Result<String, LimitError> {
        let Self(image) = self;
        let mut rects = 0;
        skyline::for_each_rect(image, |_| rects += 1);
        // A growing string doubles its buffer.
        limits.check_memory(memory + 2 * RECT_TEXT * rects)?;
        let mut text = format!("[{},{},[", image.height(), image.width());
        let mut separator = "";
        skyline::for_each_rect(image, |rect| {
            write!(text, "{separator}{}", rect_value(&rect))
                .expect("writing to a String cannot fail");
            separator = ",";
        });
        text.push_str("]]");
        Ok(text)
    }

    /// The picture in the smallest layout that holds all colours: grey, RGB or RGBA.
    fn picture(&self) -> Picture {
        let Self(image) = self;
        let has = |test: fn(&Colour) -> bool| image.pixels().iter().any(test);
        let white = if has(|colour| matches!(colour, Colour::Level(2..))) {
            7
        } else {
            1
        };
        let channels = if has(|colour| matches!(colour, Colour::Rgba(_))) {
            Channels::Rgba
        } else if has(|colour| matches!(colour, Colour::Rgb(_))) {
            Channels::Rgb
        } else {
            Channels::Grey
        };
        let count = channels.count();
        let mut samples = Vec::with_capacity(count * image.pixels().len());
        for colour in image.pixels() {
            samples.extend_from_slice(&colour.rgba(white)[..count]);
        }
        Picture::from_samples(image, Layout::new(channels, Depth::Eight), samples)
    }

    /// Writes the rows of pixels on one line.
    pub fn rows(&self, limits: &CodecLimits) -> Result<String, LimitError> {
        let pixels = self.0.pixels().len() as u64;
        limits.check_memory((5 + 2 * PIXEL_TEXT) * pixels)?;
        let mut text = String::from("[");
        for (number, row) in self.0.rows().enumerate() {
            text.push_str(if number == 0 { "[" } else { ",[" });
            for (column, colour) in row.iter().enumerate() {
                let separator = if column == 0 { "" } else { "," };
                write!(text, "{separator}{}", colour.value())
                    .expect("writing to a String cannot fail");
            }
            text.push(']');
        }
        text.push(']');
        Ok(text)
    }
}

/// Upper bound of the bytes of one pixel in rows of text, its comma included.
const PIXEL_TEXT: u64 = 18;

/// Upper bound of the bytes of one rectangle in the text, its comma included.
const RECT_TEXT: u64 = 96;

/// Writes a mask as COCO's JSON object on one line, its counts as a string or as a list.
pub fn coco(coco: &CocoMask, as_list: bool) -> String {
    let counts = if as_list {
        serde_json::to_string(&coco.counts)
    } else {
        // The strings may contain a backslash, which JSON escapes.
        serde_json::to_string(&coco.to_string())
    };
    let counts = counts.expect("numbers and text are JSON");
    let (height, width) = (coco.height, coco.width);
    format!(r#"{{"size":[{height},{width}],"counts":{counts}}}"#)
}

/// A pixel in its JSON form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    Level(u8),
    Rgb(Rgb),
    Rgba([u8; 4]),
}

impl Colour {
    fn value(self) -> Value {
        match self {
            Self::Level(level) => json!(level),
            Self::Rgb(samples) => json!(samples),
            Self::Rgba(samples) => json!(samples),
        }
    }

    /// The colour as RGBA, where the level `white` is white.
    fn rgba(self, white: u8) -> [u8; 4] {
        let opaque = |[red, green, blue]: Rgb| [red, green, blue, 255];
        match self {
            Self::Level(level) => opaque([grey(level, white); 3]),
            Self::Rgb(samples) => opaque(samples),
            Self::Rgba(samples) => samples,
        }
    }
}

/// The sample of a grey level, where the level `white` is white.
fn grey(level: u8, white: u8) -> u8 {
    (u16::from(level) * 255 / u16::from(white)) as u8
}

fn colours(picture: &Picture) -> Image<Colour> {
    if picture.is_black_and_white() {
        return picture.to_bits().map(|&bit| Colour::Level(bit as u8));
    }
    let level = |&sample: &u8| (0..8).find(|&level| grey(level, 7) == sample);
    if picture.layout() == Layout::GREY
        && let Some(levels) = picture
            .samples()
            .iter()
            .map(level)
            .collect::<Option<Vec<u8>>>()
    {
        return picture.image(levels.into_iter().map(Colour::Level).collect());
    }
    let has_alpha = picture.layout().channels.has_alpha();
    let pixels = picture.rgba_pixels().map(|[red, green, blue, alpha]| {
        if has_alpha {
            Colour::Rgba([red, green, blue, alpha])
        } else {
            Colour::Rgb([red, green, blue])
        }
    });
    picture.image(pixels.collect())
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

fn read_rows(rows: &[Value], room: &MemoryRoom) -> Result<ColourImage, JsonError> {
    let width = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    // The rows of colours, the image made from them, the samples.
    room.check(rows.len(), width, 5 + 5 + 4)?;
    let read_row = |(number, row): (usize, &Value)| {
        let pixels = row
            .as_array()
            .ok_or_else(|| expected(format!("[{number}]"), "a row of pixels", row))?;
        let pixels = pixels.iter().enumerate();
        pixels
            .map(|(at, pixel)| colour(|| format!("[{number}][{at}]"), pixel))
            .collect::<Result<Vec<_>, _>>()
    };
    let rows = rows.iter().enumerate().map(read_row);
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    Ok(ColourImage(Image::from_rows(rows)?))
}

fn read_runs(value: &Value, room: &MemoryRoom) -> Result<Picture, JsonError> {
    let columns = number("[0]", &value[0])?;
    let counts = value[1].as_array().into_iter().flatten().enumerate();
    let counts = counts.map(|(at, count)| number(&format!("[1][{at}]"), count));
    let runs = Runs {
        columns,
        counts: counts.collect::<Result<_, _>>()?,
    };
    let counts = runs.counts.iter();
    let total = counts.fold(0, |all: usize, &count| all.saturating_add(count));
    // The pixels of the line and the samples.
    room.check(total, 1, 2)?;
    Ok(Picture::from_bits(&decompress(&runs)?))
}

fn read_cover(value: &Value, room: &MemoryRoom) -> Result<ColourImage, JsonError> {
    let (height, width) = (number("[0]", &value[0])?, number("[1]", &value[1])?);
    // The rectangle number, the colour and the samples of each pixel.
    room.check(height, width, 4 + 5 + 4)?;
    let rects = value[2].as_array().into_iter().flatten().enumerate();
    let rects = rects.map(|(at, rect)| read_rect(&format!("[2][{at}]"), rect));
    let cover = Cover {
        height,
        width,
        rects: rects.collect::<Result<_, _>>()?,
    };
    Ok(ColourImage(cover.paint()?))
}

fn read_rect(place: &str, value: &Value) -> Result<Rect<Colour>, JsonError> {
    let place = |name: &str| format!("{place}.{name}");
    let pos = place("pos");
    let position = match value["pos"].as_array().map(Vec::as_slice) {
        Some([row, column]) => (number(&pos, row)?, number(&pos, column)?),
        _ => return Err(expected(pos, "a row and a column", &value["pos"])),
    };
    Ok(Rect {
        position,
        colour: colour(|| place("coul"), &value["coul"])?,
        height: number(&place("ha"), &value["ha"])?,
        width: number(&place("la"), &value["la"])?,
    })
}

/// Parses a COCO object `{"size": [height, width], "counts": …}` whose counts are a string or a
/// list.
pub fn parse_mask(value: &Value) -> Result<CocoMask, JsonError> {
    let (height, width) = match value["size"].as_array().map(Vec::as_slice) {
        Some([height, width]) => (number("size[0]", height)?, number("size[1]", width)?),
        _ => return Err(expected("size", "a height and a width", &value["size"])),
    };
    match &value["counts"] {
        Value::String(text) => Ok(CocoMask::parse(height, width, text.as_bytes())?),
        Value::Array(counts) => {
            let counts = counts.iter().enumerate();
            let counts = counts.map(|(at, count)| number(&format!("counts[{at}]"), count));
            Ok(CocoMask::new(
                height,
                width,
                counts.collect::<Result<_, _>>()?,
            ))
        }
        other => Err(expected("counts", "a string or a list of counts", other)),
    }
}

/// Converts a mask to a picture, white where the object is.
pub fn picture_of_mask(mask: &CocoMask, limits: &CodecLimits) -> Result<Picture, JsonError> {
    let text_bytes = 4 * mask.counts.len() as u64;
    mask_picture(mask, &MemoryRoom { limits, text_bytes })
}

fn mask_picture(mask: &CocoMask, room: &MemoryRoom) -> Result<Picture, JsonError> {
    // The mask, its bits and its samples.
    room.check(mask.height, mask.width, 3)?;
    let mask = mask.to_image()?;
    let samples = mask.pixels().iter().map(|&object| 255 * object).collect();
    Ok(Picture::from_samples(&mask, Layout::GREY, samples))
}

/// Parses a whole number from 0 on that fits the type.
fn number<N: TryFrom<u64>>(place: &str, value: &Value) -> Result<N, JsonError> {
    let number = value.as_u64().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| expected(place, "a whole number from 0", value))
}

fn colour(place: impl FnOnce() -> String, value: &Value) -> Result<Colour, JsonError> {
    parse_colour(value).ok_or_else(|| {
        let colours = "a level from 0 to 7 or a list of 3 or 4 samples from 0 to 255";
        expected(place(), colours, value)
    })
}

fn parse_colour(value: &Value) -> Option<Colour> {
    let sample = |value: &Value| value.as_u64().and_then(|sample| u8::try_from(sample).ok());
    let Value::Array(samples) = value else {
        let level = sample(value).filter(|&level| level <= 7);
        return level.map(Colour::Level);
    };
    let samples = samples.iter().map(sample).collect::<Option<Vec<u8>>>()?;
    match *samples {
        [red, green, blue] => Some(Colour::Rgb([red, green, blue])),
        [red, green, blue, alpha] => Some(Colour::Rgba([red, green, blue, alpha])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Picture, JsonError> {
        super::read(text, &CodecLimits::default())
    }

    fn rectangles(picture: &Picture) -> String {
        super::rectangles(picture, &CodecLimits::default()).unwrap()
    }

    fn grey(width: usize, height: usize, levels: &[u8]) -> Picture {
        Picture::new(width, height, Layout::GREY, levels.to_vec()).unwrap()
    }

    #[test]
    fn every_json_form_of_the_subject_is_parsed() {
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
        let first = r#"[2,3,[{"pos":[0,0],"coul":0,"ha":1,"la":1},{"pos""#;
        assert_eq!(rects.get(..first.len()), Some(first));
        assert_eq!(read(&rects).unwrap(), picture);
        assert_eq!(runs(&picture.to_bits()), "[3,[1,1,1,3]]");
    }

    #[test]
    fn pixels_determine_the_layout_of_the_picture() {
        assert_eq!(read("[[0,1,7]]").unwrap(), grey(3, 1, &[0, 36, 255]));
        let rgb = read("[[[1,2,3],[4,5,6]]]").unwrap();
        assert_eq!(
            (rgb.layout(), rgb.samples()),
            (Layout::RGB, [1, 2, 3, 4, 5, 6].as_slice())
        );
        assert_eq!(read(&rectangles(&rgb)).unwrap(), rgb);
        assert_eq!(read("[[[1,2,3,4]]]").unwrap().layout(), Layout::RGBA);
    }

    #[test]
    fn errors_name_the_path_and_the_expected_value() {
        let cases = [
            ("[[0,1],[0]]", "row 1 has 1 pixels where row 0 has 2"),
            (
                "[[0,9]]",
                "[0][1]: expected a level from 0 to 7 or a list of 3 or 4 samples from 0 to 255, found 9",
            ),
            (
                "[3,[1,-2]]",
                "[1][1]: expected a whole number from 0, found -2",
            ),
            (
                "[3,[1,2.5]]",
                "[1][1]: expected a whole number from 0, found 2.5",
            ),
            ("[3,[1,1]]", "2 pixels do not fill rows of 3 columns"),
            (
                r#"[1,1,[{"pos":[0,0],"coul":1,"ha":1}]]"#,
                "[2][0].la: expected a whole number from 0, found null",
            ),
            (
                r#"[1,1,[{"pos":[0,0],"coul":1,"ha":2,"la":1}]]"#,
                "rectangle 0 leaves the image",
            ),
            (
                r#"{"size":[1,2],"counts":[1]}"#,
                "the counts add up to 1 pixels, but the mask has 2",
            ),
            (
                r#"{"size":[1,2],"counts":[-1,3]}"#,
                "counts[0]: expected a whole number from 0, found -1",
            ),
            (
                r#"{"size":[1,2],"counts":[0.5,1.5]}"#,
                "counts[0]: expected a whole number from 0, found 0.5",
            ),
            (
                r#"{"size":[4294967296,4294967296],"counts":"1"}"#,
                "a mask of 4294967296 by 4294967296 has more than 4294967295 pixels",
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
                "the document: expected rows, run counts, rectangles or a COCO mask, found 7",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
