//! Converts masks from standard input to COCO strings, one a line. Each mask is its height and
//! width as 32-bit little-endian numbers, then one byte a pixel in row-major order. The shortest of
//! ten conversion times, in seconds, is printed to standard error.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the example prints its results"
)]

use pavage::Image;
use pavage::coco::CocoMask;
use std::io::Read;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    let masks = masks(&input)?;
    let mut shortest = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        for mask in &masks {
            std::hint::black_box(CocoMask::from_image(mask).to_string());
        }
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    for mask in &masks {
        let coco = CocoMask::from_image(mask);
        let text = coco.to_string();
        let read = CocoMask::parse(coco.height, coco.width, text.as_bytes())?.to_image()?;
        assert_eq!(&read, mask, "the mask survives a round trip");
        println!("{text}");
    }
    eprintln!("{shortest}");
    Ok(())
}

fn masks(mut input: &[u8]) -> Result<Vec<Image<u8>>, Box<dyn std::error::Error>> {
    let mut masks = Vec::new();
    while let Some((height, rest)) = input.split_first_chunk() {
        let (width, rest) = rest
            .split_first_chunk()
            .ok_or("a mask has a height but no width")?;
        let (height, width) = (
            u32::from_le_bytes(*height) as usize,
            u32::from_le_bytes(*width) as usize,
        );
        let (pixels, rest) = rest.split_at(height * width);
        masks.push(Image::from_pixels(height, width, pixels.to_vec())?);
        input = rest;
    }
    Ok(masks)
}
