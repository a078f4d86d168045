//! File sizes against PNG and lossless WebP.

use crate::pictures::{self, Sample};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use pavage::Picture;
use pavage::pav::{Header, Limits, decode, encode};
use pavage::picture::Layout;

pub(crate) fn compare_sizes() {
    println!(
        "{:<16}{:>10}{:>10}{:>10}{:>8}  mode",
        "picture", "pavage", "png", "webp", "ratio"
    );
    let flat: Vec<f64> = pictures::flat().iter().map(compare).collect();
    for sample in pictures::masks().iter().chain(&pictures::others()) {
        compare(sample);
    }

    let mean = (flat.iter().map(|ratio| ratio.ln()).sum::<f64>() / flat.len() as f64).exp();
    println!("flat pictures: geometric mean {mean:.3} of the best of PNG and WebP");
    assert!(
        flat.iter().all(|&ratio| ratio < 1.0),
        "a flat picture is larger than a peer's"
    );
    assert!(mean <= 0.7, "flat pictures take {mean:.3} of the best peer");
}

fn compare(sample: &Sample) -> f64 {
    let Sample { name, picture } = sample;
    let file = encode(picture).expect("a picture of a usual size");
    assert_eq!(
        decode(&file, &Limits::default()).as_ref(),
        Ok(picture),
        "{name} comes back"
    );
    let (header, _) = Header::read(&file).expect("a file just written");
    let (png, webp) = (smallest_png(picture), webp(picture));
    let ratio = file.len() as f64 / png.min(webp) as f64;
    println!(
        "{name:<16}{:>10}{png:>10}{webp:>10}{ratio:>8.3}  {}",
        file.len(),
        header.mode.name()
    );
    ratio
}

fn smallest_png(picture: &Picture) -> usize {
    let png = png(picture);
    let options = oxipng::Options::from_preset(4);
    let optimised = oxipng::optimize_from_memory(&png, &options).expect("a PNG just written");
    png.len().min(optimised.len())
}

pub(crate) fn png(picture: &Picture) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    encoder
        .write_image(picture.samples(), width, height, colour(picture))
        .expect("memory to write to");
    bytes
}

fn colour(picture: &Picture) -> ExtendedColorType {
    if picture.layout() == Layout::GREY {
        ExtendedColorType::L8
    } else {
        ExtendedColorType::Rgb8
    }
}

fn webp(picture: &Picture) -> usize {
    let rgb: Vec<u8> = match picture.layout() {
        Layout::GREY => picture
            .samples()
            .iter()
            .flat_map(|&level| [level; 3])
            .collect(),
        _ => picture.samples().to_vec(),
    };
    let encoder = webp::Encoder::from_rgb(&rgb, picture.width() as u32, picture.height() as u32);
    let mut config = webp::WebPConfig::new().expect("a known version");
    config.lossless = 1;
    config.quality = 100.0;
    config.method = 6;
    encoder
        .encode_advanced(&config)
        .expect("a picture of a usual size")
        .len()
}
