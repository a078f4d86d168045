//! Writes the record of a game as it goes.

use std::fmt::Write as _;

use house::{Kind, Moment, Table};
use table::Record;

/// Enough for the record of a quick game.
const ROOM: usize = 512;

/// A record that is being written.
#[derive(Debug)]
pub struct Scribe {
    /// All that was written.
    pub record: String,
    /// Moves that were played.
    pub plies: u32,
}

impl Scribe {
    /// Begins with what was settled before the first move.
    pub fn new(table: &dyn Table) -> Self {
        let mut record = String::with_capacity(ROOM);
        // Writing to a String cannot fail.
        let _ = write!(record, "{}", Record::new(table.header().clone()));
        Self { record, plies: 0 }
    }

    /// Writes down what happened.
    pub fn hear(&mut self, moment: &dyn Moment) {
        self.plies += u32::from(moment.kind() == Kind::Played);
        if let Some(entry) = moment.entry() {
            // Writing to a String cannot fail.
            let _ = writeln!(self.record, "{entry}");
        }
    }
}
