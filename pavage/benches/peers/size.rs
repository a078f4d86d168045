//! Compares file sizes with optimised PNG, lossless WebP and COCO strings.

use crate::pictures::{self, BenchPicture};
use crate::target::Targets;
use pavage::Picture;
use pavage::coco::CocoMask;
use pavage::pav::PavHeader;
use pavage::raster::RasterFormat;

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

fn compare_with_coco(sample: &BenchPicture, targets: &mut Targets) {
    let length = CocoMask::from_image(&sample.mask()).to_string().len();
    let ratio = sample.encode().len() as f64 / length as f64;
    let verdict = targets.at_most(sample.name, ratio, 0.25);
    println!("  {ratio:.3} of the {length} characters of COCO, {verdict}");
}

fn compare(sample: &BenchPicture) -> f64 {
    let BenchPicture { name, picture } = sample;
    let file = sample.encode();
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
    let png = RasterFormat::Png.write(picture).expect("a usual size");
    let options = oxipng::Options::from_preset(4);
    let optimised = oxipng::optimize_from_memory(&png, &options).expect("a PNG just written");
    png.len().min(optimised.len())
}

fn webp(picture: &Picture) -> usize {
    let rgb = picture.to_rgb();
    let encoder = webp::Encoder::from_rgb(
        rgb.pixels().as_flattened(),
        picture.width() as u32,
        picture.height() as u32,
    );
    let mut config = webp::WebPConfig::new().expect("a known version");
    config.lossless = 1;
    config.quality = 100.0;
    config.method = 6;
    encoder
        .encode_advanced(&config)
        .expect("a picture of a usual size")
        .len()
}
