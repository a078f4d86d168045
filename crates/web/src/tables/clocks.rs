//! The clocks of a table as its watchers see them.

use std::time::Duration;

use host::Table;
use table::Side;
use tokio::time::Instant;

use super::stored_line::StoredLine;
use super::wire::ClockTimes;

/// The clocks of one table, as of the last event.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TableClocks {
    /// Times that were last sent to watchers; none for a game without clocks.
    pub(super) shown: Option<ClockTimes>,
    /// When the side to move runs out of time.
    pub(super) deadline: Option<Instant>,
}

impl TableClocks {
    /// Reads the clocks of a game; returns the line that the store keeps of them, if there are any.
    pub(super) fn update(&mut self, table: &dyn Table, over: bool) -> Option<StoredLine> {
        self.deadline = table.time_left().map(|left| Instant::now() + left);
        // A clock that watchers saw running is shown once more when it has stopped.
        let stopped = self.shown.map(|_| ClockTimes::default());
        self.shown = clock_times(table, over).or(stopped);
        let left = Side::BOTH.map(|side| table.clock(side));
        let millis = |left: Option<Duration>| left.unwrap_or_default().as_millis() as u64;
        (left != [None; 2]).then(|| StoredLine::Clocks(left.map(millis)))
    }
}

/// The current times of both sides. Without a clock, the side to move has its time for this move.
pub(super) fn clock_times(table: &dyn Table, over: bool) -> Option<ClockTimes> {
    let to_move = table.to_move().filter(|_| !over);
    let for_move = |side| table.time_left().filter(|_| to_move == Some(side));
    let [first, second] = Side::BOTH.map(|side| {
        let left = table.clock(side).or_else(|| for_move(side));
        left.map(|left| left.as_millis() as u64)
    });
    first.or(second).map(|_| ClockTimes {
        first,
        second,
        running: to_move,
    })
}

#[cfg(test)]
mod tests {
    use host::{Options, Setup};
    use table::Trust;

    use super::*;

    fn opened(first: &str) -> Box<dyn Table> {
        let offer = games::find("allumettes").unwrap();
        let player = |text| host::seat(text, offer).unwrap();
        let setup = Setup {
            options: Options::default(),
            players: [player(first), player("B@humain")],
            trust: Trust::Guarded,
            seed: 0,
        };
        let mut table = offer.open(&setup).unwrap();
        table.next(&mut |_| ());
        table
    }

    #[test]
    fn a_game_without_clocks_shows_and_stores_none() {
        let mut clocks = TableClocks::default();
        assert_eq!(clocks.update(&*opened("A@humain"), false), None);
        assert_eq!((clocks.shown, clocks.deadline), (None, None));
    }

    #[test]
    fn a_clock_is_shown_stored_and_has_a_deadline() {
        let mut clocks = TableClocks::default();
        let line = clocks.update(&*opened("A@clock=5m,humain"), false);
        assert!(matches!(line, Some(StoredLine::Clocks([first, 0])) if first > 0));
        let shown = clocks.shown.unwrap();
        assert_eq!((shown.second, shown.running), (None, Some(Side::First)));
        assert!(clocks.deadline.is_some());
    }

    #[test]
    fn clocks_that_ran_are_shown_as_stopped() {
        let mut clocks = TableClocks::default();
        clocks.update(&*opened("A@clock=5m,humain"), false);
        clocks.update(&*opened("A@humain"), false);
        assert_eq!(clocks.shown, Some(ClockTimes::default()));
    }
}
