//! Fuzzes the `.pav` decoder: accepted files decode to a picture that survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::CodecLimits;
use pavage::pav::{decode, encode};

fuzz_target!(|file: &[u8]| {
    let limits = CodecLimits {
        pixels: 1 << 16,
        memory: 1 << 26,
    };
    if let Ok(picture) = decode(file, &limits) {
        let again = encode(&picture).expect("a picture within the limits");
        assert_eq!(decode(&again, &limits), Ok(picture));
    }
});
