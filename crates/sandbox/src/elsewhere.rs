//! Systems without cages: nothing can be built, so that nothing can be started.

use std::path::PathBuf;
use std::time::Duration;

use table::Stop;

use crate::answer::{Answer, Farewell};
use crate::cage::{CageError, Missing, Rung, Strictness};
use crate::misdeed::Misdeed;
use crate::patience::Patience;
use crate::program::Program;

/// The executable that would build cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher(());

impl Launcher {
    /// The running program.
    pub fn this_program() -> Self {
        Self(())
    }

    /// Another executable.
    pub fn at(_: impl Into<PathBuf>) -> Self {
        Self(())
    }
}

/// There is none.
#[derive(Debug)]
pub enum Cage {}

impl Cage {
    /// Says that this system has no cages.
    ///
    /// # Errors
    /// Always.
    pub fn build(_: Launcher, _: Strictness) -> Result<Self, CageError> {
        Err(CageError::Elsewhere)
    }

    /// None.
    pub fn rungs(&self) -> &[Rung] {
        match *self {}
    }

    /// All.
    pub fn missing(&self) -> &[Missing] {
        match *self {}
    }

    /// The same.
    #[must_use]
    pub fn only(self, _: &[Rung]) -> Self {
        match self {}
    }

    /// Nothing starts.
    ///
    /// # Errors
    /// Never, because there is no cage.
    pub fn start(&self, _: &Program) -> Result<Process, Misdeed> {
        match *self {}
    }
}

/// There is none.
#[derive(Debug)]
pub enum Process {}

impl Process {
    /// Waits for no answer.
    pub(crate) fn stop_with(&mut self, _: Stop) {
        match *self {}
    }

    /// Tells a line.
    ///
    /// # Errors
    /// Never.
    pub fn tell(&mut self, _: &str) -> Result<(), Misdeed> {
        match *self {}
    }

    /// Sends what was told.
    pub fn flush(&mut self) {
        match *self {}
    }

    /// Waits.
    ///
    /// # Errors
    /// Never.
    pub fn settle(&mut self) -> Result<(), Misdeed> {
        match *self {}
    }

    /// Asks.
    ///
    /// # Errors
    /// Never.
    pub fn ask(&mut self, _: &str, _: Duration) -> Result<Answer, Misdeed> {
        match *self {}
    }

    /// Asks without a look at the clock.
    ///
    /// # Errors
    /// Never.
    pub fn ask_patiently(&mut self, _: &str, _: Patience) -> Result<Answer, Misdeed> {
        match *self {}
    }

    /// The notes since they were last taken.
    pub fn take_notes(&mut self) -> Vec<String> {
        match *self {}
    }

    /// The end of its standard error.
    pub fn errors(&mut self) -> String {
        match *self {}
    }

    /// Processor time that it used.
    pub fn processor(&self) -> Option<Duration> {
        match *self {}
    }

    /// Whether it still runs.
    pub fn runs(&mut self) -> bool {
        match *self {}
    }

    /// Ends it.
    pub fn finish(self) -> Farewell {
        match self {}
    }
}
