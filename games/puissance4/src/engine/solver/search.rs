//! The search of one thread: does the score exceed a given one?

use std::ops::ControlFlow;

use crate::engine::board::{Board, CELLS, column_cells, winning_cells};

use super::bounds::{against_follower, can_align};
use super::children::{Children, MOVES};
use super::control::{Control, Halted};
use super::lanes::COLUMN;
use super::node::{Node, Settled};
use super::ordering::{self, Context};
use super::score::{Bounds, lost_next};
use super::transpositions::{Key, Transpositions};
use super::width::Width;

/// Nodes between two looks at the clock and the other threads.
const POLL: u64 = 1 << 12;
/// Below this number of discs a mirror image is worth looking for in the table.
const MIRROR_BELOW: u32 = 18;
/// From this number of discs on a core's own table is used.
const NEAR: u32 = 24;
/// Below this number of discs threads keep out of one another's way.
const DEFER_BELOW: u32 = 18;

/// What one thread searches with.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// For positions of few discs, whose searches are long.
    table: &'a Transpositions,
    /// For all others: it stays in the core's own cache.
    near: &'a Transpositions,
    control: &'a Control<'a>,
    width: Width,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a Transpositions,
        near: &'a Transpositions,
        control: &'a Control<'a>,
    ) -> Self {
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
        let discs = node.discs;
        let settled = node.settle();
        let forced = node.discs > discs;
        match settled {
            Settled::Lost => Ok(lost_next(node.discs)),
            Settled::Won => Ok(-lost_next(node.discs)),
            Settled::Open => self.choose(&node, alpha, forced),
            Settled::Turned => Ok(-self.choose(&node, -alpha - 1, forced)?),
        }
    }

    #[inline]
    const fn table_for(&self, discs: u32) -> &'a Transpositions {
        if discs < NEAR { self.table } else { self.near }
    }

    /// The same where the side to move has a choice. Unless `forced` moves were played since, what
    /// following up proves was weighed with the move that led here.
    fn choose(&mut self, node: &Node, alpha: i32, forced: bool) -> Result<i32, Halted> {
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
        if let Some(bound) = without_search(node, &mut bounds, alpha, forced) {
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
        let keys = self.fetch(node, moves);
        let ordering = Context::of(node, alpha);
        let mut children = self.width.weigh(node, moves, &ordering);
        let aside = match self.refute(node, &keys, &ordering, &mut children, &mut bounds, alpha) {
            ControlFlow::Break(bound) => return Ok(bound),
            ControlFlow::Continue(aside) => aside,
        };
        let before = self.nodes;
        let best = self.best(node, &mut children, &keys, alpha, aside)?;
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

    /// The table's keys of the positions after each move, which will soon be asked for.
    #[inline]
    fn fetch(&self, node: &Node, moves: u64) -> [Key; MOVES] {
        let table = self.table_for(node.discs + 1);
        let mut keys = [Key::default(); MOVES];
        for (key, column) in keys.iter_mut().zip(COLUMN) {
            *key = table_key(node.other, node.all() | (moves & column), node.discs + 1);
            table.prefetch(*key);
        }
        keys
    }

    /// Whether a move, or what the table knows of the position after it, tells enough. If not, moves
    /// known not to exceed `alpha` are set aside, and the best of them is worth this.
    #[inline]
    fn refute(
        &self,
        node: &Node,
        keys: &[Key; MOVES],
        ordering: &Context,
        children: &mut Children,
        bounds: &mut Bounds,
        alpha: i32,
    ) -> ControlFlow<i32, i32> {
        if children.is_decisive() {
            return ControlFlow::Break(node.decisive_score());
        }
        bounds.at_most(node.decisive_score() - 1);
        bounds.at_least(children.bound_by_following(node));
        if let Some(bound) = bounds.decides(alpha) {
            return ControlFlow::Break(bound);
        }
        children.rank(node, ordering);
        let table = self.table_for(node.discs + 1);
        let mut aside = i32::MIN;
        for (lane, &key) in keys.iter().enumerate() {
            if children.cells[lane] == 0 {
                continue;
            }
            if let Some(known) = table.get(key) {
                bounds.at_least(-known.high);
                if -known.low <= alpha {
                    aside = aside.max(-known.low);
                    children.set_aside(lane);
                }
            }
        }
        match bounds.decides(alpha) {
            Some(bound) => ControlFlow::Break(bound),
            None => ControlFlow::Continue(aside),
        }
    }

    /// The best score of the children that are left, at least when it exceeds `alpha`.
    #[inline]
    fn best(
        &mut self,
        node: &Node,
        children: &mut Children,
        keys: &[Key; MOVES],
        alpha: i32,
        mut best: i32,
    ) -> Result<i32, Halted> {
        if !self.control.is_alone() && node.discs < DEFER_BELOW {
            return self.best_together(node, children, keys, alpha, best);
        }
        while let Some(lane) = children.next() {
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
        children: &mut Children,
        keys: &[Key; MOVES],
        alpha: i32,
        mut best: i32,
    ) -> Result<i32, Halted> {
        let (mut deferred, mut first) = (0u8, true);
        while let Some(lane) = children.next() {
            let key = keys[lane];
            if !first && self.control.is_busy(key) {
                deferred |= 1 << lane;
                continue;
            }
            first = false;
            self.control.begin(key);
            let score = self.score(node, children, lane, alpha);
            self.control.end(key);
            best = best.max(score?);
            if best > alpha {
                return Ok(best);
            }
        }
        for lane in (0..MOVES).filter(|lane| deferred >> lane & 1 == 1) {
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
        let (cell, wins) = (children.cells[lane], children.wins[lane]);
        Ok(-self.probe(node.after(cell, wins), -alpha - 1)?)
    }

    /// Nodes not yet reported.
    pub(super) const fn unreported(&self) -> u64 {
        self.nodes % POLL
    }
}

/// What can be said of a position by looking at it.
#[inline]
fn without_search(node: &Node, bounds: &mut Bounds, alpha: i32, forced: bool) -> Option<i32> {
    if let Some(bound) = bounds.decides(alpha) {
        return Some(bound);
    }
    if bounds.high > 0 && !can_align(node.own, node.all()) {
        bounds.at_most(0);
    }
    if bounds.low < 0 && !can_align(node.other, node.all()) {
        bounds.at_least(0);
    }
    if forced {
        let (own, other, wins) = (node.own, node.other, node.other_wins);
        bounds.at_most(against_follower(own, other, wins, node.discs));
    }
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
