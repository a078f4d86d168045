//! What one side may see: its own hand, how many tiles are elsewhere, and everything that was done.

use table::Side;

use crate::rules::{Ends, Move, Rule};
use crate::tile::{Tile, Tiles};

/// The game as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// Which rule is played.
    pub rule: Rule,
    /// How many tiles each side was dealt.
    pub size: u8,
    /// Who looks.
    pub side: Side,
    /// Its tiles.
    pub hand: Tiles,
    /// How many tiles the opponent holds.
    pub opponent: u8,
    /// How many tiles the boneyard has.
    pub boneyard: u8,
    /// Who opened, or is to; the first side while tiles are dealt.
    pub starter: Side,
    /// Whether the side that asked for a tile is still to receive it.
    pub awaits_tile: bool,
    /// Every move so far, the opening first.
    pub history: &'a [Move],
}

/// One move of a history: who made it, and what the line's ends were before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who made it.
    pub side: Side,
    /// What it was.
    pub mv: Move,
    /// The ends it met; none at the opening.
    pub ends: Option<Ends>,
}

impl View<'_> {
    /// The history with its sides and ends.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        steps(self.starter, self.history)
    }

    /// The numbers at the ends of the line, once there is one.
    pub fn ends(&self) -> Option<Ends> {
        self.steps().fold(None, |_, step| step.ends_after())
    }

    /// The tiles on the table.
    pub fn laid(&self) -> Tiles {
        self.history.iter().filter_map(|mv| mv.tile()).collect()
    }

    /// The tiles this side cannot see.
    pub fn unseen(&self) -> Tiles {
        Tiles::ALL - self.hand - self.laid()
    }
}

/// Pairs each move with its side and the ends it met.
pub(crate) fn steps(starter: Side, history: &[Move]) -> impl Iterator<Item = Step> {
    let opening = Step {
        side: starter.other(),
        mv: Move::Pass,
        ends: None,
    };
    history.iter().scan(opening, |last, &mv| {
        *last = Step {
            side: last.side.other(),
            mv,
            ends: last.ends_after(),
        };
        Some(*last)
    })
}

impl Step {
    /// The ends this step left.
    pub fn ends_after(self) -> Option<Ends> {
        let (tile, right) = match self.mv {
            Move::Lay(tile) => (tile, false),
            Move::LayRight(tile) => (tile, true),
            Move::Draw | Move::Pass => return self.ends,
        };
        match self.ends {
            None => Some(Ends::of(tile)),
            Some(ends) => ends.after(tile, right).map(|(_, ends)| ends),
        }
    }
}

impl Move {
    /// The tile it lays.
    pub fn tile(self) -> Option<Tile> {
        match self {
            Self::Lay(tile) | Self::LayRight(tile) => Some(tile),
            Self::Draw | Self::Pass => None,
        }
    }
}
