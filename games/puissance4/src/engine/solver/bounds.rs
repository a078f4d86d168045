//! Bounds that need no search: a side whose every row is blocked, and the follow-up strategy.
//!
//! Following up is answering each disc in the same column (*claim even*). With every column of even
//! height the follower gets all cells of even lines, the other side at most those of odd lines. Two
//! columns of odd height are paired: whoever is answered in one gets the next cell of only one of
//! them, and above it the same holds as elsewhere. So if the side to move has no row of four within
//! its discs, the odd lines and the next cells of the odd columns, it cannot win.

use crate::engine::board::{
    BOARD, BOTTOM, EVEN_LINES, ODD_LINES, column_cells, column_of, has_four, landings,
};

/// No bound: above every score.
pub(super) const NONE: i64 = 64;

/// The most that `mover`, whose turn it is, can score against a `follower` that may follow up;
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

/// The second player follows: every column or pair is even. There is no branch in it, so that the
/// moves of a position are judged side by side.
#[inline]
pub(super) const fn against_second(mover: u64, follower: u64, wins: u64) -> i64 {
    let all = mover | follower;
    let shared = landings(all) & EVEN_LINES;
    let claimed = EVEN_LINES & !all & !shared;
    let most = zugzwang(wins & claimed, -(has_four(follower | claimed) as i64));
    let escapes = has_four(mover | (ODD_LINES & !all) | shared);
    if escapes { NONE } else { most }
}

/// The first player follows. One column is left over: it must hold one of the follower's `threats`,
/// which the other side has to play under when everything else is full.
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

/// The threats of a first player that follows which may win the column left over.
#[inline]
pub(super) const fn leftover_threats(all: u64, wins: u64) -> u64 {
    let shared = landings(all) & EVEN_LINES;
    let second_line = BOTTOM << 1;
    wins & ((shared << 1) | ((shared & second_line) << 3))
}

/// The mover's score when it must play under one of these cells at the end, everything above the
/// lowest staying empty; `otherwise` if that is on line 5 or 6, or there is none.
#[inline]
const fn zugzwang(threats: u64, otherwise: i64) -> i64 {
    let in_the_middle = threats & ((BOTTOM << 2) | (BOTTOM << 3)) != 0;
    let most = if in_the_middle { -2 } else { otherwise };
    let low = threats & (BOTTOM << 1) != 0;
    if low { -3 } else { most }
}

/// Whether `side` could still complete four if the other passed until the end.
#[inline]
pub(super) const fn can_align(side: u64, all: u64) -> bool {
    has_four(side | (BOARD & !all))
}
