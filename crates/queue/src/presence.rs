//! Keeps track of which workers are there, and which kinds of work they take.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use table::{Message, message};

use crate::requirements::Requirements;
use crate::wire::{MAX_HEARTBEAT_BYTES, decode, is_name};

pub(crate) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Time after its last heartbeat when a worker counts as gone.
const GONE_AFTER: Duration = Duration::from_secs(6);
/// Time that workers have to notice a new kind of work; until then it counts as taken.
const NOTICE_TIME: Duration = Duration::from_secs(5);
/// Time after which a kind of work without a worker is reported.
const REPORT_AFTER: Duration = Duration::from_secs(4);
/// Maximum number of workers remembered; heartbeats of further ones are ignored.
const MAX_WORKERS: usize = 4096;

/// Message that a worker publishes every second.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Heartbeat {
    pub(crate) worker: String,
    /// Digests of the requirements that the worker's machine meets.
    pub(crate) serves: Vec<String>,
}

impl Heartbeat {
    /// Decodes a heartbeat; none when it is too long or malformed.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        decode(bytes, MAX_HEARTBEAT_BYTES).filter(|heartbeat: &Self| is_name(&heartbeat.worker))
    }
}

/// Workers with a recent heartbeat, and the kinds of work that are offered to them.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    /// Last heartbeat of each worker: its time, and the digests of the requirements it meets.
    workers: BTreeMap<String, (Instant, BTreeSet<String>)>,
    offers: BTreeMap<Requirements, WorkOffer>,
}

/// One kind of work that the batch has offered.
#[derive(Clone, Copy, Debug)]
struct WorkOffer {
    offered: Instant,
    /// Last time a worker was there that takes it.
    served: Instant,
    reported: bool,
}

impl Presence {
    /// Records a heartbeat and forgets workers that are gone.
    pub(crate) fn record(&mut self, heartbeat: Heartbeat, now: Instant) {
        self.workers
            .retain(|_, (seen, _)| now.duration_since(*seen) < GONE_AFTER);
        if self.workers.len() < MAX_WORKERS || self.workers.contains_key(&heartbeat.worker) {
            let serves = heartbeat.serves.into_iter().collect();
            self.workers.insert(heartbeat.worker, (now, serves));
        }
    }

    /// Records that a kind of work is offered; repeating it changes nothing.
    pub(crate) fn record_offer(&mut self, requirements: &Requirements, now: Instant) {
        let offer = WorkOffer {
            offered: now,
            served: now,
            reported: false,
        };
        self.offers.entry(requirements.clone()).or_insert(offer);
    }

    pub(crate) fn is_offered(&self, requirements: &Requirements) -> bool {
        self.offers.contains_key(requirements)
    }

    pub(crate) fn offers(&self) -> Vec<Requirements> {
        self.offers.keys().cloned().collect()
    }

    /// Whether a worker that `allowed` accepts could take this work; true in its first five
    /// seconds, in which workers may not have noticed it.
    pub(crate) fn can_be_taken(
        &self,
        requirements: &Requirements,
        now: Instant,
        allowed: impl Fn(&str) -> bool,
    ) -> bool {
        let offer = self.offers.get(requirements);
        let is_new = offer.is_some_and(|offer| now.duration_since(offer.offered) < NOTICE_TIME);
        is_new || self.serves(&requirements.digest(), now, allowed)
    }

    /// One message for each kind of work that no worker has taken for four seconds. Each kind is
    /// reported once, and again after a worker for it has come and gone.
    pub(crate) fn report_unserved(
        &mut self,
        now: Instant,
        allowed: impl Fn(&str) -> bool,
    ) -> Vec<Message> {
        let mut messages = Vec::new();
        let mut offers = std::mem::take(&mut self.offers);
        for (requirements, offer) in &mut offers {
            if self.serves(&requirements.digest(), now, &allowed) {
                offer.served = now;
                offer.reported = false;
            } else if !offer.reported && now.duration_since(offer.served) > REPORT_AFTER {
                offer.reported = true;
                let needs = requirements.describe();
                messages.push(if self.has_worker(now, &allowed) {
                    message!("queue-no-able-worker", needs)
                } else {
                    message!("queue-no-worker", needs)
                });
            }
        }
        self.offers = offers;
        messages
    }

    fn has_worker(&self, now: Instant, allowed: impl Fn(&str) -> bool) -> bool {
        self.present(now).any(|(worker, _)| allowed(worker))
    }

    /// Whether a worker that `allowed` accepts is there and meets the requirements of that digest.
    fn serves(&self, digest: &str, now: Instant, allowed: impl Fn(&str) -> bool) -> bool {
        let mut workers = self.present(now);
        workers.any(|(worker, serves)| serves.contains(digest) && allowed(worker))
    }

    fn present(&self, now: Instant) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        let workers = self.workers.iter();
        let workers = workers.filter(move |(_, (seen, _))| now.duration_since(*seen) < GONE_AFTER);
        workers.map(|(worker, (_, serves))| (worker.as_str(), serves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anyone(_: &str) -> bool {
        true
    }

    fn heartbeat(worker: &str, requirements: &Requirements) -> Heartbeat {
        Heartbeat {
            worker: worker.to_owned(),
            serves: vec![requirements.digest()],
        }
    }

    #[test]
    fn a_worker_without_a_heartbeat_for_six_seconds_is_gone() {
        let (mut presence, start) = (Presence::default(), Instant::now());
        let [work, other] = ["421", "dominos"].map(Requirements::for_game);
        assert!(!presence.has_worker(start, anyone));
        presence.record(heartbeat("w", &work), start);
        assert!(presence.has_worker(start, anyone));
        assert!(presence.can_be_taken(&work, start, anyone));
        assert!(!presence.can_be_taken(&other, start, anyone));
        assert!(!presence.can_be_taken(&work, start, |worker| worker != "w"));
        let later = start + GONE_AFTER;
        assert!(!presence.can_be_taken(&work, later, anyone));
        assert!(!presence.has_worker(later, anyone));
    }

    #[test]
    fn a_new_offer_counts_as_taken_until_workers_had_time_to_notice_it() {
        let (mut presence, start) = (Presence::default(), Instant::now());
        let work = Requirements::for_game("421");
        presence.record_offer(&work, start);
        assert!(presence.is_offered(&work));
        assert!(presence.can_be_taken(&work, start, anyone));
        assert!(!presence.can_be_taken(&work, start + NOTICE_TIME, anyone));
    }

    #[test]
    fn work_that_no_worker_takes_is_reported_once() {
        let (mut presence, start) = (Presence::default(), Instant::now());
        let work = Requirements::for_game("421");
        presence.record_offer(&work, start);
        assert!(presence.report_unserved(start, anyone).is_empty());
        let late = start + REPORT_AFTER + Duration::from_secs(1);
        assert_eq!(presence.report_unserved(late, anyone).len(), 1);
        assert!(presence.report_unserved(late, anyone).is_empty());
        presence.record(heartbeat("w", &work), late);
        assert!(presence.report_unserved(late, anyone).is_empty());
        let gone = late + GONE_AFTER;
        assert_eq!(presence.report_unserved(gone, anyone).len(), 1);
    }
}
