//! Implementation of [`Game`] for the matches.

use table::{Fact, Game, Outcome, Side, Turn, Viewer};

use crate::rules::{Cheat, LastMatch, Matches, Refusal, Take, Taken};

impl Game for Matches {
    type Move = Take;
    type Effect = Taken;
    type Cheat = Cheat;
    type Refusal = Refusal;
    type View<'a> = &'a Self;

    fn turn(&self) -> Turn {
        if self.heaps.iter().any(|&heap| heap > 0) {
            return Turn::Player(self.to_move);
        }
        let took_last = self.to_move.other();
        Turn::Over(Outcome::Win(match self.last {
            LastMatch::Loses => took_last.other(),
            LastMatch::Wins => took_last,
        }))
    }

    fn legal(&self) -> impl Iterator<Item = Take> {
        (0..self.heaps.len()).flat_map(|heap| {
            let counts = 1..=self.most(heap).into();
            counts.map(move |count| Take { heap, count })
        })
    }

    fn play(&mut self, mv: Take) -> Result<Taken, Refusal> {
        self.take(mv)
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
