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

    /// What this side may do, in the order of [`Game::legal`](table::Game::legal); nothing unless it
    /// is its turn.
    pub fn moves(&self) -> Vec<Move> {
        if !self.is_to_move() {
            return Vec::new();
        }
        let Some(ends) = self.ends() else {
            // Whoever begins holds the tile that opens.
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

    /// Whether every tile of the deal has been given out.
    pub fn is_dealt(&self) -> bool {
        !self.history.is_empty() || self.hand.len().min(self.opponent) == self.size
    }

    /// Whether a side has laid its last tile.
    pub fn is_out(&self) -> bool {
        !self.history.is_empty() && (self.opponent == 0 || self.hand.is_empty())
    }

    /// Whether both sides have just passed.
    pub fn is_blocked(&self) -> bool {
        self.history.ends_with(&[Move::Pass, Move::Pass])
    }

    /// Who moves, draws or is dealt to next; at the end, who would.
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
