//! Fuzzes the `.pav` decoder: accepted pictures and label maps survive a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::CodecLimits;
use pavage::pav::{LabelFile, LabelMap, decode, encode, encode_labels};

const LIMITS: CodecLimits = CodecLimits {
    pixels: 1 << 16,
    memory: 1 << 26,
};

fuzz_target!(|file: &[u8]| {
    if let Ok(picture) = decode(file, &LIMITS) {
        let again = encode(&picture).expect("a picture within the limits");
        assert_eq!(decode(&again, &LIMITS), Ok(picture));
    }
    if let Some((file, bytes)) = labels(file) {
        let map = LabelMap {
            kind: file.kind(),
            shape: file.shape(),
            is_stack: file.is_stack(),
            bytes: &bytes,
        };
        let again = encode_labels(&map, &CodecLimits::default()).expect("a small label map");
        assert_eq!(labels(&again).expect("a file just written").1, bytes);
    }
});

/// A label map with the bytes of its labels.
fn labels(file: &[u8]) -> Option<(LabelFile, Vec<u8>)> {
    let file = LabelFile::open(file.to_vec(), &LIMITS).ok()?;
    let [depth, height, width] = file.shape();
    let slice = height * width * file.kind().bytes();
    let mut bytes = vec![0; depth * slice];
    for number in 0..depth {
        file.decode_slice(number, &mut bytes[number * slice..][..slice])
            .ok()?;
    }
    Some((file, bytes))
}
