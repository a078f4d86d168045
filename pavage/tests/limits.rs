//! Measures the memory of every operation with a counting allocator: it never exceeds the limit.
#![expect(
    unsafe_code,
    reason = "a global allocator that counts the bytes of the system allocator"
)]

use pavage::coco::CocoMask;
use pavage::limits::{CodecLimits, LimitError};
use pavage::pav::{Mode, PavError, decode, encode, encode_as};
use pavage::picture::{Channels, Depth, Layout};
use pavage::raster::{RasterError, RasterFormat};
use pavage::{Picture, json, show, svg};
use std::alloc::{GlobalAlloc, Layout as Bytes, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

struct Counting;

/// Bytes that all threads hold, and the most they held: parts of a picture are coded by several threads.
static LIVE: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn count(bytes: isize) {
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

/// Held by a test for as long as it runs, because the counters count the bytes of the whole process.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

// SAFETY: every call is passed on unchanged; the counters do not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, bytes: Bytes) -> *mut u8 {
        count(bytes.size().cast_signed());
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(bytes) }
    }

    unsafe fn alloc_zeroed(&self, bytes: Bytes) -> *mut u8 {
        count(bytes.size().cast_signed());
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(bytes) }
    }

    unsafe fn dealloc(&self, place: *mut u8, bytes: Bytes) {
        count(-bytes.size().cast_signed());
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(place, bytes) }
    }

    unsafe fn realloc(&self, place: *mut u8, bytes: Bytes, size: usize) -> *mut u8 {
        // The old and the new block may exist at the same time while bytes are copied.
        count(size.cast_signed());
        count(-bytes.size().cast_signed());
        // SAFETY: the caller upholds the contract of `realloc`.
        unsafe { System.realloc(place, bytes, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The largest number of bytes allocated at once by `work`.
fn peak<T>(work: impl FnOnce() -> T) -> u64 {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    drop(work());
    (PEAK.load(Relaxed) - before) as u64
}

/// Checks that an operation is refused if the limit is one byte below its measured memory plus the
/// bytes it was given, and that refusing allocates less than 2 MiB.
#[track_caller]
fn check<T>(name: &str, held: usize, work: impl Fn(&CodecLimits) -> Option<T>) {
    let taken = peak(|| work(&CodecLimits::default()).expect("within the usual limits"));
    let limits = CodecLimits {
        memory: taken + held as u64 - 1,
        ..CodecLimits::default()
    };
    assert!(work(&limits).is_none(), "{name} takes {taken} bytes");
    let limits = CodecLimits {
        memory: 1 << 10,
        ..CodecLimits::default()
    };
    let taken = peak(|| work(&limits));
    assert!(taken < 1 << 21, "refusing {name} takes {taken} bytes");
}

/// Noise, a fine chequered board, and flat pictures large enough that one byte a pixel matters.
fn pictures() -> Vec<Picture> {
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut pictures = Vec::new();
    for layout in [Layout::GREY, Layout::RGB, LONG] {
        let samples = (0..500 * 400 * layout.pixel_bytes()).map(|_| noise());
        pictures.push(Picture::new(500, 400, layout, samples.collect()).expect("its samples"));
        let samples = vec![7; 3000 * 2000 * layout.pixel_bytes()];
        pictures.push(Picture::new(3000, 2000, layout, samples).expect("its samples"));
    }
    let chequered = (0..200_000).map(|at| 255 * ((at % 500 + at / 500) % 2) as u8);
    pictures.push(Picture::new(500, 400, Layout::GREY, chequered.collect()).expect("its samples"));
    pictures
}

const LONG: Layout = Layout {
    channels: Channels::Rgba,
    depth: Depth::Sixteen,
};

fn unless_limit<T, E: std::error::Error + 'static>(result: Result<T, E>) -> Option<T> {
    let error = match result {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let cause: &dyn std::error::Error = &error;
    let is_limit = cause.is::<LimitError>()
        || matches!(cause.downcast_ref(), Some(PavError::Limit(_)))
        || matches!(cause.downcast_ref(), Some(RasterError::Limit(_)))
        || matches!(cause.downcast_ref(), Some(json::JsonError::Limit(_)));
    assert!(is_limit, "{error}");
    None
}

#[test]
fn encoding_takes_no_more_memory_than_its_limit() {
    let _alone = alone();
    for picture in pictures() {
        let held = picture.samples().len();
        let layout = picture.layout();
        check(&format!("encoding {layout:?}"), held, |limits| {
            unless_limit(limits.check_encoding(&picture))?;
            Some(encode(&picture).unwrap())
        });
        for raster in RasterFormat::ALL {
            if raster.write(&picture).is_ok() {
                check(&format!("{raster:?} of {layout:?}"), held, |limits| {
                    unless_limit(limits.check_writing(raster, &picture))?;
                    Some(raster.write(&picture).unwrap())
                });
            }
        }
    }
}

#[test]
fn drawing_takes_no_more_memory_than_its_limit() {
    let _alone = alone();
    for picture in pictures() {
        let held = picture.samples().len();
        let small = Picture::new(300, 1, Layout::GREY, picture.samples()[..300].to_vec()).unwrap();
        check("svg", held, |limits| {
            unless_limit(svg::write(&picture, limits))
        });
        check("rectangles", held, |limits| {
            unless_limit(json::rectangles(&picture, limits))
        });
        check("show", held, |limits| {
            unless_limit(show::draw(&picture, limits))
        });
        check("show", 300, |limits| {
            unless_limit(show::draw(&small, limits))
        });
        check("runs", held, |limits| {
            unless_limit(limits.check_bits(&picture))?;
            Some(json::runs(&picture.to_bits()))
        });
        check("mask", held, |limits| {
            unless_limit(limits.check_bits(&picture))?;
            let mask = picture.to_bits().map(|&bit| bit as u8);
            unless_limit(limits.check_mask(&mask, &picture))?;
            Some(json::coco(&CocoMask::from_image(&mask), false))
        });
    }
}

#[test]
fn decoding_takes_no_more_memory_than_its_limit() {
    let _alone = alone();
    for picture in pictures() {
        let layout = picture.layout();
        let mut files: Vec<Vec<u8>> = Vec::new();
        for mode in Mode::ALL {
            if let Ok(file) = encode_as(&picture, mode) {
                check(&format!("{mode:?} of {layout:?}"), 0, |limits| {
                    unless_limit(decode(&file, limits))
                });
            }
        }
        files.extend(
            RasterFormat::ALL
                .into_iter()
                .filter_map(|raster| raster.write(&picture).ok()),
        );
        files.extend(foreign(&picture));
        for file in files {
            let raster = RasterFormat::detect(&file).expect("a format that is known");
            check(&format!("{raster:?} of {layout:?}"), file.len(), |limits| {
                unless_limit(raster.read(&file, limits))
            });
        }
    }
}

#[test]
fn a_picture_in_parts_takes_no_more_memory_than_its_limit() {
    let _alone = alone();
    let (height, width) = (2100, 4096);
    // Each part begins with rows of many colours.
    let mut samples = vec![7; height * width];
    for start in [0, height / 2] {
        for (at, sample) in samples[start * width..][..16 * width]
            .iter_mut()
            .enumerate()
        {
            *sample = (at.wrapping_mul(2_654_435_761) >> 24) as u8;
        }
    }
    let picture = Picture::new(height, width, Layout::GREY, samples).expect("its samples");
    for mode in Mode::ALL {
        check(&format!("encoding {mode:?}"), height * width, |limits| {
            unless_limit(limits.check_encoding(&picture))?;
            Some(encode_as(&picture, mode).expect("grey goes into every mode"))
        });
        let file = encode_as(&picture, mode).expect("grey goes into every mode");
        check(&format!("decoding {mode:?}"), 0, |limits| {
            unless_limit(decode(&file, limits))
        });
    }
}

/// The picture as lossless and lossy WebP, JPEG and TIFF, if it is 8-bit RGB.
fn foreign(picture: &Picture) -> Vec<Vec<u8>> {
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    if picture.layout() != Layout::RGB {
        return Vec::new();
    }
    let webp = webp::Encoder::from_rgb(picture.samples(), width, height);
    let mut files = vec![webp.encode_lossless().to_vec(), webp.encode(80.0).to_vec()];
    for format in [image::ImageFormat::Jpeg, image::ImageFormat::Tiff] {
        let mut file = std::io::Cursor::new(Vec::new());
        let colours = image::ExtendedColorType::Rgb8;
        image::write_buffer_with_format(
            &mut file,
            picture.samples(),
            width,
            height,
            colours,
            format,
        )
        .expect("a picture that it holds");
        files.push(file.into_inner());
    }
    files
}

#[test]
fn parsing_json_takes_no_more_memory_than_its_limit() {
    let _alone = alone();
    let rows = vec![format!("[{}]", vec!["0"; 1000].join(",")); 300];
    let texts = [
        format!("[{}]", rows.join(",")),
        format!("[{}]", vec!["[[1,2,3]]"; 20_000].join(",")),
        format!("[1,[{}]]", vec!["1"; 100_000].join(",")),
        "[1000,[4000000]]".to_owned(),
        r#"[2000,2000,[{"pos":[0,0],"coul":[1,2,3,4],"ha":2000,"la":2000}]]"#.to_owned(),
        r#"{"size":[2000,2000],"counts":[4000000]}"#.to_owned(),
    ];
    for text in texts {
        check(&text[..20.min(text.len())], 0, |limits| {
            unless_limit(json::read(&text, limits))
        });
    }
}
