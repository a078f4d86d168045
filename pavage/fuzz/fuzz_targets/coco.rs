//! Any text is refused, or is a mask whose string reads back to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::coco::Coco;

fuzz_target!(|input: (u8, u8, &str)| {
    let (height, width, text) = input;
    let (height, width) = (usize::from(height), usize::from(width));
    if let Ok(mask) = Coco::parse(height, width, text.as_bytes()).and_then(|coco| coco.mask()) {
        let coco = Coco::of(&mask);
        assert_eq!(
            Coco::parse(height, width, &coco.to_bytes()).as_ref(),
            Ok(&coco)
        );
        assert_eq!(coco.mask(), Ok(mask));
    }
});
