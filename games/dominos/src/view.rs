//! The view of one side: its own hand, the numbers of hidden tiles, and all moves.

use table::Side;

use crate::rules::{Ends, Move, Rule};
use crate::tile::{Tile, Tiles};

/// The game as one side sees it: the information set of that side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    pub(crate) rule: Rule,
    /// Number of tiles dealt to each side.
    pub(crate) size: u8,
    /// Side whose view it is.
    pub(crate) side: Side,
    pub(crate) hand: Tiles,
    /// Number of tiles in the opponent's hand.
    pub(crate) opponent: u8,
    /// Number of tiles in the boneyard.
    pub(crate) boneyard: u8,
    /// Side that opened or must open; the first side during the deal.
    pub(crate) starter: Side,
    /// Whether a side has drawn and is still to receive its tile.
    pub(crate) awaits_tile: bool,
    /// All moves so far, the opening first.
    pub(crate) history: &'a [Move],
}

/// A move of the history with its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) side: Side,
    pub(crate) mv: Move,
    /// Ends of the line before the move; `None` at the opening.
    pub(crate) ends: Option<Ends>,
}

impl View<'_> {
    /// The history with the side of each move and the ends before it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> {
        steps(self.starter, self.history)
    }

    /// The numbers at the ends of the line; `None` before the opening.
    pub fn ends(&self) -> Option<Ends> {
        self.steps().fold(None, |_, step| step.ends_after())
    }

    /// The numbers at the ends of the line after a move of this side.
    pub(crate) fn ends_after(&self, mv: Move) -> Option<Ends> {
        let (side, ends) = (self.side, self.ends());
        Step { side, mv, ends }.ends_after()
    }

    /// The legal moves of this side, in the order of [`Game::legal`](table::Game::legal); empty when
    /// it is not its turn.
    pub fn moves(&self) -> Vec<Move> {
        if !self.is_to_move() {
            return Vec::new();
        }
        let Some(ends) = self.ends() else {
            // The side that must open holds the opening tile.
            let opening = self.rule.opening([self.hand, Tiles::NONE]);
            return opening.map(Move::Lay).into_iter().collect();
        };
        let playable = self.hand & ends.fitting();
        if playable.is_empty() {
            let can_draw = self.rule == Rule::Two && self.boneyard > 0;
            return vec![if can_draw { Move::Draw } else { Move::Pass }];
        }
        let choices = |tile| {
            let both = ends.fitting_both().contains(tile);
            [Some(Move::Lay(tile)), both.then_some(Move::LayRight(tile))]
        };
        playable.into_iter().flat_map(choices).flatten().collect()
    }

    fn is_to_move(&self) -> bool {
        let over = self.is_out() || self.is_blocked();
        self.is_dealt() && !over && !self.awaits_tile && self.next() == self.side
    }

    /// Returns whether the deal is complete.
    pub fn is_dealt(&self) -> bool {
        !self.history.is_empty() || self.hand.len().min(self.opponent) == self.size
    }

    /// Returns whether a side has laid its last tile.
    pub fn is_out(&self) -> bool {
        !self.history.is_empty() && (self.opponent == 0 || self.hand.is_empty())
    }

    /// Returns whether both sides have just passed, which ends the game.
    pub fn is_blocked(&self) -> bool {
        self.history.ends_with(&[Move::Pass, Move::Pass])
    }

    /// The side that is dealt to, draws or moves next, also after the end of the game.
    pub fn next(&self) -> Side {
        let turns = self.history.len() - usize::from(self.awaits_tile);
        if !turns.is_multiple_of(2) || self.is_dealing_to_second() {
            self.starter.other()
        } else {
            self.starter
        }
    }

    fn is_dealing_to_second(&self) -> bool {
        let [first, second] = match self.side {
            Side::First => [self.hand.len(), self.opponent],
            Side::Second => [self.opponent, self.hand.len()],
        };
        self.history.is_empty() && first == self.size && second < self.size
    }

    /// The tiles of the line.
    pub fn laid(&self) -> Tiles {
        self.history.iter().filter_map(|mv| mv.tile()).collect()
    }

    /// The tiles hidden from this side.
    pub fn unseen(&self) -> Tiles {
        Tiles::ALL - self.hand - self.laid()
    }
}

/// Adds to each move its side and the ends of the line before it.
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
    /// The ends of the line after the move.
    pub(crate) fn ends_after(self) -> Option<Ends> {
        let (tile, right) = match self.mv {
            Move::Lay(tile) => (tile, false),
            Move::LayRight(tile) => (tile, true),
            Move::Draw | Move::Pass => return self.ends,
        };
        match self.ends {
            None => Some(Ends::from_tile(tile)),
            Some(ends) => ends.after(tile, right).map(|(_, ends)| ends),
        }
    }
}

impl Move {
    /// The tile that the move lays; `None` for a draw or a pass.
    pub fn tile(self) -> Option<Tile> {
        match self {
            Self::Lay(tile) | Self::LayRight(tile) => Some(tile),
            Self::Draw | Self::Pass => None,
        }
    }
}
