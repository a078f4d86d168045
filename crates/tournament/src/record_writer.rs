//! The record of a game, written while it is played.

use std::fmt::Write as _;

use host::{EventKind, EventView, Table};
use table::Record;

const CAPACITY: usize = 512;

/// The record of a game in progress.
#[derive(Debug)]
pub struct RecordWriter {
    /// The text so far.
    pub record: String,
    /// Number of moves played.
    pub plies: u32,
}

impl RecordWriter {
    /// A record that holds the header of `table`.
    pub fn new(table: &dyn Table) -> Self {
        let mut record = String::with_capacity(CAPACITY);
        // Writing to a String cannot fail.
        let _ = write!(record, "{}", Record::new(table.header().clone()));
        Self { record, plies: 0 }
    }

    /// Appends the line of an event, if it has one.
    pub fn write(&mut self, event: &dyn EventView) {
        self.plies += u32::from(event.kind() == EventKind::Played);
        if let Some(entry) = event.entry() {
            // Writing to a String cannot fail.
            let _ = writeln!(self.record, "{entry}");
        }
    }
}
