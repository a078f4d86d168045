//! The 24-bit checksum at the end of every file.

use super::canvas::CellRun;
use super::coder::CHECK_BITS;

/// Checksum of rows, computed on their runs: one 64-bit word for each run, its colour in the upper
/// half and its end column in the lower half.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowChecksum(u64);

impl RowChecksum {
    pub(super) fn add_row(&mut self, runs: &[CellRun]) {
        for run in runs {
            self.add_word(u64::from(run.cell) << 32 | u64::from(run.end));
        }
    }

    /// Adds a number.
    pub(super) fn add_word(&mut self, word: u64) {
        self.0 = step(self.0, word);
    }

    pub(super) fn value(self) -> u32 {
        finish(self.0)
    }
}

/// Checksum of bytes, in little-endian words of eight.
pub(super) fn check_bytes(bytes: &[u8]) -> u32 {
    finish(bytes.chunks(8).fold(0, |hash, bytes| {
        let add = |word, &byte: &u8| word << 8 | u64::from(byte);
        step(hash, bytes.iter().rev().fold(0, add))
    }))
}

/// The checksum stored in the last three bytes of a file.
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
