//! The `.pav` format: pictures survive a round trip in every mode, and damaged files are refused.

use pavage::Picture;
use pavage::limits::{CodecLimits, LimitError};
use pavage::pav::{MAX_SIDE, Mode, PavError, PavHeader, decode, encode, encode_as};
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
        match encode_as(picture, mode) {
            Ok(file) => check_file(&file, picture),
            Err(error) => assert!(
                matches!(error, PavError::Colours | PavError::Wide),
                "{error}"
            ),
        }
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
        for mode in 0..7 {
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

/// The drawing in black and white: every level but white becomes black.
fn black_drawing() -> Picture {
    let drawing = drawing();
    let level = |&level: &u8| if level == 255 { 255 } else { 0 };
    let levels = drawing.samples().iter().map(level).collect();
    Picture::new(31, 20, Layout::GREY, levels).expect("620 levels")
}

/// The drawing as RGBA, with different values in the bytes of a pixel.
fn colour_drawing() -> Picture {
    let drawing = drawing();
    let pixel = |(at, &level): (usize, &u8)| {
        let opacity = if at.is_multiple_of(5) { 128 } else { 255 };
        [level, level.wrapping_mul(7), (at % 31 * 8) as u8, opacity]
    };
    let pixels = drawing.samples().iter().enumerate().flat_map(pixel);
    let layout = Layout {
        channels: Channels::Rgba,
        depth: Depth::Eight,
    };
    Picture::new(31, 20, layout, pixels.collect()).expect("620 pixels")
}

type Kept = (&'static str, fn() -> Picture);

const KEPT: [Kept; 12] = [
    (
        "50415601101f147f42f165ba3b0730c55dd51a241ce87be8c2e5e31a7e13c9c28ac5784540b89b84106755d4e6a8cd201bcb74e68060ee4e1ccac60d89174c9335c35f452337eedd3fb5b863d0387982fda44954c73897d3dbf16058015a795b62e0df447e0178d57d12fbe18c962860c713a9c8bf150a06c80baa6552190c9d4240fdc0f1f99d135a82",
        drawing,
    ),
    (
        "50415601281f146c48140a3c8f735f072ecd2ea7e9f7c10583ed63a615e3baae4f7d6b56af4f",
        black_drawing,
    ),
    (
        "50415601381f146d274c05320c52f1ed0666d2da4179a6fa11171bbeda2eb4a8466dbbe13f7b5bf86ef90695ae7b1fca88c60d0b329b1c0fed054f56af4f",
        black_drawing,
    ),
    (
        "50415601401f14137c119fa8ee1b146f9a52e4990cf4a4ab68b7e6eb1db4a79f84af1ac3a3ba19b7c3d23e8f41df129423cf5d76bacc7bee8fa971531dc22dc6845c7d21409c03f4a41a27a091fc39d7a71e6703afbfec9a96",
        drawing,
    ),
    (
        "50415601481f146db72a9a0ac0ad672d3c146ea254a5ee5258ad0456af4f",
        black_drawing,
    ),
    (
        "50415601501f14137c119fb0900d6ac88d4860b90a6c3ee6e2254a2b00f060b295ba1c7a184c8d915c14978a551f5177c309f2fe576fdd946f1ecd56edd35770be5475616e0efe1f86aa220122faa31d21ec9a96",
        drawing,
    ),
    (
        "50415601581f146ec461210c7c28a62f3acc3b4321575db3f06dda7f7fdbfc56af4f",
        black_drawing,
    ),
    (
        "50415601081f14fe0007f01fc000fc03f80018007f000c000fe01f8001fc07f0003f80fe0007001fc0010003f803e0007f01fc000fe03f8001e007f0000000fe0078001fc07f0003f80fe0007c01fc0008003f8000021a7d",
        black_drawing,
    ),
    (
        "50415601601f146f7fc1c76f6b00fa285dc198ba26afa4b1d544d69c8bf2740f5fbe2451466bad049a690eb34ab4fbddc243d6ee04244a84d662fc8e9124f07f55d3f7af2b6142a7908ec45c7860",
        drawing,
    ),
    (
        "50415601681f146dff7ffffffffffe019b3aec52ef8b3475749ab5744a56af4f",
        black_drawing,
    ),
    (
        "50415601631f146f80df53cb64806d7fe7207309bf1dc8b977c75797c3214ef9c25e6b278b17fb75d9156ebade4b1def8eb2efe76327636d9f0926adaceecf12b010406525e813116d3bf0b51c4955df5a1bfd96d70e21dd1ee85065d14eccb83a822c525049904fc213e4d4be3641b8d111efeaba29543c29c46f07c55ab88370f3297f59cf1eb51c43bcbe43e228326d74759d125cec1f12cee0c43c39097938418d76f1b1082d37307281701f6a6883c170cb484a4eb135a70c9d09a6d9a52d9679ad0a9b5b20e752635a957c2ed4c53a24e0ae3dff3ad6044d564f882e7be1ec51e77aee2b7b383e34b9027f4c3782d0012bde8d336dc9827e85d321febb18d7",
        colour_drawing,
    ),
    (
        "50415601731f146fd104c4814cb56c44c202647320dbbeb8bbe23dcaacba6facde63f5b5f57f9ce7e8504a2cf2747e6dca7df5613e307c99927dc6db1c6638c047f65a99f66e494286abb576065e885d0eb118963a5f48ed4efdda7c690b3230f36363ada42d82a31cd09d5d392acac6fb5bbebb6f250c6639213af2361d9c4ae18f16aeeec21d30f17607849aaa0a60bd589778a0e856cea66294ae1145a3eba10b9e10162bfb8e22148cc62b97b9fd2ca27d0197e10f8f5055275ad5747a66b3d581d64327a9faabee6e34b78db1898be17f8fda0d56e0428d87381edcaf319abb18d7",
        colour_drawing,
    ),
];

/// Decodes files written by earlier versions of the encoder, in every mode.
#[test]
fn files_of_earlier_encoders_still_decode() {
    for (file, picture) in KEPT {
        let file: Vec<u8> = (0..file.len() / 2)
            .map(|at| u8::from_str_radix(&file[2 * at..2 * at + 2], 16).expect("two digits"))
            .collect();
        check_file(&file, &picture());
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
    assert_eq!(changed(4, 0x80), header("the mode number is unknown"));
    assert_eq!(
        changed(4, 0x0A),
        header("the black-and-white flag requires 8-bit grey")
    );
}

#[test]
fn sizes_beyond_the_limits_are_refused_before_anything_is_allocated() {
    let file = [
        b"PAV\x01\x42".as_slice(),
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
        b"PAV\x01\x40\x00".as_slice(),
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
    assert_eq!(encode_as(&picture, Mode::Pixels), Err(PavError::Colours));
    check_file(&encode(&picture).expect("a small picture"), &picture);
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
