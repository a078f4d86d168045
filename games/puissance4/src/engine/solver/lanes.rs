//! The moves of a position side by side, a lane for each column, so that wide instructions weigh them
//! all at once: [`Width`](super::width::Width) compiles these functions for each width.
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

/// Everything about each of `moves`.
#[inline(always)]
pub(super) fn weigh(node: &Node, moves: u64, context: &Context) -> Children {
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

/// Whether one of `moves` is decisive.
#[inline(always)]
pub(super) fn any_decisive(node: &Node, moves: u64) -> bool {
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
