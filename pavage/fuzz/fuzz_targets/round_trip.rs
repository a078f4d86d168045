//! Fuzzes the encoder: every picture survives a round trip in every mode, and its file is at most
//! 16 bytes larger than the packed samples.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::CodecLimits;
use pavage::Picture;
use pavage::pav::{Mode, decode, encode, encode_as};
use pavage::picture::{Channels, Depth, Layout};

fuzz_target!(|bytes: &[u8]| {
    let Some(picture) = picture(bytes) else {
        return;
    };
    for mode in Mode::ALL {
        let file = encode_as(&picture, mode).expect("a small picture");
        assert_eq!(decode(&file, &CodecLimits::default()).as_ref(), Ok(&picture));
    }
    let bits = if picture.is_black_and_white() {
        1
    } else {
        8 * picture.layout().pixel_bytes()
    };
    let packed = (picture.width() * picture.height() * bits).div_ceil(8);
    assert!(encode(&picture).expect("a small picture").len() <= packed + 16);
});

/// Makes a picture from bytes; the first three choose the layout, the width and a mask that limits
/// the colours.
fn picture(bytes: &[u8]) -> Option<Picture> {
    let (&[kind, width, mask], samples) = bytes.split_first_chunk()?;
    let channels = [
        Channels::Grey,
        Channels::GreyAlpha,
        Channels::Rgb,
        Channels::Rgba,
    ];
    let depth = if kind & 4 == 0 {
        Depth::Eight
    } else {
        Depth::Sixteen
    };
    let layout = Layout {
        channels: channels[usize::from(kind & 3)],
        depth,
    };
    let width = usize::from(width % 40) + 1;
    let height = samples.len() / (width * layout.pixel_bytes());
    let samples = samples.iter().take(height * width * layout.pixel_bytes());
    let samples = samples.map(|&sample| {
        if mask == 0 {
            255 * (sample & 1)
        } else {
            sample & mask
        }
    });
    Picture::new(width, height, layout, samples.collect()).ok()
}
