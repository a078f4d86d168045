//! The moves of a position, in the order to search them.

use super::bounds::{against_follower, never_against_second};
use super::lanes::{LANES, Lanes};
use super::node::Node;
use super::ordering::Context;
use super::table::Key;

const LAST: i64 = 7;

/// Every move with what it leads to. A move is named by its lane, the column from 0.
#[derive(Default, Debug)]
pub(super) struct Children {
    pub(super) lanes: Lanes,
    /// The table's keys of the positions after each move.
    pub(super) keys: [Option<Key>; LANES],
    /// Weight, and how many lanes come after, as one number, the best first.
    order: [i64; LANES],
    count: usize,
}

impl Children {
    /// The least the side to move scores because a move lets it follow up.
    #[inline]
    pub(super) fn bound_by_following(&self, node: &Node) -> i32 {
        let mut least = i32::MIN;
        if !node.discs.is_multiple_of(2) && never_against_second(node.other, node.all()) {
            return least;
        }
        for (lane, &cell) in self.lanes.cells.iter().enumerate() {
            if cell != 0 && self.lanes.follow[lane] != 0 {
                let wins = self.lanes.wins[lane];
                let most = against_follower(node.other, node.own | cell, wins, node.discs + 1);
                least = least.max(-most);
            }
        }
        least
    }

    /// Puts the heaviest first; equals stay in the order of their columns.
    #[inline]
    pub(super) fn sort(&mut self, ordering: &Context) {
        let moves = self.lanes.cells.iter().zip(&self.lanes.weights);
        for (after, (&cell, weight)) in (0..=LAST).rev().zip(moves) {
            if cell == 0 {
                continue;
            }
            let weight = weight.cast_signed() + ordering.cell(cell);
            let item = weight * (LAST + 1) + after;
            let mut place = self.count;
            while place > 0 && self.order[place - 1] < item {
                self.order[place] = self.order[place - 1];
                place -= 1;
            }
            self.order[place] = item;
            self.count += 1;
        }
    }

    /// The lanes of the moves, the most promising first.
    #[inline]
    pub(super) fn order(&self) -> impl Iterator<Item = usize> + use<'_> {
        let items = self.order[..self.count].iter();
        items.map(|item| (LAST - (item & LAST)) as usize)
    }
}
