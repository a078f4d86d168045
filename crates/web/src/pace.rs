//! Limits on how often: buckets that refill, and that owe what was taken elsewhere.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::hub::locked;
use crate::secret::Alias;

/// So many at once, and so many each second in the long run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    burst: NonZeroU32,
    per_second: NonZeroU32,
}

/// A rate, where both numbers are known to be above zero.
pub(crate) const fn rate(burst: u32, per_second: u32) -> Rate {
    match (NonZeroU32::new(burst), NonZeroU32::new(per_second)) {
        (Some(burst), Some(per_second)) => Rate { burst, per_second },
        _ => panic!("a rate of nothing"),
    }
}

impl Rate {
    pub(crate) const fn burst(self) -> u32 {
        self.burst.get()
    }

    /// How long so many take to come back.
    fn time(self, count: u32) -> Duration {
        Duration::from_secs(count.into()) / self.per_second.get()
    }
}

/// Whose buckets are known at most; of whom others tell, half of them.
const MOST: usize = 1 << 16;
/// From how many on it is looked who may be forgotten.
const FEW: usize = 1024;
/// How many bursts somebody may owe: as many as so many nodes let through before they hear of one
/// another.
const MOST_OWED: u32 = 64;

/// The buckets of all who do one thing; those who have rested are forgotten.
#[derive(Debug)]
pub(crate) struct Paces {
    rate: Rate,
    buckets: Mutex<Buckets>,
}

#[derive(Debug)]
struct Buckets {
    /// When each will be full again: later than the time of a burst from now, and it owes.
    full: HashMap<Alias, Instant>,
    /// From how many on it is looked who may be forgotten.
    many: usize,
}

impl Buckets {
    /// Forgets who has rested and, where a crowd is left, those who have taken least. A crowd that is
    /// really there is not gone through for each of its requests.
    fn forget(&mut self, now: Instant) {
        if self.full.len() < self.many {
            return;
        }
        self.full.retain(|_, full| *full > now);
        if let Some(least) = self
            .full
            .len()
            .checked_sub(MOST / 2)
            .filter(|over| *over > 0)
        {
            let mut times: Vec<Instant> = self.full.values().copied().collect();
            let (_, bound, _) = times.select_nth_unstable(least - 1);
            self.full.retain(|_, full| *full > *bound);
        }
        self.many = FEW.max(2 * self.full.len());
    }
}

impl Paces {
    pub(crate) fn new(rate: Rate) -> Self {
        let buckets = Buckets {
            full: HashMap::new(),
            many: FEW,
        };
        Self {
            rate,
            buckets: Mutex::new(buckets),
        }
    }

    /// Takes so many of somebody's, if there are as many.
    pub(crate) fn take(&self, who: Alias, count: NonZeroU32, now: Instant) -> bool {
        let mut buckets = locked(&self.buckets);
        buckets.forget(now);
        let full = buckets.full.get(&who).map_or(now, |full| now.max(*full));
        let full = full + self.rate.time(count.get());
        let may = full <= now + self.rate.time(self.rate.burst());
        if may {
            buckets.full.insert(who, full);
        }
        may
    }

    /// Takes what was let through elsewhere, whether it is there or not: what is owed comes back first.
    pub(crate) fn charge(&self, who: Alias, count: u32, now: Instant) {
        let mut buckets = locked(&self.buckets);
        buckets.forget(now);
        let known = buckets.full.get(&who).copied();
        if known.is_none() && buckets.full.len() >= MOST / 2 {
            return;
        }
        let full = known.map_or(now, |full| now.max(full)) + self.rate.time(count);
        let most = now + self.rate.time(self.rate.burst()) * MOST_OWED;
        buckets.full.insert(who, full.min(most));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZeroU32 = NonZeroU32::MIN;

    fn take(paces: &Paces, who: u128, now: Instant) -> bool {
        paces.take(Alias(who), ONE, now)
    }

    #[test]
    fn a_burst_is_allowed_and_then_what_comes_back() {
        let (paces, now) = (Paces::new(rate(3, 2)), Instant::now());
        let taken = [(); 5].map(|()| take(&paces, 1, now));
        assert_eq!(taken, [true, true, true, false, false]);
        let later = now + Duration::from_secs(1);
        let taken = [(); 3].map(|()| take(&paces, 1, later));
        assert_eq!(taken, [true, true, false]);
    }

    #[test]
    fn visitors_do_not_share() {
        let (paces, now) = (Paces::new(rate(1, 1)), Instant::now());
        let taken = [1, 1, 2].map(|who| take(&paces, who, now));
        assert_eq!(taken, [true, false, true]);
    }

    #[test]
    fn many_are_taken_together_or_not_at_all() {
        let (paces, now) = (Paces::new(rate(5, 1)), Instant::now());
        let counts = [6, 4, 2, 1].map(|count| NonZeroU32::new(count).unwrap());
        let taken = counts.map(|count| paces.take(Alias(1), count, now));
        assert_eq!(taken, [false, true, false, true]);
    }

    #[test]
    fn what_was_taken_elsewhere_is_owed() {
        let (paces, now) = (Paces::new(rate(2, 1)), Instant::now());
        paces.charge(Alias(1), 5, now);
        let after = |seconds| now + Duration::from_secs(seconds);
        let taken = [0, 3, 4, 4].map(|seconds| take(&paces, 1, after(seconds)));
        assert_eq!(taken, [false, false, true, false]);
        assert!(take(&paces, 2, now), "somebody else");
    }

    #[test]
    fn nobody_owes_for_ever() {
        let (paces, now) = (Paces::new(rate(2, 1)), Instant::now());
        for _ in 0..1000 {
            paces.charge(Alias(1), 1000, now);
        }
        let owed = Duration::from_secs(u64::from(2 * MOST_OWED));
        assert!(take(&paces, 1, now + owed));
    }

    #[test]
    fn whoever_has_rested_is_forgotten() {
        let (paces, now) = (Paces::new(rate(1, 1)), Instant::now());
        for who in 0..5 * FEW {
            let later = now + Duration::from_secs(2) * who as u32;
            assert!(take(&paces, who as u128, later));
        }
        let known = locked(&paces.buckets).full.len();
        assert!(known <= FEW, "{known}");
    }

    /// Whoever took most is the last to be forgotten, and what others tell pushes nobody out.
    #[test]
    fn a_crowd_is_bounded_and_the_greediest_stay_known() {
        let (paces, now) = (Paces::new(rate(2, 1)), Instant::now());
        for _ in 0..2 {
            assert!(take(&paces, u128::MAX, now));
        }
        for who in 0..3 * MOST as u128 {
            paces.charge(Alias(who), 1, now);
        }
        assert!(locked(&paces.buckets).full.len() <= MOST / 2);
        for who in 0..3 * MOST as u128 {
            take(&paces, who, now);
        }
        assert!(locked(&paces.buckets).full.len() <= MOST);
        assert!(!take(&paces, u128::MAX, now));
    }
}
