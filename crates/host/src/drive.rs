//! The loop that plays a table by itself until it needs an answer.

use table::{Ending, Limits, Next, Side};

use crate::{EventHandler, Table};

/// Reason why a table cannot go on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// The table needs an answer for this side, from a person, a program or a replay.
    Answer(Side),
    /// The game is over.
    Over(Ending),
    /// The caller pulled `limits.stop`.
    Stopped,
}

/// Draws chance results until a player has to move or the game is over, and returns the next input.
pub fn draw_chance(table: &mut dyn Table, on_event: EventHandler<'_>) -> Next {
    loop {
        match table.next(on_event) {
            // A refusal means that time has run out since; the next round says so.
            Next::Draw { .. } => drop(table.proceed(&Limits::default(), on_event)),
            next => return next,
        }
    }
}

/// Plays strategies and chance until the table waits for an answer, is over or was stopped. Each
/// strategy has `limits` for its move.
pub fn advance(table: &mut dyn Table, limits: &Limits, on_event: EventHandler<'_>) -> Waiting {
    loop {
        match draw_chance(table, on_event) {
            Next::Answer(side) => return Waiting::Answer(side),
            Next::Over(ending) => return Waiting::Over(ending),
            // A refused strategy has run out of time as well.
            Next::Think(_) | Next::Draw { .. } => drop(table.proceed(limits, on_event)),
        }
        if limits.stop.pulled() {
            return Waiting::Stopped;
        }
    }
}
