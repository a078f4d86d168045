//! The rules: one die, points that add up during a turn, 20 points win.

use table::{Explain, Side};

/// Points that win the game.
pub const TARGET: u8 = 20;

/// A move: go on or end the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Throws the die again.
    Throw,
    /// Keeps the points of the turn and ends it.
    Keep,
}

/// The effect of a move or of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The player took the die to throw it again.
    Threw,
    /// The player kept this number of points.
    Kept(u8),
    /// The die fell on this face, 1 to 6.
    Fell(u8),
}

/// The reason why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The die has not fallen yet.
    #[message("cochon-in-the-air")]
    InTheAir,
    /// The game is over.
    #[message("cochon-over")]
    Over,
}

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cochon {
    /// Number of the turn, from 1. The first side has the odd turns.
    pub(crate) turn: u32,
    /// Points that each side has kept, below [`TARGET`].
    pub(crate) totals: [u8; 2],
    /// Faces thrown in this turn, 2 to 6.
    pub(crate) faces: Vec<u8>,
    /// Whether the die is still to fall.
    pub(crate) in_the_air: bool,
}

impl Default for Cochon {
    fn default() -> Self {
        Self {
            turn: 1,
            totals: [0; 2],
            faces: Vec::new(),
            in_the_air: true,
        }
    }
}

impl Cochon {
    /// The side whose turn it is.
    pub fn side(&self) -> Side {
        Side::BOTH[usize::from(self.turn.is_multiple_of(2))]
    }

    /// Points that a side has kept.
    pub fn total(&self, side: Side) -> u8 {
        self.totals[side.index()]
    }

    /// Points of this turn, not yet kept.
    pub fn points(&self) -> u8 {
        self.faces.iter().sum()
    }

    /// The side that has reached the target.
    pub fn winner(&self) -> Option<Side> {
        let side = self.side();
        (self.total(side) + self.points() >= TARGET).then_some(side)
    }

    pub(crate) fn keep(&mut self) -> Effect {
        let points = self.points();
        self.totals[self.side().index()] += points;
        self.end_turn();
        Effect::Kept(points)
    }

    pub(crate) fn fall(&mut self, face: u8) -> Effect {
        if face == 1 {
            self.end_turn();
        } else {
            self.faces.push(face);
            self.in_the_air = false;
        }
        Effect::Fell(face)
    }

    fn end_turn(&mut self) {
        self.turn = self.turn.saturating_add(1);
        self.faces.clear();
        self.in_the_air = true;
    }
}
