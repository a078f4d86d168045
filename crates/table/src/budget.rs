//! How long and how hard an engine may think, and how it learns that nobody waits any more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::{Clock, Explain, Monotonic, Terms};

/// A switch that tells engines to stop; clones share it.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on every budget with this switch is exhausted.
    pub fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was pulled.
    pub fn pulled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The search was told to stop: there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
#[message("analysis-stopped")]
pub struct Stopped;

/// What the caller allows an engine. Without limits it thinks until it knows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall time for one answer; the engine's own default when absent.
    pub time: Option<Duration>,
    /// Nodes or samples for one answer: the same effort gives the same answer everywhere.
    pub effort: Option<u64>,
    /// How many threads may work on one answer.
    pub threads: usize,
    /// Pulled when nobody waits for the answer.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            effort: None,
            threads: 1,
            stop: Stop::default(),
        }
    }
}

impl Limits {
    /// These limits for a player with terms of its own, which win over the table's.
    #[must_use]
    pub fn under(&self, terms: &Terms) -> Self {
        let own = terms.time.is_some() || terms.effort.is_some();
        Self {
            time: if own { terms.time } else { self.time },
            effort: if own { terms.effort } else { self.effort },
            ..self.clone()
        }
    }
}

/// [`Limits`] in force: the deadline is set, the clock runs.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// None for the default ones, with a switch that nobody holds.
    limits: Option<&'a Limits>,
    clock: &'a dyn Clock,
    deadline: Option<Duration>,
}

/// The machine's clock since somebody first asked: a constant, unlike [`Monotonic`].
#[derive(Debug)]
pub(crate) struct SinceFirstAsked;

impl Clock for SinceFirstAsked {
    fn now(&self) -> Duration {
        static START: LazyLock<Monotonic> = LazyLock::new(Monotonic::start);
        START.now()
    }
}

impl Budget<'static> {
    /// No limit, one thread, nobody to stop it: an engine thinks until it knows, or for its usual
    /// time where that would be too long.
    pub const fn unlimited() -> Self {
        Self {
            limits: None,
            clock: &SinceFirstAsked,
            deadline: None,
        }
    }
}

impl<'a> Budget<'a> {
    /// Starts now; an effort limit replaces the clock, so that answers repeat.
    pub fn new(limits: &'a Limits, clock: &'a dyn Clock) -> Self {
        let time = if limits.effort.is_some() {
            None
        } else {
            limits.time
        };
        let deadline = time.map(|time| clock.now() + time);
        Self {
            limits: Some(limits),
            clock,
            deadline,
        }
    }

    /// The same, but over after `left` at the latest.
    #[must_use]
    pub(crate) fn within(self, left: Option<Duration>) -> Self {
        let latest = left.map(|left| self.clock.now() + left);
        Self {
            deadline: [self.deadline, latest].into_iter().flatten().min(),
            ..self
        }
    }

    /// The same with a deadline `time` from now when the caller set neither time nor effort.
    #[must_use]
    pub fn or_time(self, time: Duration) -> Self {
        let free = self.deadline.is_none() && self.effort().is_none();
        let deadline = if free {
            Some(self.clock.now() + time)
        } else {
            self.deadline
        };
        Self { deadline, ..self }
    }

    /// Nodes or samples allowed, where that is what limits the search.
    pub fn effort(&self) -> Option<u64> {
        self.limits.and_then(|limits| limits.effort)
    }

    /// How many threads may work on the answer.
    pub fn threads(&self) -> usize {
        self.limits.map_or(1, |limits| limits.threads.max(1))
    }

    /// Whether nobody waits for the answer any more.
    pub fn stopped(&self) -> bool {
        self.limits.is_some_and(|limits| limits.stop.pulled())
    }

    /// Whether to come to an end after `effort` nodes or samples. Reads a clock: poll it every few
    /// thousand nodes.
    pub fn exhausted(&self, effort: u64) -> bool {
        self.stopped()
            || self.effort().is_some_and(|limit| effort >= limit)
            || self
                .deadline
                .is_some_and(|deadline| self.clock.now() >= deadline)
    }

    /// Time until the deadline, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_sub(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_replaces_the_clock() {
        let time = Some(Duration::ZERO);
        let limits = Limits {
            time,
            effort: Some(10),
            ..Limits::default()
        };
        let clock = Monotonic::start();
        let budget = Budget::new(&limits, &clock);
        assert!(!budget.exhausted(9));
        assert!(budget.exhausted(10));
    }

    #[test]
    fn an_unlimited_budget_ends_only_at_the_time_an_engine_sets_itself() {
        static UNLIMITED: Budget<'_> = Budget::unlimited();
        assert!(!UNLIMITED.exhausted(u64::MAX));
        assert_eq!((UNLIMITED.time_left(), UNLIMITED.threads()), (None, 1));
        assert!(UNLIMITED.or_time(Duration::ZERO).exhausted(0));
    }

    #[test]
    fn pulling_stop_exhausts_a_budget_without_limits() {
        let limits = Limits::default();
        let clock = Monotonic::start();
        let budget = Budget::new(&limits, &clock);
        assert!(!budget.exhausted(u64::MAX));
        limits.stop.clone().pull();
        assert!(budget.exhausted(0));
    }
}
