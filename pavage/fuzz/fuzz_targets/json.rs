//! Fuzzes the JSON parser: the rectangles of an accepted picture parse to the same picture.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::json::{read, rectangles};
use pavage::CodecLimits;

fuzz_target!(|text: &str| {
    let limits = CodecLimits {
        pixels: 1 << 22,
        memory: 1 << 28,
    };
    if let Ok(picture) = read(text, &limits)
        && picture.samples().len() < 1 << 16
    {
        let text = rectangles(&picture, &limits).expect("a small picture");
        let again = read(&text, &limits).expect("rectangles just written");
        assert_eq!(again.to_rgb(), picture.to_rgb());
    }
});
