//! What one turn more changes, kept while a database is being built: for every board a bit, for
//! every bit that is set the half of the change.
//!
//! A file is the pieces of all rows, their lengths, and a checksum. It has its name only once it is
//! whole, so that a build that was killed goes on after the last one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use crate::positioned::read_exact_at;

use awale::{SIDE, Staircase, halves_below, halves_with, row_of, unrank};

/// Boards in a piece, about: small enough that the pieces of all turns fit in memory.
const PIECE: usize = 1 << 20;

/// Boards whose bits share a word.
pub(crate) const WORD: usize = 64;

/// Boards of one row with the same number of seeds.
pub(crate) struct Segment {
    pub(crate) seeds: u8,
    /// Where they stand in the staircase.
    pub(crate) boards: Range<usize>,
}

/// Runs of rows of about the same number of boards.
pub(crate) fn pieces(stairs: &Staircase) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < stairs.rows() {
        let first = row_of(stairs, start).start;
        let mut end = start + 1;
        while end < stairs.rows() && row_of(stairs, end).end - first <= PIECE {
            end += 1;
        }
        pieces.push(start..end);
        start = end;
    }
    pieces
}

/// The segments of some rows, in order; boards where the mover has no seed are left out.
pub(crate) fn segments(stairs: &Staircase, rows: Range<usize>) -> impl Iterator<Item = Segment> {
    rows.flat_map(move |row| {
        let other: u8 = unrank(row).to_le_bytes()[..SIDE].iter().sum();
        let start = row_of(stairs, row).start;
        (1..=stairs.seeds() - other).map(move |own| {
            let from = start + halves_below(own);
            Segment {
                seeds: own + other,
                boards: from..from + halves_with(own),
            }
        })
    })
}

/// The bits and changes of some rows.
pub(crate) fn difference(
    stairs: &Staircase,
    rows: Range<usize>,
    before: &[i8],
    after: &[i8],
) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut changes = Vec::new();
    for Segment { boards, .. } in segments(stairs, rows) {
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

/// The places of the bits that are set, lowest first.
#[inline]
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < WORD).then_some(bit)
    })
}

/// A bit for each of at most 64 values that differ.
#[inline]
fn differing(before: &[i8], after: &[i8]) -> u64 {
    let eights = before.chunks(8).zip(after.chunks(8)).enumerate();
    eights.fold(0, |word, (number, (before, after))| {
        word | differing_of_eight(eight(before), eight(after)) << (8 * number)
    })
}

#[inline]
fn eight(values: &[i8]) -> u64 {
    match <&[i8; 8]>::try_from(values) {
        Ok(values) => u64::from_le_bytes(values.map(i8::cast_unsigned)),
        Err(_) => values.iter().rev().fold(0, |word, value| {
            word << 8 | u64::from(value.cast_unsigned())
        }),
    }
}

/// A bit for each of eight bytes that differ.
#[inline]
fn differing_of_eight(before: u64, after: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let unlike = before ^ after;
    let high = (((unlike & LOW) + LOW) | unlike) & !LOW;
    // Each factor bit brings one of the eight high bits to its place in the top byte.
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Makes the values of some rows with one turn more.
pub(crate) fn apply(stairs: &Staircase, rows: Range<usize>, piece: &[u8], values: &mut [i8]) {
    let words: usize = segments(stairs, rows.clone())
        .map(|segment| segment.boards.len().div_ceil(WORD))
        .sum();
    let (bits, changes) = piece.split_at(8 * words);
    let mut words = bits.chunks_exact(8);
    let mut changes = changes.iter();
    for Segment { boards, .. } in segments(stairs, rows) {
        for values in values[boards].chunks_mut(WORD) {
            let word = words.next().map_or(0, le_word);
            for (board, change) in set_bits(word).zip(&mut changes) {
                values[board] += 2 * change.cast_signed();
            }
        }
    }
}

/// Eight bytes as a word.
#[inline]
pub(crate) fn le_word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Writes a whole file, then gives it its name.
pub(crate) fn write(path: &Path, pieces: &[Vec<u8>]) -> io::Result<()> {
    let lengths: Vec<u8> = pieces
        .iter()
        .flat_map(|piece| (piece.len() as u32).to_le_bytes())
        .collect();
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

/// A file that was written whole, and where its pieces are.
pub(crate) struct TurnFile {
    file: File,
    /// Where each piece begins, and where the last one ends.
    starts: Vec<u64>,
}

impl TurnFile {
    /// Opens a file of so many pieces; `None` when it is absent or not whole.
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

    /// Whether its checksum is right.
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

    /// The bits and changes of one piece.
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
    fn a_difference_applied_gives_the_values_after() {
        let stairs = Staircase::new(7);
        let before: Vec<i8> = (0..stairs.boards()).map(|n| (n % 7) as i8 * 2).collect();
        let after: Vec<i8> = (0..stairs.boards()).map(|n| (n % 5) as i8 * 2).collect();
        let mut values = before.clone();
        for rows in [0..9, 9..stairs.rows()] {
            let piece = difference(&stairs, rows.clone(), &before, &after);
            apply(&stairs, rows, &piece, &mut values);
        }
        for row in 0..stairs.rows() {
            let row = row_of(&stairs, row);
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
    fn a_file_that_is_not_whole_is_not_opened() {
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
