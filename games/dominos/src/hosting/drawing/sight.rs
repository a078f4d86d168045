//! The views of dominos: that of a side, that of a spectator, and the whole game once it is over.

use std::str::FromStr;

use crate::view::{Step, steps};
use crate::{Dominos, End, Move, NotationError, Seen, TILES, Tiles};
use table::{Game as _, Side, Turn};

/// The view that a viewer's text describes: of one side, of a spectator, or the whole game.
#[derive(Clone, Debug)]
pub struct Sight {
    pub(in crate::hosting) steps: Vec<Step>,
    hands: [Hand; 2],
    /// Number of tiles in the boneyard.
    pub(in crate::hosting) boneyard: u8,
    /// The moves that the viewer may play now.
    pub(in crate::hosting) moves: Vec<Move>,
}

/// The tiles of a side, or only their number.
#[derive(Clone, Copy, Debug)]
pub(in crate::hosting) enum Hand {
    Open(Tiles),
    Hidden(u8),
}

impl Hand {
    pub(in crate::hosting) const fn len(self) -> u8 {
        match self {
            Self::Open(tiles) => tiles.len(),
            Self::Hidden(count) => count,
        }
    }
}

impl FromStr for Sight {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if let Some(spectator) = Self::of_spectator(text) {
            return Ok(spectator);
        }
        match text.parse::<Seen>() {
            Err(NotationError::NoView(_)) => Ok(Self::of_game(&text.parse()?)),
            seen => Ok(Self::of_side(&seen?)),
        }
    }
}

impl Sight {
    fn of_side(seen: &Seen) -> Self {
        let view = seen.view();
        let mut hands = [Hand::Open(view.hand), Hand::Hidden(view.opponent)];
        if view.side == Side::Second {
            hands.reverse();
        }
        Self {
            steps: view.steps().collect(),
            hands,
            boneyard: view.boneyard,
            moves: view.moves(),
        }
    }

    fn of_game(game: &Dominos) -> Self {
        Self {
            steps: steps(game.starter(), game.history()).collect(),
            hands: game.hands.map(Hand::Open),
            boneyard: game.boneyard().len(),
            moves: match game.turn() {
                Turn::Player(side) => game.view(side).moves(),
                Turn::Chance { .. } | Turn::Over(_) => Vec::new(),
            },
        }
    }

    /// Parses `2x2 spectator - 1/3/23 : first 66 pioche +?`.
    fn of_spectator(text: &str) -> Option<Self> {
        let (setup, done) = text.split_once(':')?;
        let (_, counts) = setup.split_once(" spectator - ")?;
        let counts = counts.trim().split('/').map(str::parse);
        let &[first, second, boneyard] = &counts.collect::<Result<Vec<u8>, _>>().ok()?[..] else {
            return None;
        };
        let mut words = done.split_whitespace();
        let starter = words.next().map_or(Ok(Side::First), str::parse).ok()?;
        let moves = words.filter(|word| !word.starts_with('+')).map(str::parse);
        let history: Vec<Move> = moves.collect::<Result<_, _>>().ok()?;
        let tiles: u32 = [first, second, boneyard].map(u32::from).iter().sum();
        let sight = Self {
            steps: steps(starter, &history).collect(),
            hands: [first, second].map(Hand::Hidden),
            boneyard,
            moves: Vec::new(),
        };
        (tiles <= TILES.into() && sight.fits()).then_some(sight)
    }

    /// Whether every tile fits where it was laid, once.
    fn fits(&self) -> bool {
        let mut laid = Tiles::NONE;
        self.steps.iter().all(|step| {
            let Some(tile) = step.mv.tile() else {
                return true;
            };
            let fresh = !laid.contains(tile);
            laid.insert(tile);
            fresh && (step.ends.is_none() || step.ends_after().is_some())
        })
    }

    pub(in crate::hosting) fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// The end at which a move lays its tile; `None` for the opening, a draw and a pass.
    pub(in crate::hosting) fn end_of(&self, mv: Move) -> Option<End> {
        let tile = mv.tile()?;
        let ends = self.steps.last()?.ends_after()?;
        let (end, _) = ends.after(tile, matches!(mv, Move::LayRight(_)))?;
        Some(end)
    }
}
