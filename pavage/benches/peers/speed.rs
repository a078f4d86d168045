//! Measures speeds on one core: greedy cover, COCO masks, and decoding compared with PNG.

use crate::pictures::{self, BenchPicture};
use crate::target::Targets;
use cpu_time::ThreadTime;
use pavage::CodecLimits;
use pavage::coco::CocoMask;
use pavage::pav::decode;
use pavage::raster::RasterFormat;
use pavage::{Image, Picture, skyline};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

pub(crate) fn compare_speeds(targets: &mut Targets) {
    covers(targets);
    masks();
    decoding(targets);
}

/// The shortest processor time of this thread, in seconds, over the repetitions that fit in one
/// second: other programs may use the machine.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut shortest = f64::INFINITY;
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < 1.0 {
        let start = ThreadTime::now();
        black_box(work());
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    shortest
}

/// Numbers the colours of a picture in the order of their first occurrence.
fn places(picture: &Picture) -> Image<u8> {
    let mut seen = HashMap::new();
    let places = picture.pixel_values().map(|pixel| {
        let next = seen.len() as u8;
        *seen.entry(pixel).or_insert(next)
    });
    picture.image(places.collect())
}

fn covers(targets: &mut Targets) {
    println!("greedy cover, millions of pixels a second");
    for BenchPicture { name, picture } in pictures::flat() {
        cover(name, &places(&picture), 500.0, targets);
    }
    cover("noise", &pictures::byte_noise(4000), 60.0, targets);
}

fn cover(name: &str, image: &Image<u8>, target: f64, targets: &mut Targets) {
    let (count, area) = count_and_area(image);
    assert_eq!(area, image.pixels().len(), "{name} is covered");
    let seconds = best(|| count_and_area(image));
    let rate = image.pixels().len() as f64 / seconds / 1e6;
    let verdict = targets.at_least(&format!("cover of {name}"), rate, target);
    let pixels = image.pixels().len() / count;
    println!("  {name:<16}{rate:>8.0}   {pixels} pixels a rectangle, {verdict}");
}

fn count_and_area(image: &Image<u8>) -> (usize, usize) {
    let (mut count, mut area) = (0, 0);
    skyline::for_each_rect(image, |rect| {
        count += 1;
        area += rect.height * rect.width;
    });
    (count, area)
}

fn masks() {
    println!("COCO strings of masks, milliseconds");
    for sample in pictures::masks() {
        let (name, mask) = (sample.name, sample.mask());
        let text = CocoMask::from_image(&mask).to_string();
        let read =
            CocoMask::parse(mask.height(), mask.width(), text.as_bytes()).expect("just written");
        assert_eq!(
            read.to_image().as_ref(),
            Ok(&mask),
            "{name} survives a round trip"
        );
        let seconds = best(|| CocoMask::from_image(&mask).to_string());
        println!("  {name:<16}{:>8.3}", seconds * 1e3);
    }
}

fn decoding(targets: &mut Targets) {
    println!("decoding to samples, milliseconds, .pav and the image crate's PNG");
    let (mut ours, mut theirs) = (0.0, 0.0);
    for sample in pictures::flat() {
        let (name, file) = (sample.name, sample.encode());
        let png = RasterFormat::Png
            .write(&sample.picture)
            .expect("a usual size");
        let pav = best(|| decode(&file, &CodecLimits::default()));
        let peer = best(|| image::load_from_memory_with_format(&png, image::ImageFormat::Png));
        print_decoding(name, pav, peer);
        ours += pav;
        theirs += peer;
    }
    print_decoding("all", ours, theirs);
    let verdict = targets.at_most("decoding against PNG", ours / theirs, 0.9999);
    println!("  all against PNG: {verdict}");
}

fn print_decoding(name: &str, ours: f64, theirs: f64) {
    let ratio = ours / theirs;
    println!(
        "  {name:<16}{:>9.3}{:>9.3}{ratio:>7.2}",
        ours * 1e3,
        theirs * 1e3
    );
}
