//! Positions set up by touch: every possible change, with the position it leads to.

use table::{Explain as _, Key, Message, TextForm};

use super::Drawn;
use crate::GameInfo;

/// One change of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Label of the tool to select before touching the parts, or of a button if there are no parts.
    pub tool: Key,
    /// Parts to touch, in any order.
    pub parts: Vec<String>,
    /// Position after the change.
    pub position: String,
}

impl Edit {
    /// A change made by touching `parts`; `None` if `position` is not a position of the game.
    pub fn touch<G: TextForm>(
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

    /// A change made by a button; `None` if `position` is not a position of the game.
    pub fn button<G: TextForm>(tool: Key, position: &str) -> Option<Self> {
        Self::touch::<G>(tool, [], position)
    }
}

/// Lists every change of a position.
pub type Edits<G> = fn(&G) -> Vec<Edit>;

pub(crate) fn edits<G: Drawn>(position: &str) -> Result<Vec<Edit>, Message> {
    let game: Result<G, _> = position.parse();
    let game = game.map_err(|error| error.explain())?;
    let unchanged = game.to_string();
    let mut edits = G::EDITS.map_or_else(Vec::new, |edits| edits(&game));
    edits.retain(|edit| edit.position != unchanged);
    Ok(edits)
}

impl GameInfo {
    /// Lists the changes of a position by touch; empty if the game has no editor.
    pub fn edits(&self, position: &str) -> Result<Vec<Edit>, Message> {
        (self.edits)(position)
    }
}
