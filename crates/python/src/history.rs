//! How a game in a notebook came to where it is, and its record.

use std::sync::Arc;

use ::table::{Ending, Entry, Header, Player, Record, Turn};
use house::Position;

/// How a game came to where it is: texts are made when a record is written.
#[derive(Clone)]
pub(crate) struct Past {
    /// What came before the notebook: the record that was read.
    pub(crate) before: Arc<Record>,
    /// Where the notebook took over.
    pub(crate) begun: Arc<dyn Position>,
    pub(crate) steps: Vec<Step>,
    /// How many results nature has drawn.
    pub(crate) drawn: usize,
}

/// One thing that the notebook did.
#[derive(Clone)]
pub(crate) enum Step {
    /// A move as text.
    Plays(Box<str>),
    /// A move by its number.
    Acts(usize),
    /// What nature drew.
    Draws(u8),
}

impl Past {
    /// The record of everything so far. Whoever goes on with a game that was given up takes that
    /// back.
    pub(crate) fn record(&self, players: [Player; 2]) -> Record {
        let mut record = Record::new(Header {
            players,
            ..self.before.header.clone()
        });
        let ended = |entry: &Entry| matches!(entry, Entry::Forfeits(..) | Entry::Result(_));
        for (_, entry) in &self.before.entries {
            if self.steps.is_empty() || !ended(entry) {
                record.push(entry.clone());
            }
        }
        let mut position = self.begun.copy();
        for step in &self.steps {
            for entry in step.told(&mut *position) {
                record.push(entry);
            }
        }
        record
    }
}

impl Step {
    /// Takes the step again: its line in the record, and the result's when it was the last.
    fn told(&self, position: &mut dyn Position) -> impl Iterator<Item = Entry> {
        let text = match self {
            Self::Plays(text) => Some(text.to_string()),
            Self::Acts(number) => position.arrays().and_then(|arrays| arrays.text_of(*number)),
            Self::Draws(_) => None,
        };
        let entry = match (self, position.turn(), text) {
            (Self::Draws(outcome), ..) => {
                position.draw(*outcome);
                Some(Entry::Chance(*outcome))
            }
            (_, Turn::Player(side), Some(text)) => {
                // It was played before.
                let _ = position.play(&text);
                Some(Entry::Plays(side, text))
            }
            _ => None,
        };
        let result = match position.turn() {
            Turn::Over(outcome) => Some(Entry::Result(Ending::Played(outcome))),
            Turn::Player(_) | Turn::Chance { .. } => None,
        };
        [entry, result].into_iter().flatten()
    }
}
