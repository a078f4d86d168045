//! Implementation of [`Game`] for liar's dice; each chance event is the throw of one side.

use table::{Fact, Game, NoCheat, Outcome, Side, Slot, Turn, Viewer};

use crate::rules::{Die, Effect, Menteur, Move, Refusal};
use crate::view::View;

impl Game for Menteur {
    type Move = Move;
    type Effect = Effect;
    type Cheat = NoCheat;
    type Refusal = Refusal;
    type View<'a> = View;

    fn turn(&self) -> Turn {
        match (self.winner(), self.next_to_throw()) {
            (Some(winner), _) => Turn::Over(Outcome::Win(winner)),
            (None, Some(side)) => Turn::Chance { side, outcomes: 6 },
            (None, None) => Turn::Player(self.to_move),
        }
    }

    fn legal(&self) -> impl Iterator<Item = Move> {
        Move::all().filter(|mv| self.check(*mv).is_ok())
    }

    fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        self.check(mv)?;
        match mv {
            Move::Bid(bid) => {
                self.bid = Some(bid);
                self.to_move = self.to_move.other();
            }
            Move::Call => self.called = true,
        }
        Ok(Effect::Said(mv))
    }

    /// One slot for each side, because each side throws once.
    fn slot(&self) -> Slot {
        Slot::own(self.next_to_throw().unwrap_or(Side::First), 0, 0)
    }

    fn draw(&mut self, outcome: u8) -> Effect {
        let side = self.next_to_throw().expect("a die is still to be thrown");
        let face = outcome + 1;
        self.dice[side.index()] = Die::Face(face);
        Effect::Fell(face)
    }

    fn tamper(&mut self, cheat: NoCheat) -> Result<(), Refusal> {
        match cheat {}
    }

    fn view(&self, side: Side) -> View {
        self.seen_by(Viewer::Player(side))
    }

    /// A throw is shown only to the side that threw, a move to every viewer.
    fn show(&self, fact: Fact<'_, Self>, viewer: Viewer) -> Option<String> {
        match fact {
            Fact::Position => Some(self.seen_by(viewer).to_string()),
            Fact::ChanceEffect(side, _) => {
                (viewer == Viewer::Player(side)).then(|| fact.text(self))
            }
            Fact::Move(..) | Fact::RefusedMove(..) | Fact::MoveEffect(..) | Fact::Cheat(..) => {
                Some(fact.text(self))
            }
        }
    }
}

impl Menteur {
    fn check(&self, mv: Move) -> Result<(), Refusal> {
        match (self.turn(), mv) {
            (Turn::Over(_), _) => Err(Refusal::Over),
            (Turn::Chance { .. }, _) => Err(Refusal::NotThrown),
            (Turn::Player(_), Move::Bid(bid)) if Some(bid) <= self.bid => Err(Refusal::TooLow),
            (Turn::Player(_), Move::Call) if self.bid.is_none() => Err(Refusal::NoBid),
            (Turn::Player(_), _) => Ok(()),
        }
    }
}
