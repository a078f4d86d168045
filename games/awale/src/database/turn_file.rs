//! Temporary files of a build: the value changes of all boards from one number of turns left to the
//! next, as one bit for each board and half of the change for each set bit.
//!
//! A file holds the pieces of all rows, their lengths, and a checksum. It is renamed to its final
//! name once it is complete, so that a killed build resumes after the last complete turn.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use crate::database::positioned_read::read_exact_at;
use crate::engine::packed::seeds_in_half;
use crate::engine::rank::{Staircase, halves_below, halves_with, unrank};

/// Most boards in a piece, unless one row has more: the same piece of all turns fits in memory.
const PIECE: usize = 1 << 20;

/// Boards whose bits share a word.
pub(crate) const WORD: usize = 64;

/// The boards of one row that have the same number of seeds.
pub(crate) struct RowSegment {
    pub(crate) seeds: u8,
    /// Indices of the boards in the staircase.
    pub(crate) boards: Range<usize>,
}

/// Cuts the rows into pieces of about the same number of boards.
pub(crate) fn pieces(stairs: &Staircase) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < stairs.rows() {
        let first = stairs.row(start).start;
        let mut end = start + 1;
        while end < stairs.rows() && stairs.row(end).end - first <= PIECE {
            end += 1;
        }
        pieces.push(start..end);
        start = end;
    }
    pieces
}

/// The segments of some rows, in order, without the boards where the mover has no seed.
pub(crate) fn segments(stairs: &Staircase, rows: Range<usize>) -> impl Iterator<Item = RowSegment> {
    rows.flat_map(move |row| {
        let other = seeds_in_half(unrank(row));
        let start = stairs.row(row).start;
        (1..=stairs.seeds() - other).map(move |own| {
            let from = start + halves_below(own);
            RowSegment {
                seeds: own + other,
                boards: from..from + halves_with(own),
            }
        })
    })
}

/// Encodes a piece: which values of some rows differ before and after a turn, and by how much.
pub(crate) fn difference(
    stairs: &Staircase,
    rows: Range<usize>,
    before: &[i8],
    after: &[i8],
) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut changes = Vec::new();
    for RowSegment { boards, .. } in segments(stairs, rows) {
        let before = before[boards.clone()].chunks(WORD);
        for (before, after) in before.zip(after[boards].chunks(WORD)) {
            let word = differing(before, after);
            bits.extend_from_slice(&word.to_le_bytes());
            for board in set_bits(word) {
                changes.push(((after[board] - before[board]) / 2).cast_unsigned());
            }
        }
    }
    bits.extend_from_slice(&changes);
    bits
}

/// Indices of the set bits, lowest first.
#[inline]
fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < WORD).then_some(bit)
    })
}

/// Compares up to 64 values: bit n is set where value n differs.
#[inline]
fn differing(before: &[i8], after: &[i8]) -> u64 {
    let eights = before.chunks(8).zip(after.chunks(8)).enumerate();
    eights.fold(0, |word, (number, (before, after))| {
        word | differing_of_eight(eight(before), eight(after)) << (8 * number)
    })
}

/// Up to eight values as the bytes of a word, the first one lowest.
#[inline]
fn eight(values: &[i8]) -> u64 {
    match <&[i8; 8]>::try_from(values) {
        Ok(values) => u64::from_le_bytes(values.map(i8::cast_unsigned)),
        Err(_) => values.iter().rev().fold(0, |word, value| {
            word << 8 | u64::from(value.cast_unsigned())
        }),
    }
}

/// Compares eight bytes: bit n of the result is set where byte n differs.
#[inline]
fn differing_of_eight(before: u64, after: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let unlike = before ^ after;
    let high = (((unlike & LOW) + LOW) | unlike) & !LOW;
    // The multiplication gathers the eight high bits in the top byte.
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Number of words of bits in the piece of some rows.
pub(crate) fn words(stairs: &Staircase, rows: Range<usize>) -> usize {
    let words = segments(stairs, rows).map(|segment| segment.boards.len().div_ceil(WORD));
    words.sum()
}

/// Decoder of a piece.
pub(crate) struct PieceReader<'a> {
    /// Words of 64 bits: one bit for each board, set where the value changes.
    words: std::slice::ChunksExact<'a, u8>,
    /// Half of each change, one byte for each set bit.
    halves: std::slice::Iter<'a, u8>,
}

impl<'a> PieceReader<'a> {
    /// A decoder of a piece that begins with this many words of bits.
    pub(crate) fn new(piece: &'a [u8], words: usize) -> Self {
        let (words, halves) = piece.split_at(8 * words);
        Self {
            words: words.chunks_exact(8),
            halves: halves.iter(),
        }
    }

    /// The boards among the next 64, by index, whose value changes, and half of each change.
    #[inline]
    pub(crate) fn next_word(&mut self) -> impl Iterator<Item = (usize, i8)> {
        let word = self.words.next().map_or(0, |bytes| {
            u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
        });
        set_bits(word).zip(self.halves.by_ref().map(|half| half.cast_signed()))
    }
}

