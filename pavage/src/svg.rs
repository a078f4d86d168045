//! SVG with one path a colour, whose rectangles meet without a seam.

use crate::image::Image;
use crate::picture::{Depth, Picture};
use crate::skyline;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A drawing of the picture, at one unit a pixel; of 16 bits, the upper 8 are drawn.
pub fn write(picture: &Picture) -> String {
    let (width, height) = (picture.width(), picture.height());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" shape-rendering=\"crispEdges\">\n"
    );
    for (colour, path) in paths(picture) {
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
    svg
}

/// For each colour that shows, its rectangles.
fn paths(picture: &Picture) -> BTreeMap<[u8; 4], String> {
    let mut paths: BTreeMap<[u8; 4], String> = BTreeMap::new();
    skyline::for_each_rect(&rgba(picture), |rect| {
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

fn rgba(picture: &Picture) -> Image<[u8; 4]> {
    let channels = picture.layout().channels;
    let rgb = picture.to_rgb();
    let bytes = picture.layout().pixel_bytes();
    let last = match picture.layout().depth {
        Depth::Eight => bytes - 1,
        Depth::Sixteen => bytes - 2,
    };
    let alpha = |pixel: &[u8]| {
        if channels.has_alpha() {
            pixel[last]
        } else {
            255
        }
    };
    let alphas = picture.samples().chunks_exact(bytes).map(alpha);
    let pixels = rgb
        .pixels()
        .iter()
        .zip(alphas)
        .map(|(&[r, g, b], alpha)| [r, g, b, alpha])
        .collect();
    Image::from_pixels(picture.height(), picture.width(), pixels).expect("a colour for each pixel")
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
        assert_eq!(write(&picture), expected);
    }
}
