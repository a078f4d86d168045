//! Any text is refused, or is a picture whose rectangles read back to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::json::{read, rectangles};

fuzz_target!(|text: &str| {
    if let Ok(picture) = read(text)
        && picture.samples().len() < 1 << 16
    {
        let again = read(&rectangles(&picture).to_string()).expect("rectangles just written");
        assert_eq!(again.to_rgb(), picture.to_rgb());
    }
});
