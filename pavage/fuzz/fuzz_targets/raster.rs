//! Fuzzes the readers of other formats: an accepted picture survives a round trip through PNG.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::CodecLimits;
use pavage::raster::RasterFormat;

fuzz_target!(|file: &[u8]| {
    let limits = CodecLimits {
        pixels: 1 << 16,
        memory: 1 << 26,
    };
    for raster in RasterFormat::ALL {
        if let Ok(picture) = raster.read(file, &limits)
            && !picture.samples().is_empty()
        {
            let png = RasterFormat::Png
                .write(&picture)
                .expect("a picture within the limits");
            assert_eq!(
                RasterFormat::Png.read(&png, &limits).expect("a PNG just written"),
                picture
            );
        }
    }
});
