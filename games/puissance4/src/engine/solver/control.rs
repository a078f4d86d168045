//! What the threads of one search share besides the table: when to end, and who is where.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use table::Budget;

use super::transpositions::Key;

/// The search was told to end: the budget is spent, or another thread has the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Halted;

const PLACES: usize = 1 << 12;

/// Shared by the threads of one search.
#[derive(Debug)]
pub(super) struct Control<'a> {
    budget: Budget<'a>,
    threads: usize,
    /// A limit of the search itself, below the budget's.
    limit: u64,
    nodes: AtomicU64,
    halted: AtomicBool,
    /// Keys being searched; empty for a thread alone.
    busy: Vec<AtomicU64>,
}

impl<'a> Control<'a> {
    /// For one thread that gives up after about `limit` nodes.
    pub(super) fn alone(budget: Budget<'a>, spent: u64, limit: u64) -> Self {
        Self {
            budget,
            threads: 1,
            limit: spent.saturating_add(limit),
            nodes: AtomicU64::new(spent),
            halted: AtomicBool::new(false),
            busy: Vec::new(),
        }
    }

    /// For so many threads.
    pub(super) fn shared(budget: Budget<'a>, spent: u64, threads: usize) -> Self {
        let mut control = Self::alone(budget, spent, u64::MAX);
        if threads > 1 {
            control.busy.resize_with(PLACES, AtomicU64::default);
        }
        Self { threads, ..control }
    }

    /// How many threads work.
    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// Counts nodes, and tells whether to go on.
    pub(super) fn report(&self, nodes: u64) -> Result<(), Halted> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.halted.load(Ordering::Relaxed) {
            return Err(Halted);
        }
        if total >= self.limit || self.budget.exhausted(total) {
            self.halt();
            return Err(Halted);
        }
        Ok(())
    }

    /// Counts the nodes of a search that is over.
    pub(super) fn close(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Ends the search for every thread.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) const fn is_alone(&self) -> bool {
        self.busy.is_empty()
    }

    fn place(&self, key: Key) -> &AtomicU64 {
        &self.busy[key.bits() as usize % PLACES]
    }

    pub(super) fn is_busy(&self, key: Key) -> bool {
        self.place(key).load(Ordering::Relaxed) == key.bits()
    }

    pub(super) fn begin(&self, key: Key) {
        self.place(key).store(key.bits(), Ordering::Relaxed);
    }

    pub(super) fn end(&self, key: Key) {
        let _ =
            self.place(key)
                .compare_exchange(key.bits(), 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
