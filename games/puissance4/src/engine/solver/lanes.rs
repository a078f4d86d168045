//! Properties of all moves of a position computed side by side, one lane for each column, so that the
//! compiler uses vector instructions. [`RegisterWidth`](super::width::RegisterWidth) compiles these
//! functions once for each instruction set.
#![expect(
    clippy::inline_always,
    reason = "only inlined code is compiled for the instruction set of its caller"
)]

use crate::engine::board::{CELLS, column_cells, landings, winning_cells};

use super::bounds::{NONE, against_second, leftover_threats};
use super::children::{Children, LANES, LaneWords};
use super::node::Node;
use super::ordering::OrderingContext;

pub(super) const COLUMN: LaneWords = {
    let mut columns = [0; LANES];
    let mut index = 0;
    while index < LANES - 1 {
        columns[index] = column_cells(index as u32);
        index += 1;
    }
    columns
};

/// Computes the properties of each of `moves`.
#[inline(always)]
pub(super) fn weigh(node: &Node, moves: u64, context: &OrderingContext) -> Children {
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

/// Returns whether one of `moves` is decisive.
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

/// Not 0 if a disc in `cell` is decisive, so that the side wins with its next disc: it makes two
/// threats, or one above the other, or leaves no answer that does not allow a win above it. `all` and
/// `wins` are the discs and the side's winning cells after the move.
#[inline(always)]
const fn decisive(cell: u64, all: u64, wins: u64, discs: u32) -> u64 {
    let answers = landings(all);
    let threats = answers & wins;
    let two = (threats & threats.wrapping_sub(1)) | ((threats << 1) & wins);
    let stuck = threats == 0 && answers & !(wins >> 1) == 0 && discs + 1 < CELLS;
    if cell == 0 { 0 } else { two | stuck as u64 }
}
