//! Where the games of a tournament are played: the one place where a tournament on this machine and
//! one over many differ.

use std::sync::Arc;

use house::{Hear, OptionError, Table};
use table::{Ending, Explain, Message};

use super::{Plan, Task};
use sandbox::Party;

/// Somewhere that games can be played, many at a time.
pub trait Venue: Sync {
    /// Plays a game, `table` being opened for it, and tells every moment of it; none if its switch was
    /// pulled before its end.
    ///
    /// # Errors
    /// When it cannot be played at all; then the tournament ends, and what was kept stays.
    fn play(
        &self,
        task: &Task,
        table: &mut dyn Table,
        hear: Hear<'_>,
    ) -> Result<Option<Over>, VenueError>;

    /// These games are in the store.
    fn keep(&self, _numbers: &[u64]) {}

    /// What is worth telling since it was last asked.
    fn remarks(&self) -> Vec<Message> {
        Vec::new()
    }

    /// Whether moments are told as they happen, so that others can watch.
    fn is_live(&self) -> bool {
        true
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// The referee's word.
    pub ending: Ending,
    /// A line a program: what it noted and how it fell.
    pub notes: Option<String>,
}

/// Why games cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct VenueError {
    text: String,
    message: Box<Message>,
}

impl VenueError {
    /// What an error says.
    pub fn new(error: &(impl std::error::Error + Explain)) -> Self {
        Self {
            text: error.to_string(),
            message: Box::new(error.explain()),
        }
    }
}

impl From<OptionError> for VenueError {
    fn from(error: OptionError) -> Self {
        Self::new(&error)
    }
}

impl Explain for VenueError {
    fn explain(&self) -> Message {
        (*self.message).clone()
    }
}

/// This machine.
pub(crate) struct Here<'a>(pub(crate) &'a Plan);

impl Venue for Here<'_> {
    fn play(
        &self,
        task: &Task,
        table: &mut dyn Table,
        hear: Hear<'_>,
    ) -> Result<Option<Over>, VenueError> {
        let Self(plan) = self;
        let cage = plan.cage.as_ref().map(Arc::clone);
        let party = Party::within(cage, &task.setup.players, &plan.admission);
        Ok(task.play(table, party, hear))
    }
}
