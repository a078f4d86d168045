//! Processor time that a program uses while its opponent is to move.

use std::time::{Duration, Instant};

use crate::program_failure::ExceededLimit;

/// Minimum length of an opponent's turn that counts: a program needs a moment to go back to reading.
const SHORTEST: Duration = Duration::from_millis(100);
/// Processor time allowed in total for a runtime's own work, such as compiling or collecting garbage.
const ALLOWANCE: Duration = Duration::from_millis(250);
/// Besides the allowance, a program may use 1/`PART` of the opponent's time.
const PART: u32 = 5;

/// Processor time that a program has used since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProcessorUse {
    /// Processor time of the first process, exact.
    pub(super) own: Duration,
    /// Processor time of all processes, as the supervisor last counted it.
    pub(super) group: Duration,
}

impl ProcessorUse {
    /// Time used after `before`: the larger of the first process's and the group's.
    pub(super) fn since(self, before: Self) -> Duration {
        let own = self.own.saturating_sub(before.own);
        own.max(self.group.saturating_sub(before.group))
    }
}

/// Processor time used during the opponent's turns so far.
#[derive(Debug, Default)]
pub(super) struct OffTurnUse {
    /// Start of the current opponent's turn, and the time used up to then.
    since: Option<(Instant, ProcessorUse)>,
    used: Duration,
    during: Duration,
}

impl OffTurnUse {
    /// Starts counting when the program has answered.
    pub(super) fn begin(&mut self, now: Instant, used: ProcessorUse) {
        self.since = Some((now, used));
    }

    /// Stops counting when the program is asked, and fails when it has used too much.
    ///
    /// The group's time was counted up to `lag` before either call, so `lag` of it may belong to the
    /// program's own turn and is subtracted.
    pub(super) fn end(
        &mut self,
        now: Instant,
        used: ProcessorUse,
        lag: Duration,
    ) -> Result<(), ExceededLimit> {
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
            return Err(ExceededLimit::OffTurn {
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

    fn used(own: u64, group: u64) -> ProcessorUse {
        ProcessorUse {
            own: Duration::from_millis(own),
            group: Duration::from_millis(group),
        }
    }

    /// One opponent's turn of `during` milliseconds in which the program used `spent`.
    fn turn(
        off_turn: &mut OffTurnUse,
        during: u64,
        spent: ProcessorUse,
    ) -> Result<(), ExceededLimit> {
        let start = Instant::now();
        off_turn.begin(start, ProcessorUse::default());
        off_turn.end(start + Duration::from_millis(during), spent, LAG)
    }

    #[test]
    fn a_whole_core_is_too_much_and_a_fifth_is_not() {
        let mut spinning = OffTurnUse::default();
        let exceeded = ExceededLimit::OffTurn {
            used: 500,
            during: 500,
        };
        assert_eq!(turn(&mut spinning, 500, used(500, 0)), Err(exceeded));
        let mut modest = OffTurnUse::default();
        for _ in 0..100 {
            assert_eq!(turn(&mut modest, 1000, used(200, 0)), Ok(()));
        }
    }

    #[test]
    fn children_count_and_short_turns_do_not() {
        let mut group = OffTurnUse::default();
        assert!(turn(&mut group, 500, used(1, 600)).is_err());
        let mut short = OffTurnUse::default();
        for _ in 0..1000 {
            assert_eq!(turn(&mut short, 99, used(99, 99)), Ok(()));
        }
    }

    #[test]
    fn the_time_of_several_turns_adds_up() {
        let mut off_turn = OffTurnUse::default();
        assert_eq!(turn(&mut off_turn, 300, used(300, 0)), Ok(()));
        assert!(turn(&mut off_turn, 300, used(300, 0)).is_err());
    }
}
