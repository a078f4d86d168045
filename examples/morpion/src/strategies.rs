//! The strategies. To add one, write it here and name it in [`STRATEGIES`].

use table::{Game, Named, NoMove, Seat, SeatView, Strategy};

use crate::expert::after;
use crate::rules::{Cell, Morpion};

/// All strategies.
pub const STRATEGIES: &[Named<Morpion>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("parfait", || Box::new(Perfect)),
];

/// *Naïf*: plays a random free cell.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// *Parfait*: never loses.
#[derive(Clone, Copy, Debug)]
pub struct Perfect;

impl Strategy<Morpion> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Morpion>) -> Result<Cell, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        let free: Vec<Cell> = view.legal().collect();
        let count = u32::try_from(free.len()).unwrap_or_default();
        free.get(luck.below(count.max(1)) as usize)
            .copied()
            .ok_or(NoMove::Fault)
    }
}

impl Strategy<Morpion> for Perfect {
    fn choose(&mut self, seat: &mut Seat<'_, Morpion>) -> Result<Cell, NoMove> {
        let (game, side) = (seat.view(), seat.side());
        let best = game.legal().max_by_key(|mv| after(game, *mv, side));
        best.ok_or(NoMove::Fault)
    }
}
