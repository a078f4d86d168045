//! Which workers are there, and what they take.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::job::Presence;

/// How often a worker says that it is there, and after how long a silent one is not.
pub(crate) const SIGNED: Duration = Duration::from_secs(1);
const GONE: Duration = Duration::from_secs(6);
/// Workers that are remembered: no school has more.
const MOST: usize = 4096;

/// Whoever was heard of, when and with what.
#[derive(Debug, Default)]
pub(crate) struct Roll(BTreeMap<String, (Instant, BTreeSet<String>)>);

impl Roll {
    pub(crate) fn sign(&mut self, presence: Presence, now: Instant) {
        self.0
            .retain(|_, (seen, _)| now.duration_since(*seen) < GONE);
        if self.0.len() < MOST || self.0.contains_key(&presence.worker) {
            let serves = presence.serves.into_iter().collect();
            self.0.insert(presence.worker, (now, serves));
        }
    }

    /// Whether anybody is there whom `may` lets.
    pub(crate) fn has(&self, now: Instant, may: impl Fn(&str) -> bool) -> bool {
        let here = |seen: &Instant| now.duration_since(*seen) < GONE;
        let mut workers = self.0.iter();
        workers.any(|(worker, (seen, _))| here(seen) && may(worker))
    }

    /// Whether somebody whom `may` lets is there and takes games of a kind.
    pub(crate) fn takes(&self, kind: &str, now: Instant, may: impl Fn(&str) -> bool) -> bool {
        let here = |seen: &Instant| now.duration_since(*seen) < GONE;
        let mut workers = self.0.iter();
        workers.any(|(worker, (seen, serves))| here(seen) && serves.contains(kind) && may(worker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_is_silent_is_not_there() {
        let (mut roll, begun) = (Roll::default(), Instant::now());
        let anybody = |_: &str| true;
        assert!(!roll.has(begun, anybody));
        let serves = vec!["k".to_owned()];
        let worker = "w".to_owned();
        roll.sign(Presence { worker, serves }, begun);
        assert!(roll.has(begun, anybody) && roll.takes("k", begun, anybody));
        assert!(!roll.takes("other", begun, anybody));
        assert!(!roll.takes("k", begun, |worker| worker != "w"));
        let later = begun + GONE;
        assert!(!roll.takes("k", later, anybody) && !roll.has(later, anybody));
    }
}
