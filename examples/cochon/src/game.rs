//! Implementation of [`Game`] for Pig; each chance event is one throw of the die.

use table::{Fact, Game, NoCheat, Outcome, Side, Slot, Turn, Viewer};

use crate::rules::{Cochon, Effect, Move, Refusal};

impl Game for Cochon {
    type Move = Move;
    type Effect = Effect;
    type Cheat = NoCheat;
    type Refusal = Refusal;
    type View<'a> = &'a Self;

    fn turn(&self) -> Turn {
        let side = self.side();
        match self.winner() {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if self.in_the_air => Turn::Chance { side, outcomes: 6 },
            None => Turn::Player(side),
        }
    }

    fn legal(&self) -> impl Iterator<Item = Move> {
        let can_move = matches!(self.turn(), Turn::Player(_));
        let moves = [Move::Throw, Move::Keep].into_iter();
        moves.filter(move |_| can_move)
    }

    fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        match (self.turn(), mv) {
            (Turn::Over(_), _) => Err(Refusal::Over),
            (Turn::Chance { .. }, _) => Err(Refusal::InTheAir),
            (Turn::Player(_), Move::Keep) => Ok(self.keep()),
            (Turn::Player(_), Move::Throw) => {
                self.in_the_air = true;
                Ok(Effect::Threw)
            }
        }
    }

    /// The turn, then the throw within the turn. No two throws of a game have the same slot, so a
    /// seed decides each of them, and the length of one turn does not change the dice of the next.
    fn slot(&self) -> Slot {
        Slot::own(self.side(), self.turn, self.faces.len() as u32)
    }

    fn draw(&mut self, outcome: u8) -> Effect {
        self.fall(outcome + 1)
    }

    fn tamper(&mut self, cheat: NoCheat) -> Result<(), Refusal> {
        match cheat {}
    }

    fn view(&self, _side: Side) -> &Self {
        self
    }

    /// Every viewer sees every fact.
    fn show(&self, fact: Fact<'_, Self>, _viewer: Viewer) -> Option<String> {
        Some(fact.text(self))
    }
}
