//! Fuzzes the COCO string parser: accepted text decodes to a mask that survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::coco::CocoMask;

fuzz_target!(|input: (u8, u8, &str)| {
    let (height, width, text) = input;
    let (height, width) = (usize::from(height), usize::from(width));
    if let Ok(mask) = CocoMask::parse(height, width, text.as_bytes()).and_then(|coco| coco.to_image()) {
        let coco = CocoMask::from_image(&mask);
        assert_eq!(
            CocoMask::parse(height, width, &coco.to_bytes()).as_ref(),
            Ok(&coco)
        );
        assert_eq!(coco.to_image(), Ok(mask));
    }
});
