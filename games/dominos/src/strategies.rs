//! The strategies of dominos. To add one, write it here and list it in [`STRATEGIES`].

use table::{Named, NoMove, Remark, Seat, SeatView, Strategy};

use crate::engine::heuristic::Heuristic;
use crate::engine::worlds::Worlds;
use crate::expert::{Engine, publicly_forced};
use crate::rules::{Cheat, Dominos, Move};
use crate::view::View;

/// Every strategy of this game, by name.
pub const STRATEGIES: &[Named<Dominos>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("premier", || Box::new(Rated(first))),
    Named::new("glouton", || Box::new(Rated(heaviest))),
    Named::new("habile", || Box::new(Rated(skilful))),
    Named::new("expert", || Box::new(Engine::default())),
    Named::new("tricheur", || Box::new(Cheater::default())),
];

/// *Naïf*: plays a random legal move, each as likely.
#[derive(Clone, Copy, Debug)]
struct Naive;

/// Plays the first of the moves with the highest rating.
#[derive(Clone, Copy, Debug)]
struct Rated(fn(&View<'_>, Move) -> f64);

/// *Tricheur*: looks at the opponent's hand, then plays the best move against it.
#[derive(Clone, Default, Debug)]
struct Cheater(Engine);

/// The rating of *premier*, the subject's strategy (R14): all moves are equal, so that the first tile
/// of the sorted hand is laid, at the left end if it fits there.
fn first(_view: &View<'_>, _mv: Move) -> f64 {
    0.0
}

/// The rating of *glouton*: the points of the tile that the move lays.
fn heaviest(_view: &View<'_>, mv: Move) -> f64 {
    mv.tile().map_or(0.0, |tile| tile.points().into())
}

/// The rating of *habile*: the points of the tile laid, plus a bonus for a double and for each own
/// tile that will fit, minus a penalty for each fitting tile that the opponent is expected to hold.
pub(crate) fn skilful(view: &View<'_>, mv: Move) -> f64 {
    let Some(tile) = mv.tile() else { return 0.0 };
    let possible = Worlds::from_view(view).possible();
    let heuristic = Heuristic::new(view.hand, possible, view.opponent);
    let ends = view.ends_after(mv);
    ends.map_or(0.0, |ends| heuristic.rate(tile, ends))
}

impl Strategy<Dominos> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        let moves = view.moves();
        Ok(moves[luck.below(moves.len() as u32) as usize])
    }
}

impl Strategy<Dominos> for Rated {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let view = seat.view();
        let rated = view.moves().into_iter().map(|mv| (mv, (self.0)(&view, mv)));
        let better =
            |best: (Move, f64), next: (Move, f64)| if next.1 > best.1 { next } else { best };
        rated.reduce(better).map(|(mv, _)| mv).ok_or(NoMove::Fault)
    }
}

impl Strategy<Dominos> for Cheater {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        if let Some(forced) = publicly_forced(&seat.view()) {
            return Ok(forced);
        }
        seat.say(Remark::Cheating);
        match seat.tamper(Cheat) {
            Ok((game, luck, budget)) => self.0.best_seen(game, luck, &budget).ok_or(NoMove::Fault),
            // The referee has recorded the attempt; a move is still needed.
            Err(_) => Rated(first).choose(seat),
        }
    }
}
