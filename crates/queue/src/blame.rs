//! Decides whether a crash is the program's fault or the fault of the worker where it ran.
//!
//! A crash counts once two workers have seen the same player crash, or when no other worker could
//! repeat the game. Until then the game is played again elsewhere. A worker is excluded when players
//! that crashed there finished the same games elsewhere, and no program ever finished a game there.

use std::collections::{BTreeMap, BTreeSet};

use table::Explain;

/// Number of crashes not repeated elsewhere after which a worker is excluded.
const MAX_REFUTED_CRASHES: u32 = 2;
/// Number of machine failures in a row after which a worker is excluded.
const MAX_FAILURES: u32 = 3;

/// A decision that is reported to people once.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub(crate) enum BlameNotice {
    /// The player crashed at two workers: from now on its crashes count everywhere.
    #[message("queue-player-crashes")]
    PlayerCrashes { player: String, workers: String },
    /// The worker is excluded: none of its results count any more.
    #[message("queue-worker-excluded")]
    WorkerExcluded { worker: String },
}

/// Crashes and failures of one batch, by player and by worker.
#[derive(Default, Debug)]
pub(crate) struct Blame {
    /// Workers where a player crashed, without those where the crash was refuted.
    crashes: BTreeMap<String, BTreeSet<String>>,
    /// Players whose crashes count without a second worker.
    crashing_players: BTreeSet<String>,
    /// Workers where programs finished at least one game.
    proven_workers: BTreeSet<String>,
    /// Number of crashes per worker that did not repeat elsewhere.
    refuted: BTreeMap<String, u32>,
    /// Number of machine failures per worker since its last finished job.
    failures: BTreeMap<String, u32>,
    excluded: BTreeSet<String>,
}

impl Blame {
    /// Records a crash of a player's program at a worker; `others` is whether another worker could
    /// repeat the game. Returns whether the crash counts: otherwise it may be the worker's fault, and
    /// another worker should play the game.
    pub(crate) fn record_crash(
        &mut self,
        player: &str,
        worker: &str,
        others: bool,
    ) -> (bool, Option<BlameNotice>) {
        if self.crashing_players.contains(player) {
            return (true, None);
        }
        let workers = self.crashes.entry(player.to_owned()).or_default();
        workers.insert(worker.to_owned());
        if workers.len() >= 2 {
            let workers: Vec<&str> = workers.iter().map(String::as_str).collect();
            let notice = BlameNotice::PlayerCrashes {
                player: player.to_owned(),
                workers: workers.join(", "),
            };
            self.crashing_players.insert(player.to_owned());
            return (true, Some(notice));
        }
        (!others, None)
    }

    /// Records a game that programs finished at a worker. `doubted` is the player and the worker of a
    /// crash in the same game, which is refuted by this.
    pub(crate) fn record_finish(
        &mut self,
        worker: &str,
        doubted: Option<(&str, &str)>,
    ) -> Option<BlameNotice> {
        self.proven_workers.insert(worker.to_owned());
        let (player, suspect) = doubted?;
        if let Some(workers) = self.crashes.get_mut(player) {
            workers.remove(suspect);
        }
        let refuted = self.refuted.entry(suspect.to_owned()).or_default();
        *refuted += 1;
        let broken = *refuted >= MAX_REFUTED_CRASHES && !self.proven_workers.contains(suspect);
        broken.then(|| self.exclude(suspect)).flatten()
    }

    pub(crate) fn record_failure(&mut self, worker: &str) -> Option<BlameNotice> {
        let failures = self.failures.entry(worker.to_owned()).or_default();
        *failures += 1;
        let broken = *failures >= MAX_FAILURES;
        broken.then(|| self.exclude(worker)).flatten()
    }

    /// Records that a worker finished a job, which resets its count of failures.
    pub(crate) fn record_success(&mut self, worker: &str) {
        self.failures.remove(worker);
    }

    /// Excludes a worker and forgets the crashes it reported; none when it was excluded before.
    pub(crate) fn exclude(&mut self, worker: &str) -> Option<BlameNotice> {
        for workers in self.crashes.values_mut() {
            workers.remove(worker);
        }
        let worker = worker.to_owned();
        let new = self.excluded.insert(worker.clone());
        new.then_some(BlameNotice::WorkerExcluded { worker })
    }

    pub(crate) fn is_excluded(&self, worker: &str) -> bool {
        self.excluded.contains(worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_crashes_at_two_workers_is_reported_once() {
        let mut blame = Blame::default();
        let doubted = (false, None);
        assert_eq!(blame.record_crash("A", "w1", true), doubted);
        assert_eq!(blame.record_crash("A", "w1", true), doubted);
        let notice = BlameNotice::PlayerCrashes {
            player: "A".to_owned(),
            workers: "w1, w2".to_owned(),
        };
        let counts = (true, Some(notice));
        assert_eq!(blame.record_crash("A", "w2", true), counts);
        let silent = (true, None);
        assert_eq!(blame.record_crash("A", "w3", true), silent);
        assert_eq!(blame.record_crash("B", "w1", true), doubted);
    }

    #[test]
    fn a_crash_counts_when_no_other_worker_could_repeat_the_game() {
        let mut blame = Blame::default();
        let counts = (true, None);
        assert_eq!(blame.record_crash("A", "w1", false), counts);
    }

    #[test]
    fn a_worker_where_every_player_crashes_is_excluded() {
        let mut blame = Blame::default();
        blame.record_crash("A", "bad", true);
        assert_eq!(blame.record_finish("good", Some(("A", "bad"))), None);
        blame.record_crash("B", "bad", true);
        let notice = blame.record_finish("good", Some(("B", "bad")));
        let worker = "bad".to_owned();
        assert_eq!(notice, Some(BlameNotice::WorkerExcluded { worker }));
        assert!(blame.is_excluded("bad") && !blame.is_excluded("good"));
        assert_eq!(blame.exclude("bad"), None);
        // Crashes that the excluded worker reported are forgotten.
        let doubted = (false, None);
        assert_eq!(blame.record_crash("A", "good", true), doubted);
    }

    #[test]
    fn a_worker_is_excluded_after_three_failures_in_a_row() {
        let mut blame = Blame::default();
        for _ in 0..2 * MAX_FAILURES {
            assert_eq!(blame.record_failure("w1"), None);
            blame.record_success("w1");
        }
        for _ in 1..MAX_FAILURES {
            assert_eq!(blame.record_failure("w2"), None);
        }
        assert!(blame.record_failure("w2").is_some() && blame.is_excluded("w2"));
    }

    #[test]
    fn a_worker_where_a_program_finished_is_not_excluded_for_crashes() {
        let mut blame = Blame::default();
        blame.record_finish("w1", None);
        for _ in 0..5 {
            blame.record_crash("A", "w1", true);
            assert_eq!(blame.record_finish("w2", Some(("A", "w1"))), None);
        }
    }
}
