//! Limits on how often: governor's buckets, which refill.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::visitor::Visitor;

/// So many at once, and so many each second in the long run.
pub(crate) type Rate = (NonZeroU32, NonZeroU32);

/// A rate, where both numbers are known to be above zero.
pub(crate) const fn rate(burst: u32, per_second: u32) -> Rate {
    match (NonZeroU32::new(burst), NonZeroU32::new(per_second)) {
        (Some(burst), Some(per_second)) => (burst, per_second),
        _ => panic!("a rate of nothing"),
    }
}

fn quota((burst, per_second): Rate) -> Quota {
    Quota::per_second(per_second).allow_burst(burst)
}

/// The pace of one player.
#[derive(Debug)]
pub(crate) struct Pace(DefaultDirectRateLimiter);

impl Pace {
    pub(crate) fn new(rate: Rate) -> Self {
        Self(RateLimiter::direct(quota(rate)))
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&self) -> bool {
        self.0.check().is_ok()
    }
}

/// The paces of all visitors; those who have not asked for a while are forgotten.
#[derive(Debug)]
pub(crate) struct Paces {
    known: DefaultKeyedRateLimiter<Visitor>,
    /// From how many visitors on the forgotten are looked for.
    many: AtomicUsize,
}

const MANY: usize = 1024;

impl Paces {
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            known: RateLimiter::keyed(quota(rate)),
            many: AtomicUsize::new(MANY),
        }
    }

    /// Takes one of this visitor's, if there is one.
    pub(crate) fn take(&self, visitor: Visitor) -> bool {
        self.take_many(visitor, NonZeroU32::MIN)
    }

    /// Takes so many of this visitor's, if there are as many.
    pub(crate) fn take_many(&self, visitor: Visitor, count: NonZeroU32) -> bool {
        if self.known.len() >= self.many.load(Ordering::Relaxed) {
            self.known.retain_recent();
            // A crowd that is really there is not gone through for each of its requests.
            let many = MANY.max(2 * self.known.len());
            self.many.store(many, Ordering::Relaxed);
        }
        matches!(self.known.check_key_n(&visitor, count), Ok(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(ip: [u8; 4]) -> Visitor {
        Visitor::at(ip.into())
    }

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        let pace = Pace::new(rate(3, 1));
        let taken = [(); 5].map(|()| pace.take());
        assert_eq!(taken, [true, true, true, false, false]);
    }

    #[test]
    fn visitors_do_not_share() {
        let paces = Paces::new(rate(1, 1));
        let [one, other] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(visitor);
        let taken = [one, one, other].map(|from| paces.take(from));
        assert_eq!(taken, [true, false, true]);
    }

    #[test]
    fn many_are_taken_together_or_not_at_all() {
        let paces = Paces::new(rate(5, 1));
        let one = visitor([127, 0, 0, 1]);
        let taken = [6, 4, 2, 1].map(|count| paces.take_many(one, NonZeroU32::new(count).unwrap()));
        assert_eq!(taken, [false, true, false, true]);
    }

    #[test]
    fn whoever_has_rested_is_forgotten() {
        let paces = Paces::new(rate(1, 1_000_000));
        for number in 0..5 * MANY as u32 {
            assert!(paces.take(visitor((0x0a00_0000 + number).to_be_bytes())));
        }
        assert!(paces.known.len() <= 2 * MANY, "{}", paces.known.len());
    }
}
