//! Dominos as a [`Game`] of the table: nature deals and draws one tile at a time.

use table::{Game, Side, Turn};

use crate::rules::{Cheat, Dominos, Effect, Move, Refusal};
use crate::view::View;

impl Game for Dominos {
    type Move = Move;
    type Effect = Effect;
    type Cheat = Cheat;
    type Refusal = Refusal;
    type View<'a> = View<'a>;

    fn turn(&self) -> Turn {
        if let Some(outcome) = self.outcome() {
            Turn::Over(outcome)
        } else if self.awaits_tile || self.is_dealing() {
            Turn::Chance {
                side: self.next_side(),
                outcomes: self.boneyard.len(),
            }
        } else {
            Turn::Player(self.to_move)
        }
    }

    fn legal(&self, mut each: impl FnMut(Move)) {
        if !matches!(self.turn(), Turn::Player(_)) {
            return;
        }
        let playable = self.playable();
        if playable.is_empty() {
            each(self.way_out());
        }
        let fits_both = |tile| {
            self.ends
                .is_some_and(|ends| ends.fitting_both().contains(tile))
        };
        for tile in playable {
            each(Move::Lay(tile));
            if fits_both(tile) {
                each(Move::LayRight(tile));
            }
        }
    }

    fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        Self::play(self, mv)
    }

    fn draw(&mut self, outcome: u8) -> Effect {
        self.give(outcome)
    }

    /// Looking changes nothing: the seat that let it happen shows the whole game.
    fn tamper(&mut self, Cheat: Cheat) -> Result<(), Refusal> {
        Ok(())
    }

    fn view(&self, side: Side) -> View<'_> {
        View {
            rule: self.rule,
            size: self.size,
            side,
            hand: self.hand(side),
            opponent: self.hand(side.other()).len(),
            boneyard: self.boneyard.len(),
            starter: self.starter(),
            awaits_tile: self.awaits_tile,
            history: &self.history,
        }
    }
}
