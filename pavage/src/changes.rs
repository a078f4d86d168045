//! Finds where neighbouring bytes differ, 64 bytes at a time, with AVX2 where the processor has it.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for AVX2, which load 32 bytes at once: finding the changes \
                  of a mask of 640 by 640 pixels takes half the time"
    )
)]

use crate::bits::{BLOCK, difference_mask};
use crate::image::Image;

/// Calls `each` with every index whose byte differs from the byte before it, in ascending order.
pub(crate) fn changes(line: &[u8], mut each: impl FnMut(usize)) {
    let (Some(after), Some(before)) = (line.get(1..), line.get(..line.len().saturating_sub(1)))
    else {
        return;
    };
    let (chunks, _) = after.as_chunks::<CHUNK>();
    let mut number = 0;
    while let Some(&byte) = before.get(CHUNK * number) {
        number += equal_chunks(&chunks[number..], byte);
        let start = CHUNK * number;
        let end = after.len().min(start + CHUNK);
        differences::<4>(&before[start..end], &after[start..end], |at| {
            each(start + at + 1);
        });
        number += 1;
    }
}

/// Bytes that are skipped at once where nothing changes: comparing each with the one before it
/// loads everything twice, and takes half as long again for a disc of 4000 by 4000.
const CHUNK: usize = 4 * BLOCK;

/// Number of leading chunks that contain only `byte`.
fn equal_chunks(chunks: &[[u8; CHUNK]], byte: u8) -> usize {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was detected in the line above.
        return unsafe { wide::equal_chunks(chunks, byte) };
    }
    equal_chunks_portable(chunks, byte)
}

#[inline]
fn equal_chunks_portable(chunks: &[[u8; CHUNK]], byte: u8) -> usize {
    let others = |chunk: &[u8; CHUNK]| chunk.iter().fold(0, |others, &b| others | (b ^ byte));
    chunks.iter().take_while(|chunk| others(chunk) == 0).count()
}

/// Calls `each` with the row and the column of every change between background (0) and object (any
/// other byte), column by column from the top. A pixel is compared with the one above, and the
/// first of a column with the last of the column to its left.
pub(crate) fn column_changes(mask: &Image<u8>, mut each: impl FnMut(usize, usize)) {
    let Some(last) = mask.height().checked_sub(1) else {
        return;
    };
    let (rows, starts) = changes_by_column(mask);
    for column in 0..mask.width() {
        let is_object = |row, column| mask.row(row)[column] != 0;
        if column > 0 && is_object(0, column) != is_object(last, column - 1) {
            each(0, column);
        }
        for &row in &rows[starts[column]..starts[column + 1]] {
            each(row as usize, column);
        }
    }
}

/// The rows of all changes below row 0, sorted by column, and the start of each column in that
/// list.
fn changes_by_column(mask: &Image<u8>) -> (Vec<u32>, Vec<usize>) {
    let mut changes: Vec<(u32, u32)> = Vec::new();
    let mut starts = vec![0; mask.width() + 1];
    for below in 1..mask.height() {
        let (above, row) = (mask.row(below - 1), mask.row(below));
        differences::<BATCH>(above, row, |column| {
            if (above[column] != 0) != (row[column] != 0) {
                changes.push((column as u32, below as u32));
                starts[column + 1] += 1;
            }
        });
    }
    for column in 0..mask.width() {
        starts[column + 1] += starts[column];
    }
    let mut next = starts.clone();
    let mut rows = vec![0; changes.len()];
    for (column, row) in changes {
        rows[next[column as usize]] = row;
        next[column as usize] += 1;
    }
    (rows, starts)
}

/// Calls `each` with every index where two byte strings of one length differ, in ascending order;
/// `N` blocks are compared before their differences are reported.
#[inline]
fn differences<const N: usize>(a: &[u8], b: &[u8], mut each: impl FnMut(usize)) {
    let (blocks_a, rest_a) = a.as_chunks::<BLOCK>();
    let (blocks_b, rest_b) = b.as_chunks::<BLOCK>();
    let batches = blocks_a.chunks(N).zip(blocks_b.chunks(N));
    let mut masks = [0; N];
    for (number, (a, b)) in batches.enumerate() {
        fill_masks(a, b, &mut masks);
        for (&mask, block) in masks.iter().zip(number * N..).take(a.len()) {
            each_bit(mask, block, &mut each);
        }
    }
    each_bit(difference_mask(rest_a, rest_b), blocks_a.len(), &mut each);
}

/// Blocks whose masks are computed before any is read: 4096 bytes, a page of memory.
const BATCH: usize = 64;

