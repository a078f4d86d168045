//! The rules: two dice, rising bids, one call.

use table::{Explain, Side};

/// A bid: at least `count` of the two dice show `face`. A bid is higher by its count, then its face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bid {
    /// Number of dice, 1 or 2.
    pub(crate) count: u8,
    /// Face of the dice, 1 to 6.
    pub(crate) face: u8,
}

/// A move: bid or end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Bids higher than the other side.
    Bid(Bid),
    /// Calls the other side a liar.
    Call,
}

/// The effect of a move or of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The die fell on this face, 1 to 6.
    Fell(u8),
    /// The player made this bid or call.
    Said(Move),
}

/// The reason why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The dice are not thrown yet.
    #[message("menteur-not-thrown")]
    NotThrown,
    /// The bid is not higher than the last.
    #[message("menteur-too-low")]
    TooLow,
    /// There is no bid to call.
    #[message("menteur-no-bid")]
    NoBid,
    /// The game is over.
    #[message("menteur-over")]
    Over,
}

/// The die of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Die {
    /// The die is not thrown yet.
    Unthrown,
    /// The die is hidden from the viewer. Only a [`View`](crate::View) has this value.
    Hidden,
    /// The die shows this face, 1 to 6.
    Face(u8),
}

/// A game in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Menteur {
    pub(crate) dice: [Die; 2],
    /// The last bid.
    pub(crate) bid: Option<Bid>,
    /// The side to move; after the call, the side that called.
    pub(crate) to_move: Side,
    pub(crate) called: bool,
}

impl Default for Menteur {
    fn default() -> Self {
        Self {
            dice: [Die::Unthrown; 2],
            bid: None,
            to_move: Side::First,
            called: false,
        }
    }
}

impl Bid {
    /// All bids, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=2).flat_map(|count| (1..=6).map(move |face| Self { count, face }))
    }
}

impl Move {
    /// All moves.
    pub fn all() -> impl Iterator<Item = Self> {
        Bid::all().map(Self::Bid).chain([Self::Call])
    }
}

impl Menteur {
    /// The side that throws its die next.
    pub(crate) fn next_to_throw(&self) -> Option<Side> {
        let unthrown = |side: &Side| self.dice[side.index()] == Die::Unthrown;
        Side::BOTH.into_iter().find(unthrown)
    }

    /// The winner after the call: the bidder if the bid holds, else the side that called.
    pub fn winner(&self) -> Option<Side> {
        let bid = self.bid.filter(|_| self.called)?;
        let shows = |die: &&Die| **die == Die::Face(bid.face);
        let holds = self.dice.iter().filter(shows).count() >= bid.count.into();
        Some(if holds {
            self.to_move.other()
        } else {
            self.to_move
        })
    }
}
