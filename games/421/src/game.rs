//! 421 as a [`Game`] of the table: nature throws one die at a time.

use table::{Game, Outcome, Side, Turn};

use crate::dice::{Again, Face};
use crate::rules::{Cheat, Effect, Game421, MOST_THROWS, Move, Refusal};

impl Game for Game421 {
    type Move = Move;
    type Effect = Effect;
    type Cheat = Cheat;
    type Refusal = Refusal;
    type View<'a> = &'a Self;

    fn turn(&self) -> Turn {
        let side = self.side();
        match self.winner() {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if self.dice.next_to_fall().is_some() => Turn::Chance { side, outcomes: 6 },
            None => Turn::Player(side),
        }
    }

    /// Keeping comes first; after the third throw it is all there is.
    fn legal(&self, mut each: impl FnMut(Move)) {
        if self.fallen().is_err() {
            return;
        }
        each(Move::Keep);
        if self.throws < MOST_THROWS {
            Again::ALL.map(Move::Throw).into_iter().for_each(each);
        }
    }

    fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        match mv {
            Move::Keep => self.keep(),
            Move::Throw(again) => self.throw(again),
        }
    }

    fn draw(&mut self, outcome: u8) -> Effect {
        self.fall(Face::ALL[usize::from(outcome)])
    }

    fn tamper(&mut self, cheat: Cheat) -> Result<(), Refusal> {
        self.turn_dice(cheat)
    }

    fn view(&self, _side: Side) -> &Self {
        self
    }
}
