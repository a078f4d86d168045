//! Executors of single games: the only difference between a tournament on one machine and on many.

use std::sync::Arc;

use host::{EventHandler, OptionError, Table};
use sandbox::SeatedPrograms;
use table::{Ending, Explain, Message};

use super::{GameSpec, TournamentPlan};

/// Plays games, many at a time.
pub trait GameExecutor: Sync {
    /// Plays a game at `table`, which was opened for it, and passes each event to `on_event`. Returns
    /// `None` when the game's stop signal was pulled before its end.
    fn play(
        &self,
        game: &GameSpec,
        table: &mut dyn Table,
        on_event: EventHandler<'_>,
    ) -> Result<Option<ExecutedGame>, ExecutorError>;

    /// Called when the games with these numbers have been saved.
    fn saved(&self, _numbers: &[u64]) {}

    /// Messages for the user since the last call.
    fn take_messages(&self) -> Vec<Message> {
        Vec::new()
    }

    /// Tests whether events are passed on while a game is played, so that it can be watched.
    fn is_live(&self) -> bool {
        true
    }
}

/// The end of a game, as an executor returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutedGame {
    /// The result of the game, as the referee reports it.
    pub ending: Ending,
    /// One JSON line for each program: its notes and its failure.
    pub notes: Option<String>,
}

/// The reason why an executor cannot play games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct ExecutorError {
    text: String,
    message: Box<Message>,
}

impl ExecutorError {
    /// Keeps the text and the message of an error, without its type.
    pub fn new(error: &(impl std::error::Error + Explain)) -> Self {
        Self {
            text: error.to_string(),
            message: Box::new(error.explain()),
        }
    }
}

impl From<OptionError> for ExecutorError {
    fn from(error: OptionError) -> Self {
        Self::new(&error)
    }
}

impl Explain for ExecutorError {
    fn explain(&self) -> Message {
        (*self.message).clone()
    }
}

pub(crate) struct LocalExecutor<'a>(pub(crate) &'a TournamentPlan);

impl GameExecutor for LocalExecutor<'_> {
    fn play(
        &self,
        game: &GameSpec,
        table: &mut dyn Table,
        on_event: EventHandler<'_>,
    ) -> Result<Option<ExecutedGame>, ExecutorError> {
        let Self(plan) = self;
        let cage = plan.cage.as_ref().map(Arc::clone);
        let programs = SeatedPrograms::in_cage(cage, &game.setup.players, &plan.sandbox);
        Ok(game.play(table, programs, on_event))
    }
}
