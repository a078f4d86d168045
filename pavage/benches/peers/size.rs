//! Compares file sizes with optimised PNG, lossless WebP and COCO strings.

use crate::pictures::{self, BenchPicture};
use crate::target::Targets;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use pavage::CodecLimits;
use pavage::coco::CocoMask;
use pavage::pav::{PavHeader, decode, encode};
use pavage::picture::Layout;
use pavage::{Image, Picture};

pub(crate) fn compare_sizes(targets: &mut Targets) {
    println!(
        "{:<16}{:>10}{:>10}{:>10}{:>8}  mode",
        "picture", "pavage", "png", "webp", "ratio"
    );
    let mut ratios = Vec::new();
    for sample in &pictures::flat() {
        let ratio = compare(sample);
        println!("  {}", targets.at_most(sample.name, ratio, 0.9999));
        ratios.push(ratio);
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let verdict = targets.at_most("the geometric mean", mean, 0.7);
    println!("flat pictures: geometric mean {mean:.3} of the best of PNG and WebP, {verdict}");
    for sample in &pictures::masks() {
        compare(sample);
        println!();
        compare_with_coco(sample, targets);
    }
    for sample in &pictures::others() {
        compare(sample);
        println!();
    }
}

fn compare_with_coco(BenchPicture { name, picture }: &BenchPicture, targets: &mut Targets) {
    let pixels = picture.samples().iter().map(|&level| level & 1).collect();
    let mask = Image::from_pixels(picture.height(), picture.width(), pixels).expect("a mask");
    let text = CocoMask::from_image(&mask).to_string();
    let file = encode(picture).expect("a picture of a usual size");
    let ratio = file.len() as f64 / text.len() as f64;
    let verdict = targets.at_most(name, ratio, 0.25);
    println!(
        "  {ratio:.3} of the {} characters of COCO, {verdict}",
        text.len()
    );
}

fn compare(sample: &BenchPicture) -> f64 {
    let BenchPicture { name, picture } = sample;
    let file = encode(picture).expect("a picture of a usual size");
    assert_eq!(
        decode(&file, &CodecLimits::default()).as_ref(),
        Ok(picture),
        "{name} survives a round trip"
    );
    let (header, _) = PavHeader::read(&file).expect("a file just written");
    let (png, webp) = (smallest_png(picture), webp(picture));
    let ratio = file.len() as f64 / png.min(webp) as f64;
    print!(
        "{name:<16}{:>10}{png:>10}{webp:>10}{ratio:>8.3}  {:<12}",
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
