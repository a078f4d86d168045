//! Games that take long enough are seen while they are played.
//!
//! A position is all that is shown: seed, record and chance stay with the house until both games of
//! a pair are over.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use house::{Kind, Moment, Viewer};
use store::RunningGame;

use super::inbox::Writer;
use super::running::Word;
use super::{Fixture, Plan};

/// A game that was begun before so many looks into the inbox is slow.
const LOOKS: u64 = 5;
/// Games that are shown at a time.
const MOST: usize = 24;
/// How often what is shown changes, at most.
const SHOWN: Duration = Duration::from_millis(300);
/// How often it is said that somebody plays, at least.
const SEEN: Duration = Duration::from_secs(5);

/// Where a game is played: shows it once it is slow. Looks are counted instead of reading a clock,
/// so that a quick game pays nothing.
pub(crate) struct Stage<'a> {
    looks: &'a AtomicU64,
    desk: &'a Writer<'a, Word>,
    number: u64,
    begun: u64,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(looks: &'a AtomicU64, desk: &'a Writer<'a, Word>, number: u64) -> Self {
        Self {
            looks,
            desk,
            number,
            begun: looks.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn hear(&self, moment: &dyn Moment) {
        let slow = self.looks.load(Ordering::Relaxed) >= self.begun + LOOKS;
        if slow && moment.kind() == Kind::Asked {
            let view = moment.view(Viewer::Spectator);
            // Whether anybody reads it does not change the game.
            self.desk.put(Word::Shown(self.number, view));
        }
    }
}

/// What is shown of the games in progress.
#[derive(Debug)]
pub(crate) struct Gallery {
    games: BTreeMap<u64, RunningGame>,
    changed: bool,
    told: Option<Instant>,
}

impl Gallery {
    pub(crate) fn new() -> Self {
        Self {
            games: BTreeMap::new(),
            changed: true,
            told: None,
        }
    }

    pub(crate) fn show(&mut self, plan: &Plan, fixture: &Fixture, view: String) {
        let number = fixture.number;
        if self.games.len() >= MOST && !self.games.contains_key(&number) {
            return;
        }
        let name = |player: usize| plan.players[player].name.clone();
        let running = RunningGame {
            number,
            first: name(fixture.first),
            second: name(fixture.second),
            view,
        };
        self.games.insert(number, running);
        self.changed = true;
    }

    pub(crate) fn remove(&mut self, number: u64) {
        self.changed |= self.games.remove(&number).is_some();
    }

    /// What is to be told now, if anything is.
    pub(crate) fn due(&mut self) -> Option<Vec<RunningGame>> {
        let wait = if self.changed { SHOWN } else { SEEN };
        let due = self.told.is_none_or(|told| told.elapsed() >= wait);
        due.then(|| {
            self.changed = false;
            self.told = Some(Instant::now());
            self.games.values().cloned().collect()
        })
    }
}
