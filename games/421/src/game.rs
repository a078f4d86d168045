//! Implementation of [`Game`] for 421; each chance event is the fall of one die.

use table::{Fact, Game, Outcome, Side, Slot, Turn, Viewer};

use crate::dice::{Face, Rethrow};
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

    /// [`Move::Keep`], then every choice of dice to throw again; after the third throw only `Keep`.
    fn legal(&self) -> impl Iterator<Item = Move> {
        let keep = self.fallen().is_ok().then_some(Move::Keep);
        let again = keep.filter(|_| self.throws < MOST_THROWS);
        let throws = again
            .into_iter()
            .flat_map(|_| Rethrow::ALL.map(Move::Throw));
        keep.into_iter().chain(throws)
    }

    fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        match mv {
            Move::Keep => self.keep(),
            Move::Throw(again) => self.throw(again),
        }
    }

    /// The slot of the next die: its round, then its throw and its place within the turn.
    fn slot(&self) -> Slot {
        let die = self.dice.next_to_fall().unwrap_or_default() as u32;
        Slot::own(self.side(), self.round, 3 * u32::from(self.throws) + die)
    }

    fn draw(&mut self, outcome: u8) -> Effect {
        self.fall(Face::ALL[usize::from(outcome)])
    }

    fn tamper(&mut self, cheat: Cheat) -> Result<(), Refusal> {
        self.apply_cheat(cheat)
    }

    fn view(&self, _side: Side) -> &Self {
        self
    }

    fn show(&self, fact: Fact<'_, Self>, _viewer: Viewer) -> Option<String> {
        Some(fact.text(self))
    }
}
