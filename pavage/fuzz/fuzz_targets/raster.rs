//! Any bytes are refused by each reader, or are a picture that PNG brings back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pavage::pav::Limits;
use pavage::raster::Raster;

fuzz_target!(|file: &[u8]| {
    let limits = Limits {
        pixels: 1 << 16,
        memory: 1 << 26,
    };
    for raster in Raster::ALL {
        if let Ok(picture) = raster.read(file, &limits)
            && !picture.samples().is_empty()
        {
            let png = Raster::Png
                .write(&picture)
                .expect("a picture within the limits");
            assert_eq!(
                Raster::Png.read(&png, &limits).expect("a PNG just written"),
                picture
            );
        }
    }
});
