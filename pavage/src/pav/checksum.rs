//! The 24-bit checksum at the end of every file.

use super::coder::CHECK_BITS;
use super::run::Run;

/// Checksum of rows given as runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowChecksum(u64);

impl RowChecksum {
    /// Adds a row: one 64-bit word for each run, its colour in the upper half and its end column in
    /// the lower half.
    pub(super) fn add(&mut self, runs: &[Run]) {
        let word = |run: &Run| u64::from(run.colour) << 32 | u64::from(run.end);
        self.0 = runs.iter().fold(self.0, |hash, run| step(hash, word(run)));
    }

    pub(super) fn value(self) -> u32 {
        finish(self.0)
    }
}

/// Checksum of rows given as cells, computed on their runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CellChecksum(u64);

impl CellChecksum {
    /// Adds a row: one 64-bit word for each run, its cell in the upper half and its end column in
    /// the lower half.
    pub(super) fn add(&mut self, row: &[u32]) {
        let mut end = 0;
        for run in row.chunk_by(PartialEq::eq) {
            end += run.len() as u64;
            self.0 = step(self.0, u64::from(run[0]) << 32 | end);
        }
    }

    pub(super) fn value(self) -> u32 {
        finish(self.0)
    }
}

/// Checksum of bytes, in little-endian words of eight.
pub(super) fn check_bytes(bytes: &[u8]) -> u32 {
    finish(bytes.chunks(8).fold(0, |hash, bytes| {
        let word = bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        step(hash, word)
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
