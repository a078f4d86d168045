//! Positions of long games, shown to spectators while they are played.
//!
//! Only the position is shown. Seed, record and chance stay secret until both games of a pair are over.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use host::{EventKind, EventView, Viewer};
use store::RunningGame;

use super::runner::{WorkerMessage, WorkerSender};
use super::{ScheduledGame, TournamentPlan};

/// Number of batches that the runner receives during a game before its positions are shown.
const LONG_BATCHES: u64 = 5;
const MOST_GAMES: usize = 24;
/// Minimum interval between two updates of the shown positions.
const UPDATE: Duration = Duration::from_millis(300);
/// Maximum interval between two updates, which also say that the tournament is running.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Sends the positions of one game to the runner once the game is long. It compares a counter of
/// batches instead of reading a clock, so a short game costs nothing.
pub(crate) struct LiveFeed<'a> {
    batches: &'a AtomicU64,
    runner: &'a WorkerSender,
    number: u64,
    /// Number of batches that the runner had received when the game began.
    begun: u64,
}

impl<'a> LiveFeed<'a> {
    pub(crate) fn new(batches: &'a AtomicU64, runner: &'a WorkerSender, number: u64) -> Self {
        Self {
            batches,
            runner,
            number,
            begun: batches.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn observe(&self, event: &dyn EventView) {
        let long = self.batches.load(Ordering::Relaxed) >= self.begun + LONG_BATCHES;
        if long && event.kind() == EventKind::Asked {
            let view = event.view(Viewer::Spectator);
            // A game does not end because the runner no longer receives.
            self.runner.send(WorkerMessage::Position(self.number, view));
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct LiveGames {
    games: BTreeMap<u64, RunningGame>,
    changed: bool,
    updated: Option<Instant>,
}

impl LiveGames {
    pub(crate) fn show(&mut self, plan: &TournamentPlan, scheduled: &ScheduledGame, view: String) {
        let number = scheduled.number;
        if self.games.len() >= MOST_GAMES && !self.games.contains_key(&number) {
            return;
        }
        let name = |player: usize| plan.players[player].name.clone();
        let running = RunningGame {
            number,
            first: name(scheduled.first),
            second: name(scheduled.second),
            view,
        };
        self.games.insert(number, running);
        self.changed = true;
    }

    pub(crate) fn remove(&mut self, number: u64) {
        self.changed |= self.games.remove(&number).is_some();
    }

    /// The games to save now, if an update is due.
    pub(crate) fn due_update(&mut self) -> Option<Vec<RunningGame>> {
        let wait = if self.changed { UPDATE } else { HEARTBEAT };
        let due = self.updated.is_none_or(|updated| updated.elapsed() >= wait);
        due.then(|| {
            self.changed = false;
            self.updated = Some(Instant::now());
            self.games.values().cloned().collect()
        })
    }
}
