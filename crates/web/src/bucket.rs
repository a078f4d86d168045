//! Limits on how often: a bucket that refills.

use std::collections::HashMap;
use std::time::Instant;

use crate::visitor::Visitor;

/// Allows `burst` at once and `per_second` in the long run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    burst: f64,
    per_second: f64,
    left: f64,
    since: Instant,
}

impl Bucket {
    pub(crate) fn new(burst: u32, per_second: u32) -> Self {
        Self {
            burst: burst.into(),
            per_second: per_second.into(),
            left: burst.into(),
            since: Instant::now(),
        }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self) -> bool {
        let now = Instant::now();
        let refilled = self.left + now.duration_since(self.since).as_secs_f64() * self.per_second;
        self.since = now;
        self.left = refilled.min(self.burst);
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }

    fn is_full(&self) -> bool {
        self.left + self.since.elapsed().as_secs_f64() * self.per_second >= self.burst
    }
}

/// One bucket a visitor; full ones are forgotten.
#[derive(Debug)]
pub(crate) struct Buckets {
    fresh: Bucket,
    taken: HashMap<Visitor, Bucket>,
}

/// From how many visitors on full buckets are looked for.
const MANY: usize = 1024;

impl Buckets {
    pub(crate) fn new(burst: u32, per_second: u32) -> Self {
        Self {
            fresh: Bucket::new(burst, per_second),
            taken: HashMap::new(),
        }
    }

    pub(crate) fn take(&mut self, visitor: Visitor) -> bool {
        if self.taken.len() >= MANY {
            self.taken.retain(|_, bucket| !bucket.is_full());
        }
        let fresh = Bucket {
            since: Instant::now(),
            ..self.fresh
        };
        self.taken.entry(visitor).or_insert(fresh).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        let mut bucket = Bucket::new(3, 0);
        assert_eq!(
            [(); 5].map(|()| bucket.take()),
            [true, true, true, false, false]
        );
    }

    #[test]
    fn visitors_do_not_share() {
        let mut buckets = Buckets::new(1, 0);
        let [one, other] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(|ip| Visitor::at(ip.into()));
        assert_eq!(
            [one, one, other].map(|from| buckets.take(from)),
            [true, false, true]
        );
    }
}
