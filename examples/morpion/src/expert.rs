//! The exact value of every move, by playing all games to their end.

use table::{Budget, Chance, Evaluation, Expert, Game, Side, Stopped, Turn, Value};

use crate::rules::{Cell, Morpion};

/// Exhaustive search: at most 9! games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Exhaustive;

/// The result for `side` under best play of both: 1, 0 or −1.
fn worth(game: &Morpion, side: Side) -> i32 {
    match game.turn() {
        Turn::Chance { .. } => 0,
        Turn::Over(outcome) => match outcome.winner() {
            Some(winner) if winner == side => 1,
            Some(_) => -1,
            None => 0,
        },
        Turn::Player(mover) => {
            let best = game.legal().map(|mv| after(game, mv, mover)).max();
            let best = best.unwrap_or_default();
            if mover == side { best } else { -best }
        }
    }
}

/// The result for `side`, which plays `mv`, under best play of both: 1, 0 or −1.
pub(crate) fn after(game: &Morpion, mv: Cell, side: Side) -> i32 {
    let mut next = game.clone();
    match next.set(mv) {
        Ok(_) => worth(&next, side),
        Err(_) => -1,
    }
}

impl Expert<Morpion> for Exhaustive {
    fn evaluate(
        &mut self,
        game: &Morpion,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Evaluation<Cell>, Stopped> {
        let side = game.to_move;
        let valued = |mv| (mv, Value::of_score(after(game, mv, side)));
        Ok(Evaluation {
            side,
            value: Value::of_score(worth(game, side)),
            moves: game.legal().map(valued).collect(),
            nodes: None,
        })
    }
}
