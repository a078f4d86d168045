//! The moves of a position side by side, a lane for each column, so that wide instructions weigh them
//! all at once.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions compiled for wider registers are called; see docs/puissance4.md"
    )
)]
#![expect(
    clippy::inline_always,
    reason = "inlined, they are compiled once for each width; else a width is only a call"
)]

use crate::engine::board::{CELLS, column_cells, landings, winning_cells};

use super::bounds::{NONE, against_second, leftover_threats};
use super::children::{Children, LANES, Words};
use super::node::Node;
use super::ordering::Context;

/// The cells of each column.
pub(super) const COLUMN: Words = {
    let mut columns = [0; LANES];
    let mut index = 0;
    while index < LANES - 1 {
        columns[index] = column_cells(index as u32);
        index += 1;
    }
    columns
};

/// How wide the registers are that the lanes go through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    Usual,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// The widest that this machine has.
    pub(super) fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Usual)
    }

    /// All that this machine has, the widest first.
    fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [(Self::Avx512, has_avx512()), (Self::Avx2, has_avx2())];
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [];
        let wide = wide
            .into_iter()
            .filter_map(|(width, has)| has.then_some(width));
        wide.chain([Self::Usual])
    }

    /// Everything about each of `moves`.
    #[inline]
    pub(super) fn weigh(self, node: &Node, moves: u64, context: &Context) -> Children {
        match self {
            Self::Usual => weigh(node, moves, context),
            // SAFETY: `detect` asked for these features.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { weigh_avx2(node, moves, context) },
            // SAFETY: `detect` asked for these features.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { weigh_avx512(node, moves, context) },
        }
    }

    /// Whether one of `moves` is decisive.
    #[inline]
    pub(super) fn any_decisive(self, node: &Node, moves: u64) -> bool {
        match self {
            Self::Usual => any_decisive(node, moves),
            // SAFETY: `detect` asked for these features.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { any_decisive_avx2(node, moves) },
            // SAFETY: `detect` asked for these features.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { any_decisive_avx512(node, moves) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    let has_popcount = is_x86_feature_detected!("avx512vpopcntdq");
    has_avx2() && has_popcount && is_x86_feature_detected!("avx512f")
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    let has_bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt");
    has_bits && is_x86_feature_detected!("avx2")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn weigh_avx2(node: &Node, moves: u64, context: &Context) -> Children {
    weigh(node, moves, context)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi1,popcnt")]
fn weigh_avx512(node: &Node, moves: u64, context: &Context) -> Children {
    weigh(node, moves, context)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn any_decisive_avx2(node: &Node, moves: u64) -> bool {
    any_decisive(node, moves)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi1,popcnt")]
fn any_decisive_avx512(node: &Node, moves: u64) -> bool {
    any_decisive(node, moves)
}

#[inline(always)]
fn weigh(node: &Node, moves: u64, context: &Context) -> Children {
    let second_follows = !node.discs.is_multiple_of(2);
    let mut children = Children::default();
    for (lane, column) in COLUMN.into_iter().enumerate() {
        let cell = moves & column;
        let (own, all) = (node.own | cell, node.all() | cell);
        let wins = winning_cells(own, all);
        children.cells[lane] = cell;
        children.wins[lane] = wins;
        children.decisive[lane] = decisive(cell, all, wins, node.discs);
        children.weights[lane] = context.weight(node, cell, all, wins);
    }
    for lane in 0..LANES {
        let (cell, wins) = (children.cells[lane], children.wins[lane]);
        children.follow[lane] = if second_follows {
            let most = against_second(node.other, node.own | cell, wins);
            if cell == 0 { NONE } else { most }
        } else {
            leftover_threats(node.all() | cell, wins).cast_signed()
        };
    }
    children
}

#[inline(always)]
fn any_decisive(node: &Node, moves: u64) -> bool {
    let mut any = 0;
    for column in COLUMN {
        let cell = moves & column;
        let (own, all) = (node.own | cell, node.all() | cell);
        any |= decisive(cell, all, winning_cells(own, all), node.discs);
    }
    any != 0
}

/// Not 0 if taking `cell`, which leaves `all` discs and `wins`, wins with the next disc whatever the
/// answer: two threats, one above the other, or no answer that does not prepare one.
#[inline(always)]
const fn decisive(cell: u64, all: u64, wins: u64, discs: u32) -> u64 {
    let answers = landings(all);
    let threats = answers & wins;
    let two = (threats & threats.wrapping_sub(1)) | ((threats << 1) & wins);
    let stuck = threats == 0 && answers & !(wins >> 1) == 0 && discs + 1 < CELLS;
    if cell == 0 { 0 } else { two | stuck as u64 }
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seeded};

    use super::*;
    use crate::engine::board::Board;

    #[test]
    fn every_width_gives_the_same_answers() {
        let mut luck = Seeded::new(8);
        for _ in 0..200 {
            let mut board = Board::EMPTY;
            while !board.is_full() && !board.is_lost() {
                check_widths(&Node::of(board));
                let cells = COLUMN.map(|column| landings(board.all()) & column);
                let playable: Vec<u64> = cells.into_iter().filter(|&cell| cell != 0).collect();
                board = board.with(playable[luck.below(playable.len() as u32) as usize]);
            }
        }
    }

    fn check_widths(node: &Node) {
        let (moves, context) = (node.safe_moves(), Context::of(node, 0));
        let children = Width::available().map(|width| {
            let children = width.weigh(node, moves, &context);
            assert_eq!(width.any_decisive(node, moves), children.is_decisive());
            children
        });
        assert!(children.is_sorted_by(|one, other| one == other));
    }
}