/// Decodes a piece: changes the values of some rows to those with one turn more.
pub(crate) fn apply(stairs: &Staircase, rows: Range<usize>, piece: &[u8], values: &mut [i8]) {
    let mut reader = PieceReader::new(piece, words(stairs, rows.clone()));
    for RowSegment { boards, .. } in segments(stairs, rows) {
        for values in values[boards].chunks_mut(WORD) {
            for (board, half) in reader.next_word() {
                values[board] += 2 * half;
            }
        }
    }
}

/// Writes a turn file under a temporary name, then renames it to `path`.
pub(crate) fn write(path: &Path, pieces: &[Vec<u8>]) -> io::Result<()> {
    let lengths = pieces.iter().map(|piece| piece.len() as u32);
    let lengths: Vec<u8> = lengths.flat_map(u32::to_le_bytes).collect();
    let mut checksum = crc32fast::Hasher::new();
    let unfinished = path.with_extension("part");
    let mut file = File::create(&unfinished)?;
    for bytes in pieces.iter().chain([&lengths]) {
        checksum.update(bytes);
        file.write_all(bytes)?;
    }
    file.write_all(&checksum.finalize().to_le_bytes())?;
    fs::rename(unfinished, path)
}

/// A complete turn file, open for reading.
pub(crate) struct TurnFile {
    file: File,
    /// Offset of each piece, then the end of the last one.
    starts: Vec<u64>,
}

impl TurnFile {
    /// Opens a file of `pieces` pieces; `None` when it is absent or its lengths do not add up.
    pub(crate) fn open(path: &Path, pieces: usize) -> Option<Self> {
        let file = File::open(path).ok()?;
        let table = 4 * pieces as u64 + 4;
        let end = file.metadata().ok()?.len().checked_sub(table)?;
        let mut bytes = vec![0; 4 * pieces];
        read_exact_at(&file, &mut bytes, end).ok()?;
        let mut starts = vec![0];
        for length in bytes.chunks_exact(4) {
            let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
            starts.push(starts[starts.len() - 1] + u64::from(length));
        }
        (starts[pieces] == end).then_some(Self { file, starts })
    }

    /// Reads the whole file and compares its checksum.
    pub(crate) fn is_intact(&self) -> io::Result<bool> {
        let mut checksum = crc32fast::Hasher::new();
        for piece in 0..self.starts.len() - 1 {
            checksum.update(&self.piece(piece)?);
        }
        let end = self.starts[self.starts.len() - 1];
        let mut table = vec![0; 4 * self.starts.len()];
        read_exact_at(&self.file, &mut table, end)?;
        let (lengths, expected) = table.split_at(table.len() - 4);
        checksum.update(lengths);
        Ok(checksum.finalize().to_le_bytes() == expected)
    }

    pub(crate) fn piece(&self, number: usize) -> io::Result<Vec<u8>> {
        let length = self.starts[number + 1] - self.starts[number];
        let mut bytes = vec![0; length as usize];
        read_exact_at(&self.file, &mut bytes, self.starts[number])?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoded_piece_restores_the_values_after_the_turn() {
        let stairs = Staircase::new(7);
        let before: Vec<i8> = (0..stairs.boards()).map(|n| (n % 7) as i8 * 2).collect();
        let after: Vec<i8> = (0..stairs.boards()).map(|n| (n % 5) as i8 * 2).collect();
        let mut values = before.clone();
        for rows in [0..9, 9..stairs.rows()] {
            let piece = difference(&stairs, rows.clone(), &before, &after);
            apply(&stairs, rows, &piece, &mut values);
        }
        for row in 0..stairs.rows() {
            let row = stairs.row(row);
            assert_eq!(
                values[row.start], before[row.start],
                "the mover has no seed"
            );
            assert_eq!(
                values[row.start + 1..row.end],
                after[row.start + 1..row.end]
            );
        }
    }

    #[test]
    fn a_bit_is_set_for_every_value_that_differs() {
        let before: Vec<i8> = (0..50).collect();
        for changed in 0..50 {
            let mut after = before.clone();
            after[changed] = -1;
            assert_eq!(differing(&before, &after), 1 << changed);
        }
    }

    #[test]
    fn pieces_cover_every_row_once() {
        let stairs = Staircase::new(14);
        let pieces = pieces(&stairs);
        assert!(pieces.len() > 5);
        assert_eq!(pieces[0].start, 0);
        assert!(pieces.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(pieces[pieces.len() - 1].end, stairs.rows());
    }

    #[test]
    fn incomplete_and_damaged_turn_files_are_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("turn-001");
        write(&path, &[vec![1, 2, 3], vec![], vec![4]]).unwrap();
        let file = TurnFile::open(&path, 3).unwrap();
        assert_eq!(file.piece(0).unwrap(), [1, 2, 3]);
        assert_eq!(file.piece(2).unwrap(), [4]);
        assert!(file.is_intact().unwrap());
        assert!(TurnFile::open(&path, 4).is_none());
        let mut bytes = fs::read(&path).unwrap();
        bytes[1] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(!TurnFile::open(&path, 3).unwrap().is_intact().unwrap());
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(TurnFile::open(&path, 3).is_none());
    }
}
