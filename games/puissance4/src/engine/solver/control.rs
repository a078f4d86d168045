//! State shared by the threads of one search besides the table: node count, stop flag, and the
//! positions being searched.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use table::Budget;

use super::transpositions::TranspositionKey;

/// Error for a search that stopped early: the budget is used up, or another thread has found the
/// score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchHalted;

/// Number of entries in the table of positions being searched.
const BUSY_ENTRIES: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct SearchControl<'a> {
    budget: Budget<'a>,
    threads: usize,
    /// Most nodes of this search, in addition to the limits of the budget.
    limit: u64,
    nodes: AtomicU64,
    halted: AtomicBool,
    /// Hash table of the keys being searched; empty with one thread.
    busy: Vec<AtomicU64>,
}

impl<'a> SearchControl<'a> {
    /// Control for `threads` threads that stop after about `limit` more nodes than `spent`.
    pub(super) fn new(budget: Budget<'a>, spent: u64, limit: u64, threads: usize) -> Self {
        let mut busy = Vec::new();
        if threads > 1 {
            busy.resize_with(BUSY_ENTRIES, AtomicU64::default);
        }
        Self {
            budget,
            threads,
            limit: spent.saturating_add(limit),
            nodes: AtomicU64::new(spent),
            halted: AtomicBool::new(false),
            busy,
        }
    }

    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// Adds nodes to the count; an error means that the thread must stop.
    pub(super) fn report(&self, nodes: u64) -> Result<(), SearchHalted> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.halted.load(Ordering::Relaxed) {
            return Err(SearchHalted);
        }
        if total >= self.limit || self.budget.exhausted(total) {
            self.halt();
            return Err(SearchHalted);
        }
        Ok(())
    }

    /// Adds the last nodes of a thread to the count.
    pub(super) fn close(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Stops all threads at their next report.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) const fn is_alone(&self) -> bool {
        self.busy.is_empty()
    }

    fn busy_entry(&self, key: TranspositionKey) -> &AtomicU64 {
        &self.busy[key.bits() as usize % BUSY_ENTRIES]
    }

    /// Returns whether a thread is searching this position.
    pub(super) fn is_busy(&self, key: TranspositionKey) -> bool {
        self.busy_entry(key).load(Ordering::Relaxed) == key.bits()
    }

    /// Marks a position as being searched.
    pub(super) fn begin(&self, key: TranspositionKey) {
        self.busy_entry(key).store(key.bits(), Ordering::Relaxed);
    }

    pub(super) fn end(&self, key: TranspositionKey) {
        let _ = self.busy_entry(key).compare_exchange(
            key.bits(),
            0,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }
}
