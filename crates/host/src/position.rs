//! A game in progress without a referee and without its type: for whoever makes the moves of both
//! sides, in a notebook or in a program that learns.

use std::fmt::Debug;

use table::{Explain, Fact, Message, Slot, Turn, shown};

use crate::{Arrays, Viewer, Voice};

/// A game of any kind, changed by moves and draws alone.
pub trait Position: Send + Sync + Debug {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The whole position, in the text form that reads back.
    fn text(&self) -> String;
    /// What a viewer may see of it.
    fn view(&self, viewer: Viewer) -> String;
    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> Turn;
    /// The first `most` legal moves.
    fn legal(&self, most: usize) -> Vec<String>;
    /// Plays a move for the side whose turn it is: what it did.
    ///
    /// # Errors
    /// A text that is no move, or a move that cannot be: the position is as it was.
    fn play(&mut self, text: &str) -> Result<String, Message>;
    /// The place of the result that nature is asked for.
    fn slot(&self) -> Slot;
    /// Lets nature decide: what that did; none when it is not nature's turn, or has no such result.
    fn draw(&mut self, outcome: u8) -> Option<String>;
    /// The same position, to go on from apart.
    fn copy(&self) -> Box<dyn Position>;
    /// Moves and views as numbers, where the game has them.
    fn arrays(&self) -> Option<&dyn Arrays>;
    /// Plays the move of a number; none when the game has no numbers, or no such move is legal.
    fn act(&mut self, number: usize) -> Option<()>;
}

/// The position of one game: the only implementation of [`Position`].
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
        let mv: G::Move = text
            .parse()
            .map_err(|error: <G::Move as std::str::FromStr>::Err| error.explain())?;
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
            Turn::Chance { .. } | Turn::Player(_) | Turn::Over(_) => None,
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
