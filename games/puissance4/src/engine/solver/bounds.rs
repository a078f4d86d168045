//! Bounds of the score without search: all rows of a side are blocked, or the follow-up strategy.
//!
//! Following up means answering each disc in the same column (*claimeven*). When every column has
//! even height, the follower gets all cells of even lines and the other side at most those of odd
//! lines. Columns of odd height are paired: the other side gets the lowest free cell of only one of
//! each pair, and above it the same holds as elsewhere. So if the side to move has no row of four
//! within its discs, the odd lines and the lowest free cells of the odd columns, it cannot win.

use crate::engine::board::{
    BOARD, BOTTOM, EVEN_LINES, ODD_LINES, column_cells, column_of, has_four, landings,
};

/// Stands for no bound; greater than every score.
pub(super) const NONE: i64 = 64;

/// An upper bound of the score of `mover`, who is to move, against a `follower` that follows up;
/// [`NONE`] when that strategy proves nothing. `wins` are the cells where the follower completes
/// four.
#[inline]
pub(super) fn against_follower(mover: u64, follower: u64, wins: u64, discs: u32) -> i32 {
    let most = if discs.is_multiple_of(2) {
        against_second(mover, follower, wins)
    } else {
        against_first(mover, follower, leftover_threats(mover | follower, wins))
    };
    most as i32
}

/// The follow-up bound when the second player follows: every column or pair of columns is even. It is
/// free of branches, so that all moves of a position are processed side by side.
#[inline]
pub(super) const fn against_second(mover: u64, follower: u64, wins: u64) -> i64 {
    let all = mover | follower;
    let shared = landings(all) & EVEN_LINES;
    let claimed = EVEN_LINES & !all & !shared;
    let most = zugzwang(wins & claimed, -(has_four(follower | claimed) as i64));
    let escapes = has_four(mover | (ODD_LINES & !all) | shared);
    if escapes { NONE } else { most }
}

/// The follow-up bound when the first player follows. One column is left over: it must hold one of the
/// follower's `threats`, and the other side has to play under it when all other columns are full.
#[inline]
pub(super) fn against_first(mover: u64, follower: u64, mut threats: u64) -> i64 {
    let all = mover | follower;
    let shared = landings(all) & EVEN_LINES;
    let mut most = NONE;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = column_cells(column_of(threat));
        let below = EVEN_LINES & column & (threat - 1);
        let reach = (ODD_LINES & !column) | below;
        if !has_four(mover | (reach & !all) | shared) {
            most = most.min(zugzwang(threat, -1));
        }
    }
    most
}

/// The winning cells of a following first player that can decide the column left over.
#[inline]
pub(super) const fn leftover_threats(all: u64, wins: u64) -> u64 {
    let shared = landings(all) & EVEN_LINES;
    let second_line = BOTTOM << 1;
    wins & ((shared << 1) | ((shared & second_line) << 3))
}

/// The mover's score when zugzwang forces it in the end to play under one of these cells, the cells
/// above the lowest staying empty; `otherwise` when the lowest is on line 5 or 6 or there is none.
#[inline]
const fn zugzwang(threats: u64, otherwise: i64) -> i64 {
    let in_the_middle = threats & ((BOTTOM << 2) | (BOTTOM << 3)) != 0;
    let most = if in_the_middle { -2 } else { otherwise };
    let low = threats & (BOTTOM << 1) != 0;
    if low { -3 } else { most }
}

/// Returns whether `side` could still complete four if it got all empty cells.
#[inline]
pub(super) const fn can_align(side: u64, all: u64) -> bool {
    has_four(side | (BOARD & !all))
}
