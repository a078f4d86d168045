//! Implementation of [`Game`] for dominos; each chance event deals or draws one tile.

use table::{Fact, Game, Side, Slot, Turn, Viewer};

use crate::rules::{Cheat, Dominos, Effect, Ends, Move, Refusal};
use crate::tile::Tiles;
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

    fn legal(&self) -> impl Iterator<Item = Move> {
        let (playable, stuck) = match self.turn() {
            Turn::Player(_) => (self.playable(), self.playable().is_empty()),
            Turn::Chance { .. } | Turn::Over(_) => (Tiles::NONE, false),
        };
        let fitting_both = self.ends.map_or(Tiles::NONE, Ends::fitting_both);
        let lay = move |tile| {
            let right = fitting_both.contains(tile).then_some(Move::LayRight(tile));
            [Move::Lay(tile)].into_iter().chain(right)
        };
        let forced = stuck.then(|| self.forced_move());
        forced.into_iter().chain(playable.into_iter().flat_map(lay))
    }

    fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        Self::play(self, mv)
    }

    fn slot(&self) -> Slot {
        self.chance_slot()
    }

    fn draw(&mut self, outcome: u8) -> Effect {
        self.deal_tile(outcome)
    }

    /// Looking at hidden tiles changes nothing in the game: the seat shows the whole game afterwards.
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

    /// A side alone sees the tiles it receives, its cheats, which show a hand, and its refused
    /// moves, which may name a tile of its hand. Spectators see neither hand.
    fn show(&self, fact: Fact<'_, Self>, viewer: Viewer) -> Option<String> {
        let own = |side| viewer == Viewer::Player(side);
        match fact {
            Fact::Position => Some(match viewer {
                Viewer::Player(side) => self.view(side).to_string(),
                Viewer::Spectator | Viewer::Referee => self.spectator_text(),
            }),
            Fact::Move(..) | Fact::MoveEffect(..) => Some(fact.text(self)),
            Fact::RefusedMove(side, _) | Fact::ChanceEffect(side, _) | Fact::Cheat(side, _) => {
                own(side).then(|| fact.text(self))
            }
        }
    }
}

impl Dominos {
    /// The numbers of tiles of each side and of the boneyard, then all moves: `2x2 spectator -
    /// 1/3/23 : first 66 pioche +?`.
    fn spectator_text(&self) -> String {
        let view = self.view(Side::First);
        let text = view.to_string();
        let done = text.split_once(" : ").map_or("", |(_, done)| done);
        let [first, second] = Side::BOTH.map(|side| self.hand(side).len());
        let (rule, size, boneyard) = (view.rule, view.size, view.boneyard);
        format!("{rule}x{size} spectator - {first}/{second}/{boneyard} : {done}")
    }
}
