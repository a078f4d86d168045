//! Bounds that need no search: a side whose every row is blocked, and the follow-up strategy.
//!
//! Following up is answering each disc in the same column (*claim even*). With every column of even
//! height the follower gets all cells of even lines, the other side at most those of odd lines. Two
//! columns of odd height are paired: whoever is answered in one gets the next cell of only one of
//! them, and above it the same holds as elsewhere. So if the side to move has no row of four within
//! its discs, the odd lines and the next cells of the odd columns, it cannot win.

use crate::board::{
    BOARD, BOTTOM, EVEN_LINES, ODD_LINES, column_cells, column_of, has_four, landings,
};

/// No bound: above every score.
pub(super) const NONE: i32 = i32::MAX;

/// The most that `mover`, whose turn it is, can score against a `follower` that may follow up;
/// [`NONE`] when that strategy proves nothing. `wins` are the cells where the follower completes
/// four.
#[inline]
pub(super) fn against_follower(mover: u64, follower: u64, wins: u64, discs: u32) -> i32 {
    if discs.is_multiple_of(2) {
        against_second(mover, follower, wins)
    } else {
        against_first(mover, follower, wins)
    }
}

/// Whether no move of the second player lets it prove by following up that the first cannot win:
/// then `against_follower` need not be asked about any of them.
#[inline]
pub(super) fn never_against_second(first: u64, all: u64) -> bool {
    has_four(first | (ODD_LINES & !all & !landings(all)))
}

/// The second player follows: every column or pair is even.
#[inline]
fn against_second(mover: u64, follower: u64, wins: u64) -> i32 {
    let all = mover | follower;
    let shared = landings(all) & EVEN_LINES;
    if has_four(mover | (ODD_LINES & !all) | shared) {
        return NONE;
    }
    let claimed = EVEN_LINES & !all & !shared;
    let threats = wins & claimed;
    if threats != 0 {
        return zugzwang(threats);
    }
    if has_four(follower | claimed) { -1 } else { 0 }
}

/// The first player follows. One column is left over: it must hold a threat of the follower on an
/// odd line, which the other side has to play under when everything else is full.
#[inline]
fn against_first(mover: u64, follower: u64, wins: u64) -> i32 {
    let all = mover | follower;
    let shared = landings(all) & EVEN_LINES;
    let mut threats = leftover_threats(all, wins);
    let mut bound = NONE;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = column_cells(column_of(threat));
        let below = EVEN_LINES & column & (threat - 1);
        let reach = (ODD_LINES & !column) | below;
        if !has_four(mover | (reach & !all) | shared) {
            bound = bound.min(zugzwang(threat));
        }
    }
    bound
}

/// The threats of a first player that follows which may win the column left over.
#[inline]
pub(super) const fn leftover_threats(all: u64, wins: u64) -> u64 {
    let shared = landings(all) & EVEN_LINES;
    let second_line = BOTTOM << 1;
    wins & ((shared << 1) | ((shared & second_line) << 3))
}

/// The mover's score when it must play under one of these cells at the end: whatever is above the
/// lowest stays empty.
const fn zugzwang(threats: u64) -> i32 {
    if threats & (BOTTOM << 1) != 0 {
        -3
    } else if threats & ((BOTTOM << 2) | (BOTTOM << 3)) != 0 {
        -2
    } else {
        -1
    }
}

/// Whether `side` could still complete four if the other passed until the end.
#[inline]
pub(super) const fn can_align(side: u64, all: u64) -> bool {
    has_four(side | (BOARD & !all))
}