fn fill_masks(a: &[[u8; BLOCK]], b: &[[u8; BLOCK]], masks: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was detected in the line above.
        return unsafe { wide::fill_masks(a, b, masks) };
    }
    fill_masks_portable(a, b, masks);
}

fn fill_masks_portable(a: &[[u8; BLOCK]], b: &[[u8; BLOCK]], masks: &mut [u64]) {
    for ((a, b), mask) in a.iter().zip(b).zip(masks) {
        *mask = difference_mask(a, b);
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{BATCH, BLOCK, CHUNK};
    use std::arch::x86_64::{
        __m256i, _MM_HINT_T0, _mm_prefetch, _mm256_cmpeq_epi8, _mm256_loadu_si256,
        _mm256_movemask_epi8,
    };

    #[target_feature(enable = "avx2")]
    pub(super) fn equal_chunks(chunks: &[[u8; CHUNK]], byte: u8) -> usize {
        super::equal_chunks_portable(chunks, byte)
    }

    /// [`super::fill_masks_portable`] with 32 comparisons an instruction; the next batch is
    /// prefetched meanwhile.
    #[target_feature(enable = "avx2")]
    pub(super) fn fill_masks(a: &[[u8; BLOCK]], b: &[[u8; BLOCK]], masks: &mut [u64]) {
        for ((a, b), mask) in a.iter().zip(b).zip(masks) {
            fetch_later(b);
            *mask = !equal_mask(a, b);
        }
    }

    fn fetch_later(block: &[u8; BLOCK]) {
        let later = block.as_ptr().wrapping_add(BATCH * BLOCK);
        // SAFETY: a prefetch does not access memory, so any address is allowed.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(later.cast()) };
    }

    #[target_feature(enable = "avx2")]
    fn equal_mask(a: &[u8; BLOCK], b: &[u8; BLOCK]) -> u64 {
        let half = |from: usize| {
            let equal = _mm256_cmpeq_epi8(load(a, from), load(b, from));
            u64::from(_mm256_movemask_epi8(equal).cast_unsigned())
        };
        half(0) | half(BLOCK / 2) << (BLOCK / 2)
    }

    #[target_feature(enable = "avx2")]
    fn load(block: &[u8; BLOCK], from: usize) -> __m256i {
        let half: &[u8; BLOCK / 2] = block[from..].first_chunk().expect("a block has two halves");
        // SAFETY: the reference points to 32 readable bytes, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
    }
}

#[inline]
fn each_bit(mut mask: u64, block: usize, each: &mut impl FnMut(usize)) {
    while mask != 0 {
        each(block * BLOCK + mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines() -> impl Strategy<Value = Vec<u8>> {
        let run = (0..4_u8, 1..100_usize).prop_map(|(byte, length)| vec![byte; length]);
        prop::collection::vec(run, 0..8).prop_map(|runs| runs.concat())
    }

    proptest! {
        #[test]
        fn differences_are_the_indices_of_unequal_bytes(a in lines(), b in lines()) {
            let length = a.len().min(b.len());
            let (a, b) = (&a[..length], &b[..length]);
            let expected: Vec<_> = (0..length).filter(|&at| a[at] != b[at]).collect();
            let mut found = Vec::new();
            differences::<BATCH>(a, b, |at| found.push(at));
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn changes_are_where_a_byte_differs_from_the_one_before(line in lines(), times in 1..4_usize) {
            // Long enough to contain whole chunks.
            let line: Vec<u8> = line.iter().flat_map(|&byte| vec![byte; 2 * times]).collect();
            let expected: Vec<_> = (1..line.len()).filter(|&at| line[at] != line[at - 1]).collect();
            let mut found = Vec::new();
            changes(&line, |at| found.push(at));
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn avx2_and_portable_masks_agree(a in lines(), b in lines()) {
            let ((a, _), (b, _)) = (a.as_chunks::<BLOCK>(), b.as_chunks::<BLOCK>());
            let (mut chosen, mut portable) = ([0; BATCH], [0; BATCH]);
            fill_masks(a, b, &mut chosen);
            fill_masks_portable(a, b, &mut portable);
            prop_assert_eq!(chosen, portable);
        }
    }

    #[test]
    fn avx2_and_portable_code_skip_the_same_chunks() {
        let mut line = [7; 3 * CHUNK];
        for at in 0..line.len() {
            line[at] = 6;
            let (chunks, _) = line.as_chunks();
            assert_eq!(equal_chunks(chunks, 7), at / CHUNK, "another at {at}");
            assert_eq!(
                equal_chunks_portable(chunks, 7),
                at / CHUNK,
                "another at {at}"
            );
            line[at] = 7;
        }
        assert_eq!(equal_chunks(line.as_chunks().0, 7), 3);
    }
}
