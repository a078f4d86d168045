//! The search of one thread: does the score exceed a given one?

use crate::board::{Board, CELLS, column_cells, winning_cells};

use super::bounds::{against_follower, can_align};
use super::children::Children;
use super::control::{Control, Halted};
use super::lanes::{COLUMN, Width};
use super::node::{Node, Settled};
use super::ordering;
use super::score::{Bounds, lost_next};
use super::table::{Key, Table};

/// Nodes between two looks at the clock and the other threads.
const POLL: u64 = 1 << 12;
/// Below this number of discs a mirror image is worth looking for in the table.
const MIRROR_BELOW: u32 = 18;
/// From this number of discs on a core's own table is used.
const NEAR: u32 = 24;
/// Below this number of discs threads keep out of one another's way.
const DEFER_BELOW: u32 = 18;

/// One thread at work.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// For positions of few discs, whose searches are long.
    table: &'a Table,
    /// For all others: it stays in the core's own cache.
    near: &'a Table,
    control: &'a Control<'a>,
    width: Width,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(table: &'a Table, near: &'a Table, control: &'a Control<'a>) -> Self {
        Self {
            table,
            near,
            control,
            width: Width::detect(),
            nodes: 0,
        }
    }

    /// A lower bound above `alpha`, or an upper bound not above it.
    ///
    /// # Errors
    /// [`Halted`] when the search was told to end.
    pub(super) fn probe(&mut self, mut node: Node, alpha: i32) -> Result<i32, Halted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.control.report(POLL)?;
        }
        match node.settle() {
            Settled::Lost => Ok(lost_next(node.discs)),
            Settled::Won => Ok(-lost_next(node.discs)),
            Settled::Open => self.choose(&node, alpha),
            Settled::Turned => Ok(-self.choose(&node, -alpha - 1)?),
        }
    }

    #[inline]
    const fn table_for(&self, discs: u32) -> &'a Table {
        if discs < NEAR { self.table } else { self.near }
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
            let decisive = self.width.any_decisive(node, moves);
            return Ok(bounds.high - i32::from(!decisive));
        }
        if bounds.low == alpha {
            return self.last_defence(node, moves);
        }
        if let Some(bound) = without_search(node, &mut bounds, alpha) {
            return Ok(bound);
        }
        let table = self.table_for(node.discs);
        let key = table_key(node.own, node.all(), node.discs);
        if let Some(known) = table.get(key) {
            bounds.at_least(known.low);
            bounds.at_most(known.high);
            if let Some(bound) = bounds.decides(alpha) {
                return Ok(bound);
            }
        }
        let mut children = Children::default();
        if let Some(bound) = self.expand(node, moves, &mut bounds, alpha, &mut children) {
            return Ok(bound);
        }
        let before = self.nodes;
        let best = self.best(node, &children, alpha)?;
        if best > alpha {
            bounds.at_least(best.min(bounds.high));
        } else {
            bounds.at_most(best.max(bounds.low));
        }
        table.put(key, bounds, self.nodes - before);
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

    /// Finds the moves and the order to try them, unless one of them, or what is known of the
    /// position after it, tells enough: then it is the answer.
    #[inline]
    fn expand(
        &self,
        node: &Node,
        moves: u64,
        bounds: &mut Bounds,
        alpha: i32,
        children: &mut Children,
    ) -> Option<i32> {
        let table = self.table_for(node.discs + 1);
        for (key, column) in children.keys.iter_mut().zip(COLUMN) {
            let cell = moves & column;
            if cell != 0 {
                let after = table_key(node.other, node.all() | cell, node.discs + 1);
                table.prefetch(after);
                *key = Some(after);
            }
        }
        let ordering = ordering::Context::of(node, alpha);
        self.width
            .weigh(node, moves, &ordering, &mut children.lanes);
        if children.lanes.is_decisive() {
            return Some(node.decisive_score());
        }
        bounds.at_most(node.decisive_score() - 1);
        bounds.at_least(children.bound_by_following(node));
        if let Some(bound) = bounds.decides(alpha) {
            return Some(bound);
        }
        let keys = children.keys.iter().flatten();
        keys.filter_map(|&key| table.get(key))
            .for_each(|known| bounds.at_least(-known.high));
        children.sort(&ordering);
        bounds.decides(alpha)
    }

    /// The best score of the children, at least when it exceeds `alpha`.
    #[inline]
    fn best(&mut self, node: &Node, children: &Children, alpha: i32) -> Result<i32, Halted> {
        if !self.control.is_alone() && node.discs < DEFER_BELOW {
            return self.best_together(node, children, alpha);
        }
        let mut best = i32::MIN;
        for lane in children.order() {
            best = best.max(self.score(node, children, lane, alpha)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// The same among threads: a child that another thread is searching comes last, when its score
    /// is probably in the table.
    fn best_together(
        &mut self,
        node: &Node,
        children: &Children,
        alpha: i32,
    ) -> Result<i32, Halted> {
        let mut best = i32::MIN;
        let mut deferred = 0u8;
        for (index, lane) in children.order().enumerate() {
            let key = children.keys[lane].unwrap_or_default();
            if index > 0 && self.control.is_busy(key) {
                deferred |= 1 << lane;
                continue;
            }
            self.control.begin(key);
            let score = self.score(node, children, lane, alpha);
            self.control.end(key);
            best = best.max(score?);
            if best > alpha {
                return Ok(best);
            }
        }
        for lane in children.order().filter(|lane| deferred >> lane & 1 == 1) {
            best = best.max(self.score(node, children, lane, alpha)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    #[inline]
    fn score(
        &mut self,
        node: &Node,
        children: &Children,
        lane: usize,
        alpha: i32,
    ) -> Result<i32, Halted> {
        let (cell, wins) = (children.lanes.cells[lane], children.lanes.wins[lane]);
        Ok(-self.probe(node.after(cell, wins), -alpha - 1)?)
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
const fn table_key(own: u64, all: u64, discs: u32) -> Key {
    let board = Board::of(own, all);
    Key::of(if discs < MIRROR_BELOW {
        board.symmetric_key()
    } else {
        board.key()
    })
}
