//! Rate limits of visitors and players at this node.
//!
//! Every limit is a burst and a rate in the long run (GCRA). Each node counts for itself.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{NotUntil, Quota, RateLimiter};
use table::Side;

use crate::error::RequestError;
use crate::locked;
use crate::server::visitor::{Network, Visitor};

/// Maximum number of buckets of one limit. At the limit all are forgotten, which gives every visitor a
/// full bucket.
const MOST_BUCKETS: usize = 1 << 16;
/// Number of buckets of one limit below which full ones are not removed.
const FEW_BUCKETS: usize = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RateLimit {
    /// A request of any kind; a whole class may share one address.
    Request,
    OpenTable,
    SeriesGame,
    Join,
    Watch,
    /// An attempt to enter a short code; a whole class may share one address.
    Code,
    /// [`STORED_BYTES`] bytes that the store keeps.
    Stored,
}

/// Bytes that count as one request of [`RateLimit::Stored`]: a line with its key and its index.
const STORED_BYTES: usize = 256;

/// The burst and the requests per second of each limit, in the order of [`RateLimit`]: of what is stored
/// 16 MiB, and 4 KiB a second.
const VISITOR_RATES: [(u32, u32); 7] = [
    (3000, 500),
    (100, 5),
    (1000, 20),
    (30, 1),
    (200, 20),
    (100, 2),
    (1 << 16, 16),
];
/// How many times a visitor's burst and rate the networks around it are given, from the widest: a block
/// of IPv6 addresses may be one visitor's.
const NETWORK_SHARES: [u32; 3] = [8, 4, 1];
/// The burst and the commands per second of a player at one table.
const PLAYER_RATE: (u32, u32) = (40, 20);

type Limiter<K> = RateLimiter<K, HashMapStateStore<K>, DefaultClock>;

#[derive(Debug)]
struct Buckets<K: Hash + Eq + Clone> {
    quota: Quota,
    state: Mutex<BucketState<K>>,
}

#[derive(Debug)]
struct BucketState<K: Hash + Eq + Clone> {
    limiter: Limiter<K>,
    /// Number of buckets at which the full ones are removed next.
    sweep_at: usize,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    fn new((burst, per_second): (u32, u32)) -> Self {
        let positive = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(positive(per_second)).allow_burst(positive(burst));
        Self {
            quota,
            state: Mutex::new(BucketState {
                limiter: RateLimiter::hashmap(quota),
                sweep_at: FEW_BUCKETS,
            }),
        }
    }

    /// Takes `count` requests from the bucket of a key, or none and fails with the time to wait.
    fn take(&self, key: &K, count: NonZeroU32) -> Result<(), RequestError> {
        let mut state = locked(&self.state);
        self.sweep(&mut state);
        let wait = |until: NotUntil<_>| until.wait_time_from(DefaultClock::default().now());
        match state.limiter.check_key_n(key, count) {
            Ok(taken) => taken.map_err(|until| RequestError::TooFast(wait(until))),
            // More than a whole burst never fits.
            Err(_) => Err(RequestError::TooFast(Duration::MAX / 2)),
        }
    }

    /// Removes full buckets once there are many, and all buckets at the maximum.
    fn sweep(&self, state: &mut BucketState<K>) {
        if state.limiter.len() < state.sweep_at {
            return;
        }
        state.limiter.retain_recent();
        if state.limiter.len() >= MOST_BUCKETS {
            state.limiter = RateLimiter::hashmap(self.quota);
        }
        state.sweep_at = (2 * state.limiter.len()).clamp(FEW_BUCKETS, MOST_BUCKETS);
    }
}

#[derive(Debug)]
pub(crate) struct RateLimits {
    visitors: [[Buckets<Network>; NETWORK_SHARES.len()]; VISITOR_RATES.len()],
    players: Buckets<(String, Side)>,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            visitors: VISITOR_RATES.map(|(burst, per_second)| {
                NETWORK_SHARES.map(|share| Buckets::new((burst * share, per_second * share)))
            }),
            players: Buckets::new(PLAYER_RATE),
        }
    }
}

impl RateLimits {
    /// Counts one request of a visitor.
    pub(crate) fn check(&self, limit: RateLimit, from: Visitor) -> Result<(), RequestError> {
        self.check_many(limit, from, NonZeroU32::MIN)
    }

