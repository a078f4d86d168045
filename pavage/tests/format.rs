//! The `.pav` format: pictures survive a round trip in every mode, and damaged files are refused.

use pavage::Picture;
use pavage::limits::{CodecLimits, LimitError};
use pavage::pav::{
    Effort, MAX_SIDE, Mode, PavError, PavHeader, decode, encode, encode_as, encode_with,
};
use pavage::picture::{Channels, Depth, Layout};
use proptest::prelude::*;

fn layouts() -> impl Strategy<Value = Layout> {
    let channels = prop::sample::select(vec![
        Channels::Grey,
        Channels::GreyAlpha,
        Channels::Rgb,
        Channels::Rgba,
    ]);
    let depths = prop::sample::select(vec![Depth::Eight, Depth::Sixteen]);
    (channels, depths).prop_map(|(channels, depth)| Layout { channels, depth })
}

/// Random pictures of a few colours in blocks, so that every model has something to predict.
fn pictures() -> impl Strategy<Value = Picture> {
    (layouts(), 1..9_usize, 1..9_usize, 1..4_usize, 1..7_usize).prop_flat_map(
        |(layout, height, width, scale, colours)| {
            let colour = prop::collection::vec(any::<u8>(), layout.pixel_bytes());
            let palette = prop::collection::vec(colour, colours);
            let places = prop::collection::vec(0..colours, height * width);
            (palette, places).prop_map(move |(palette, places)| {
                let pixel = |row: usize, column: usize| {
                    palette[places[row / scale * width + column / scale]].clone()
                };
                let samples = (0..height * scale)
                    .flat_map(|row| (0..width * scale).flat_map(move |column| pixel(row, column)))
                    .collect();
                Picture::new(width * scale, height * scale, layout, samples).expect("its samples")
            })
        },
    )
}

fn black_and_white() -> impl Strategy<Value = Picture> {
    (1..20_usize, 1..20_usize).prop_flat_map(|(height, width)| {
        let level = prop::sample::select(vec![0_u8, 255]);
        prop::collection::vec(level, height * width).prop_map(move |levels| {
            Picture::new(width, height, Layout::GREY, levels).expect("levels")
        })
    })
}

#[track_caller]
fn check_round_trip(picture: &Picture) {
    for mode in Mode::ALL {
        check_file(&encode_as(picture, mode).expect("a small picture"), picture);
    }
    for effort in [Effort::Fast, Effort::Smallest] {
        check_file(
            &encode_with(picture, effort).expect("a small picture"),
            picture,
        );
    }
    let file = encode(picture).expect("a small picture");
    check_file(&file, picture);
    let bits = if picture.is_black_and_white() {
        1
    } else {
        8 * picture.layout().pixel_bytes()
    };
    let packed = (picture.width() * picture.height() * bits).div_ceil(8);
    assert!(
        file.len() <= packed + 16,
        "{} bytes for {packed}",
        file.len()
    );
}

#[track_caller]
fn check_file(file: &[u8], picture: &Picture) {
    assert_eq!(decode(file, &CodecLimits::default()).as_ref(), Ok(picture));
}

proptest! {
    #[test]
    fn every_picture_survives_a_round_trip_in_every_mode(picture in pictures()) {
        check_round_trip(&picture);
    }

    #[test]
    fn black_and_white_survives_a_round_trip_in_every_mode(picture in black_and_white()) {
        check_round_trip(&picture);
    }

    #[test]
    fn random_bytes_decode_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let limits = CodecLimits { pixels: 1 << 16, memory: 1 << 26 };
        for mode in 0..3 {
            let mut file = b"PAV\x01".to_vec();
            file.push(mode << 4 | bytes.first().unwrap_or(&0) & 7);
            file.extend(&bytes);
            let _: Result<Picture, PavError> = decode(&file, &limits);
        }
    }
}

fn drawing() -> Picture {
    let level = |at: usize| {
        if (at / 7 + at / 31).is_multiple_of(3) {
            255
        } else {
            (at / 50) as u8
        }
    };
    Picture::new(31, 20, Layout::GREY, (0..620).map(level).collect()).expect("620 levels")
}

#[test]
fn truncation_at_every_byte_is_an_error() {
    for mode in Mode::ALL {
        let file = encode_as(&drawing(), mode).expect("a small picture");
        for length in 0..file.len() {
            let error =
                decode(&file[..length], &CodecLimits::default()).expect_err("a part of a file");
            assert_eq!(
                error,
                PavError::Truncated { at: length },
                "{mode:?} cut to {length}"
            );
        }
    }
}

#[test]
fn a_byte_too_many_is_an_error() {
    for mode in Mode::ALL {
        let mut file = encode_as(&drawing(), mode).expect("a small picture");
        let at = file.len();
        file.push(0);
        assert_eq!(
            decode(&file, &CodecLimits::default()),
            Err(PavError::Trailing { at }),
            "{mode:?}"
        );
    }
}

#[test]
fn a_changed_byte_is_an_error() {
    for mode in Mode::ALL {
        let file = encode_as(&drawing(), mode).expect("a small picture");
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x11;
            let decoded = decode(
                &changed,
                &CodecLimits {
                    pixels: 1 << 20,
                    memory: 1 << 26,
                },
            );
            assert_ne!(decoded, Ok(drawing()), "{mode:?} changed at {at}");
        }
    }
}

