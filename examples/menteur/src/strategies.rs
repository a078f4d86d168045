//! The strategies. To add one, write it here and name it in [`STRATEGIES`].

use table::{Chance, Game, Named, NoMove, Seat, SeatView, Strategy};

use crate::expert::score;
use crate::rules::{Menteur, Move};
use crate::view::View;

/// All strategies.
pub const STRATEGIES: &[Named<Menteur>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("franc", || Box::new(Truthful)),
    Named::new("bluffeur", || Box::new(Bluffer)),
];

/// *Naïf*: plays a random legal move.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// *Franc*: plays the move with the best estimate; it bids its own die when it can.
#[derive(Clone, Copy, Debug)]
pub struct Truthful;

/// *Bluffeur*: plays at random one time in four, and else as *franc*.
#[derive(Clone, Copy, Debug)]
pub struct Bluffer;

fn random(view: View, luck: &mut dyn Chance) -> Result<Move, NoMove> {
    let moves: Vec<Move> = view.0.legal().collect();
    let count = u32::try_from(moves.len()).unwrap_or_default();
    let index = luck.below(count.max(1)) as usize;
    moves.get(index).copied().ok_or(NoMove::Fault)
}

fn best(view: View) -> Result<Move, NoMove> {
    let moves = view.0.legal();
    let best = moves.max_by(|one, other| score(view, *one).total_cmp(&score(view, *other)));
    best.ok_or(NoMove::Fault)
}

impl Strategy<Menteur> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Menteur>) -> Result<Move, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        random(view, luck)
    }
}

impl Strategy<Menteur> for Truthful {
    fn choose(&mut self, seat: &mut Seat<'_, Menteur>) -> Result<Move, NoMove> {
        best(seat.view())
    }
}

impl Strategy<Menteur> for Bluffer {
    fn choose(&mut self, seat: &mut Seat<'_, Menteur>) -> Result<Move, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        match luck.below(4) {
            0 => random(view, luck),
            _ => best(view),
        }
    }
}
