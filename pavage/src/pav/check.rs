//! The check of 24 bits at the end of every file.

use super::coder::CHECK_BITS;
use crate::image::Image;

/// The check of cells, each as two bytes, the less significant one first.
pub(super) fn check_cells(cells: &Image<u16>) -> u32 {
    let (words, rest) = cells.pixels().as_chunks::<4>();
    let word = |cells: [u16; 4]| {
        cells
            .into_iter()
            .rev()
            .fold(0, |word, cell| word << 16 | u64::from(cell))
    };
    let hash = words.iter().fold(0, |hash, &cells| step(hash, word(cells)));
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    finish(if rest.is_empty() {
        hash
    } else {
        step(hash, word(last))
    })
}

/// The check of bytes.
pub(super) fn check_bytes(bytes: &[u8]) -> u32 {
    finish(bytes.chunks(8).fold(0, |hash, bytes| {
        let word = bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        step(hash, word)
    }))
}

/// The check that a file ends with.
pub(super) fn at_end(file: &[u8]) -> u32 {
    match file {
        [.., a, b, c] => u32::from_be_bytes([0, *a, *b, *c]),
        _ => 0,
    }
}

fn step(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn finish(hash: u64) -> u32 {
    (hash >> (64 - CHECK_BITS)) as u32
}
