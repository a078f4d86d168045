//! Draws the greedy cover of a picture: pixels are enlarged and each rectangle is outlined.

use crate::colours::Rgb;
use crate::cover::Rect;
use crate::image::Image;
use crate::limits::{CodecLimits, LimitError, pixels};
use crate::picture::Picture;
use crate::skyline;

/// Approximate length in pixels of the longer side of the drawing of a small picture.
const TARGET: usize = 1000;
const LARGEST_SCALE: usize = 64;

/// Draws the greedy cover. Each pixel becomes a square of at least 3 × 3 pixels, so that the colour
/// of a rectangle of one pixel shows inside its outline. The limits are checked before anything is
/// allocated.
pub fn draw(picture: &Picture, limits: &CodecLimits) -> Result<Picture, LimitError> {
    let longer = picture.width().max(picture.height()).max(1);
    let scale = (TARGET / longer).clamp(3, LARGEST_SCALE);
    let (height, width) = (picture.height() * scale + 1, picture.width() * scale + 1);
    let drawn = height as u64 * width as u64;
    // The drawing as an image and as a picture, 6 bytes a pixel; the source, its RGB pixels and the
    // skyline.
    let memory = 6 * drawn + 4 * pixels(picture) + picture.samples().len() as u64;
    limits.check(drawn, memory)?;
    let image = picture.to_rgb();
    let mut drawing = Image::from_pixels(height, width, vec![[0; 3]; height * width])
        .expect("height × width pixels");
    skyline::for_each_rect(&image, |rect| outline(&mut drawing, &rect, scale));
    Ok(Picture::from_rgb(&drawing))
}

/// Fills a rectangle with its colour and draws its border in a contrasting one; neighbours share
/// borders.
fn outline(drawing: &mut Image<Rgb>, rect: &Rect<Rgb>, scale: usize) {
    let (top, left) = (rect.position.0 * scale, rect.position.1 * scale);
    let (bottom, right) = (top + rect.height * scale, left + rect.width * scale);
    let line = contrast(rect.colour);
    for row in top..=bottom {
        for column in left..=right {
            let is_border = row == top || row == bottom || column == left || column == right;
            drawing[(row, column)] = if is_border { line } else { rect.colour };
        }
    }
}

/// The colour of the border: red, or cyan around a red rectangle.
fn contrast([red, green, blue]: Rgb) -> Rgb {
    if red > 128 && green < 110 && blue < 110 {
        [0, 220, 220]
    } else {
        [230, 30, 60]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Layout;

    #[test]
    fn rectangles_are_outlined_and_filled() {
        let picture = Picture::new(2, 1, Layout::GREY, vec![0, 255]).unwrap();
        let drawing = draw(&picture, &CodecLimits::default()).unwrap().to_rgb();
        assert_eq!((drawing.height(), drawing.width()), (65, 129));
        let line = [230, 30, 60];
        assert_eq!(
            [drawing[(0, 0)], drawing[(64, 128)], drawing[(32, 64)]],
            [line; 3]
        );
        assert_eq!([drawing[(32, 32)], drawing[(32, 96)]], [[0; 3], [255; 3]]);
    }
}
