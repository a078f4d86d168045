//! SVG with one path a colour, whose rectangles meet without a seam.

use crate::image::Image;
use crate::limits::{CodecLimits, LimitError, pixels};
use crate::picture::Picture;
use crate::skyline;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A drawing of the picture, at one unit a pixel; of 16 bits, the upper 8 are drawn.
///
/// # Errors
/// If it would pass the limit of memory, before it is made.
pub fn write(picture: &Picture, limits: &CodecLimits) -> Result<String, LimitError> {
    // The pixels as three and as four samples, what the cover takes, the picture itself.
    let memory = 8 * pixels(picture) + picture.samples().len() as u64;
    limits.check_memory(memory)?;
    let image = Image::from_pixels(
        picture.height(),
        picture.width(),
        picture.rgba_pixels().collect(),
    )
    .expect("one colour for each pixel");
    let mut rects = 0;
    skyline::for_each_rect(&image, |_| rects += 1);
    // Each stands in its path and in the drawing, and a text grows by doubling.
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
            .expect("a string takes any text");
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// More than the text of a rectangle takes, with its share of a path of its own.
const RECT_TEXT: u64 = 96;

/// For each colour that shows, its rectangles.
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
            .expect("a string takes any text");
        }
    });
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Layout;

    #[test]
    fn each_colour_is_one_path_and_what_does_not_show_is_left_out() {
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
