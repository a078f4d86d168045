//! A game in progress without a referee and without its type, for callers that play both sides:
//! notebooks and machine learning.

use std::fmt::Debug;

use table::{Explain, Fact, Message, Slot, Turn, shown};

use crate::{Arrays, Viewer, Voice};

/// A position of any game, changed only by moves and chance results.
pub trait Position: Send + Sync + Debug {
    /// Name of the game.
    fn game(&self) -> &'static str;
    /// The full position, as text that parses back.
    fn text(&self) -> String;
    /// The position as a viewer sees it.
    fn view(&self, viewer: Viewer) -> String;
    /// The side to move, the pending chance result, or the outcome.
    fn turn(&self) -> Turn;
    /// The first `most` legal moves.
    fn legal(&self, most: usize) -> Vec<String>;
    /// Plays a move for the side to move and returns its effect. After an error the position is
    /// unchanged.
    fn play(&mut self, text: &str) -> Result<String, Message>;
    /// Slot of the pending chance result; unused on other turns.
    fn slot(&self) -> Slot;
    /// Applies chance result `outcome` and returns its effect; `None` if no chance result is
    /// pending or `outcome` is out of range.
    fn draw(&mut self, outcome: u8) -> Option<String>;
    /// An independent copy.
    fn copy(&self) -> Box<dyn Position>;
    /// Moves and views as numbers; `None` if the game has no encoding.
    fn arrays(&self) -> Option<&dyn Arrays>;
    /// Plays the move with this number; `None` if the game has no encoding or the move is refused.
    fn act(&mut self, number: usize) -> Option<()>;
}

/// A position of a game whose type is known: the only implementation of [`Position`].
#[derive(Clone, Debug)]
pub(crate) struct TypedPosition<G>(pub(crate) G);

impl<G: Voice> Position for TypedPosition<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn view(&self, viewer: Viewer) -> String {
        shown(&self.0, Fact::Position, viewer).unwrap_or_default()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal(&self, most: usize) -> Vec<String> {
        let first = self.0.legal().take(most);
        first.map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Message> {
        let mv: Result<G::Move, _> = text.parse();
        let mv = mv.map_err(|error| error.explain())?;
        let effect = self.0.play(mv).map_err(|refusal| refusal.explain())?;
        Ok(effect.to_string())
    }

    fn slot(&self) -> Slot {
        self.0.slot()
    }

    fn draw(&mut self, outcome: u8) -> Option<String> {
        match self.0.turn() {
            Turn::Chance { outcomes, .. } if outcome < outcomes => {
                Some(self.0.draw(outcome).to_string())
            }
            _ => None,
        }
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn arrays(&self) -> Option<&dyn Arrays> {
        G::SPACE.is_some().then_some(self as &dyn Arrays)
    }

    fn act(&mut self, number: usize) -> Option<()> {
        let space = G::SPACE.as_ref()?;
        let mv = (space.mv)(&self.0, number)?;
        self.0.play(mv).is_ok().then_some(())
    }
}
