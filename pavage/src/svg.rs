//! Writes a picture as SVG: one path for each colour, made of the rectangles of the greedy cover.

use crate::image::Image;
use crate::limits::{CodecLimits, LimitError, pixels};
use crate::picture::Picture;
use crate::skyline;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Writes the picture as SVG at one unit a pixel; of 16-bit samples only the upper byte is used. The
/// memory limit is checked before anything is written.
pub fn write(picture: &Picture, limits: &CodecLimits) -> Result<String, LimitError> {
    // The RGBA pixels, the skyline and the picture itself.
    let memory = 8 * pixels(picture) + picture.samples().len() as u64;
    limits.check_memory(memory)?;
    let image = picture.image(picture.rgba_pixels().collect());
    let mut rects = 0;
    skyline::for_each_rect(&image, |_| rects += 1);
    // Each rectangle is in its path and in the document, and a growing string doubles its buffer.
    limits.check_memory(memory + 4 * RECT_TEXT * rects)?;
    let (width, height) = (picture.width(), picture.height());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" shape-rendering=\"crispEdges\">\n"
    );
    for (colour, path) in paths(&image) {
        let [red, green, blue, alpha] = colour;
        let opacity = match alpha {
            255 => String::new(),
            _ => format!(" fill-opacity=\"{:.3}\"", f64::from(alpha) / 255.0),
        };
        let fill = format!("#{red:02x}{green:02x}{blue:02x}");
        writeln!(svg, "<path fill=\"{fill}\"{opacity} d=\"{path}\"/>")
            .expect("writing to a String cannot fail");
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Upper bound of the bytes of one rectangle in the text, with its share of the path element.
const RECT_TEXT: u64 = 96;

/// The path data of each colour that is not fully transparent.
fn paths(image: &Image<[u8; 4]>) -> BTreeMap<[u8; 4], String> {
    let mut paths: BTreeMap<[u8; 4], String> = BTreeMap::new();
    skyline::for_each_rect(image, |rect| {
        let (row, column) = rect.position;
        if rect.colour[3] > 0 {
            let path = paths.entry(rect.colour).or_default();
            write!(
                path,
                "M{column} {row}h{}v{}h-{}z",
                rect.width, rect.height, rect.width
            )
            .expect("writing to a String cannot fail");
        }
    });
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Layout;

    #[test]
    fn each_visible_colour_is_one_path() {
        let samples = [[9, 8, 7, 255], [1, 2, 3, 51], [9, 8, 7, 255], [0, 0, 0, 0]].concat();
        let picture = Picture::new(2, 2, Layout::RGBA, samples).unwrap();
        let expected = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 2\" \
             width=\"2\" height=\"2\" shape-rendering=\"crispEdges\">\n\
             <path fill=\"#010203\" fill-opacity=\"0.200\" d=\"M1 0h1v1h-1z\"/>\n\
             <path fill=\"#090807\" d=\"M0 0h1v2h-1z\"/>\n\
             </svg>\n";
        assert_eq!(write(&picture, &CodecLimits::default()).unwrap(), expected);
    }
}
