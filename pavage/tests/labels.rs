//! Label maps: every type and shape survives a round trip, objects are found without the other
//! slices, and damaged files are refused.

use pavage::CodecLimits;
use pavage::pav::{
    LabelExtent, LabelFile, LabelKind, LabelMap, PavError, decode, encode_labels, is_label_file,
};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Stack {
    kind: LabelKind,
    shape: [usize; 3],
    bytes: Vec<u8>,
}

impl Stack {
    fn new(kind: LabelKind, shape: [usize; 3], labels: impl Iterator<Item = u64>) -> Self {
        let width = kind.bytes();
        let bytes = labels.flat_map(|label| {
            let bytes = if cfg!(target_endian = "little") {
                label.to_le_bytes()[..width].to_vec()
            } else {
                label.to_be_bytes()[8 - width..].to_vec()
            };
            bytes.into_iter()
        });
        Self {
            kind,
            shape,
            bytes: bytes.collect(),
        }
    }

    fn encode(&self) -> Vec<u8> {
        let Self { kind, shape, bytes } = self;
        let map = LabelMap {
            kind: *kind,
            shape: *shape,
            is_stack: true,
            bytes,
        };
        encode_labels(&map, &CodecLimits::default()).expect("a small stack")
    }
}

fn decoded(file: &[u8]) -> Result<Stack, PavError> {
    let file = LabelFile::open(file.to_vec(), &CodecLimits::default())?;
    let [depth, height, width] = file.shape();
    let slice = height * width * file.kind().bytes();
    let mut bytes = vec![0; depth * slice];
    for number in 0..depth {
        file.decode_slice(number, &mut bytes[number * slice..][..slice])?;
    }
    Ok(Stack {
        kind: file.kind(),
        shape: file.shape(),
        bytes,
    })
}

fn kind(bytes: usize, is_signed: bool) -> LabelKind {
    LabelKind::new(bytes, is_signed).expect("a size of labels")
}

/// Stacks of a few random labels in blocks, or of noise.
fn stacks() -> impl Strategy<Value = Stack> {
    let kinds = (prop::sample::select(vec![1, 2, 4, 8]), any::<bool>());
    let shapes = prop::array::uniform3(0..9_usize);
    (
        kinds,
        shapes,
        prop::collection::vec(any::<u64>(), 1..6),
        any::<u64>(),
    )
        .prop_map(|((bytes, is_signed), shape, labels, seed)| {
            let count = shape.iter().product::<usize>();
            let label = |at: usize| {
                let mixed = (at as u64 / 3).wrapping_mul(seed | 1).rotate_left(29);
                labels[mixed as usize % labels.len()]
            };
            Stack::new(kind(bytes, is_signed), shape, (0..count).map(label))
        })
}

#[track_caller]
fn check_round_trip(stack: &Stack) {
    let file = stack.encode();
    assert!(is_label_file(&file));
    let back = decoded(&file).expect("a file that was just written");
    assert_eq!((back.kind, back.shape), (stack.kind, stack.shape));
    assert_eq!(back.bytes, stack.bytes);
}

proptest! {
    #[test]
    fn every_stack_survives_a_round_trip(stack in stacks()) {
        check_round_trip(&stack);
    }

    #[test]
    fn objects_are_those_of_the_labels(labels in prop::collection::vec(0..5_u64, 60)) {
        let stack = Stack::new(kind(4, false), [3, 4, 5], labels.iter().copied());
        let file = stack.encode();
        let file = LabelFile::open(file, &CodecLimits::default()).expect("a file");
        for label in 0..6 {
            let at = |at: usize| [at / 20, at / 5 % 4, at % 5];
            let cells: Vec<[usize; 3]> = (0..60).filter(|&cell| labels[cell] == label).map(at).collect();
            let side = |side: usize| cells.iter().map(move |cell| cell[side]);
            let expected = cells.first().map(|_| LabelExtent {
                area: cells.len() as u64,
                first: [0, 1, 2].map(|number| side(number).min().unwrap()),
                last: [0, 1, 2].map(|number| side(number).max().unwrap()),
            });
            prop_assert_eq!(file.extent(label), Ok(expected));
            let mut mask = vec![0; 60];
            file.paint(label, &mut mask).expect("a mask");
            let painted: Vec<u8> = labels.iter().map(|&cell| u8::from(cell == label)).collect();
            prop_assert_eq!(mask, painted);
        }
    }

    #[test]
    fn random_bytes_are_refused_or_decoded(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut file = b"PAV\x01\x3A\x05\x04\x03".to_vec();
        file.push(bytes.len().min(9) as u8);
        file.extend(&bytes);
        let _: Result<Stack, PavError> = decoded(&file);
    }
}

