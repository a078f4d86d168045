//! Moves and views of dominos as numbers: a side's hand, the laid tiles, the ends and the counts.

use crate::{Dominos, MAX_PIPS, Move, TILES, Tiles, View};
use table::Side;

use host::{Space, counted};

const KINDS: usize = TILES as usize;
const DRAW: usize = 2 * KINDS;
const PASS: usize = DRAW + 1;
const NUMBERS: usize = MAX_PIPS as usize + 1;

/// Moves: each tile at the left end (or the only one it fits), each tile at the right end, drawing,
/// passing. The array: for each tile whether the side holds it, has laid it, or the opponent has
/// laid it; then the ends plus one (0 before the opening), the opponent's tiles, the boneyard's,
/// and for each number of pips whether the opponent has passed on it and drawn no tile since.
pub(super) const SPACE: Space<Dominos> = Space {
    moves: |_| PASS + 1,
    number: |_, mv| match mv {
        Move::Lay(tile) => tile.index().into(),
        Move::LayRight(tile) => KINDS + usize::from(tile.index()),
        Move::Draw => DRAW,
        Move::Pass => PASS,
    },
    mv: |_, number| {
        let tile = |index: usize| Tiles::ALL.into_iter().nth(index);
        match number {
            DRAW => Some(Move::Draw),
            PASS => Some(Move::Pass),
            number if number < KINDS => tile(number).map(Move::Lay),
            number => tile(number - KINDS).map(Move::LayRight),
        }
    },
    shape: |_| vec![3 * KINDS + 4 + NUMBERS],
    range: |_| [0, counted(TILES)],
    show: |view, side, array| {
        let laid = |by: Side| -> Tiles {
            let own = view.steps().filter(|step| step.side == by);
            own.filter_map(|step| step.mv.tile()).collect()
        };
        for tiles in [view.hand, laid(side), laid(side.other())] {
            let has = |tile| i32::from(tiles.contains(tile));
            array.extend(Tiles::ALL.into_iter().map(has));
        }
        let ends = view
            .ends()
            .map(|ends| [ends.left, ends.right].map(|pips| counted(pips) + 1));
        array.extend(ends.unwrap_or([0; 2]));
        array.extend([view.opponent, view.boneyard].map(counted));
        array.extend(lacking(&view, side.other()));
    },
};

/// For each number of pips, 1 if the side has passed on it and drawn no tile since, otherwise 0.
fn lacking(view: &View<'_>, side: Side) -> [i32; NUMBERS] {
    let mut lacks = [0; NUMBERS];
    for step in view.steps().filter(|step| step.side == side) {
        match (step.mv, step.ends) {
            (Move::Draw, _) => lacks = [0; NUMBERS],
            (Move::Pass, Some(ends)) => {
                for pips in [ends.left, ends.right] {
                    lacks[usize::from(pips)] = 1;
                }
            }
            _ => {}
        }
    }
    lacks
}