#[test]
fn magic_version_and_kind_are_validated() {
    let file = encode(&drawing()).expect("a small picture");
    let changed = |at: usize, byte| {
        let mut file = file.clone();
        file[at] = byte;
        decode(&file, &CodecLimits::default())
    };
    assert_eq!(changed(0, b'Q'), Err(PavError::Magic));
    assert_eq!(changed(3, 2), Err(PavError::Version(2)));
    let header = |reason| Err(PavError::Damaged { at: 4, reason });
    assert_eq!(
        changed(4, 0x80),
        header("the mode is unknown, or that of label maps")
    );
    assert_eq!(
        changed(4, 0x0A),
        header("the black-and-white flag requires 8-bit grey")
    );
}

#[test]
fn sizes_beyond_the_limits_are_refused_before_anything_is_allocated() {
    let file = [
        b"PAV\x01\x12".as_slice(),
        &[0xFF, 0xFF, 0xFF, 0x7F],
        &[0xFF, 0xFF, 0xFF, 0x7F],
    ]
    .concat();
    let (header, start) = PavHeader::read(&file).expect("a header");
    assert_eq!(
        (header.width, header.height, start),
        (MAX_SIDE, MAX_SIDE, 13)
    );
    let asked = (MAX_SIDE * MAX_SIDE) as u64;
    let limit = CodecLimits::default().pixels;
    assert_eq!(
        decode(&file, &CodecLimits::default()),
        Err(PavError::Limit(LimitError {
            what: "pixels",
            asked,
            limit
        }))
    );

    let file = encode(&drawing()).expect("a small picture");
    let limits = CodecLimits {
        pixels: 619,
        ..CodecLimits::default()
    };
    assert_eq!(
        decode(&file, &limits),
        Err(PavError::Limit(LimitError {
            what: "pixels",
            asked: 620,
            limit: 619
        }))
    );
    let limits = CodecLimits {
        memory: 1000,
        ..CodecLimits::default()
    };
    assert!(matches!(
        decode(&file, &limits),
        Err(PavError::Limit(LimitError {
            what: "bytes of memory",
            ..
        }))
    ));
}

#[test]
fn the_sides_of_an_empty_picture_count_as_memory() {
    let file = [
        b"PAV\x01\x10\x00".as_slice(),
        &[0xFF, 0xFF, 0xFF, 0x7F],
        &[0; 9],
    ]
    .concat();
    let refused = decode(&file, &CodecLimits::default());
    assert!(
        matches!(
            refused,
            Err(PavError::Limit(LimitError {
                what: "bytes of memory",
                ..
            }))
        ),
        "{refused:?}"
    );
}

#[test]
fn empty_pictures_survive_a_round_trip() {
    for (width, height) in [(0, 0), (5, 0), (0, 5)] {
        check_round_trip(&Picture::new(width, height, Layout::RGBA, vec![]).expect("no samples"));
    }
}

#[test]
fn white_of_64_bits_survives_a_round_trip() {
    let layout = Layout {
        channels: Channels::Rgba,
        depth: Depth::Sixteen,
    };
    check_round_trip(&Picture::new(3, 2, layout, vec![255; 48]).expect("six pixels"));
}

#[test]
fn pictures_with_more_than_65536_colours_survive_a_round_trip() {
    let samples: Vec<u8> = (0..66_000_u32)
        .flat_map(|at| at.to_be_bytes()[1..].to_vec())
        .collect();
    let picture = Picture::new(660, 100, Layout::RGB, samples).expect("66000 pixels");
    check_file(
        &encode_as(&picture, Mode::Regions).expect("a small picture"),
        &picture,
    );
    check_file(&encode(&picture).expect("a small picture"), &picture);
}

#[test]
fn large_pictures_are_coded_in_parts() {
    let (width, height) = (4096, 2050);
    let mut samples = vec![3; width * height];
    samples[width * height - 5] = 200;
    let picture = Picture::new(width, height, Layout::GREY, samples).expect("its samples");
    for mode in [Mode::Regions, Mode::Blended] {
        let file = encode_as(&picture, mode).expect("a picture");
        assert!(decode(&file, &CodecLimits::default()) == Ok(picture.clone()));
        // The length of the first of two parts follows two bytes of each side.
        let length = usize::from(file[9]);
        assert!(length < 128 && 10 + length < file.len(), "{file:?}");
        for wrong in [length - 1, length + 1, 127] {
            let mut damaged = file.clone();
            damaged[9] = wrong as u8;
            assert!(decode(&damaged, &CodecLimits::default()).is_err());
        }
        for end in 9..file.len() {
            assert!(decode(&file[..end], &CodecLimits::default()).is_err());
        }
    }
}

#[test]
fn a_picture_enlarged_16_times_takes_at_most_8_bytes_more() {
    let small = drawing();
    let mut samples = Vec::new();
    for row in small.samples().chunks(31) {
        let wide: Vec<u8> = row.iter().flat_map(|&level| [level; 16]).collect();
        (0..16).for_each(|_| samples.extend_from_slice(&wide));
    }
    let large = Picture::new(31 * 16, 20 * 16, Layout::GREY, samples).expect("256 times as many");
    let (small, large) = (
        encode(&small).expect("small"),
        encode(&large).expect("large"),
    );
    assert!(
        large.len() <= small.len() + 8,
        "{} and {}",
        small.len(),
        large.len()
    );
}
