//! Limits on one engine search: time, effort, threads, and a stop flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::{Clock, Explain, Monotonic, Terms};

/// A flag that stops searches; all clones share it.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Sets the flag: every budget that holds it is exhausted from now on. It cannot be cleared.
    pub fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn pulled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Error of a search that was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
#[message("analysis-stopped")]
pub struct Stopped;

/// Limits set by the caller for one answer of an engine. Without limits, an engine uses its default
/// time, or searches until its answer is proved.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall time for one answer; the engine's own default when absent.
    pub time: Option<Duration>,
    /// Nodes or samples for one answer: the same effort gives the same answer on every machine.
    pub effort: Option<u64>,
    /// Maximum number of threads for one answer.
    pub threads: usize,
    /// Stops the search when the caller no longer needs its answer.
    pub stop: Stop,
    /// Measures the time of the search instead of the caller's own clock. A server's clock may wait
    /// when it is read, while other searches run.
    pub clock: Option<Arc<dyn Clock>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            effort: None,
            threads: 1,
            stop: Stop::default(),
            clock: None,
        }
    }
}

impl Limits {
    /// These limits with the time and effort of `terms`, if it sets either of the two.
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

/// [`Limits`] of a search that has started, with its deadline.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Limits set by the caller; `None` for a budget without limits and without a stop flag.
    limits: Option<&'a Limits>,
    clock: &'a dyn Clock,
    deadline: Option<Duration>,
    /// Maximum number of nodes or samples beside that of the limits.
    own_effort: Option<u64>,
}

/// A clock that starts at zero when it is first read. Unlike [`Monotonic`], it can be made in a
/// constant.
#[derive(Debug)]
pub(crate) struct SinceFirstUse;

impl Clock for SinceFirstUse {
    fn now(&self) -> Duration {
        static START: LazyLock<Monotonic> = LazyLock::new(Monotonic::start);
        START.now()
    }
}

impl Budget<'static> {
    /// A budget without limits, for one thread, that cannot be stopped. An engine still ends after
    /// its own default time, if it has one ([`or_time`](Self::or_time)).
    pub const fn unlimited() -> Self {
        Self {
            limits: None,
            clock: &SinceFirstUse,
            deadline: None,
            own_effort: None,
        }
    }
}

impl<'a> Budget<'a> {
    /// Starts the budget now, on the clock of the limits if they have one. With an effort limit, the time
    /// limit is ignored: answers repeat.
    pub fn new(limits: &'a Limits, clock: &'a dyn Clock) -> Self {
        let clock = limits.clock.as_deref().unwrap_or(clock);
        let time = limits.time.filter(|_| limits.effort.is_none());
        Self {
            limits: Some(limits),
            clock,
            deadline: time.map(|time| clock.now() + time),
            own_effort: None,
        }
    }

    /// This budget with at most `effort` nodes or samples. A deadline stays.
    #[must_use]
    pub fn with_effort(self, effort: u64) -> Self {
        Self {
            own_effort: Some(effort),
            ..self
        }
    }

    /// This budget with a deadline at most `left` from now.
    #[must_use]
    pub(crate) fn within(self, left: Option<Duration>) -> Self {
        let latest = left.map(|left| self.clock.now() + left);
        Self {
            deadline: [self.deadline, latest].into_iter().flatten().min(),
            ..self
        }
    }

    /// This budget with a deadline `time` from now, if the caller set neither time nor effort.
    #[must_use]
    pub fn or_time(self, time: Duration) -> Self {
        let own = self.effort().is_none().then(|| self.clock.now() + time);
        Self {
            deadline: self.deadline.or(own),
            ..self
        }
    }

    /// Maximum number of nodes or samples; `None` if the effort is not limited.
    pub fn effort(&self) -> Option<u64> {
        let callers = self.limits.and_then(|limits| limits.effort);
        [callers, self.own_effort].into_iter().flatten().min()
    }

    /// Maximum number of threads, at least 1.
    pub fn threads(&self) -> usize {
        self.limits.map_or(1, |limits| limits.threads.max(1))
    }

    /// Whether the caller stopped the search.
    pub fn stopped(&self) -> bool {
        self.limits.is_some_and(|limits| limits.stop.pulled())
    }

    /// Whether a search that has used `effort` nodes or samples must end. Reads the clock, also without a
    /// deadline: call it every few thousand nodes.
    pub fn exhausted(&self, effort: u64) -> bool {
        let now = self.clock.now();
        self.stopped()
            || self.effort().is_some_and(|limit| effort >= limit)
            || self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// Time until the deadline, zero once it has passed; `None` without a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_sub(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effort_limit_disables_the_time_limit() {
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
    fn an_unlimited_budget_ends_only_at_the_default_time_of_the_engine() {
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
