//! The moves and chance results that led to a game's position, from which its record is written.

use std::sync::Arc;

use ::table::{Ending, Entry, Header, Player, Record, Turn};
use host::Position;

/// The steps of a game since it was created or read. Their text is made only when a record is asked
/// for.
#[derive(Clone)]
pub(crate) struct GameHistory {
    /// The record that the game was read from; only a header for a new game.
    pub(crate) before: Arc<Record>,
    /// The position at the end of `before`.
    pub(crate) start: Arc<dyn Position>,
    pub(crate) steps: Vec<HistoryStep>,
    /// Number of chance results drawn so far, those of `before` included.
    pub(crate) drawn: usize,
}

/// One step of a game.
#[derive(Clone)]
pub(crate) enum HistoryStep {
    /// A move in its text form.
    Move(Box<str>),
    /// A move by its action number.
    Action(usize),
    /// A chance result, from 0.
    Chance(u8),
}

impl GameHistory {
    /// Writes the record of the whole game. A game that is continued after a forfeit loses the entries
    /// of the forfeit and the result.
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
        let mut position = self.start.copy();
        for step in &self.steps {
            for entry in step.repeat(&mut *position) {
                record.push(entry);
            }
        }
        record
    }
}

impl HistoryStep {
    /// Repeats the step in `position`. Returns its entry in the record, and the result when the game is
    /// then over.
    fn repeat(&self, position: &mut dyn Position) -> impl Iterator<Item = Entry> {
        let text = match self {
            Self::Move(text) => Some(text.to_string()),
            Self::Action(number) => position.arrays().and_then(|arrays| arrays.text_of(*number)),
            Self::Chance(_) => None,
        };
        let entry = match (self, position.turn(), text) {
            (Self::Chance(outcome), ..) => {
                position.draw(*outcome);
                Some(Entry::Chance(*outcome))
            }
            (_, Turn::Player(side), Some(text)) => {
                // The move was legal here when the step was recorded.
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
