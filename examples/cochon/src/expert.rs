//! The exact chance of winning, from a table over all positions.

use std::sync::LazyLock;

use table::{Budget, Chance, Evaluation, Expert, Game, Stopped, Turn, Value};

use crate::rules::{Cochon, Move, TARGET};

const SIZE: usize = TARGET as usize;

/// Evaluates positions with the table of all chances, which it computes on first use.
#[derive(Clone, Copy, Default, Debug)]
pub struct Exact;

/// Chance of winning for the side whose die is in the air, by its total, the other side's total and
/// the points of the turn.
type Table = Vec<[[f64; SIZE]; SIZE]>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = vec![[[0.5; SIZE]; SIZE]; SIZE];
    // A lost turn leads back to the same totals, so the chances are a fixed point. Rounding may keep
    // the last digits from settling.
    while improve(&mut table) > 1e-12 {}
    table
});

/// Recomputes each chance from the chances after the next throw. Returns the largest change.
fn improve(table: &mut Table) -> f64 {
    let mut largest: f64 = 0.0;
    for own in 0..SIZE {
        for other in 0..SIZE {
            for points in (0..SIZE - own).rev() {
                let chance = throw(table, own, other, points);
                let change = (chance - table[own][other][points]).abs();
                largest = largest.max(change);
                table[own][other][points] = chance;
            }
        }
    }
    largest
}

/// The chance of winning before a throw: the mean over the six faces.
fn throw(table: &Table, own: usize, other: usize, points: usize) -> f64 {
    let lost = 1.0 - table[other][own][0];
    let added = (2..=6).map(|face| choice(table, own, other, points + face));
    (lost + added.sum::<f64>()) / 6.0
}

/// The chance of winning with the better of throwing and keeping; 1 from 20 points on.
fn choice(table: &Table, own: usize, other: usize, points: usize) -> f64 {
    if own + points >= SIZE {
        return 1.0;
    }
    table[own][other][points].max(keep(table, own, other, points))
}

fn keep(table: &Table, own: usize, other: usize, points: usize) -> f64 {
    1.0 - table[other][own + points][0]
}

/// The chance of winning for the side to move after `mv`.
pub(crate) fn chance_after(game: &Cochon, mv: Move) -> f64 {
    let (side, points) = (game.side(), usize::from(game.points()));
    let [own, other] = [side, side.other()].map(|side| usize::from(game.total(side)));
    match mv {
        Move::Throw => TABLE[own][other][points],
        Move::Keep => keep(&TABLE, own, other, points),
    }
}

impl Expert<Cochon> for Exact {
    fn evaluate(
        &mut self,
        game: &Cochon,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        let moves = game.legal().map(|mv| (mv, chance_after(game, mv)));
        let moves: Vec<(Move, f64)> = moves.collect();
        let chance = match game.turn() {
            Turn::Over(_) => 1.0,
            Turn::Chance { .. } => chance_after(game, Move::Throw),
            Turn::Player(_) => moves.iter().fold(0.0, |best, (_, chance)| chance.max(best)),
        };
        let exact = |(mv, chance)| (mv, Value::of_chance(chance));
        Ok(Evaluation {
            side: game.side(),
            value: Value::of_chance(chance),
            moves: moves.into_iter().map(exact).collect(),
            nodes: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With 18 points each, every face but 1 wins: p = 5/6 + (1 − p)/6, so p = 6/7.
    #[test]
    fn the_chance_at_18_all_is_six_sevenths() {
        let game: Cochon = "7 18/18 -".parse().unwrap();
        assert!((chance_after(&game, Move::Throw) - 6.0 / 7.0).abs() < 1e-12);
    }
}
