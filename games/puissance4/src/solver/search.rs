//! The search of one thread: does the score exceed a given one?

use crate::board::{Board, CELLS, column_cells, winning_cells};

use super::bounds::{against_follower, can_align, never_against_second};
use super::control::{Control, Halted};
use super::node::{Child, Node, Settled};
use super::ordering;
use super::score::{Bounds, lost_next};
use super::table::Table;

/// Nodes between two looks at the clock and the other threads.
const POLL: u64 = 1 << 12;
/// Below this number of discs a mirror image is worth looking for in the table.
const MIRROR_BELOW: u32 = 18;
/// Below this number of discs threads keep out of one another's way.
const DEFER_BELOW: u32 = 26;

/// One thread at work.
#[derive(Debug)]
pub(super) struct Search<'a> {
    table: &'a Table,
    control: &'a Control<'a>,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) const fn new(table: &'a Table, control: &'a Control<'a>) -> Self {
        Self {
            table,
            control,
            nodes: 0,
        }
    }

    /// A lower bound above `alpha`, or an upper bound not above it.
    ///
    /// # Errors
    /// [`Halted`] when the search was told to end.
    pub(super) fn probe(&mut self, node: Node, alpha: i32) -> Result<i32, Halted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.control.report(POLL)?;
        }
        match node.settled() {
            Err(score) => Ok(score),
            Ok(Settled {
                node,
                turned: false,
            }) => self.choose(&node, alpha),
            Ok(Settled { node, turned: true }) => Ok(-self.choose(&node, -alpha - 1)?),
        }
    }

    /// The same where the side to move has a choice.
    fn choose(&mut self, node: &Node, alpha: i32) -> Result<i32, Halted> {
        let moves = node.safe_moves();
        if moves == 0 {
            return Ok(lost_next(node.discs));
        }
        if node.discs >= CELLS - 2 {
            return Ok(0);
        }
        let mut bounds = Bounds {
            low: lost_next(node.discs) + 1,
            high: node.decisive_score(),
        };
        if bounds.high - 1 == alpha {
            return Ok(node.decisive(moves));
        }
        if bounds.low == alpha {
            return self.last_defence(node, moves);
        }
        if let Some(bound) = without_search(node, &mut bounds, alpha) {
            return Ok(bound);
        }
        let key = table_key(node.own, node.all(), node.discs);
        if let Some(known) = self.table.get(key) {
            bounds.at_least(known.low);
            bounds.at_most(known.high);
            if let Some(bound) = bounds.decides(alpha) {
                return Ok(bound);
            }
        }
        let mut children = [Child::default(); 7];
        let children = match self.expand(node, moves, &mut bounds, alpha, &mut children) {
            Ok(children) => children,
            Err(bound) => return Ok(bound),
        };
        let before = self.nodes;
        let best = self.best(node, children, alpha)?;
        if best > alpha {
            bounds.at_least(best.min(bounds.high));
        } else {
            bounds.at_most(best.max(bounds.low));
        }
        self.table.put(key, bounds, self.nodes - before);
        Ok(if best > alpha {
            bounds.low
        } else {
            bounds.high
        })
    }

    /// The same when only a decisive move of the other side could follow: too little work for the
    /// table or an order by weight.
    fn last_defence(&mut self, node: &Node, moves: u64) -> Result<i32, Halted> {
        let alpha = lost_next(node.discs) + 1;
        let mut best = i32::MIN;
        let cells = ordering::FROM_THE_MIDDLE.map(|column| moves & column_cells(column));
        for cell in cells.into_iter().filter(|&cell| cell != 0) {
            let own = node.own | cell;
            let wins = winning_cells(own, own | node.other);
            best = best.max(-self.probe(node.after(cell, wins), -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// The moves in the order to try them, unless one of them, or what is known of the position
    /// after it, tells enough.
    #[inline]
    fn expand<'c>(
        &self,
        node: &Node,
        mut moves: u64,
        bounds: &mut Bounds,
        alpha: i32,
        children: &'c mut [Child; 7],
    ) -> Result<&'c mut [Child], i32> {
        let ordering = ordering::Context::of(node, alpha);
        let follow = node.discs.is_multiple_of(2) || !never_against_second(node.other, node.all());
        let mut count = 0;
        while moves != 0 {
            let child = &mut children[count];
            child.cell = moves & moves.wrapping_neg();
            moves ^= child.cell;
            child.key = table_key(node.other, node.all() | child.cell, node.discs + 1);
            self.table.prefetch(child.key);
            count += 1;
        }
        let children = &mut children[..count];
        for child in &mut *children {
            let (own, all) = (node.own | child.cell, node.all() | child.cell);
            child.wins = winning_cells(own, all);
            if node.is_decisive(child.cell, child.wins) {
                return Err(node.decisive_score());
            }
            if follow {
                let bound = against_follower(node.other, own, child.wins, node.discs + 1);
                bounds.at_least(-bound);
            }
            child.weight = ordering.weight(node, child.cell, child.wins);
        }
        bounds.at_most(node.decisive_score() - 1);
        bounds.decides(alpha).map_or(Ok(()), Err)?;
        let known = children
            .iter()
            .filter_map(|child| self.table.get(child.key));
        known.for_each(|known| bounds.at_least(-known.high));
        bounds.decides(alpha).map_or(Ok(()), Err)?;
        sort(children);
        Ok(children)
    }

    /// The best score of the children, at least when it exceeds `alpha`.
    #[inline]
    fn best(&mut self, node: &Node, children: &[Child], alpha: i32) -> Result<i32, Halted> {
        if self.control.is_alone() || node.discs >= DEFER_BELOW {
            let mut best = i32::MIN;
            for child in children {
                best = best.max(self.score(node, child, alpha)?);
                if best > alpha {
                    break;
                }
            }
            return Ok(best);
        }
        self.best_together(node, children, alpha)
    }

    /// The same among threads: a child that another thread is searching comes last, when its score
    /// is probably in the table.
    fn best_together(
        &mut self,
        node: &Node,
        children: &[Child],
        alpha: i32,
    ) -> Result<i32, Halted> {
        let mut best = i32::MIN;
        let mut deferred = 0u8;
        for (index, child) in children.iter().enumerate() {
            if index > 0 && self.control.is_busy(child.key) {
                deferred |= 1 << index;
                continue;
            }
            self.control.begin(child.key);
            let score = self.score(node, child, alpha);
            self.control.end(child.key);
            best = best.max(score?);
            if best > alpha {
                return Ok(best);
            }
        }
        for (_, child) in children
            .iter()
            .enumerate()
            .filter(|(index, _)| deferred >> index & 1 == 1)
        {
            best = best.max(self.score(node, child, alpha)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    #[inline]
    fn score(&mut self, node: &Node, child: &Child, alpha: i32) -> Result<i32, Halted> {
        Ok(-self.probe(node.after(child.cell, child.wins), -alpha - 1)?)
    }

    /// Nodes not yet reported.
    pub(super) const fn unreported(&self) -> u64 {
        self.nodes % POLL
    }
}

/// What can be said of a position by looking at it.
#[inline]
fn without_search(node: &Node, bounds: &mut Bounds, alpha: i32) -> Option<i32> {
    if let Some(bound) = bounds.decides(alpha) {
        return Some(bound);
    }
    if bounds.high > 0 && !can_align(node.own, node.all()) {
        bounds.at_most(0);
    }
    if bounds.low < 0 && !can_align(node.other, node.all()) {
        bounds.at_least(0);
    }
    if let Some(bound) = bounds.decides(alpha) {
        return Some(bound);
    }
    bounds.at_most(against_follower(
        node.own,
        node.other,
        node.other_wins,
        node.discs,
    ));
    bounds.decides(alpha)
}

/// The table's key: of a position or, early in the game, of its mirror image if that is smaller.
#[inline]
const fn table_key(own: u64, all: u64, discs: u32) -> u64 {
    let board = Board::of(own, all);
    if discs < MIRROR_BELOW {
        board.symmetric_key()
    } else {
        board.key()
    }
}

/// Heaviest first; equals stay in their order.
#[inline]
fn sort(children: &mut [Child]) {
    for sorted in 1..children.len() {
        let child = children[sorted];
        let mut place = sorted;
        while place > 0 && children[place - 1].weight < child.weight {
            children[place] = children[place - 1];
            place -= 1;
        }
        children[place] = child;
    }
}