fn sample() -> Vec<u8> {
    let label = |at: u64| (at / 40 % 3) * 1000 + at % 20 / 6;
    Stack::new(kind(4, false), [2, 20, 20], (0..800).map(label)).encode()
}

#[test]
fn a_slice_is_decoded_although_another_one_is_damaged() {
    let mut file = sample();
    let last = file.len() - 1;
    file[last] ^= 1;
    let file = LabelFile::open(file, &CodecLimits::default()).expect("the index is whole");
    let mut bytes = vec![0; 1600];
    assert_eq!(file.decode_slice(0, &mut bytes), Ok(()));
    assert!(matches!(
        file.decode_slice(1, &mut bytes),
        Err(PavError::Check { .. })
    ));
}

#[test]
fn an_object_is_found_although_a_slice_without_it_is_damaged() {
    let labels = (0..200).map(|at| if at < 100 { 7 } else { 8 + at % 3 });
    let mut file = Stack::new(kind(1, false), [2, 10, 10], labels).encode();
    let last = file.len() - 1;
    file[last] ^= 1;
    let file = LabelFile::open(file, &CodecLimits::default()).expect("the index is whole");
    let extent = file
        .extent(7)
        .expect("its slice is whole")
        .expect("it is there");
    assert_eq!((extent.area, extent.last), (100, [0, 9, 9]));
    assert!(file.extent(8).is_err());
}

#[test]
fn truncation_at_every_byte_and_a_byte_too_many_are_errors() {
    let mut file = sample();
    for length in 0..file.len() {
        assert!(decoded(&file[..length]).is_err(), "cut to {length}");
    }
    let at = file.len();
    file.push(0);
    assert_eq!(decoded(&file).unwrap_err(), PavError::Trailing { at });
}

#[test]
fn a_changed_byte_is_an_error() {
    let file = sample();
    let whole = decoded(&file).expect("the sample");
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 0x11;
        if let Ok(stack) = decoded(&changed) {
            // The sign is part of the type, which no checksum covers.
            assert_eq!((at, stack.bytes), (4, whole.bytes.clone()));
        }
    }
}

#[test]
fn a_label_map_is_not_a_picture() {
    let refused = decode(&sample(), &CodecLimits::default());
    assert!(
        matches!(refused, Err(PavError::Damaged { at: 4, .. })),
        "{refused:?}"
    );
}

#[test]
fn stacks_beyond_the_limits_are_refused_before_they_are_allocated() {
    let most = [0xFF, 0xFF, 0xFF, 0x7F];
    let file = [b"PAV\x01\x3B".as_slice(), &most, &most, &most, &[0]].concat();
    let refused = LabelFile::open(file, &CodecLimits::default());
    assert!(matches!(refused, Err(PavError::Limit(_))), "{refused:?}");
    let flat = [b"PAV\x01\x3B".as_slice(), &[0, 0], &most, &[0]].concat();
    let refused = LabelFile::open(flat, &CodecLimits::default());
    assert!(matches!(refused, Err(PavError::Limit(_))), "{refused:?}");
}

#[test]
fn extreme_labels_survive_a_round_trip() {
    let labels = [0, u64::MAX, 1 << 63, (1 << 63) - 1, 1, u64::MAX - 1];
    check_round_trip(&Stack::new(kind(8, false), [1, 2, 3], labels.into_iter()));
    check_round_trip(&Stack::new(kind(8, true), [3, 2, 1], labels.into_iter()));
}
