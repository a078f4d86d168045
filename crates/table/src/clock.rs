//! Time as the referee sees it: monotonic, and replaceable in tests.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// A clock that never goes back.
pub trait Clock: Debug + Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock. The only place of the contracts that reads real time.
#[derive(Clone, Copy, Debug)]
pub struct Monotonic(Instant);

impl Monotonic {
    /// A clock that starts at zero.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Monotonic {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// How much time a player has; none means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// For one move.
    pub per_move: Option<Duration>,
    /// For all moves of a game together.
    pub per_game: Option<Duration>,
}

/// Counts the time each side has used against a control.
#[derive(Debug)]
pub(crate) struct Timer {
    control: TimeControl,
    clock: Box<dyn Clock>,
    used: [Duration; 2],
    since: Duration,
}

impl Timer {
    pub(crate) fn new(control: TimeControl, clock: Box<dyn Clock>) -> Self {
        Self {
            control,
            clock,
            used: [Duration::ZERO; 2],
            since: Duration::ZERO,
        }
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    pub(crate) fn start(&mut self) {
        self.since = self.clock.now();
    }

    /// What is left of the move that is being thought about; zero when time is up.
    pub(crate) fn left(&self, side: usize) -> Option<Duration> {
        let thinking = self.clock.now().saturating_sub(self.since);
        let of_move = self
            .control
            .per_move
            .map(|limit| limit.saturating_sub(thinking));
        let of_game = self
            .control
            .per_game
            .map(|l| l.saturating_sub(self.used[side] + thinking));
        [of_move, of_game].into_iter().flatten().min()
    }

    /// Adds the thinking time to the side's account.
    pub(crate) fn charge(&mut self, side: usize) {
        let now = self.clock.now();
        self.used[side] += now.saturating_sub(self.since);
        self.since = now;
    }
}
