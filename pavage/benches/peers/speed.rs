//! Speeds on one core: cover, runs against the bandwidth of memory, COCO masks, decoding against PNG.

use crate::pictures::{self, Sample};
use crate::size::png;
use cpu_time::ThreadTime;
use pavage::coco::Coco;
use pavage::edges::run_lengths;
use pavage::pav::{Limits, decode, encode};
use pavage::{Image, Picture, skyline};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

pub(crate) fn compare_speeds() {
    covers();
    runs();
    masks();
    decoding();
}

/// The shortest of the runs that fit in a second, in seconds of this thread: others may be using the
/// machine.
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

/// Pixels as places in the order of first sight.
fn places(picture: &Picture) -> Image<u8> {
    let mut seen = HashMap::new();
    let pixels = picture
        .samples()
        .chunks_exact(picture.layout().pixel_bytes())
        .map(|pixel| {
            let next = seen.len() as u8;
            *seen.entry(pixel.to_vec()).or_insert(next)
        });
    let pixels = pixels.collect();
    Image::from_pixels(picture.height(), picture.width(), pixels).expect("a place for each pixel")
}

fn covers() {
    println!("greedy cover, millions of pixels a second");
    for Sample { name, picture } in pictures::flat() {
        let image = places(&picture);
        let rate = cover_rate(name, &image);
        let is_large = image.pixels().len() > 1_000_000;
        assert!(!is_large || rate >= 500.0, "{name} at {rate:.0}");
    }
    let rate = cover_rate("noise", &pictures::byte_noise(4000));
    assert!(rate >= 60.0, "noise at {rate:.0}");
}

fn cover_rate(name: &str, image: &Image<u8>) -> f64 {
    let (count, area) = count_and_area(image);
    assert_eq!(area, image.pixels().len(), "{name} is covered");
    let seconds = best(|| count_and_area(image));
    let rate = image.pixels().len() as f64 / seconds / 1e6;
    println!("  {name:<16}{rate:>8.0}   {count} rectangles");
    rate
}

fn count_and_area(image: &Image<u8>) -> (usize, usize) {
    let (mut count, mut area) = (0, 0);
    skyline::for_each_rect(image, |rect| {
        count += 1;
        area += rect.height * rect.width;
    });
    (count, area)
}

fn runs() {
    println!("runs of byte pixels, GB/s, and their share of the bandwidth");
    for Sample { name, picture } in pictures::flat() {
        let image = places(&picture);
        let line = image
            .pixels()
            .repeat(200_000_000_usize.div_ceil(image.pixels().len()));
        let bandwidth = line.len() as f64 / best(|| sum(&line)) / 1e9;
        let counted = line.chunk_by(PartialEq::eq).count();
        assert_eq!(run_lengths(&line).len(), counted, "{name} has its runs");
        let rate = line.len() as f64 / best(|| run_lengths(&line)) / 1e9;
        let share = rate / bandwidth;
        let pixels_a_run = line.len() / counted;
        println!(
            "  {name:<16}{rate:>8.1}{:>8.0} %   {pixels_a_run} pixels a run",
            100.0 * share
        );
        assert!(
            pixels_a_run < 100 || share >= 0.8,
            "{name} at {share:.2} of the bandwidth"
        );
    }
}

/// Reads every byte, and little else.
fn sum(bytes: &[u8]) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    words
        .iter()
        .fold(0, |sum, &word| sum ^ u64::from_le_bytes(word))
}

fn masks() {
    println!("COCO strings of masks, milliseconds and characters a byte of .pav");
    for Sample { name, picture } in pictures::masks() {
        let pixels = picture.samples().iter().map(|&level| level & 1).collect();
        let mask = Image::from_pixels(picture.height(), picture.width(), pixels).expect("a mask");
        let text = Coco::of(&mask).to_string();
        let read = Coco::parse(mask.height(), mask.width(), &text).expect("just written");
        assert_eq!(read.mask().as_ref(), Ok(&mask), "{name} comes back");
        let seconds = best(|| Coco::of(&mask).to_string());
        let file = encode(&picture).expect("a picture of a usual size");
        let ratio = text.len() as f64 / file.len() as f64;
        println!("  {name:<16}{:>8.3}{ratio:>8.1}", seconds * 1e3);
        assert!(
            ratio >= 4.0,
            "{name} takes {} bytes, the string {}",
            file.len(),
            text.len()
        );
    }
}

fn decoding() {
    println!("decoding to samples, milliseconds, .pav and the image crate's PNG");
    let (mut ours, mut theirs) = (0.0, 0.0);
    for Sample { name, picture } in pictures::flat() {
        let (file, png) = (encode(&picture).expect("a usual size"), png(&picture));
        assert_eq!(
            decode(&file, &Limits::default()).as_ref(),
            Ok(&picture),
            "{name} comes back"
        );
        let pav = best(|| decode(&file, &Limits::default()));
        let peer = best(|| image::load_from_memory_with_format(&png, image::ImageFormat::Png));
        println!("  {name:<16}{:>8.2}{:>8.2}", pav * 1e3, peer * 1e3);
        ours += pav;
        theirs += peer;
    }
    println!("  {:<16}{:>8.2}{:>8.2}", "all", ours * 1e3, theirs * 1e3);
    assert!(ours < 2.0 * theirs, "decoding takes twice as long as PNG");
}
