//! Positions set up by touch: every change that one may make, as the position it leads to.

use table::{Explain as _, Key, Message, Notation};

use super::Drawn;
use crate::GameInfo;

/// One change of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The message that names it: a tool that is taken up before its parts are touched, or a button
    /// of its own where it has none.
    pub tool: Key,
    /// The parts that are touched, in any order.
    pub parts: Vec<String>,
    /// What the position is then.
    pub position: String,
}

impl Edit {
    /// Touches that lead to a position; none where the game has no such position.
    pub fn touch<G: Notation>(
        tool: Key,
        parts: impl IntoIterator<Item = String>,
        position: &str,
    ) -> Option<Self> {
        let game: G = position.parse().ok()?;
        Some(Self {
            tool,
            parts: parts.into_iter().collect(),
            position: game.to_string(),
        })
    }

    /// A change of what is no part of the board.
    pub fn button<G: Notation>(tool: Key, position: &str) -> Option<Self> {
        Self::touch::<G>(tool, [], position)
    }
}

/// Every change of a position.
pub type Edits<G> = fn(&G) -> Vec<Edit>;

pub(crate) fn edits<G: Drawn>(position: &str) -> Result<Vec<Edit>, Message> {
    let game: Result<G, _> = position.parse();
    let game = game.map_err(|error| error.explain())?;
    let here = game.to_string();
    let mut edits = G::EDITS.map_or_else(Vec::new, |edits| edits(&game));
    edits.retain(|edit| edit.position != here);
    Ok(edits)
}

impl GameInfo {
    /// What may be changed of a position by touch; nothing where none can be set up.
    ///
    /// # Errors
    /// A position that cannot be read.
    pub fn edits(&self, position: &str) -> Result<Vec<Edit>, Message> {
        (self.edits)(position)
    }
}
