//! An estimate of every move from one side's view.

use table::{Budget, Chance, Evaluation, Expert, Game, Stopped, Turn, Value};

use crate::rules::{Bid, Die, Menteur, Move};
use crate::view::View;

/// Estimates a move as if it ended the game: a bid by the chance that it holds, a call by the chance
/// that the last bid does not. It draws no conclusions from the other side's bids.
#[derive(Clone, Copy, Default, Debug)]
pub struct Odds;

/// The chance that a bid holds, with each face equally likely for a die that is not seen.
fn chance_of(bid: Bid, view: View) -> f64 {
    let [one, other] = view.0.dice.map(|die| match die {
        Die::Face(face) => f64::from(u8::from(face == bid.face)),
        Die::Hidden | Die::Unthrown => 1.0 / 6.0,
    });
    match bid.count {
        1 => one + other - one * other,
        _ => one * other,
    }
}

/// Estimate of a move, from −1 (a sure loss) to 1 (a sure win).
pub(crate) fn score(view: View, mv: Move) -> f64 {
    match (mv, view.0.bid) {
        (Move::Bid(bid), _) => 2.0 * chance_of(bid, view) - 1.0,
        (Move::Call, Some(bid)) => 1.0 - 2.0 * chance_of(bid, view),
        (Move::Call, None) => -1.0,
    }
}

impl Expert<Menteur> for Odds {
    fn evaluate(
        &mut self,
        view: View,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        let game = view.0;
        let scores = game.legal().map(|mv| (mv, score(view, mv)));
        let scores: Vec<(Move, f64)> = scores.collect();
        let (side, value) = match game.turn() {
            Turn::Over(outcome) => {
                let won = outcome.winner() == Some(game.to_move);
                (game.to_move, Value::of_win(won))
            }
            Turn::Chance { side, .. } => (side, Value::Estimate { score: 0.0 }),
            Turn::Player(side) => {
                let best = scores.iter().fold(-1.0, |best, (_, score)| score.max(best));
                (side, Value::Estimate { score: best })
            }
        };
        let moves = scores.into_iter();
        Ok(Evaluation {
            side,
            value,
            moves: moves
                .map(|(mv, score)| (mv, Value::Estimate { score }))
                .collect(),
            nodes: None,
        })
    }
}
