//! Thinking on the other's time: how much processor a program uses while it is not asked.

use std::time::{Duration, Instant};

use crate::misdeed::Excess;

/// Shorter turns of the other are not counted: going back to reading takes its time.
const SHORTEST: Duration = Duration::from_millis(100);
/// What a runtime may use for itself, after all: compiling, collecting.
const ALLOWANCE: Duration = Duration::from_millis(250);
/// Of the other's time, this part is allowed besides.
const PART: u32 = 5;

/// Processor time that a program used: its own process's exactly, and its group's when last counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    pub(super) own: Duration,
    pub(super) group: Duration,
}

impl Used {
    /// What was used after `before`: the group's, unless its own process is known to have used more.
    pub(super) fn since(self, before: Self) -> Duration {
        let own = self.own.saturating_sub(before.own);
        own.max(self.group.saturating_sub(before.group))
    }
}

/// What was used off turn so far.
#[derive(Debug, Default)]
pub(super) struct OffTurn {
    since: Option<(Instant, Used)>,
    used: Duration,
    during: Duration,
}

impl OffTurn {
    /// It answered: from now on it waits.
    pub(super) fn begin(&mut self, now: Instant, used: Used) {
        self.since = Some((now, used));
    }

    /// It is asked; what it used since it answered, if that is too much.
    ///
    /// The group was counted up to `lag` before either moment, so that as much of its time may have
    /// been spent on turn.
    pub(super) fn end(&mut self, now: Instant, used: Used, lag: Duration) -> Result<(), Excess> {
        let Some((since, before)) = self.since.take() else {
            return Ok(());
        };
        let during = now.saturating_duration_since(since);
        if during < SHORTEST {
            return Ok(());
        }
        let own = used.own.saturating_sub(before.own);
        let group = used.group.saturating_sub(before.group).saturating_sub(lag);
        self.used += own.max(group);
        self.during += during;
        if self.used > self.during / PART + ALLOWANCE {
            return Err(Excess::OffTurn {
                used: millis(self.used),
                during: millis(self.during),
            });
        }
        Ok(())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_millis(50);

    fn used(own: u64, group: u64) -> Used {
        Used {
            own: Duration::from_millis(own),
            group: Duration::from_millis(group),
        }
    }

    /// One turn of the other of so many milliseconds, in which so many were used.
    fn turn(off_turn: &mut OffTurn, during: u64, spent: Used) -> Result<(), Excess> {
        let start = Instant::now();
        off_turn.begin(start, Used::default());
        off_turn.end(start + Duration::from_millis(during), spent, LAG)
    }

    #[test]
    fn whole_core_is_too_much_and_a_fifth_is_not() {
        let mut spinning = OffTurn::default();
        let excess = Excess::OffTurn {
            used: 500,
            during: 500,
        };
        assert_eq!(turn(&mut spinning, 500, used(500, 0)), Err(excess));
        let mut modest = OffTurn::default();
        for _ in 0..100 {
            assert_eq!(turn(&mut modest, 1000, used(200, 0)), Ok(()));
        }
    }

    #[test]
    fn children_count_and_short_turns_do_not() {
        let mut group = OffTurn::default();
        assert!(turn(&mut group, 500, used(1, 600)).is_err());
        let mut short = OffTurn::default();
        for _ in 0..1000 {
            assert_eq!(turn(&mut short, 99, used(99, 99)), Ok(()));
        }
    }

    #[test]
    fn many_turns_add_up() {
        let mut off_turn = OffTurn::default();
        assert_eq!(turn(&mut off_turn, 300, used(300, 0)), Ok(()));
        assert!(turn(&mut off_turn, 300, used(300, 0)).is_err());
    }
}
