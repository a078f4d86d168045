//! Implementation of [`Game`] for tic-tac-toe.

use table::{Fact, Game, Outcome, Side, Turn, Viewer};

use crate::rules::{Cell, Mark, Morpion, Refusal, Wipe};

impl Game for Morpion {
    type Move = Cell;
    type Effect = Mark;
    type Cheat = Wipe;
    type Refusal = Refusal;
    type View<'a> = &'a Self;

    fn turn(&self) -> Turn {
        match self.winner() {
            Some(side) => Turn::Over(Outcome::Win(side)),
            None if self.is_over() => Turn::Over(Outcome::Draw),
            None => Turn::Player(self.to_move),
        }
    }

    fn legal(&self) -> impl Iterator<Item = Cell> {
        let goes_on = !self.is_over();
        Cell::all().filter(move |cell| goes_on && self.mark(*cell).is_none())
    }

    fn play(&mut self, mv: Cell) -> Result<Mark, Refusal> {
        self.set(mv)
    }

    fn tamper(&mut self, cheat: Wipe) -> Result<(), Refusal> {
        self.wipe(cheat)
    }

    fn view(&self, _side: Side) -> &Self {
        self
    }

    fn show(&self, fact: Fact<'_, Self>, _viewer: Viewer) -> Option<String> {
        Some(fact.text(self))
    }
}
