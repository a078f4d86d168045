//! The views of dominos: that of a side, that of a spectator, and the whole game once it is over.

use std::str::FromStr;

use crate::view::{Step, steps};
use crate::{Dominos, End, Move, NotationError, Seen, Tiles};
use table::{Game as _, Side, Turn};

/// The view that a viewer's text describes.
#[derive(Clone, Debug)]
pub enum Sight {
    /// The view of one side.
    Seat(Seen),
    /// The view of a spectator.
    Outside(Outside),
    /// The whole game.
    Whole(Dominos),
}

/// A spectator's view: the line, and the numbers of tiles.
#[derive(Clone, Debug)]
pub struct Outside {
    hands: [u8; 2],
    boneyard: u8,
    starter: Side,
    history: Vec<Move>,
}

/// The tiles of a side, or only their number.
pub(super) enum Hand {
    Open(Tiles),
    Hidden(u8),
}

impl Hand {
    pub(super) const fn len(&self) -> u8 {
        match self {
            Self::Open(tiles) => tiles.len(),
            Self::Hidden(count) => *count,
        }
    }
}

impl FromStr for Sight {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if let Some(outside) = Outside::read(text) {
            return Ok(Self::Outside(outside));
        }
        match text.parse::<Seen>() {
            Err(NotationError::NoView(_)) => text.parse().map(Self::Whole),
            seen => seen.map(Self::Seat),
        }
    }
}

impl Outside {
    /// `2x2 spectator - 1/3/23 : first 66 pioche +?`
    fn read(text: &str) -> Option<Self> {
        let (setup, done) = text.split_once(':')?;
        let (_, counts) = setup.split_once(" spectator - ")?;
        let counts = counts.trim().split('/').map(str::parse);
        let &[first, second, boneyard] = &counts.collect::<Result<Vec<u8>, _>>().ok()?[..] else {
            return None;
        };
        let mut words = done.split_whitespace();
        let starter = words.next().map_or(Ok(Side::First), str::parse).ok()?;
        let moves = words.filter(|word| !word.starts_with('+')).map(str::parse);
        let outside = Self {
            hands: [first, second],
            boneyard,
            starter,
            history: moves.collect::<Result<_, _>>().ok()?,
        };
        outside.is_possible().then_some(outside)
    }

    /// Whether every tile fits where it was laid, once, and the counts are those of one set.
    fn is_possible(&self) -> bool {
        let mut laid = Tiles::NONE;
        let fits = steps(self.starter, &self.history).all(|step| {
            let Some(tile) = step.mv.tile() else {
                return true;
            };
            let fresh = !laid.contains(tile);
            laid.insert(tile);
            fresh && (step.ends.is_none() || step.ends_after().is_some())
        });
        let [first, second] = self.hands.map(u32::from);
        let set = u32::from(Tiles::ALL.len());
        fits && first + second + u32::from(self.boneyard) <= set
    }
}

impl Sight {
    pub(super) fn steps(&self) -> Vec<Step> {
        match self {
            Self::Seat(seen) => seen.view().steps().collect(),
            Self::Outside(outside) => steps(outside.starter, &outside.history).collect(),
            Self::Whole(game) => game.view(Side::First).steps().collect(),
        }
    }

    pub(super) fn hand(&self, side: Side) -> Hand {
        match self {
            Self::Seat(seen) if seen.view().side == side => Hand::Open(seen.view().hand),
            Self::Seat(seen) => Hand::Hidden(seen.view().opponent),
            Self::Outside(outside) => Hand::Hidden(outside.hands[side.index()]),
            Self::Whole(game) => Hand::Open(game.hand(side)),
        }
    }

    pub(super) fn boneyard(&self) -> u8 {
        match self {
            Self::Seat(seen) => seen.view().boneyard,
            Self::Outside(outside) => outside.boneyard,
            Self::Whole(game) => game.boneyard().len(),
        }
    }

    /// The moves that the viewer may play now.
    pub(super) fn moves(&self) -> Vec<Move> {
        match self {
            Self::Seat(seen) => seen.view().moves(),
            Self::Outside(_) => Vec::new(),
            Self::Whole(game) => match game.turn() {
                Turn::Player(side) => game.view(side).moves(),
                Turn::Chance { .. } | Turn::Over(_) => Vec::new(),
            },
        }
    }

    /// The end at which a move lays its tile; `None` for the opening, a draw and a pass.
    pub(super) fn end_of(&self, mv: Move) -> Option<End> {
        let tile = mv.tile()?;
        let ends = self.steps().last()?.ends_after()?;
        let (end, _) = ends.after(tile, matches!(mv, Move::LayRight(_)))?;
        Some(end)
    }
}
