//! Ranks of boards: every half board has a number in the combinatorial number system, and a table of
//! values is indexed by the ranks of the two halves.

use std::ops::Range;

use crate::board::{SEEDS, SIDE};
use crate::engine::packed::{Packed, seeds_in_half};

/// A half board times this number has in each byte the sum of all bytes up to it.
const PREFIX_SUMS: u64 = 0x0101_0101_0101;

/// `TERMS[k][s]` is C(s + k, k + 1), the part of a rank that comes from `s` seeds in the first
/// `k + 1` pits.
static TERMS: [[u32; SEEDS as usize + 2]; SIDE] = terms();

const fn terms() -> [[u32; SEEDS as usize + 2]; SIDE] {
    let mut terms = [[0; SEEDS as usize + 2]; SIDE];
    let mut sum = 1;
    while sum < SEEDS as usize + 2 {
        terms[0][sum] = sum as u32;
        let mut k = 1;
        while k < SIDE {
            terms[k][sum] = terms[k][sum - 1] + terms[k - 1][sum];
            k += 1;
        }
        sum += 1;
    }
    terms
}

/// Number of half boards with fewer than `seeds` seeds: C(seeds + 5, 6).
#[inline]
pub(crate) fn halves_below(seeds: u8) -> usize {
    TERMS[SIDE - 1][usize::from(seeds)] as usize
}

/// Number of half boards with exactly `seeds` seeds: C(seeds + 5, 5).
#[inline]
pub(crate) fn halves_with(seeds: u8) -> usize {
    halves_below(seeds + 1) - halves_below(seeds)
}

/// Rank of a half board among all half boards, those with fewer seeds first.
#[inline]
pub(crate) fn rank(half: u64) -> usize {
    let sums = half.wrapping_mul(PREFIX_SUMS);
    let term = |k: usize| TERMS[k][usize::from((sums >> (8 * k)) as u8)];
    (0..SIDE).map(term).sum::<u32>() as usize
}

/// The half board with this rank: the inverse of [`rank`].
pub(crate) fn unrank(rank: usize) -> u64 {
    let mut rest = rank as u32;
    let mut sums = [0; SIDE];
    for k in (0..SIDE).rev() {
        sums[k] = TERMS[k].partition_point(|&term| term <= rest) - 1;
        rest -= TERMS[k][sums[k]];
    }
    let pit = |k: usize| sums[k] - if k == 0 { 0 } else { sums[k - 1] };
    (0..SIDE).fold(0, |half, k| half | (pit(k) as u64) << (8 * k))
}

/// The order of all boards of at most `seeds` seeds in a table. Boards with the same half board of
/// the opponent make a row, sorted by the rank of the mover's half; rows are sorted by the rank of the
/// opponent's half. The more seeds the opponent has, the shorter the row.
#[derive(Clone, Debug)]
pub struct Staircase {
    seeds: u8,
    /// Index of the first board whose opponent's half has this many seeds.
    bases: Vec<usize>,
}

impl Staircase {
    /// The order of the boards of at most `seeds` seeds.
    pub fn new(seeds: u8) -> Self {
        let mut bases = vec![0];
        for other in 0..=seeds {
            let rows = halves_with(other) * halves_below(seeds - other + 1);
            bases.push(bases[usize::from(other)] + rows);
        }
        Self { seeds, bases }
    }

    /// Most seeds on a board of the table.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// Number of boards: C(seeds + 12, 12).
    pub fn boards(&self) -> usize {
        self.bases[usize::from(self.seeds) + 1]
    }

    /// Number of rows, one for each half board of the opponent.
    pub(crate) fn rows(&self) -> usize {
        halves_below(self.seeds + 1)
    }

    /// Number of boards in a row whose opponent's half has `other` seeds.
    #[inline]
    pub(crate) fn row_len(&self, other: u8) -> usize {
        halves_below(self.seeds - other + 1)
    }

    /// Index of the first board in the row of the opponent's half with this rank and `other` seeds.
    #[inline]
    pub(crate) fn row_start(&self, rank: usize, other: u8) -> usize {
        self.bases[usize::from(other)] + (rank - halves_below(other)) * self.row_len(other)
    }

    /// Indices of the boards in the row of the opponent's half with this rank; empty, at the end of
    /// the table, for the rank after the last.
    pub(crate) fn row(&self, rank: usize) -> Range<usize> {
        if rank == self.rows() {
            return self.boards()..self.boards();
        }
        let seeds = seeds_in_half(unrank(rank));
        let start = self.row_start(rank, seeds);
        start..start + self.row_len(seeds)
    }

    /// Index of a board; `None` with more seeds than the table holds.
    #[inline]
    pub fn index(&self, board: Packed) -> Option<usize> {
        let other = seeds_in_half(board.other);
        (board.seeds() <= self.seeds)
            .then(|| self.row_start(rank(board.other), other) + rank(board.own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_half_boards_of_up_to_12_seeds() {
        assert_eq!(halves_below(13), 18_564, "C(18, 6)");
        for expected in 0..halves_below(13) {
            let half = unrank(expected);
            assert_eq!(rank(half), expected);
            let seeds = seeds_in_half(half);
            assert!((halves_below(seeds)..halves_below(seeds + 1)).contains(&expected));
        }
    }

    #[test]
    fn the_largest_half_board_has_a_rank() {
        let full = u64::from(SEEDS);
        assert_eq!(rank(full), halves_below(SEEDS + 1) - 1);
        assert_eq!(unrank(rank(full << 40)), full << 40);
    }

    #[test]
    fn every_board_of_up_to_5_seeds_has_its_own_index() {
        let stairs = Staircase::new(5);
        assert_eq!(stairs.boards(), 6188, "C(17, 12)");
        let mut seen = vec![false; stairs.boards()];
        for other in 0..stairs.rows() {
            let other = unrank(other);
            for own in 0..stairs.row_len(seeds_in_half(other)) {
                let own = unrank(own);
                let index = stairs.index(Packed { own, other }).unwrap();
                assert!(!std::mem::replace(&mut seen[index], true));
            }
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(stairs.index(Packed { own: 3, other: 3 }), None);
    }
}
