//! Implementation of [`Game`] for Puissance 4.

use table::{Fact, Game, Outcome, Side, Turn, Viewer};

use crate::grid::Column;
use crate::rules::{Cheat, Dropped, Move, Puissance4, Refusal, side_of};

impl Game for Puissance4 {
    type Move = Move;
    type Effect = Dropped;
    type Cheat = Cheat;
    type Refusal = Refusal;
    type View<'a> = &'a Self;

    fn turn(&self) -> Turn {
        match self.winner() {
            Some(colour) => Turn::Over(Outcome::Win(side_of(colour))),
            None if self.is_over() => Turn::Over(Outcome::Draw),
            None => Turn::Player(side_of(self.to_move())),
        }
    }

    fn legal(&self) -> impl Iterator<Item = Move> {
        let goes_on = !self.is_over();
        let playable = move |column: &Column| goes_on && self.grid().is_playable(*column);
        Column::all().filter(playable).map(Move::from)
    }

    fn play(&mut self, mv: Move) -> Result<Dropped, Refusal> {
        self.drop_disc(mv)
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
