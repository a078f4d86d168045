//! The strategies. To add one, write it here and name it in [`STRATEGIES`].

use table::{Named, NoMove, Seat, SeatView, Strategy};

use crate::expert::chance_after;
use crate::rules::{Cochon, Move};

/// All strategies.
pub const STRATEGIES: &[Named<Cochon>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("prudent", || Box::new(Careful)),
    Named::new("parfait", || Box::new(Perfect)),
];

/// *Naïf*: throws or keeps with equal probability.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// *Prudent*: keeps its points as soon as it has 5.
#[derive(Clone, Copy, Debug)]
pub struct Careful;

/// *Parfait*: chooses the move with the better chance of winning.
#[derive(Clone, Copy, Debug)]
pub struct Perfect;

const fn keep_if(keeps: bool) -> Move {
    if keeps { Move::Keep } else { Move::Throw }
}

impl Strategy<Cochon> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Cochon>) -> Result<Move, NoMove> {
        let SeatView { luck, .. } = seat.sight();
        Ok(keep_if(luck.below(2) == 0))
    }
}

impl Strategy<Cochon> for Careful {
    fn choose(&mut self, seat: &mut Seat<'_, Cochon>) -> Result<Move, NoMove> {
        Ok(keep_if(seat.view().points() >= 5))
    }
}

impl Strategy<Cochon> for Perfect {
    fn choose(&mut self, seat: &mut Seat<'_, Cochon>) -> Result<Move, NoMove> {
        let [throw, keep] = [Move::Throw, Move::Keep].map(|mv| chance_after(seat.view(), mv));
        Ok(keep_if(keep > throw))
    }
}
