//! The null-window search of one thread: it decides whether the score exceeds a given number.

use std::ops::ControlFlow;

use crate::engine::board::{Board, CELLS, column_cells, winning_cells};

use super::bounds::{against_follower, can_align};
use super::children::{Children, MOVES};
use super::control::{SearchControl, SearchHalted};
use super::lanes::COLUMN;
use super::node::Node;
use super::ordering::{self, OrderingContext};
use super::score::{Bounds, lost_next};
use super::transpositions::{TranspositionKey, Transpositions};
use super::width::RegisterWidth;

/// Number of nodes between two checks of the budget and of the other threads.
const POLL: u64 = 1 << 12;
/// Positions with fewer discs share a table entry with their mirror image.
const MIRROR_BELOW: u32 = 18;
/// Positions with this many discs or more go into the thread's own small table.
const NEAR: u32 = 24;
/// In positions with fewer discs, a thread puts off moves that another thread is searching.
const DEFER_BELOW: u32 = 18;

#[derive(Debug)]
pub(super) struct Search<'a> {
    /// Shared table for positions with few discs, whose searches are long.
    table: &'a Transpositions,
    /// The thread's own table for all other positions, which stays in the core's cache.
    near: &'a Transpositions,
    control: &'a SearchControl<'a>,
    width: RegisterWidth,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a Transpositions,
        near: &'a Transpositions,
        control: &'a SearchControl<'a>,
    ) -> Self {
        Self {
            table,
            near,
            control,
            width: RegisterWidth::detect(),
            nodes: 0,
        }
    }

    /// Searches a position with the null window at `alpha`: returns a lower bound above `alpha`, or an
    /// upper bound of at most `alpha`. An error means that the budget is used up or that another thread
    /// has found the score.
    pub(super) fn probe(&mut self, mut node: Node, alpha: i32) -> Result<i32, SearchHalted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.control.report(POLL)?;
        }
        let discs = node.discs;
        let lost = node.play_forced();
        let forced = node.discs > discs;
        // After an odd number of forced moves the opponent is to move.
        let turned = (node.discs - discs) % 2 == 1;
        let score = if lost {
            lost_next(node.discs)
        } else {
            self.choose(&node, if turned { -alpha - 1 } else { alpha }, forced)?
        };
        Ok(if turned { -score } else { score })
    }

    #[inline]
    const fn table_for(&self, discs: u32) -> &'a Transpositions {
        if discs < NEAR { self.table } else { self.near }
    }

    /// Null-window search of a position without an immediate threat. The follow-up bound is computed
    /// only after `forced` moves: otherwise the parent has used it already.
    fn choose(&mut self, node: &Node, alpha: i32, forced: bool) -> Result<i32, SearchHalted> {
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
        let ordering = OrderingContext::new(node, alpha);
        let mut children = self.width.weigh(node, moves, &ordering);
        let excluded = match self.refute(node, &keys, &ordering, &mut children, &mut bounds, alpha)
        {
            ControlFlow::Break(bound) => return Ok(bound),
            ControlFlow::Continue(excluded) => excluded,
        };
        let before = self.nodes;
        let best = self.best(node, &mut children, &keys, alpha, excluded)?;
        let best = best.clamp(bounds.low, bounds.high);
        if best > alpha {
            bounds.low = best;
        } else {
            bounds.high = best;
        }
        table.put(key, bounds, self.nodes - before);
        Ok(best)
    }

    /// Null-window search of a position that the side to move loses unless it prevents every decisive
    /// move. The work is too little for the table or for move ordering.
    fn last_defence(&mut self, node: &Node, moves: u64) -> Result<i32, SearchHalted> {
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

    /// The table keys of the positions after each move; their table lines are prefetched.
    #[inline]
    fn fetch(&self, node: &Node, moves: u64) -> [TranspositionKey; MOVES] {
        let table = self.table_for(node.discs + 1);
        let mut keys = [TranspositionKey::default(); MOVES];
        for (key, column) in keys.iter_mut().zip(COLUMN) {
            *key = table_key(node.other, node.all() | (moves & column), node.discs + 1);
            table.prefetch(*key);
        }
        keys
    }

    /// Tries to decide a node without searching its moves: by a decisive move, the follow-up bound, or
    /// the table entries of the positions after the moves. `Break` holds the bound that decides it.
    /// Otherwise moves known not to exceed `alpha` are excluded, and `Continue` holds the best bound
    /// of these.
    #[inline]
    fn refute(
        &self,
        node: &Node,
        keys: &[TranspositionKey; MOVES],
        ordering: &OrderingContext,
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
        let mut excluded = i32::MIN;
        for (lane, &key) in keys.iter().enumerate() {
            if children.cells[lane] == 0 {
                continue;
            }
            if let Some(known) = table.get(key) {
                bounds.at_least(-known.high);
                if -known.low <= alpha {
                    excluded = excluded.max(-known.low);
                    children.exclude(lane);
                }
            }
        }
        match bounds.decides(alpha) {
            Some(bound) => ControlFlow::Break(bound),
            None => ControlFlow::Continue(excluded),
        }
    }

    /// Searches the remaining moves in order until one exceeds `alpha`; returns the best score found.
    #[inline]
    fn best(
        &mut self,
        node: &Node,
        children: &mut Children,
        keys: &[TranspositionKey; MOVES],
        alpha: i32,
        mut best: i32,
    ) -> Result<i32, SearchHalted> {
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

    /// As [`best`](Self::best) with several threads: a move that another thread is searching is put
    /// off, because its score will probably be in the table later.
    fn best_together(
        &mut self,
        node: &Node,
        children: &mut Children,
        keys: &[TranspositionKey; MOVES],
        alpha: i32,
        mut best: i32,
    ) -> Result<i32, SearchHalted> {
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
    ) -> Result<i32, SearchHalted> {
        let (cell, wins) = (children.cells[lane], children.wins[lane]);
        Ok(-self.probe(node.after(cell, wins), -alpha - 1)?)
    }

    /// Number of nodes not yet reported to the control.
    pub(super) const fn unreported(&self) -> u64 {
        self.nodes % POLL
    }
}

/// Narrows the bounds without search: a side without an open row cannot win, and the follow-up
/// strategy limits the score. Returns the bound that decides the window, if there is one.
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

/// The table key of a position; early in the game its mirror image has the same key.
#[inline]
const fn table_key(own: u64, all: u64, discs: u32) -> TranspositionKey {
    let board = Board::from_discs(own, all);
    TranspositionKey::new(if discs < MIRROR_BELOW {
        board.symmetric_key()
    } else {
        board.key()
    })
}