    /// Counts several requests of a visitor, all or none.
    pub(crate) fn check_many(
        &self,
        limit: RateLimit,
        from: Visitor,
        count: NonZeroU32,
    ) -> Result<(), RequestError> {
        // The visitor's own bucket comes first, so that who has emptied it takes nothing from others.
        let networks = self.visitors[limit as usize].iter().zip(from.networks());
        networks
            .rev()
            .try_for_each(|(buckets, network)| buckets.take(&network, count))
    }

    /// Counts the bytes of a text that the store is to keep.
    pub(crate) fn check_stored(&self, from: Visitor, bytes: usize) -> Result<(), RequestError> {
        let count = u32::try_from(bytes.div_ceil(STORED_BYTES)).unwrap_or(u32::MAX);
        let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        self.check_many(RateLimit::Stored, from, count)
    }

    /// Empties the buckets of what a visitor stores.
    #[cfg(test)]
    pub(crate) fn exhaust_stored(&self, from: Visitor) {
        while self.check_stored(from, STORED_BYTES).is_ok() {}
    }

    /// Counts one command of a player at a table.
    pub(crate) fn check_player(&self, table: &str, side: Side) -> Result<(), RequestError> {
        self.players
            .take(&(table.to_owned(), side), NonZeroU32::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: NonZeroU32 = NonZeroU32::MIN;

    fn visitor(number: u32) -> Visitor {
        Visitor::at(number.to_be_bytes().into())
    }

    #[test]
    fn a_burst_is_allowed_and_then_the_time_to_wait_is_given() {
        let buckets = Buckets::new((3, 1));
        for _ in 0..3 {
            buckets.take(&1, ONE).unwrap();
        }
        match buckets.take(&1, ONE) {
            Err(RequestError::TooFast(wait)) => {
                assert!(wait <= Duration::from_secs(1), "{wait:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn keys_have_buckets_of_their_own() {
        let buckets = Buckets::new((1, 1));
        let taken = [1, 1, 2].map(|key| buckets.take(&key, ONE).is_ok());
        assert_eq!(taken, [true, false, true]);
    }

    #[test]
    fn several_are_taken_together_or_not_at_all() {
        let buckets = Buckets::new((5, 1));
        let counts = [6, 4, 2, 1].map(|count| NonZeroU32::new(count).unwrap());
        let taken = counts.map(|count| buckets.take(&1, count).is_ok());
        assert_eq!(taken, [false, true, false, true]);
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let buckets = Buckets::new((2, 1));
        for key in 0..3 * MOST_BUCKETS {
            buckets.take(&key, ONE).unwrap();
        }
        assert!(locked(&buckets.state).limiter.len() <= MOST_BUCKETS);
    }

    #[test]
    fn full_buckets_are_removed() {
        // A bucket of one refills within a nanosecond's share of a second.
        let buckets = Buckets::new((1, 1_000_000_000));
        for key in 0..5 * FEW_BUCKETS {
            buckets.take(&key, ONE).unwrap();
        }
        assert!(locked(&buckets.state).limiter.len() <= FEW_BUCKETS);
    }

    #[test]
    fn each_limit_counts_by_itself() {
        let limits = RateLimits::default();
        while limits.check(RateLimit::Join, visitor(1)).is_ok() {}
        assert!(limits.check(RateLimit::Code, visitor(1)).is_ok());
        assert!(limits.check(RateLimit::Join, visitor(2)).is_ok());
        assert!(limits.check_player("a", Side::First).is_ok());
    }

    #[test]
    fn a_block_of_addresses_has_the_rates_of_eight_visitors() {
        let limits = RateLimits::default();
        let at = |text: String| Visitor::at(text.parse().unwrap());
        let (burst, _) = VISITOR_RATES[RateLimit::Join as usize];
        let granted = (0..16u32)
            .flat_map(|network| vec![at(format!("2001:db8:7:{network:x}00::1")); burst as usize])
            .filter(|from| limits.check(RateLimit::Join, *from).is_ok())
            .count();
        // Some permits come back while the test runs.
        assert!(
            (8 * burst..12 * burst).contains(&(granted as u32)),
            "{granted}"
        );
        assert!(
            limits
                .check(RateLimit::Join, at("2001:db8:8::1".to_owned()))
                .is_ok()
        );
    }

    #[test]
    fn a_visitor_stores_a_bounded_number_of_bytes() {
        let limits = RateLimits::default();
        let record = 14 * 1024;
        let stored = (0..10_000)
            .take_while(|_| limits.check_stored(visitor(1), record).is_ok())
            .count();
        assert!((1000..2000).contains(&stored), "{stored}");
        assert!(limits.check_stored(visitor(2), record).is_ok());
    }
}
