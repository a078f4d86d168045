//! The strategies of Puissance 4. To add one, write it here and list it in [`STRATEGIES`].

use table::{Named, NoMove, Remark, Seat, SeatView, Strategy};

use crate::expert::Engine;
use crate::grid::cells;
use crate::rules::{Cheat, Move, Puissance4};

/// Every strategy of this game, by name.
pub const STRATEGIES: &[Named<Puissance4>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("glouton", || Box::new(Greedy)),
    Named::new("expert", || Box::new(Engine::default())),
    Named::new("tricheur", || Box::new(Cheater)),
];

/// *Naïf*: plays a random playable column.
#[derive(Clone, Copy, Debug)]
struct Naive;

/// *Glouton*: plays the column that makes the longest row.
#[derive(Clone, Copy, Debug)]
struct Greedy;

/// *Tricheur*: recolours a disc of the opponent when that lets it win at once, then plays as
/// [`Greedy`].
#[derive(Clone, Copy, Debug)]
struct Cheater;

impl Strategy<Puissance4> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        let column = view.grid().random_advice(luck);
        column.map(Move::from).ok_or(NoMove::Fault)
    }
}

impl Strategy<Puissance4> for Greedy {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        let column = view.grid().advice(view.to_move(), luck);
        column.map(Move::from).ok_or(NoMove::Fault)
    }
}

impl Strategy<Puissance4> for Cheater {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        if !seat.view().board().can_win_at_once()
            && let Some(cheat) = winning_cheat(seat.view())
        {
            seat.say(Remark::Cheating);
            // A refusal needs no reaction: the referee has recorded the attempt.
            let _ = seat.tamper(cheat);
        }
        Greedy.choose(seat)
    }
}

/// A cheat after which the next disc wins.
fn winning_cheat(game: &Puissance4) -> Option<Cheat> {
    let mut cheats = cells().map(|(column, line)| Cheat(column, line));
    cheats.find(|&cheat| {
        let mut after = game.clone();
        after.apply_cheat(cheat).is_ok() && after.board().can_win_at_once()
    })
}
