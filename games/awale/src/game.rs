//! Implementation of [`Game`] for awalé.

use table::{Fact, Game, Side, Turn, Viewer};

use crate::board::{Board, Pit};
use crate::rules::{Awale, Cheat, Refusal, Sown};

impl Game for Awale {
    type Move = Pit;
    type Effect = Sown;
    type Cheat = Cheat;
    type Refusal = Refusal;
    type View<'a> = &'a Self;

    fn turn(&self) -> Turn {
        if self.goes_on() {
            Turn::Player(self.to_move())
        } else {
            Turn::Over(self.outcome())
        }
    }

    fn legal(&self) -> impl Iterator<Item = Pit> {
        let board = self.goes_on().then(|| self.board());
        board.into_iter().flat_map(Board::acceptable_pits)
    }

    fn play(&mut self, mv: Pit) -> Result<Sown, Refusal> {
        self.play_turn(mv)
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
